"""A seat that a mail of several games told of: what it printed there, and what is asked there now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.commands.carry_out import LOST, Meant, Stopped
from games.core import access
from games.core.refusal import NotPossible, Refusal, Stale
from games.core.snapshot import TableSnapshot
from games.models import LineResult, NumberedMail, Question, Seat
from games.replies import vocabulary
from games.replies.commands import CommandKind, loose
from games.replies.doubts import ANSWERS
from games.replies.targets import AskedNow, PrintedRange


@dataclass
class SeatInMail:
    """A seat that a mail told of, with what the mail has printed for it."""

    mail: NumberedMail
    seat: Seat
    printed: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What the mail calls the game."""
        return str(self.printed["name"])

    @property
    def questions(self) -> list[dict[str, Any]]:
        """What the mail has asked here."""
        return list(self.printed["questions"])

    @property
    def ranges(self) -> list[PrintedRange]:
        """The numbers that the mail has printed here."""
        return [
            PrintedRange(self.seat.pk, each["number"], each["first"], each["count"])
            for each in self.questions
        ]

    @cached_property
    def rows(self) -> dict[int, Question]:
        """The printed questions by their numbers, but those that a restored backup has lost."""
        numbers = {each["number"]: each["nonce"] for each in self.questions}
        found = Question.objects.filter(seat=self.seat, number__in=numbers)
        return {row.number: row for row in found if row.nonce == numbers[row.number]}

    def choice_names(self, view: engine.View | None, names: Mapping[int, str]) -> frozenset[str]:
        """Return the names of what the mail has printed to choose from here, as replies write them.

        `view` is the known table, and `names` are those of its seats.
        """
        cards = view.deck.known_cards if view else engine.cards_of(self.seat.game.edition)
        printed = (
            vocabulary.printed_question(
                engine.QuestionKind.read(each["what"]), each["labels"], cards, names, first_number=1
            )
            for each in self.questions
        )
        return frozenset(loose(name) for asked in printed for one in asked.options for name in one.names)

    @property
    def is_lost(self) -> bool:
        """Whether a restored backup has lost a question that the mail asked here."""
        return any(each["number"] not in self.rows for each in self.questions)

    @property
    def is_own(self) -> bool:
        """Whether the reader of the mail sits here."""
        return self.seat.player_id == self.mail.player_id and self.seat.is_taken

    @property
    def is_live(self) -> bool:
        """Whether the reader of the mail still plays here, and its links work."""
        return self.is_own and self.seat.link_epoch == self.printed["epoch"]

    def about(self, question: int | None) -> Meant:
        """Return the question of the mail with this number."""
        return None if question is None else self.rows.get(question, LOST)

    def first_number(self, question: int | None) -> int:
        """Return the number of the first choice that the mail has printed for a question."""
        return next((each["first"] for each in self.questions if each["number"] == question), 1)

    def known_table(self, snapshot: TableSnapshot | None = None) -> engine.View | None:
        """Return what the reader of the mail may know of the table now, by its snapshot if there is one."""
        return access.view(self.seat.game, self.seat if self.is_live else None, snapshot)

    def asked_now(self, earlier: Sequence[LineResult]) -> Iterator[AskedNow]:
        """Yield what names can mean here: what the mail asked, and what the `earlier` lines have led to.

        Where the mail plays the seat no more, its names are those that it printed, and nothing newer.
        """
        game = self.seat.game
        names, view = access.names(game), self.known_table()
        cards = view.deck.known_cards if view else engine.cards_of(game.edition)
        done = {line.question for line in earlier if line.version is not None}
        for each in self.questions:
            if each["number"] in done:
                continue
            row, first = self.rows.get(each["number"]), each["first"]
            asked = None
            if self.is_live and row is not None and row.is_open:
                asked = vocabulary.reply_question(view, row, names, takes_numbers=True, first_number=first)
            if asked is None:
                asked = vocabulary.printed_question(
                    engine.QuestionKind.read(each["what"]), each["labels"], cards, names, first_number=first
                )
            yield AskedNow(self.seat.pk, each["number"], asked)
        row = access.question_of(self.seat) if self.is_live else None
        if row is not None and row.number not in self.rows and (done or not self.questions):
            asked = vocabulary.reply_question(view, row, names, takes_numbers=False)
            if asked is not None:
                yield AskedNow(self.seat.pk, None, asked, if_named=not done)

    def why_refused(
        self, kind: CommandKind, question: int | None, earlier: Sequence[LineResult]
    ) -> Refusal | Stopped | None:
        """Return why this mail doesn't play a line for this seat, or not below one that was refused."""
        if not self.is_live:
            if access.deputies_in_force(seat=self.seat.pk, player=self.mail.player_id):
                return NotPossible(_("You play this seat for someone else: use the links in the mail."))
            if not self.is_own:
                return NotPossible(_("You don’t play in this game any more."))
            return Stale(_("You can’t play in this game from this mail any more. Answer a newer mail."))
        refused = [line.question for line in earlier if not line.done]
        is_answer = kind in ANSWERS and (question in refused or (question is None and refused))
        return Stopped() if is_answer or (kind == CommandKind.UNDO and refused) else None


def find_seats(mail: NumberedMail) -> dict[int, SeatInMail]:
    """Return the seats that a mail told of, by their primary keys, in its order."""
    rows = Seat.objects.select_related("game", "player").in_bulk([each["seat"] for each in mail.games])
    printed = [each for each in mail.games if each["seat"] in rows]
    return {each["seat"]: SeatInMail(mail, rows[each["seat"]], each) for each in printed}
