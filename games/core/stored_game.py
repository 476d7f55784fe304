"""Reading the stored engine game of a table, and reading and packing its undo points; both hold secrets.

There is one undo point before each answer of this turn that its player can take back alone, and for each
player one before their last turn, to which the table goes back if everybody agrees.
"""

import logging
import zlib

import msgspec

import engine
from games.models import GameState, Seat

from .errors import SafeTextError

logger = logging.getLogger(__name__)


class DivergedTable(Exception):
    """The code changed under a play in progress; ``engine_game`` is at the checkpoint before that play."""

    def __init__(self, game: int, error: engine.Diverged) -> None:
        super().__init__(str(error))
        self.game, self.engine_game, self.lost = game, error.game, error.lost


class UnreadableTable(SafeTextError):
    """A stored table can't be read by this release of the site, and stays as it is; the text says which."""


def read_engine_game(state: GameState) -> engine.Game:
    """Return the engine game of a stored table.

    Raises `DivergedTable` when the code changed under a play, and `UnreadableTable` when it can't be read at
    all; the log then names the game and the missing cards.
    """
    try:
        return engine.Game.load(bytes(state.data))
    except engine.Diverged as error:
        raise DivergedTable(state.game_id, error) from None
    except ValueError as error:
        why = error if isinstance(error, engine.UnknownCard) else type(error).__name__
        said = f"game {state.game.key} can’t be read: {why}"
        logger.error(said)
        raise UnreadableTable(said) from error


class UndoPoint(msgspec.Struct, frozen=True):
    """A table as it was before an answer of a seat, after move ``version``; ``data`` is the engine game."""

    seat: int
    player: int
    turn: int
    version: int
    data: str

    def is_of(self, seat: Seat) -> bool:
        """Whether the same player still sits where the answer was given."""
        return (self.seat, self.player) == (seat.number, seat.player_id)


class StaffPoint(msgspec.Struct, frozen=True):
    """A table as it was before staff let the site answer, after move ``version``, with its undo points."""

    version: int
    data: str
    earlier: bytes


class UndoPoints(msgspec.Struct, frozen=True):
    """All undo points of one game.

    ``steps`` are those before the answers of turn number ``turn``, the newest last. Without any, ``why`` says
    why its last answer stays: an `engine.UndoObstacle`, or ``others``. ``turns`` are those before the last
    turn of each seat. ``resting`` is the seat that has taken something back and answered nothing since: its
    standing orders wait. ``staff`` is the one before an answer of staff, until a person answers.
    """

    steps: list[UndoPoint] = []
    turn: int = 0
    why: str = ""
    turns: dict[int, UndoPoint] = {}
    resting: int | None = None
    staff: StaffPoint | None = None

    def newest(self, seat: Seat, turn: int) -> UndoPoint | None:
        """Return the point before the last answer of a seat in this turn, if it can be taken back."""
        step = self.steps[-1] if self.steps and self.turn == turn else None
        return step if step is not None and step.is_of(seat) else None

    def why_not(self, turn: int) -> str:
        """Return why the last answer of this turn can't be taken back; nothing when none was given."""
        return self.why if self.turn == turn else ""

    def last_turn(self, seat: Seat) -> UndoPoint | None:
        """Return the point before the last turn of a seat, if it is known."""
        point = self.turns.get(seat.number)
        return point if point is not None and point.is_of(seat) else None


def read_undo_points(state: GameState) -> UndoPoints:
    """Return the undo points that are stored with a table."""
    return unpack_undo_points(bytes(state.earlier))


def unpack_undo_points(packed: bytes) -> UndoPoints:
    """Return undo points from how they are stored."""
    return msgspec.json.decode(zlib.decompress(packed), type=UndoPoints) if packed else UndoPoints()


def pack_undo_points(points: UndoPoints) -> bytes:
    """Return undo points as they are stored. They have most of their words in common, and pack well."""
    if points == UndoPoints():
        return b""
    return zlib.compress(msgspec.json.encode(points), level=1)


def pack_changed_points(points: UndoPoints, stored: UndoPoints, *, is_over: bool) -> bytes | None:
    """Return undo points as they are stored; `None` if they are unchanged. A game over has none."""
    if is_over:
        return b""
    return None if points == stored else pack_undo_points(points)
