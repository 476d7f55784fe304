"""Side questions, such as trivia and votes: they stay open while the play goes on.

An answered question is settled at the next checkpoint.  An unanswered one lapses in its seat's next turn: at
its beginning, or, if the last play before that turn opened it, after the seat's first decision.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.table import Beside, CommonTable

Settle = Callable[[Any, Beside], Awaitable[None]]
SETTLE: dict[str, Settle] = {}
IsOutdated = Callable[[Any, Beside], bool]
OUTDATED: dict[str, IsOutdated] = {}


def settles(what: str) -> Callable[[Settle], Settle]:
    """Register the effect of a kind of side question, for when it is answered or, with no answer, lapses."""

    def register(effect: Settle) -> Settle:
        SETTLE[what] = effect
        return effect

    return register


def outdated(what: str) -> Callable[[IsOutdated], IsOutdated]:
    """Register what says that a kind of side question no longer fits the table, so that it lapses."""

    def register(test: IsOutdated) -> IsOutdated:
        OUTDATED[what] = test
        return test

    return register


def ask_beside(
    table: CommonTable,
    seat: int,
    what: str,
    options: tuple[str, ...],
    *,
    about: tuple[str, ...] = (),
    said: str = "",
    words: int = 0,
    secret: tuple[str, ...] = (),
    count: int = 1,
) -> Beside:
    """Open a question beside the play.  ``said`` is a text that it is about; ``count`` options answer it."""
    table.asked += 1
    question = Beside(
        table.asked, seat, what, options, table.turn.number, about, words, secret, said=said, count=count
    )
    table.beside.append(question)
    return question


def due(table: CommonTable) -> Beside | None:
    """Return the first side question to settle: it is answered, or it lapses.

    It lapses when its seat has left, in its seat's turn once a later question of that turn is asked, or when
    it no longer fits the table.
    """
    turn = table.turn
    for question in table.beside:
        if question.given or question.seat not in table.hands:
            return question
        if question.seat == turn.seat and question.turn < turn.number and question.number < table.stop:
            return question
        if question.what in OUTDATED and OUTDATED[question.what](table, question):
            return question
    return None


async def settle_beside(table: CommonTable, question: Beside) -> None:
    """Settle a side question that is answered or lapses.  The table is to be settled then."""
    table.beside.remove(question)
    await SETTLE[question.what](table, question)
