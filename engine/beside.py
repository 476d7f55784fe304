"""Side questions, such as trivia and votes: they stay open while the play goes on.

An answered question is settled at the next checkpoint.  An unanswered one lapses in its seat's next turn: at
its beginning, or, if the last play before that turn opened it, after the seat's first decision.
"""

from collections.abc import Awaitable, Callable

from engine.play import settle
from engine.table import Beside, Table

Settle = Callable[[Table, Beside], Awaitable[None]]
SETTLE: dict[str, Settle] = {}


def settles(what: str) -> Callable[[Settle], Settle]:
    """Register the effect of a kind of side question, for when it is answered or, with no answer, lapses."""

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
    """Return the first side question to settle: it is answered, or it lapses.

    It lapses when its seat has left, or in its seat's turn once a later question of that turn is asked.
    """
    turn = table.turn
    for question in table.beside:
        if question.given or question.seat not in table.hands:
            return question
        if question.seat == turn.seat and question.turn < turn.number and question.number < table.stop:
            return question
    return None


async def settle_beside(table: Table, question: Beside) -> None:
    """Settle a side question that is answered or lapses, and then the table."""
    table.beside.remove(question)
    await SETTLE[question.what](table, question)
    await settle(table)
