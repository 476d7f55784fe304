"""Requests to take a turn back lapse when the table plays on."""

from collections.abc import Iterable
from datetime import datetime

from games.models import BY_PEOPLE, Game, Move, Seat, Vote
from games.models.vote import IS_OPEN

LAPSED = "lapsed"


def do_lapse_requests(game: Game, moves: Iterable[Move], now: datetime) -> list[Seat]:
    """Close the requests to take a turn back if these moves play on; return whose they were.

    A pass in a window is sealed, has no outcome, and does not count.
    """
    besides = (Move.Kind.ANSWER, Move.Kind.EVENT)
    if not any(
        move.kind not in besides or (move.kind == Move.Kind.ANSWER and move.by in BY_PEOPLE and move.outcomes)
        for move in moves
    ):
        return []
    asked = list(Vote.objects.filter(IS_OPEN, game=game, kind=Vote.Kind.TAKEBACK).select_related("seat"))
    for vote in asked:
        vote.closed_at, vote.outcome = now, LAPSED
        vote.save(update_fields=["closed_at", "outcome"])
    return [vote.seat for vote in asked]
