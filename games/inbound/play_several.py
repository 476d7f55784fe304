"""Plays a reply to a mail that asks more than one thing: each line in the game that it is meant for.

A line that can't be done stops what else was written for its question, and no other game.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone, translation
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from games.core import access, wake
from games.core.refusal import NotPossible, Refusal, Stale
from games.models import Move, NumberedMail, Question, Reply, Seat
from games.play.answer_batch import split_seat_answers
from games.replies import several_games, vocabulary
from games.replies.commands import MOST_CHARACTERS, CommandKind, ReplyCommand, UnclearAnswer
from games.replies.read_reply import ANSWERS
from games.replies.several_games import (
    AskedNow,
    GameProblem,
    PrintedRange,
    ReplyLine,
    Target,
    UnclearGame,
    find_target,
)

from .not_counted import notify_not_counted
from .play_reply import LOST, Meant, changed_nothing, do_line, notify_replied, report_unread_text

Result = dict[str, Any]

# With the names of what `UnclearGame.about` holds.
UNCLEAR: dict[GameProblem, tuple[str, tuple[str, ...]]] = {
    GameProblem.WHICH_GAME: (
        gettext_noop(
            "Which game do you mean: %(names)s? Write its name and a colon first, such as “%(first)s: …”."
        ),
        ("names",),
    ),
    GameProblem.WHICH_NAME: (
        gettext_noop(
            "Which one do you mean: %(names)s? Write the name just as it’s written here, with its number."
        ),
        ("names",),
    ),
    GameProblem.WHICH_QUESTION: (
        gettext_noop("%(first)s asks you two things that this could answer. Write the number from the mail."),
        ("first",),
    ),
    GameProblem.NO_SUCH_NUMBER: (gettext_noop("The mail has no choice %(number)s."), ("number",)),
    GameProblem.OTHER_GAME: (
        gettext_noop("%(number)s is a choice in %(there)s, not in %(here)s."),
        ("number", "there", "here"),
    ),
    GameProblem.OTHER_NUMBER: (
        gettext_noop("%(number)s is another choice in the mail. Write the number alone, or the name alone."),
        ("number",),
    ),
    GameProblem.ONE_LINE_EACH: (
        gettext_noop("Write a line of its own for each game, such as “%(first)s: …”."),
        ("first",),
    ),
    GameProblem.UNKNOWN: (
        gettext_noop("No choice in the mail has this name. Write a number from the mail."),
        (),
    ),
}


@dataclass
class SeatInMail:
    """A seat that a mail told of, with what the mail has printed for it."""

    mail: NumberedMail
    seat: Seat
    printed: Mapping[str, Any]
    results: list[Result] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the mail calls the game."""
        return str(self.printed["name"])

    @property
    def questions(self) -> list[dict[str, Any]]:
        """What the mail has asked here."""
        return list(self.printed["questions"])

    @cached_property
    def rows(self) -> dict[int, Question]:
        """The printed questions by their numbers, but those that a restored backup has lost."""
        numbers = {each["number"]: each["nonce"] for each in self.questions}
        found = Question.objects.filter(seat=self.seat, number__in=numbers)
        return {row.number: row for row in found if row.nonce == numbers[row.number]}

    @property
    def is_live(self) -> bool:
        """Whether the reader of the mail still plays here, and its links work."""
        seat = self.seat
        is_theirs = seat.player_id == self.mail.player_id and seat.is_taken
        return is_theirs and seat.link_epoch == self.printed["epoch"]

    def asked_now(self) -> Iterator[AskedNow]:
        """Yield what names can mean here: what the mail asked, and what this reply has led to.

        Where the mail plays the seat no more, its names are those that it printed, and nothing newer.
        """
        game = self.seat.game
        names, view = access.names(game), access.view(game, self.seat if self.is_live else None)
        cards = view.deck.known_cards if view else engine.cards_of(game.edition)
        done = {result.get("question") for result in self.results if "version" in result}
        for each in self.questions:
            if each["number"] in done:
                continue
            row, first = self.rows.get(each["number"]), each["first"]
            asked = None
            if self.is_live and row is not None and row.is_open:
                asked = vocabulary.reply_question(view, row, names, takes_numbers=True, first_number=first)
            if asked is None:
                asked = vocabulary.printed_question(
                    each["what"], each["labels"], cards, names, first_number=first
                )
            yield AskedNow(self.seat.pk, each["number"], asked)
        row = access.question_of(self.seat) if self.is_live else None
        if row is not None and row.number not in self.rows and (done or not self.questions):
            asked = vocabulary.reply_question(view, row, names, takes_numbers=False)
            if asked is not None:
                yield AskedNow(self.seat.pk, None, asked, if_named=not done)

    def check_answerable(self, kind: CommandKind, question: int | None) -> None:
        """Refuse a line for a seat that this mail doesn't play, or below one that was refused."""
        if not self.is_live:
            if access.deputies_in_force(seat=self.seat.pk, player=self.mail.player_id):
                raise NotPossible(_("You play this seat for somebody else: use the links in the mail."))
            if self.seat.player_id != self.mail.player_id or not self.seat.is_taken:
                raise NotPossible(_("You don’t play in this game any more."))
            raise Stale(_("This mail no longer plays in this game. Answer a newer mail."))
        refused = [result.get("question") for result in self.results if not result["done"]]
        is_answer = kind in ANSWERS and (question in refused or (question is None and refused))
        if is_answer or (kind == CommandKind.UNDO and refused):
            raise Stopped

    def about(self, question: int | None) -> Meant:
        """Return the question of the mail with this number."""
        return None if question is None else self.rows.get(question, LOST)


