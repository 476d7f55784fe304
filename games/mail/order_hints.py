"""The order that would have answered a question out of turn, which each mail that asks it offers."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import QuestionKind
from games.models import Question
from games.orders.turn_orders import ORDERED

from .context import LetterContext
from .letter import Link, Note

LIMITS = (
    "limits",
    gettext_noop("When I have to discard"),
    gettext_noop("Choose once which cards you always keep, and nobody has to wait for you here:"),
)
# For each question that an order answers: its section of the page of orders, its title there, and what to do.
ORDER_HINTS = {
    QuestionKind.HAND_LIMIT: LIMITS,
    QuestionKind.KEEPER_LIMIT: LIMITS,
    QuestionKind.DISCARD_CARDS: LIMITS,
    QuestionKind.DISCARD_OR_RANDOM: LIMITS,
    QuestionKind.ROCK_PAPER_SCISSORS: (
        "throws",
        gettext_noop("Rock-Paper-Scissors"),
        gettext_noop("Choose your next throws in advance, and nobody has to wait for you here:"),
    ),
    QuestionKind.WINDOW: (
        "windows",
        gettext_noop("While others play"),
        gettext_noop("Choose once when your Surprises are played, and nobody has to wait for you here:"),
    ),
}


def order_hint(context: LetterContext, question: Question) -> Note | None:
    """Return the very order that would have answered this; ``None`` in the seat's own turn."""
    if question.own_turn or not (question.is_window or question.kind in ORDERED):
        return None
    if not context.is_own_seat:
        return None  # a deputy gives no orders
    section, title, text = ORDER_HINTS[question.kind]
    return Note(_(text), Link(_(title), context.seat_link(section)))
