"""What seats alone are told: what their orders did, and which Surprises have come to their hands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import engine
from games.models import Seat, SeatNote, StandingOrder

if TYPE_CHECKING:
    from .table import Table


class PrivateNotes:
    """The notes of one table in memory, until it is stored."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rows: list[SeatNote] = []
        self._held: dict[int, Counter[str]] = {}

    def look_at_hands(self) -> None:
        """Remember which Surprises the seats hold: only of others they are told."""
        self._held = self._surprises_held()

    def go_back(self, version: int) -> None:
        """Forget what was told after move `version`, which the table has taken back."""
        SeatNote.objects.filter(seat__game=self.table.game, version__gt=version).delete()
        self.look_at_hands()

    def tell(self, seat: Seat, kind: SeatNote.Kind, *, surprise: str = "") -> None:
        """Note what is about to be answered for a seat in the window that is open."""
        view = self.table.rules.view(None)
        params = {"surprise": surprise, "card": view.window[-1], "by": view.window_by[-1]}
        self._add(seat, kind, self.table.game.version + 1, params)

    def tell_of(self, seat: Seat, kind: SeatNote.Kind, words: dict[str, Any], *, answered: bool) -> None:
        """Note what orders do besides windows: with the answer that comes next, or without any."""
        self._add(seat, kind, self.table.game.version + answered, words)

    def has_told(self, seat: Seat, kind: SeatNote.Kind, question: int) -> bool:
        """Whether a seat was told this of a question before."""
        told = (row for row in self._rows if row.seat_id == seat.pk and row.kind == kind)
        if any(row.params.get("question") == question for row in told):
            return True
        return SeatNote.objects.filter(seat=seat, kind=kind, params__question=question).exists()

    def rows(self) -> list[SeatNote]:
        """Return all notes that are to be stored, with the hints at Surprises that are new."""
        for number, held in self._surprises_held().items():
            seat = self.table.seats[number]
            for card in held - self._held.get(number, Counter()):
                params = {"surprise": card, "passes": not self._waits(seat)}
                self._add(seat, SeatNote.Kind.HOLDING, self.table.game.version, params)
        return self._rows

    def _add(self, seat: Seat, kind: SeatNote.Kind, version: int, params: dict[str, Any]) -> None:
        row = SeatNote(seat=seat, version=version, kind=kind, params=params, created_at=self.table.now)
        self._rows.append(row)

    def _waits(self, seat: Seat) -> bool:
        """Whether the orders of a seat ever do anything but pass."""
        orders = (order for order in self.table.orders if order.seat_id == seat.pk)
        return any(order.what != StandingOrder.What.PASS for order in orders)

    def _surprises_held(self) -> dict[int, Counter[str]]:
        """The Surprises in the hand of each player, by the number of the seat."""
        rules = self.table.rules
        if rules.over or not engine.surprises(self.table.game.edition):
            return {}
        numbers = [seat.number for seat in self.table.people]
        return {
            number: Counter(card for card in view.hand if view.deck.known_cards[card].kind == "surprise")
            for number, view in zip(numbers, rules.views(*numbers), strict=True)
        }
