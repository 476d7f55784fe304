"""What the standing orders of the seats of a locked game decide, and the notes that seats alone may read."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.functional import cached_property

import engine
from games.core.errors import describe_error
from games.models import Game, Seat, SeatNote, StoredTurnOrders, StoredWindowOrder
from games.models.question import WINDOW
from games.orders import decide_turn, decide_window
from games.orders.decide_turn import slug_of
from games.orders.turn_orders import HAND_LIMIT, LIMITS, TurnOrders, TurnPlan

logger = logging.getLogger(__name__)


class PrivateNotes:
    """The notes that are made for seats while a game is locked, until they are stored."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.rows: list[SeatNote] = []
        self._game, self._now = game, now

    def add(
        self, seat: Seat, kind: SeatNote.Kind, params: dict[str, Any], *, with_next: bool = False
    ) -> None:
        """Note something for a seat, at the last move or, `with_next`, at the one that follows."""
        version = self._game.version + with_next
        row = SeatNote(seat=seat, version=version, kind=kind, params=params, created_at=self._now)
        self.rows.append(row)

    def add_in_window(
        self, engine_game: engine.Game, seat: Seat, kind: SeatNote.Kind, *, surprise: str = ""
    ) -> None:
        """Note for a seat what is about to be answered for it in the window that is open."""
        view = engine_game.view(None)
        params = {"surprise": surprise, "card": view.window[-1], "by": view.window_by[-1]}
        self.add(seat, kind, params, with_next=True)

    def has(self, seat: Seat, kind: SeatNote.Kind, question: int) -> bool:
        """Whether a seat has such a note about a question, stored or not."""
        mine = (row for row in self.rows if row.seat_id == seat.pk and row.kind == kind)
        if any(row.params.get("question") == question for row in mine):
            return True
        return SeatNote.objects.filter(seat=seat, kind=kind, params__question=question).exists()

    def delete_after(self, version: int) -> None:
        """Delete the notes since a move to which the table goes back."""
        SeatNote.objects.filter(seat__game=self._game, version__gt=version).delete()


