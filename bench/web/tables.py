"""Players at running games, and every answer that they will send.

`python -m bench.web tables CLIENTS ANSWERS` makes what the clients need in the database of the environment
and prints their requests as JSON. A game is started as on the site; then it is played out here, in memory, by
sensible play. The same answers, sent to the site one after another, play the same game there.
"""

import json
import sys
import uuid
from collections.abc import Iterator

from django.db import connection
from django.urls import reverse

import engine
from bench.web.models import Counter, Entry
from bench.web.requests import Browser
from games.models import Game, GameState, Player
from games.play.start import start_game
from games.seats.lobby import create_game
from games.seats.membership import take_seat

BOTS = 3


def player_called(name: str) -> Player:
    known = Player.objects.filter(name=name).first()
    return known or Player.objects.create_user(f"{name}@players.example", name=name)


def new_game(*people: Player, bots: int = 0) -> Game:
    game = create_game(
        host=people[0],
        name="Bench",
        seats=len(people) + bots,
        fill_with_bots=bots > 0,
        is_open=True,
        starts_when_full=False,
    )
    for player in people[1:]:
        take_seat(game=game, player=player)
    return start_game(game=game, by=people[0])


def fields(number: int, labels: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The fields of an answer's form; the bare view is sent the same."""
    return [
        ("number", str(number)),
        ("submission_key", uuid.uuid4().hex),
        *(("label", label) for label in labels),
    ]


def answers(game: Game, browsers: dict[int, Browser]) -> Iterator[str]:
    """The requests with which these players, by their primary keys, play a started game to its end."""
    path = reverse("answer", args=[game.key])
    seats = {seat.number: seat for seat in game.seats.all()}
    engine_game = engine.Game.load(bytes(GameState.objects.get(game=game).data))
    while not engine_game.over:
        bots = (each for each in engine_game.questions if seats[each.seat].bot)
        question = next(bots, engine_game.questions[0])
        labels = engine.bots.sensible(engine_game.view(question.seat))
        player = seats[question.seat].player_id
        engine_game.answer(question.seat, labels)
        if player is not None:
            yield browsers[player].post(path, fields(question.number, labels))


def requests_of(client: int, wanted: int) -> dict[str, list[str]]:
    """What one client sends: to the bare view again and again, and the answers of its two players."""
    players = [player_called(f"{name}{client}") for name in ("Ann", "Bob")]
    browsers = {player.pk: Browser(player) for player in players}
    Counter._default_manager.get_or_create(player=players[0])
    found: dict[str, list[str]] = {
        "bare": [browsers[players[0].pk].post("/bare/", fields(1))],
        "people": [],
        "bots": [],
    }
    while len(found["people"]) < wanted:
        found["people"] += answers(new_game(*players), browsers)
    while len(found["bots"]) < wanted:
        found["bots"] += answers(new_game(players[0], bots=BOTS), browsers)
    return found


def main(clients: int, wanted: int) -> None:
    if Counter._meta.db_table not in connection.introspection.table_names():
        with connection.schema_editor() as editor:
            editor.create_model(Counter)
            editor.create_model(Entry)
    loads = [requests_of(client, wanted) for client in range(clients)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    json.dump(loads, sys.stdout)
