"""Questions that stay open beside the play: trivia, votes.  They stop nobody.

An answer is kept with its question until the play reaches the next checkpoint; there the question is
settled.  One that is not answered when its seat's own turn begins lapses.  Whatever the last play before
that turn has opened, when nobody could answer it yet, waits for the seat's first decision in it.
"""

from collections.abc import Awaitable, Callable

from engine.play import settle
from engine.table import Beside, Table

Settle = Callable[[Table, Beside], Awaitable[None]]
SETTLE: dict[str, Settle] = {}


def settles(what: str) -> Callable[[Settle], Settle]:
    """Register what comes of a kind of question once it is answered, or (nothing given) has lapsed."""

    def register(effect: Settle) -> Settle:
        SETTLE[what] = effect
        return effect

    return register


def ask_beside(
    table: Table,
    seat: int,
    what: str,
    options: tuple[str, ...],
    *,
    about: tuple[str, ...] = (),
    said: str = "",
    words: int = 0,
    secret: tuple[str, ...] = (),
) -> Beside:
    """Open a question beside the play.  ``said`` is a text that it is about."""
    table.asked += 1
    question = Beside(table.asked, seat, what, options, table.turn.number, about, words, secret, said=said)
    table.beside.append(question)
    return question


def due(table: Table) -> Beside | None:
    """The first question that has been answered or lapses.

    What lapses was asked of a seat that has left, or of the seat in turn, in time before this turn.
    """
    turn = table.turn
    for question in table.beside:
        if question.given or question.seat not in table.hands:
            return question
        if question.seat == turn.seat and question.turn < turn.number and question.number < table.stop:
            return question
    return None


async def settle_beside(table: Table, question: Beside) -> None:
    """Settle a question that has been answered or lapses, and whatever the table then owes."""
    table.beside.remove(question)
    await SETTLE[question.what](table, question)
    await settle(table)
