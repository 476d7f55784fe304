"""What the pegs say, read live: nothing here is stored."""

from engine.board.spaces import PEGS, SWITCHED
from engine.board.table import BoardTable
from engine.outcomes import PegMoved


def number(table: BoardTable, peg: str) -> int:
    """What a peg says, for one that always says a number; 0 is off, and no limit."""
    return table.setting(peg) or 0


def draw_count(table: BoardTable) -> int:
    """How many cards the seat in turn draws in all this turn; none while the first rules are changed."""
    return 0 if table.turn.phase == "free-change" else number(table, "draw")


def play_count(table: BoardTable) -> int:
    """How many cards the seat in turn plays in all this turn."""
    return number(table, "play")


def plays_left(table: BoardTable) -> int:
    """How many cards the seat in turn still has to play, as far as its hand reaches."""
    turn = table.turn
    if turn.phase == "free-change":
        return 0
    return max(0, min(play_count(table) - turn.played, len(table.hands[turn.seat])))


def moves_left(table: BoardTable) -> int:
    """How many moves the seat in turn still has by its peg, whether it can make them or not."""
    turn = table.turn
    return max(0, number(table, "move") - turn.moved) if turn.phase in ("start", "plays") else 0


def over_hand_limit(table: BoardTable, seat: int) -> int:
    """How many cards of its hand a seat has too many."""
    limit = table.setting("hand-limit")
    return 0 if limit is None else max(0, len(table.hands[seat]) - limit)


def ways(table: BoardTable, peg: str) -> dict[str, int]:
    """The ways in which a peg can be moved by one hole: ``forward`` to 1, ``back`` to -1."""
    at = table.pegs[peg]
    steps = {"forward": 1, "back": -1}
    return {way: step for way, step in steps.items() if 0 <= at + step < len(PEGS[peg])}


def move_peg(table: BoardTable, seat: int, peg: str, step: int, why: str = "") -> None:
    """Move a peg by so many holes."""
    table.pegs[peg] += step
    table.tell(PegMoved(seat, peg, written(table, peg), why))


def written(table: BoardTable, peg: str) -> str:
    """What a peg says now, in a word."""
    return in_words(peg, table.setting(peg))


def in_words(peg: str, says: int | None) -> str:
    """A setting of a peg in a word: ``2``, ``none``, ``on``."""
    if peg in SWITCHED:
        return "on" if says else "off"
    return "none" if says is None else str(says)
