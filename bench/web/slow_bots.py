"""Bots that think as long as a deck can make them.

`python -m bench.web slow_bots 20` lets them play for so many seconds, and prints how often they were called.
"""

import sys
import time

import engine
from bench.web.tables import player_called
from games.core.priority import yield_to_pages
from games.models import Seat
from games.play.play_on import play_bots
from games.play.start import start_game
from games.seats.lobby import create_game

SEATS = 4
STORMS = 24


def storm_deck() -> str:
    """A deck of actions that each draw ten cards and play them, five times over."""
    steps = [{"do": "draw-and-play", "count": 10, "play": 10}] * 5
    made = [{"kind": "action", "title": f"Storm {number}", "steps": steps} for number in range(STORMS)]
    more = {f"made:storm-{number}": 19 for number in range(STORMS)}
    return engine.DeckSpec.of({"editions": ["fluxx"], "made": made, "more": more}).name


def main(seconds: int) -> None:
    yield_to_pages()  # as a worker does
    host, deck = player_called("Slow"), storm_deck()
    end, turns = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        game = create_game(host=host, name="Storms", seats=SEATS, fill_with_bots=True, edition=deck)
        start_game(game=game, by=host)
        Seat.objects.filter(game=game, player=host).update(on_autopilot=True)
        game.refresh_from_db()
        while game.is_running and time.monotonic() < end:
            play_bots(game=game.pk)
            turns += 1
            game.refresh_from_db()
    sys.stdout.write(str(turns))
