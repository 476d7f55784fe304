"""What happens at a locked table, as values: one step for each move."""

from dataclasses import dataclass

import engine
from games.models import Move

from .stored_game import StaffPoint, UndoPoint


@dataclass(frozen=True)
class Step:
    """One move of a table, with the engine's game before and after it, as `engine.Game.dump` gives it.

    `turn` is the number of the turn before it. `player` is the primary key of the player who sat at the seat
    whose turn it was, where that seat answered. `back_to` is the point to which an undo went back. The row of
    the move is not stored yet: what else its caller knows may still be written to it.
    """

    move: Move
    outcomes: tuple[engine.Outcome, ...]
    before: bytes
    after: bytes
    turn: int
    player: int | None = None
    back_to: UndoPoint | StaffPoint | None = None
