"""The orders of the seats of one table about limits, throws and their own turns, until it is stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

import engine
from games.core.errors import describe
from games.models import By, Seat, SeatNote, SeatOrders
from games.orders import decide_turn
from games.orders.turn_orders import TurnOrders, TurnPlan

if TYPE_CHECKING:
    from .table import Table

logger = logging.getLogger(__name__)


class KeptOrders:
    """What the seats of a table want done; read when the first of them is needed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rows: dict[int, SeatOrders] | None = None
        self._given: dict[int, TurnOrders] = {}
        self._changed: set[int] = set()

    def of(self, seat: Seat) -> TurnOrders:
        """Return the orders of a seat; those that say nothing, where it has given none."""
        if not seat.has_orders:
            return TurnOrders()
        if self._rows is None:
            rows = SeatOrders.objects.filter(seat__game=self.table.game)
            self._rows = {row.seat_id: row for row in rows}
        if seat.pk not in self._given:
            row = self._rows.get(seat.pk)
            self._given[seat.pk] = TurnOrders() if row is None else TurnOrders.read(row.given)
        return self._given[seat.pk]

    def answer(self, seat: Seat, question: engine.Question) -> bool:
        """Do what a seat's orders say to a question; return whether they did not leave it to the player."""
        if question.what not in decide_turn.ASKED or not seat.has_orders or self.table.earlier.rests(seat):
            return False
        view, table = self.table.rules.view(seat.number), self.table
        chance = f"{table.seed}:{table.game.version}"
        try:
            decided = decide_turn.decide_turn(view, question, self.of(seat), chance)
            if decided.labels is None and decided.orders is not None:  # a plan has stopped
                self._note(seat, decided)
                decided = decide_turn.decide_turn(view, question, self.of(seat), chance)
        except Exception as error:
            where = f"game {table.game.pk}: the orders of seat {seat.pk}"
            logger.error("%s failed: %s", where, describe(error))
            return False
        self._note(seat, decided)
        if decided.labels is None:
            return False
        table.answer(seat, decided.labels, by=By.ORDER, number=question.number)
        return True

    def begin(self, seat: Seat) -> None:
        """Let the plan of a seat be for the turn that it has now."""
        orders, turn = self.of(seat), self.table.turn_number
        self._keep(seat, orders.but(plan=msgspec.structs.replace(orders.plan, turn=turn)))

    def see(self, outcomes: Iterable[engine.Outcome]) -> None:
        """Let plans begin with the turn that they are for, and end with it."""
        began = [outcome for outcome in outcomes if isinstance(outcome, engine.TurnBegan)]
        if not began:
            return
        for seat in self.table.seats.values():
            for outcome in began:
                self._turn_began(seat, outcome)

    def _turn_began(self, seat: Seat, began: engine.TurnBegan) -> None:
        plan = self.of(seat).plan
        if not plan.lines:
            return
        if not plan.turn and began.seat == seat.number:
            self._keep(seat, self.of(seat).but(plan=msgspec.structs.replace(plan, turn=began.number)))
        elif plan.turn and began.number > plan.turn:
            words = {"card": plan.lines[plan.done].card}
            self.table.notes.tell_of(seat, SeatNote.Kind.PLAN_OVER, words, answered=False)
            self._keep(seat, self.of(seat).but(plan=TurnPlan()))

    def _note(self, seat: Seat, decided: decide_turn.TurnDecision) -> None:
        """Keep what is left of a seat's orders, and tell it what they do; once for each question."""
        if decided.orders is not None:
            self._keep(seat, decided.orders)
        if decided.note is None:
            return
        asked = decided.words.get("question")
        if asked is None or not self.table.notes.has_told(seat, decided.note, asked):
            answered = decided.labels is not None
            self.table.notes.tell_of(seat, decided.note, decided.words, answered=answered)

    def _keep(self, seat: Seat, orders: TurnOrders) -> None:
        self._given[seat.pk] = orders
        self._changed.add(seat.pk)

    def store(self) -> None:
        """Write what was used up, or given up."""
        for pk in sorted(self._changed):
            SeatOrders.objects.filter(seat=pk).update(given=self._given[pk].dump())
        self._changed.clear()
