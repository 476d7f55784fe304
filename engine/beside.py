"""Questions that stay open beside the play: trivia, votes.  They stop nobody.

An answer is kept with its question until the play reaches the next checkpoint; there the question is
settled.  One that is not answered when its seat's own turn begins lapses.
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
    words: int = 0,
    secret: tuple[str, ...] = (),
) -> Beside:
    """Open a question beside the play."""
    table.asked += 1
    question = Beside(table.asked, seat, what, options, table.turn.number, about, words, secret)
    table.beside.append(question)
    return question


async def settle_beside(table: Table) -> None:
    """Settle every question that has been answered, in the order in which they were opened."""
    for question in [each for each in table.beside if each.given]:
        await _settle(table, question)


async def lapse(table: Table, seat: int) -> None:
    """Settle the questions that a seat has not answered when its own turn begins: as not answered."""
    for question in [each for each in table.beside if each.seat == seat]:
        await _settle(table, question)


async def _settle(table: Table, question: Beside) -> None:
    table.beside.remove(question)
    await SETTLE[question.what](table, question)
    await settle(table)
