"""Collecting goals, and winning."""

from engine.board.pegs import number
from engine.board.table import BoardTable
from engine.card import BoardGoal
from engine.goals import GameWon
from engine.outcomes import GoalCollected, Won


def collect_goals(table: BoardTable) -> None:
    """Give the goal on top of the stack to whoever meets it, again and again, until somebody wins.

    Of an item space one piece takes hold, so that no two colours meet a goal at once (O6, O17).  Whether
    somebody wins is seen after each goal: who has enough first doesn't wait for the next one (O13).
    """
    check_win(table)
    while table.goals and (seat := _meeting(table, table.goals[-1])) is not None:
        goal = table.goals.pop()
        table.collected[seat].append(goal)
        table.tell(GoalCollected(seat, table.deck.slugs[goal], len(table.collected[seat])))
        check_win(table)


def check_win(table: BoardTable) -> None:
    """End the game by ``GameWon`` if a seat has goals enough, and more than every other (O13)."""
    counts = {seat: len(table.collected[seat]) for seat in table.order}
    most = max(counts.values())
    leading = [seat for seat, count in counts.items() if count == most]
    if most >= number(table, "win") and len(leading) == 1:
        (seat,) = leading
        table.over = True
        table.winner = seat
        table.tell(Won(seat, table.slugs(table.collected[seat])))
        raise GameWon(seat)


def meets(table: BoardTable, colour: str, goal: int) -> bool:
    """Whether a colour has pieces on both spaces of a goal."""
    printed = table.card(goal)
    return isinstance(printed, BoardGoal) and set(printed.spaces) <= set(table.pieces[colour])


def _meeting(table: BoardTable, goal: int) -> int | None:
    return next((seat for seat in table.order if meets(table, table.colours[seat], goal)), None)