class Stopped(Exception):
    """A line above, for the same question, was refused."""


def play_several(
    *,
    mail: NumberedMail,
    text: str,
    received_at: datetime,
    message_id: str,
    is_perhaps_automatic: bool = False,
) -> Reply | None:
    """Carry out the lines of a reply to a mail of several questions, and write one notice that answers it.

    `text` is without quotations; the caller has verified that the player of the mail wrote it. Idempotent by
    `message_id`. Every line is a transaction of its own. Returns ``None`` if the player sits nowhere now.
    """
    seats = find_seats(mail)
    own = [each for each in seats.values() if each.seat.player_id == mail.player_id and each.seat.is_taken]
    if not own:
        return None
    player = mail.player
    key = hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    reply = Reply.objects.filter(key=key, player=player).first()
    if reply is None:
        new = {"player": player, "received_at": received_at}
        reply, _is_new = Reply.objects.get_or_create(seat=own[0].seat, key=key, defaults=new)
    if reply.notice_id is not None:
        return reply
    with wake.one_delivery():
        with translation.override(player.language), timezone.override(player.zone):
            do_lines(reply, seats, text)
            if not reply.results or len(text) > MOST_CHARACTERS:
                report_unread_text(reply, text)
        acted = [result["seat"] for result in reply.results if result["done"] and result.get("seat")]
        first = next((each for each in own if each.seat.pk in acted), own[0])
        told = [first, *(each for each in own if each is not first)]
        if is_perhaps_automatic and changed_nothing(reply):
            notify_not_counted(first.seat, "automatic")
            return reply
        is_lost = any(each.about(asked["number"]) == LOST for each in own for asked in each.questions)
        notify_replied(
            reply=reply, seat=first.seat, player=player, is_lost=is_lost, seats=[each.seat for each in told]
        )
    return reply


def find_seats(mail: NumberedMail) -> dict[int, SeatInMail]:
    """Return the seats that a mail told of, by their primary keys, in its order."""
    rows = Seat.objects.select_related("game", "player").in_bulk([each["seat"] for each in mail.games])
    printed = [each for each in mail.games if each["seat"] in rows]
    return {each["seat"]: SeatInMail(mail, rows[each["seat"]], each) for each in printed}


