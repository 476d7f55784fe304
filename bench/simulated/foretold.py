"""How many ends of games lay in the bands that their tables would have told."""

from collections.abc import Sequence
from datetime import datetime

import engine
from games.clocks.forecast import Progress, estimate_end
from games.history.narrator import Viewer
from games.models import Game

SHARES = (0.5, 0.8)
EVERY = 3  # turns, after which a table is looked at again


def foretold(games: Sequence[int]) -> dict[str, float]:
    """Return the part of ends that lay inside each band, and over how many looks at a table that is."""
    found: dict[float, list[bool]] = {share: [] for share in SHARES}
    for game in Game.objects.filter(pk__in=games, status=Game.Status.FINISHED):
        seats = game.seats.count()
        for turn, at in list(begins(game).items())[seats::EVERY]:
            for share in SHARES:
                band = estimate_end(Progress(game.edition, seats, turn, at - game.started_at), share)
                if band is not None:
                    found[share].append(at + band[0] <= game.finished_at <= at + band[1])
    looks = max(len(found[SHARES[0]]), 1)
    return {"looks": looks} | {str(share): round(sum(inside) / looks, 2) for share, inside in found.items()}


def begins(game: Game) -> dict[int, datetime]:
    """Return when each turn of a game began, by its number."""
    everybody = Viewer(game, ())
    return {
        outcome.number: move.created_at
        for move in game.moves.order_by("version")
        for outcome in everybody.outcomes_of(move)
        if isinstance(outcome, engine.TurnBegan)
    }
