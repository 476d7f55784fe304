"""Requests to take a turn back, which lapse as soon as somebody plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import By, Move, Vote
from games.models.vote import IS_OPEN

if TYPE_CHECKING:
    from .table import Table

LAPSED = "lapsed"
# Whose answers make a request lapse: those of people, not those of bots, orders and clocks.
PEOPLE = (By.PAGE, By.MAIL, By.REPLY)
BESIDES = (Move.Kind.ANSWER, Move.Kind.EVENT)


def lapse(table: Table) -> None:
    """Close the requests of a locked table at which somebody has played on, and say so; before it is stored.

    A pass in a window has no outcome and is no sign of that: it is sealed.
    """
    played = any(
        move.kind not in BESIDES or (move.kind == Move.Kind.ANSWER and move.by in PEOPLE and move.outcomes)
        for move in table.moves
    )
    if not played or not table.loaded.has_takeback:
        return
    asked = Vote.objects.filter(IS_OPEN, game=table.game, kind=Vote.Kind.TAKEBACK)
    for vote in asked.select_related("seat"):
        vote.closed_at, vote.outcome = table.now, LAPSED
        vote.save(update_fields=["closed_at", "outcome"])
        table.note_event("takeback-lapsed", name=str(vote.seat))