def do_lines(reply: Reply, seats: Mapping[int, SeatInMail], text: str) -> None:
    """Carry out each line in its game, continuing where a crash interrupted them."""
    names = {pk: each.name for pk, each in seats.items()}
    ranges = [
        PrintedRange(pk, asked["number"], asked["first"], asked["count"])
        for pk, each in seats.items()
        for asked in each.questions
    ]

    def split(game: int, command: ReplyCommand) -> list[ReplyCommand]:
        return split_seat_answers(seats[game].seat, [command])

    views = (access.view(each.seat.game, each.seat if each.is_live else None) for each in seats.values())
    known = vocabulary.known_words(*views)
    lines = several_games.read_lines(text, vocabulary.command_words(), names, ranges, split, known)
    for result in reply.results:
        if result.get("seat") in seats:
            seats[result["seat"]].results.append(result)
    place = sum(result.get("took", 1) for result in reply.results)
    asked: dict[int, list[AskedNow]] = {}
    while place < len(lines):
        was_begun = reply.begun > place
        reply.begun = max(reply.begun, place + 1)
        reply.save(update_fields=["begun"])

        def find(place: int = place) -> Target:
            for pk, each in seats.items():
                asked.setdefault(pk, list(each.asked_now()))
            before = [result["seat"] for result in reply.results if result.get("seat")]
            every = [each for known in asked.values() for each in known]
            return find_target(lines[place], names, ranges, every, before)

        result = do_one(reply, seats, lines, place, find, was_begun=was_begun)
        reply.results.append(result)
        if result.get("seat") in seats:
            seats[result["seat"]].results.append(result)
            asked.pop(result["seat"], None)
        reply.save(update_fields=["results", "wants_help", "wants_hand"])
        place += result.get("took", 1)


def do_one(
    reply: Reply,
    seats: Mapping[int, SeatInMail],
    lines: Sequence[ReplyLine],
    place: int,
    find: Callable[[], Target],
    *,
    was_begun: bool,
) -> Result:
    """Carry out one line in the game that it is meant for, and return its result."""
    command = lines[place].command
    result: Result = {"done": True, "kind": command.kind, "line": command.line[:200]}
    if command.kind == CommandKind.HELP:
        reply.wants_help = True
        return result | {"text": ""}
    try:
        target = played_before(reply, seats, place) if was_begun else None
        target = target or find()
        result |= {"seat": target.game, "question": target.question}
        mine = seats[target.game]
        mine.check_answerable(command.kind, target.question)
        if command.kind == CommandKind.HAND:
            return result | {"text": "", "hand": True}
        follows = [each for each in mine.results if each.get("question") == target.question]
        if target.question is None or any("version" in each for each in follows):
            follows = list(mine.results)
        first = next((each["first"] for each in mine.questions if each["number"] == target.question), 1)
        done = do_line(
            reply,
            mine.seat,
            [line.command for line in lines[place:]],
            mine.about(target.question),
            place,
            was_begun=was_begun,
            earlier=follows,
            first_number=first,
        )
        return result | done
    except Stopped:
        return result | {"done": False, "text": ""}
    except UnclearGame as unclear:
        return result | {"done": False, "text": describe_unclear(unclear)}
    except (Refusal, UnclearAnswer) as refused:
        return result | {"done": False, "text": vocabulary.describe_refusal(refused)}


def played_before(reply: Reply, seats: Mapping[int, SeatInMail], place: int) -> Target | None:
    """Return what the line at this place has answered before a crash; nothing if it has not."""
    move = Move.objects.filter(seat__in=list(seats), submission_key=f"reply.{reply.pk}.{place}").first()
    if move is None or move.seat_id is None:
        return None
    printed = {each["number"] for each in seats[move.seat_id].questions}
    return Target(move.seat_id, move.question_number if move.question_number in printed else None)


def describe_unclear(unclear: UnclearGame) -> str:
    """Return one sentence on why it isn't clear what a line is meant for, and what to write instead."""
    text, names = UNCLEAR[unclear.problem]
    about = {"first": unclear.about[0]} if unclear.about else {}
    if names == ("names",):
        listed = _(", ").join(f"“{name}”" for name in unclear.about[: vocabulary.MOST_NAMED])
        about["names"] = listed + (" …" if len(unclear.about) > vocabulary.MOST_NAMED else "")
    else:
        about |= dict(zip(names, unclear.about, strict=True))
    return _(text) % about
