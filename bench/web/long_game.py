"""A public game of bots that hardly anybody can win, and the requests for what is made of its many moves.

`python -m bench.web long_game 4000` plays it and prints them as JSON, by what they ask for.
"""

import json
import sys

from django.urls import reverse

import engine
from bench.web.requests import Browser
from bench.web.tables import player_called
from games.history.pages import read_outline
from games.history.replay import public_moves
from games.models import Game, Player, Seat
from games.play import bot_pace
from games.play.play_on import play_bots
from games.play.start import start_game
from games.seats.lobby import create_game

SEATS = 6
GOAL = "5-keepers"
# What gathers keepers in one hand.
GATHERING = ("steal-a-keeper", "exchange-keepers", "use-what-you-take", "share-the-wealth", "trash-a-keeper")


def endless_deck() -> str:
    """A deck of base Fluxx with five keepers, of which its one goal wants all, and which nobody can take."""
    base = next(edition for edition in engine.all_editions() if edition.slug == "fluxx")
    kinds = {slug: engine.card(slug).kind for slug in base.cards}
    goals = [slug for slug, kind in kinds.items() if kind == "goal" and slug != GOAL]
    keepers = [slug for slug, kind in kinds.items() if kind == "keeper"]
    return engine.DeckSpec.of({"editions": ["fluxx"], "without": [*goals, *keepers[5:], *GATHERING]}).name


def play_long(host: Player, moves: int) -> Game:
    """Play a game of bots up to so many moves; the seat of its host is on autopilot."""
    game = create_game(
        host=host, name="Long", seats=SEATS, is_open=True, fill_with_bots=True, edition=endless_deck()
    )
    start_game(game=game, by=host)
    Seat.objects.filter(game=game, player=host).update(on_autopilot=True)
    game.refresh_from_db()
    while game.is_running and game.version < moves:
        play_bots(game=game.pk)
        game.refresh_from_db()
    return game


def main(moves: int) -> None:
    bot_pace.MOVES_AN_HOUR = 10 * moves
    host = player_called("Long")
    game = play_long(host, moves)
    while game.version < moves:  # somebody has won
        game = play_long(host, moves)
    browser = Browser(host)
    pages = {name: reverse(name, args=[game.key]) for name in ("history", "replay", "story", "record")}
    told = len(public_moves(game, read_outline(game)))  # a replay counts these alone
    paths = {
        "history": pages["history"],
        "oldest history": f"{pages['history']}?page=1",
        "replay, middle": f"{pages['replay']}?move={told // 2}",
        "replay, end": f"{pages['replay']}?move={told}",
        "text": pages["story"],
    }
    found = {name: browser.get(path) for name, path in paths.items()}
    json.dump({"key": game.key, "moves": game.version, "over": game.is_over, "pages": found}, sys.stdout)
