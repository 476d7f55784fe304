"""Numbers that run through all questions of a mail, so that each stands for one choice.

What they stand for is stored before the mail is sent: a reply comes at once, and by then a question may be
answered. A mail that is sent again keeps the numbers that it had, and gives new ones to what is new in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.models import Notice, NumberedMail, Question, Seat
from games.replies.read_bundle_reply import distinct_names

from .letter import Letter, PrintedQuestion


@dataclass(frozen=True)
class SeatLetter:
    """A letter about a seat, as a part of a mail; `game` is what the mail calls its game.

    `results` say what came of the lines of a reply. Without a `seat`, a reply can't play here.
    """

    game: str
    seat: Seat | None
    letter: Letter
    notice: Notice | None = None
    results: tuple[str, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the seat is the reader's, so that a reply plays it; a deputy plays by the links."""
        return self.seat is not None and (self.notice is None or self.seat.player_id == self.notice.player_id)

    @property
    def is_plain_turn(self) -> bool:
        """Whether all there is to choose is a card of the hand, so that the question says it all."""
        return self.letter.question is not None and self.letter.question.is_hand

    @property
    def questions(self) -> tuple[PrintedQuestion, ...]:
        """What it asks, in the order of the mail."""
        return questions_of(self.letter)


def questions_of(letter: Letter) -> tuple[PrintedQuestion, ...]:
    """Return what a letter asks, in the order of the mail."""
    return (*((letter.question,) if letter.question else ()), *letter.side_questions)


def number_letters(first: Notice, letters: Sequence[SeatLetter]) -> tuple[list[SeatLetter], NumberedMail]:
    """Return the letters of a mail with numbers of their own, and what these stand for, not stored yet.

    The mail has the Message-ID of the notice `first`.
    """
    mail = NumberedMail.objects.filter(message_id=first.message_id).first()
    if mail is None:
        mail = NumberedMail(message_id=first.message_id, player=first.player, written_at=first.created_at)
    nonces = _find_nonces(letters)
    known: dict[int, dict[str, Any]] = {game["seat"]: game for game in mail.games}
    names = distinct_names([each.game for each in letters])
    numbered = []
    for each, name in zip(letters, names, strict=True):
        if each.seat is None:
            numbered.append(replace(each, game=name))
            continue
        new = {"seat": each.seat.pk, "epoch": each.seat.link_epoch, "name": name, "questions": []}
        game = known.setdefault(each.seat.pk, new)
        shown = [_number(asked, game, nonces, known) for asked in each.questions]
        numbered.append(replace(each, letter=_with_questions(each.letter, shown), game=game["name"]))
    mail.games = list(known.values())
    return numbered, mail


def number_letter(letter: Letter) -> Letter:
    """Return a letter in which the side questions go on where the numbers of the question end."""
    number, shown = 1, []
    for asked in questions_of(letter):
        shown.append(renumber(asked, number))
        number = shown[-1].next_number
    return _with_questions(letter, shown)


def renumber(asked: PrintedQuestion, first: int) -> PrintedQuestion:
    """Return a question with its choices numbered from `first`."""
    choices = (replace(choice, number=number) for number, choice in enumerate(asked.choices, start=first))
    return replace(asked, choices=tuple(choices))


def _number(
    asked: PrintedQuestion,
    game: dict[str, Any],
    nonces: dict[tuple[int, int], int],
    known: dict[int, dict[str, Any]],
) -> PrintedQuestion:
    """Number a question and store what its numbers stand for, unless an earlier attempt has done so."""
    if not asked.choices:
        return asked
    facts = {
        "number": asked.number,
        "nonce": nonces.get((game["seat"], asked.number), 0),
        "what": asked.stored_what or asked.what.value,
        "labels": list(asked.labels),
        "count": len(asked.choices),
    }
    for stored in game["questions"]:
        if facts.items() <= stored.items():
            return renumber(asked, stored["first"])
    first = 1 + max((_last_number(each) for each in known.values()), default=0)
    game["questions"].append(facts | {"first": first})
    return renumber(asked, first)


def _last_number(game: dict[str, Any]) -> int:
    return max((each["first"] + each["count"] - 1 for each in game["questions"]), default=0)


def _with_questions(letter: Letter, shown: Sequence[PrintedQuestion]) -> Letter:
    if letter.question is None:
        return replace(letter, side_questions=tuple(shown))
    return replace(letter, question=shown[0], side_questions=tuple(shown[1:]))


def _find_nonces(letters: Iterable[SeatLetter]) -> dict[tuple[int, int], int]:
    asked = {(each.seat.pk, shown.number) for each in letters if each.seat for shown in each.questions}
    rows = Question.objects.filter(
        seat__in={seat for seat, _number in asked}, number__in={number for _seat, number in asked}
    )
    return {(row.seat_id, row.number): row.nonce for row in rows} if asked else {}
