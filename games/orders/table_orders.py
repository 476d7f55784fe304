"""The standing orders of the seats of a locked game: what they decide, and what becomes of them."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import cached_property

import engine
from games.core.change import Step
from games.core.errors import describe_error
from games.models import Game, Move, Seat, SeatNote, StoredTurnOrders, StoredWindowOrder

from . import decide_turn, decide_window
from .decision import NOTHING, Decision
from .turn_orders import TurnOrders, TurnPlan

logger = logging.getLogger(__name__)


class StoredOrders:
    """The orders of a game as they are stored, read when the first of them is needed."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def window_orders(self) -> list[StoredWindowOrder]:
        """Those for windows of all seats, those of one kind in their order."""
        orders = StoredWindowOrder.objects.filter(seat__game=self._game)
        return list(orders.order_by("seat", "kind", "position"))

    @cached_property
    def turn_orders(self) -> dict[int, Any]:
        """Those about turns, by the primary key of the seat."""
        return dict(StoredTurnOrders.objects.filter(seat__game=self._game).values_list("seat", "given"))


@dataclass(frozen=True)
class TableOrders:
    """The orders of the seats of a locked game; `changed` are those about turns that aren't stored yet."""

    stored: StoredOrders
    changed: Mapping[int, TurnOrders] = field(default_factory=dict)

    def for_windows(self, seat: Seat) -> list[StoredWindowOrder]:
        """Return the window orders of a seat, those of one kind in their order."""
        return [order for order in self.stored.window_orders if order.seat_id == seat.pk]

    def for_turns(self, seat: Seat) -> TurnOrders:
        """Return the turn orders of a seat; those that say nothing, where it has given none."""
        if not seat.has_turn_orders:
            return TurnOrders()
        if seat.pk in self.changed:
            return self.changed[seat.pk]
        return TurnOrders.read(self.stored.turn_orders.get(seat.pk, {}))

    def with_turn_orders(self, seat: Seat, orders: TurnOrders) -> "TableOrders":
        """Return the same with other turn orders of a seat."""
        return TableOrders(self.stored, {**self.changed, seat.pk: orders})

    def after_storing(self, seat: Seat, orders: TurnOrders) -> "TableOrders":
        """Return the same once these turn orders of a seat are stored."""
        self.stored.turn_orders[seat.pk] = orders.dump()
        return TableOrders(self.stored, {pk: each for pk, each in self.changed.items() if pk != seat.pk})


def decide(
    orders: TableOrders, engine_game: engine.Game, seat: Seat, question: engine.QuestionView, chance: str
) -> Decision:
    """Return what a seat's orders answer to a question: nothing if they fail or leave it open."""
    try:
        if question.what is engine.QuestionKind.WINDOW:
            return decide_window.decide_window(engine_game.view(seat.number), orders.for_windows(seat))
        if question.what in decide_turn.ASKED and seat.has_turn_orders:
            view = engine_game.view(seat.number)
            return decide_turn.decide_turn(view, question, orders.for_turns(seat), chance)
    except Exception as error:
        failed = "game %s: the orders of seat %s failed: %s"
        logger.error(failed, seat.game_id, seat.pk, describe_error(error))
    return NOTHING


def after_outcomes(
    orders: TableOrders, seats: Iterable[Seat], step: Step
) -> tuple[TableOrders, list[SeatNote]]:
    """Let plans begin with the turn that they are for, and end with it; return notes of those that ended."""
    notes: list[SeatNote] = []
    began = [outcome for outcome in step.outcomes if isinstance(outcome, engine.TurnBegan)]
    for seat in seats if began else ():
        for turn in began:
            given = orders.for_turns(seat)
            plan = given.plan
            if plan.lines and not plan.turn and turn.seat == seat.number:
                orders = orders.with_turn_orders(seat, given.with_plan_in(turn.number))
            elif plan.lines and plan.turn and turn.number > plan.turn:
                notes.append(note_plan_over(seat, plan, step.move))
                orders = orders.with_turn_orders(seat, given.but(plan=TurnPlan()))
    return orders, notes


def note_plan_over(seat: Seat, plan: TurnPlan, move: Move) -> SeatNote:
    """Return the private note that a seat's plan has ended with a move, before all of it was played."""
    return SeatNote(
        seat=seat,
        version=move.version,
        kind=SeatNote.Kind.PLAN_OVER,
        params={"card": plan.lines[plan.done].card},
        created_at=move.created_at,
    )


def do_give_turn_orders(seat: Seat, orders: TurnOrders) -> None:
    """Store the turn orders of a seat of a locked game in place of those before."""
    StoredTurnOrders.objects.update_or_create(seat=seat, defaults={"given": orders.dump()})
    seat.has_turn_orders = True  # also when it says nothing any more: what orders did stays in its history
    seat.save(update_fields=["has_turn_orders"])


def store_turn_orders(orders: TableOrders) -> None:
    """Write the turn orders that were used up, or given up."""
    for seat, given in sorted(orders.changed.items()):
        StoredTurnOrders.objects.filter(seat=seat).update(given=given.dump())
