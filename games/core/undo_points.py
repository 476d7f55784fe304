"""Which answers of a table can be taken back: its undo points, as a function of its steps."""

from typing import Any

from msgspec.structs import replace

import engine
from games.models import BY_PEOPLE, By, Move

from .change import Step
from .stored_game import StaffPoint, UndoPoint, UndoPoints, pack_undo_points, unpack_undo_points

# A turn of more answers than this can be taken back by so many.
MOST_UNDO_STEPS = 12
OTHERS = "others"
# What a player's own standing orders did is theirs to take back, too.
OWN = (*BY_PEOPLE, By.ORDER)
# Somebody has joined or left, or the rules' code has changed: nothing before that can be taken back.
FORGETTING = (Move.Kind.JOIN, Move.Kind.LEAVE, Move.Kind.RESTORED)


def after_step(points: UndoPoints, step: Step) -> UndoPoints:
    """Return the undo points after one more step."""
    if step.move.kind in FORGETTING:
        return UndoPoints(resting=points.resting)
    if isinstance(step.back_to, StaffPoint):
        return unpack_undo_points(step.back_to.earlier)
    if step.back_to is not None:
        return _after_undo(points, step.back_to)
    if step.move.kind == Move.Kind.ANSWER:
        return _after_answer(points, step)
    return points


def _after_undo(points: UndoPoints, to: UndoPoint) -> UndoPoints:
    """Forget what was after the point to which the table has gone back."""
    steps = [step for step in points.steps if step.turn == to.turn and step.version < to.version]
    turns = {seat: each for seat, each in points.turns.items() if each.version <= to.version}
    return replace(points, steps=steps, turn=to.turn, why="", turns=turns, resting=to.seat)


def _after_answer(points: UndoPoints, step: Step) -> UndoPoints:
    """Keep the point before an answer; none of this turn if the answer must stay."""
    by, before = step.move.by, _point_before(step)
    if by != By.BOT:
        points = replace(points, staff=None)
    if by == By.MODERATOR:
        earlier = pack_undo_points(points)
        points = replace(points, staff=StaffPoint(step.move.version - 1, step.before.decode(), earlier))
    if before is None:
        return _let_stay(points)
    changes: dict[str, Any] = {} if by == By.ORDER else {"resting": None}
    begun = points.turns.get(before.seat)
    if begun is None or (begun.turn, begun.player) != (before.turn, before.player):
        changes["turns"] = points.turns | {before.seat: before}
    if points.turn != before.turn:
        changes |= {"steps": [], "turn": before.turn, "why": ""}
    points = replace(points, **changes)
    if by not in OWN:
        return _let_stay(points)
    why = _find_obstacle(before, step.after)
    return replace(points, why=why or "", steps=[] if why else [*points.steps, before][-MOST_UNDO_STEPS:])


def _point_before(step: Step) -> UndoPoint | None:
    """Return the point before an answer that a player gives in their own turn; None for every other."""
    seat = step.move.seat
    if seat is None or step.player is None:
        return None
    return UndoPoint(seat.number, step.player, step.turn, step.move.version - 1, step.before.decode())


def _let_stay(points: UndoPoints) -> UndoPoints:
    """Note that earlier answers stay. If they do already, nothing changes: a sealed pass must not show."""
    return replace(points, steps=[], why=OTHERS) if points.steps else points


def _find_obstacle(before: UndoPoint, after: bytes) -> str | None:
    now = engine.Game.load(after)
    if now.over or now.turn_number != before.turn:
        return engine.UndoObstacle.TURN
    return engine.undo_obstacle(engine.Game.load(before.data.encode()), now, before.seat)
