"""How fast a table of bots may go: a game that never ends must not fill the disk."""

from datetime import datetime, timedelta

from games.models import Game, Move

MOVES_AN_HOUR = 3_000
"""Moves of one game in an hour, of people and bots, after which its bots rest until fewer were made."""

_HOUR = timedelta(hours=1)


def must_rest(game: Game, now: datetime) -> bool:
    """Whether the bots of a game have to wait. Costs a query only in games of very many moves."""
    earlier = game.version - MOVES_AN_HOUR
    if earlier < 1:
        return False
    return Move.objects.filter(game=game, version=earlier, created_at__gt=now - _HOUR).exists()
