"""Plays what a page takes as text: several answers at once, in order, until one is refused."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.core import access, wake
from games.core.refusal import NotPossible
from games.models import By, LineResult, Question, Seat
from games.play.answer import table_has_changed
from games.replies.doubts import ANSWERS
from games.replies.offers import names_of
from games.replies.read_text import read_text
from games.replies.vocabulary import find_question

from .carry_out import LineTarget, Stopped, Written, carry_out


@dataclass(frozen=True)
class FieldResult:
    """What came of a text of the field: the answers that were `given`, and why it stopped, if it did.

    It stopped at the line `refused`, for which the answer `suggested` may have been meant; what else was
    written below that is `left`.
    """

    given: tuple[LineResult, ...]
    why: str = ""
    refused: str = ""
    left: tuple[str, ...] = ()
    suggested: str = ""

    @property
    def first_version(self) -> int | None:
        """The first move that was made."""
        return next((result.version for result in self.given), None)


def play_text(
    *,
    seat: int,
    number: int,
    text: str,
    by: By,
    nonce: int | None = None,
    submission_key: str = "",
    received_at: datetime | None = None,
    deputy: int | None = None,
) -> FieldResult:
    """Carry out answers of the seat with this primary key, in order, until one is refused.

    The first is for question `number`, the others for what the seat is asked next in the same turn. They are
    written as in a reply: names of choices or their numbers in the mail for that question, moves such as
    “bread to love”; in the board game several on a line, with commas.

    Each is a transaction of its own through `answer_question`, whose other arguments these are. The same
    `submission_key` does nothing twice. Raises no `Refusal`: the result says what was done.
    """
    mine = Seat.objects.select_related("game").get(pk=seat)
    about = Question.objects.filter(game=mine.game_id, seat=mine, number=number).first()
    commands = read_text(access.view(mine.game, mine), text, access.names(mine.game).values())
    results: list[LineResult] = []

    def begin(place: int) -> LineTarget:
        if not all(result.done for result in results):
            raise Stopped
        if about is not None and nonce not in (None, about.nonce):
            raise table_has_changed()
        if commands[place].kind not in ANSWERS:
            raise NotPossible(_("You can only write answers here, such as moves and card names."))
        return LineTarget(mine, about, results)

    with wake.one_delivery():
        written = Written(by, submission_key, received_at, deputy)
        carry_out(commands, written, begin=begin, keep=results.append)
    if not results:
        return FieldResult((), _("Write at least one answer."))
    given = tuple(result for result in results if result.done)
    if len(given) == len(results):
        return FieldResult(given)
    refused, *left = results[len(given) :]
    others = tuple(each.line for each in left)
    return FieldResult(given, refused.text, refused.line, others, suggest(mine, refused))


def suggest(seat: Seat, refused: LineResult) -> str:
    """Return the answer that a refused line may have meant, as it is written; empty if none is offered."""
    view = access.view(seat.game, seat)
    asked = find_question(view, refused.offer_number or 0)
    if view is None or asked is None:
        return ""
    return ", ".join(names_of(refused.offer, asked.what, view.deck.known_cards, access.names(seat.game)))
