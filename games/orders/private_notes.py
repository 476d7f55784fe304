"""The notes that seats alone may read: which Surprises have come to them, and what is deleted by an undo."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import engine
from games.core.change import Change
from games.models import Seat, SeatNote, StoredWindowOrder

from .decision import Decision
from .table_orders import TableOrders


def without_repeated_note(decision: Decision, seat: Seat, notes: Iterable[SeatNote]) -> Decision:
    """Return a decision without its note if the seat has that about its question, among these or stored."""
    question = decision.words.get("question")
    if decision.note is None or not question:
        return decision
    mine = (row for row in notes if row.seat_id == seat.pk and row.kind == decision.note)
    is_noted = any(row.params.get("question") == question for row in mine) or (
        SeatNote.objects.filter(seat=seat, kind=decision.note, params__question=question).exists()
    )
    return replace(decision, note=None) if is_noted else decision


def derive_surprise_notes(change: Change, orders: TableOrders) -> list[SeatNote]:
    """Note for seats which Surprises have come to their hands, and whether their orders only pass."""
    now = change.engine_game
    # A table that goes back brings nobody a card that they have not held.
    if now.over or change.undo is not None or not engine.surprises(change.game.edition):
        return []
    seats = {seat.number: seat for seat in change.people}
    held_before = {} if change.before is None else surprises_held(engine.Game.load(change.before), seats)
    notes: list[SeatNote] = []
    for number, held in surprises_held(now, seats).items():
        seat = seats[number]
        for card in held - held_before.get(number, Counter()):
            passes = all(order.what == StoredWindowOrder.What.PASS for order in orders.for_windows(seat))
            notes.append(
                SeatNote(
                    seat=seat,
                    version=change.game.version,
                    kind=SeatNote.Kind.HOLDING,
                    params={"surprise": card, "passes": passes},
                    created_at=change.now,
                )
            )
    return notes


def surprises_held(engine_game: engine.Game, seats: Iterable[int]) -> Mapping[int, Counter[str]]:
    """Return which Surprises are in the hands of these seats, as far as they are at the table."""
    numbers = [number for number in seats if number in engine_game.seats]
    return {
        number: Counter(card for card in view.hand if view.deck.known_cards[card].kind == "surprise")
        for number, view in zip(numbers, engine_game.views(*numbers), strict=True)
    }


def delete_undone_notes(change: Change) -> None:
    """Delete the notes since the move to which a table goes back, if it does."""
    if change.undo is not None and change.undo.back_to is not None:
        since = change.undo.back_to.version
        SeatNote.objects.filter(seat__game=change.game, version__gt=since).delete()