class TableOrders:
    """The standing orders of the seats of a locked game; read when the first of them is needed."""

    def __init__(self, game: Game, notes: PrivateNotes) -> None:
        self._game, self._notes = game, notes
        self._turn_orders: dict[int, TurnOrders] = {}
        self._changed: set[int] = set()
        self._surprises: Mapping[int, Counter[str]] = {}

    @cached_property
    def _window_orders(self) -> list[StoredWindowOrder]:
        orders = StoredWindowOrder.objects.filter(seat__game=self._game)
        return list(orders.order_by("seat", "kind", "position"))

    @cached_property
    def _stored_turn_orders(self) -> dict[int, Any]:
        return dict(StoredTurnOrders.objects.filter(seat__game=self._game).values_list("seat", "given"))

    def window_orders(self, seat: Seat) -> list[StoredWindowOrder]:
        """Return the window orders of a seat, those of one kind in their order."""
        return [order for order in self._window_orders if order.seat_id == seat.pk]

    def turn_orders(self, seat: Seat) -> TurnOrders:
        """Return the turn orders of a seat; those that say nothing, where it has given none."""
        if seat.pk not in self._turn_orders and seat.has_turn_orders and seat.pk in self._stored_turn_orders:
            self._turn_orders[seat.pk] = TurnOrders.read(self._stored_turn_orders[seat.pk])
        return self._turn_orders.get(seat.pk, TurnOrders()) if seat.has_turn_orders else TurnOrders()

    def decide(
        self, engine_game: engine.Game, seat: Seat, question: engine.QuestionView, chance: str
    ) -> tuple[str, ...] | None:
        """Return what a seat's orders answer to a question; ``None`` if they fail or leave it open."""
        try:
            if question.what == WINDOW:
                return self._decide_window(engine_game, seat)
            if question.what in decide_turn.ASKED and seat.has_turn_orders:
                return self._decide_turn(engine_game, seat, question, chance)
        except Exception as error:
            logger.error(
                "game %s: the orders of seat %s failed: %s", self._game.pk, seat.pk, describe_error(error)
            )
        return None

    def _decide_window(self, engine_game: engine.Game, seat: Seat) -> tuple[str, ...] | None:
        decision = decide_window.decide_window(engine_game.view(seat.number), self.window_orders(seat))
        if decision.labels is not None and decision.note is not None:
            self._notes.add_in_window(engine_game, seat, decision.note, surprise=decision.surprise)
        return decision.labels

    def _decide_turn(
        self, engine_game: engine.Game, seat: Seat, question: engine.QuestionView, chance: str
    ) -> tuple[str, ...] | None:
        view = engine_game.view(seat.number)
        decision = decide_turn.decide_turn(view, question, self.turn_orders(seat), chance)
        if decision.labels is None and decision.orders is not None:  # a plan has stopped
            self._carry_out(seat, decision)
            decision = decide_turn.decide_turn(view, question, self.turn_orders(seat), chance)
        self._carry_out(seat, decision)
        return decision.labels

    def _carry_out(self, seat: Seat, decision: decide_turn.TurnDecision) -> None:
        """Set the orders that a decision leaves, and add its private note, once for each question."""
        if decision.orders is not None:
            self._set(seat, decision.orders)
        if decision.note is None:
            return
        asked = decision.words.get("question")
        if asked is None or not self._notes.has(seat, decision.note, asked):
            self._notes.add(seat, decision.note, decision.words, with_next=decision.labels is not None)

    def keep_rest(
        self, seat: Seat, question: engine.QuestionView, labels: Sequence[str]
    ) -> Callable[[], None] | None:
        """Return what makes a seat always keep what it does not give up now at a limit.

        `None` where the question is no limit. It is called once the rules have taken the answer.
        """
        if question.what not in LIMITS:
            return None
        rest = [slug_of(label) for label in question.options if label not in labels]

        def keep() -> None:
            orders = self.turn_orders(seat)
            name = "hand" if question.what == HAND_LIMIT else "keepers"
            StoredTurnOrders.objects.get_or_create(seat=seat, defaults={"given": orders.dump()})
            Seat.objects.filter(pk=seat.pk).update(has_turn_orders=True)
            seat.has_turn_orders = True
            self._set(seat, orders.but(**{name: getattr(orders, name).keeping(rest)}))

        return keep

    def begin_plan(self, seat: Seat, turn: int) -> None:
        """Let the plan of a seat be for the turn with this number."""
        orders = self.turn_orders(seat)
        self._set(seat, orders.but(plan=msgspec.structs.replace(orders.plan, turn=turn)))

    def on_outcomes(self, seats: Iterable[Seat], outcomes: Iterable[engine.Outcome]) -> None:
        """Let plans begin with the turn that they are for, and end with it."""
        began = [outcome for outcome in outcomes if isinstance(outcome, engine.TurnBegan)]
        for seat in seats if began else ():
            for outcome in began:
                self._on_turn_began(seat, outcome)

    def _on_turn_began(self, seat: Seat, began: engine.TurnBegan) -> None:
        plan = self.turn_orders(seat).plan
        if not plan.lines:
            return
        if not plan.turn and began.seat == seat.number:
            self.begin_plan(seat, began.number)
        elif plan.turn and began.number > plan.turn:
            self._notes.add(seat, SeatNote.Kind.PLAN_OVER, {"card": plan.lines[plan.done].card})
            self._set(seat, self.turn_orders(seat).but(plan=TurnPlan()))

    def _set(self, seat: Seat, orders: TurnOrders) -> None:
        self._turn_orders[seat.pk] = orders
        self._changed.add(seat.pk)

    def remember_surprises(self, engine_game: engine.Game, seats: Iterable[Seat]) -> None:
        """Remember which Surprises these seats hold, so that only new ones are noted later."""
        self._surprises = self._surprises_held(engine_game, seats)

    def note_new_surprises(self, engine_game: engine.Game, seats: Iterable[Seat]) -> None:
        """Note for seats which Surprises have come to their hands, and whether their orders only pass."""
        by_number = {seat.number: seat for seat in seats}
        for number, held in self._surprises_held(engine_game, by_number.values()).items():
            seat = by_number[number]
            for card in held - self._surprises.get(number, Counter()):
                passes = all(order.what == StoredWindowOrder.What.PASS for order in self.window_orders(seat))
                self._notes.add(seat, SeatNote.Kind.HOLDING, {"surprise": card, "passes": passes})

    def _surprises_held(self, engine_game: engine.Game, seats: Iterable[Seat]) -> Mapping[int, Counter[str]]:
        if engine_game.over or not engine.surprises(self._game.edition):
            return {}
        numbers = [seat.number for seat in seats]
        return {
            number: Counter(card for card in view.hand if view.deck.known_cards[card].kind == "surprise")
            for number, view in zip(numbers, engine_game.views(*numbers), strict=True)
        }

    def store(self) -> None:
        """Write the turn orders that were used up, or given up."""
        for pk in sorted(self._changed):
            StoredTurnOrders.objects.filter(seat=pk).update(given=self._turn_orders[pk].dump())
        self._changed.clear()
