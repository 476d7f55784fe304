"""What is settled when somebody who was silent is back."""

from __future__ import annotations

from collections.abc import Callable

from games.models import Move, Seat, Vote

from . import votes


def is_back(seat: Seat, note_event: Callable[..., Move]) -> None:
    """Withdraw the offer of a seat whose player is back, and close the vote about it.

    The caller holds the lock of the game, and stores the seat.
    """
    if seat.offered_at is not None:
        seat.offered_at = None
        note_event("offer-withdrawn", name=str(seat))
    if votes.close_open(seat, Vote.Kind.SILENCE, outcome="returned"):
        note_event("vote-returned", name=str(seat))
