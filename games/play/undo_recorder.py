"""What can be taken back while a table is played on: undo points, and requests, which lapse."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.functional import cached_property
from msgspec.structs import replace

import engine
from games.core.stored_game import (
    StaffPoint,
    UndoPoint,
    UndoPoints,
    pack_undo_points,
    read_undo_points,
    unpack_undo_points,
)
from games.models import BY_PEOPLE, By, Game, GameState, Move, Seat, Vote
from games.models.vote import IS_OPEN

# A turn of more answers than this can be taken back by so many.
MOST_STEPS = 12
OTHERS = "others"
LAPSED = "lapsed"
# What a player's own standing orders did is theirs to take back, too.
OWN = (*BY_PEOPLE, By.ORDER)


class UndoRecorder:
    """The undo points of one table in memory, until it is stored."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._changed = False

    @cached_property
    def points(self) -> UndoPoints:
        """The points as they are now."""
        return read_undo_points(self._state)

    @staticmethod
    def before_answer(engine_game: engine.Game, seat: Seat, version: int) -> UndoPoint | None:
        """Return the point before an answer that a player gives in their own turn; None for every other."""
        if not seat.is_person or seat.player_id is None or engine_game.turn != seat.number:
            return None
        data = engine_game.dump().decode()
        return UndoPoint(seat.number, seat.player_id, engine_game.turn_number, version, data)

    def after_answer(self, engine_game: engine.Game, seat: Seat, by: By, before: UndoPoint | None) -> None:
        """Keep the point before an answer that was given; no point of this turn if the answer must stay."""
        if self.points.staff is not None and by != By.BOT:
            self.points.staff, self._changed = None, True
        if before is None:
            self._let_stay()
            return
        points = self.points
        self._changed = True
        if by != By.ORDER:
            points.resting = None
        begun = points.turns.get(seat.number)
        if begun is None or (begun.turn, begun.player) != (before.turn, before.player):
            points.turns[seat.number] = before
        if points.turn != before.turn:
            points.steps, points.turn, points.why = [], before.turn, ""
        if by not in OWN:
            self._let_stay()
            return
        why = _undo_obstacle(engine_game, seat, before)
        points.why = why or ""
        points.steps = [] if why else [*points.steps, before][-MOST_STEPS:]

    def _let_stay(self) -> None:
        """Note that earlier answers stay. If they do already, change nothing: a sealed pass must not show."""
        if self.points.steps:
            self.points.steps, self.points.why = [], OTHERS
            self._changed = True

    def went_back(self, to: UndoPoint) -> None:
        """Forget what was after a point to which the table has gone back."""
        points = self.points
        points.steps = [step for step in points.steps if step.turn == to.turn and step.version < to.version]
        points.turn = to.turn
        points.turns = {seat: each for seat, each in points.turns.items() if each.version <= to.version}
        points.why = ""
        points.resting = to.seat
        self._changed = True

    def build_staff_point(self, engine_game: engine.Game, version: int) -> StaffPoint:
        """Return the point before an answer that staff let the site give, with the points that there are."""
        earlier = replace(self.points, staff=None)
        return StaffPoint(version, engine_game.dump().decode(), pack_undo_points(earlier))

    def keep_staff_point(self, point: StaffPoint) -> None:
        """Keep the point before an answer of staff until a person answers."""
        self.points.staff, self._changed = point, True

    def reverted(self, point: StaffPoint) -> None:
        """Bring back the points that there were before an answer of staff."""
        self.points, self._changed = unpack_undo_points(point.earlier), True

    def is_resting(self, engine_game: engine.Game, seat: Seat) -> bool:
        """Whether the orders of a seat about its turn rest: they would undo what it has just taken back."""
        return engine_game.turn == seat.number and self.points.resting == seat.number

    def end_rest(self, engine_game: engine.Game, seat: Seat) -> None:
        """Let the orders of a seat hold again: its player has just said what they are."""
        if self.is_resting(engine_game, seat):
            self.points.resting = None
            self._changed = True

    def forget(self) -> None:
        """Forget all: somebody has joined or left, or the rules' code has changed."""
        self.points, self._changed = UndoPoints(resting=self.points.resting), True

    def packed(self, *, is_over: bool) -> bytes | None:
        """Return the points as they are stored, none if the game is over; ``None`` if they are unchanged."""
        if is_over:
            return b""
        return pack_undo_points(self.points) if self._changed else None


def _undo_obstacle(engine_game: engine.Game, seat: Seat, before: UndoPoint) -> str | None:
    if engine_game.over or engine_game.turn_number != before.turn:
        return engine.UndoObstacle.TURN
    return engine.undo_obstacle(engine.Game.load(before.data.encode()), engine_game, seat.number)


def do_lapse_requests(game: Game, moves: Iterable[Move], now: datetime) -> list[str]:
    """Close the requests to take a turn back if these moves play on; return whose they were.

    A pass in a window is sealed, has no outcome, and does not count.
    """
    besides = (Move.Kind.ANSWER, Move.Kind.EVENT)
    if not any(
        move.kind not in besides or (move.kind == Move.Kind.ANSWER and move.by in BY_PEOPLE and move.outcomes)
        for move in moves
    ):
        return []
    asked = list(Vote.objects.filter(IS_OPEN, game=game, kind=Vote.Kind.TAKEBACK).select_related("seat"))
    for vote in asked:
        vote.closed_at, vote.outcome = now, LAPSED
        vote.save(update_fields=["closed_at", "outcome"])
    return [str(vote.seat) for vote in asked]
