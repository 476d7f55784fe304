"""What seats alone are told: what their orders did, and which Surprises have come to their hands."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import engine
from games.models import Game, Seat, SeatNote

Hands = Mapping[int, Counter[str]]


class PrivateNotes:
    """The notes that are made while a game is locked, until they are stored."""

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

    def has_told(self, seat: Seat, kind: SeatNote.Kind, question: int) -> bool:
        """Whether a seat was told this of a question before."""
        told = (row for row in self.rows if row.seat_id == seat.pk and row.kind == kind)
        if any(row.params.get("question") == question for row in told):
            return True
        return SeatNote.objects.filter(seat=seat, kind=kind, params__question=question).exists()


def delete_notes_after(game: Game, version: int) -> None:
    """Delete what seats were told after a move to which their table goes back."""
    SeatNote.objects.filter(seat__game=game, version__gt=version).delete()


def surprises_held(rules: engine.Game, edition: str, seats: Iterable[Seat]) -> Hands:
    """Return the Surprises in the hands of these seats, by their numbers."""
    if rules.over or not engine.surprises(edition):
        return {}
    numbers = [seat.number for seat in seats]
    return {
        number: Counter(card for card in view.hand if view.deck.known_cards[card].kind == "surprise")
        for number, view in zip(numbers, rules.views(*numbers), strict=True)
    }
