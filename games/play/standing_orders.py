"""The orders of the seats of one table about limits, throws and their own turns, until it is stored."""

import logging
from collections.abc import Iterable

import msgspec

import engine
from games.core.errors import describe
from games.models import Game, Seat, SeatNote, SeatOrders
from games.orders import decide_turn
from games.orders.turn_orders import TurnOrders, TurnPlan

from .private_notes import PrivateNotes

logger = logging.getLogger(__name__)


class StoredTurnOrders:
    """What the seats of a locked game want done; read when the first of them is needed."""

    def __init__(self, game: Game, notes: PrivateNotes) -> None:
        self.game = game
        self.notes = notes
        self._rows: dict[int, SeatOrders] | None = None
        self._given: dict[int, TurnOrders] = {}
        self._changed: set[int] = set()

    def for_seat(self, seat: Seat) -> TurnOrders:
        """Return the orders of a seat; those that say nothing, where it has given none."""
        if not seat.has_orders:
            return TurnOrders()
        if self._rows is None:
            rows = SeatOrders.objects.filter(seat__game=self.game)
            self._rows = {row.seat_id: row for row in rows}
        if seat.pk not in self._given:
            row = self._rows.get(seat.pk)
            self._given[seat.pk] = TurnOrders() if row is None else TurnOrders.read(row.given)
        return self._given[seat.pk]

    def decide(
        self, rules: engine.Game, seat: Seat, question: engine.Question, chance: str
    ) -> tuple[str, ...] | None:
        """Return what a seat's orders answer to a question; ``None`` where they leave it to the player."""
        if question.what not in decide_turn.ASKED or not seat.has_orders:
            return None
        view = rules.view(seat.number)
        try:
            decided = decide_turn.decide_turn(view, question, self.for_seat(seat), chance)
            if decided.labels is None and decided.orders is not None:  # a plan has stopped
                self._keep_decision(seat, decided)
                decided = decide_turn.decide_turn(view, question, self.for_seat(seat), chance)
        except Exception as error:
            where = f"game {self.game.pk}: the orders of seat {seat.pk}"
            logger.error("%s failed: %s", where, describe(error))
            return None
        self._keep_decision(seat, decided)
        return decided.labels

    def begin_plan(self, seat: Seat, turn: int) -> None:
        """Let the plan of a seat be for the turn that it has now."""
        orders = self.for_seat(seat)
        self._keep(seat, orders.but(plan=msgspec.structs.replace(orders.plan, turn=turn)))

    def on_outcomes(self, seats: Iterable[Seat], outcomes: Iterable[engine.Outcome]) -> None:
        """Let plans begin with the turn that they are for, and end with it."""
        began = [outcome for outcome in outcomes if isinstance(outcome, engine.TurnBegan)]
        for seat in seats if began else ():
            for outcome in began:
                self._turn_began(seat, outcome)

    def _turn_began(self, seat: Seat, began: engine.TurnBegan) -> None:
        plan = self.for_seat(seat).plan
        if not plan.lines:
            return
        if not plan.turn and began.seat == seat.number:
            self._keep(seat, self.for_seat(seat).but(plan=msgspec.structs.replace(plan, turn=began.number)))
        elif plan.turn and began.number > plan.turn:
            words = {"card": plan.lines[plan.done].card}
            self.notes.add(seat, SeatNote.Kind.PLAN_OVER, words)
            self._keep(seat, self.for_seat(seat).but(plan=TurnPlan()))

    def _keep_decision(self, seat: Seat, decided: decide_turn.TurnDecision) -> None:
        """Keep what is left of a seat's orders, and tell it what they do; once for each question."""
        if decided.orders is not None:
            self._keep(seat, decided.orders)
        if decided.note is None:
            return
        asked = decided.words.get("question")
        if asked is None or not self.notes.has_told(seat, decided.note, asked):
            self.notes.add(seat, decided.note, decided.words, with_next=decided.labels is not None)

    def _keep(self, seat: Seat, orders: TurnOrders) -> None:
        self._given[seat.pk] = orders
        self._changed.add(seat.pk)

    def store(self) -> None:
        """Write what was used up, or given up."""
        for pk in sorted(self._changed):
            SeatOrders.objects.filter(seat=pk).update(given=self._given[pk].dump())
        self._changed.clear()
