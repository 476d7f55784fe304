"""The history turn by turn: one block for each, with whose turn it was and when it began."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from .game_history import HistoryLine


@dataclass
class TurnBlock:
    """What happened in one turn; `number` is 0 for what came before the first turn that is told.

    `move` is the number of the move with which it began, where moves are counted.
    """

    number: int
    name: str
    at: datetime
    seat: int = 0
    move: int = 0
    lines: list[HistoryLine] = field(default_factory=list)


def group_by_turn(lines: Iterable[HistoryLine]) -> list[TurnBlock]:
    """Put lines, oldest first, into blocks. The sentence that a turn began is the head of its block.

    A beginning that was taken back stays a line: the turn before it went on.
    """
    blocks: list[TurnBlock] = []
    for line in lines:
        if line.began is not None and not line.is_undone:
            blocks.append(TurnBlock(line.began.number, line.began.name, line.at, line.began.seat, line.move))
            if not line.began.is_extra:
                continue
        elif not blocks:
            blocks.append(TurnBlock(0, "", line.at))
        blocks[-1].lines.append(line)
    return blocks
