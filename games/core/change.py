"""What happens at a locked table, as values: one step for each move, and one change for all of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import engine
from games.models import Game, Move, Seat

from .rows import GameRows
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


@dataclass(frozen=True)
class Change:
    """All that has happened at a locked table: its rows as they were loaded, the steps, and how it is now.

    `before` is the engine's game as it was loaded; there is none before the deal. `present` says in which
    turn the players of seats were at the page, by number; those of `autopiloted` hear that a bot plays for
    them.
    """

    game: Game
    loaded: GameRows
    seats: Mapping[int, Seat]
    now: datetime
    before: bytes | None
    engine_game: engine.Game
    steps: tuple[Step, ...]
    present: Mapping[int, int]
    autopiloted: tuple[Seat, ...]

    @property
    def moves(self) -> list[Move]:
        """What has happened, in order."""
        return [step.move for step in self.steps]

    @property
    def people(self) -> list[Seat]:
        """The seats where a player sits now."""
        return [seat for seat in self.seats.values() if seat.is_person]

    @property
    def undo(self) -> Step | None:
        """The step by which the table has gone back, if it has."""
        return next((step for step in self.steps if step.back_to is not None), None)
