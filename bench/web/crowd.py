"""A player with ten games, and the games of others.

`python -m bench.web crowd OTHERS` adds what is missing in the database of the environment, and prints the
request of the player's dashboard as JSON, with the number of queries that it takes.
"""

import json
import sys
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.web.requests import Browser
from bench.web.tables import new_game, player_called
from games import clock
from games.models import Game, Invitation, Player, Question, Seat

OWN = 10
SEATS = 4
CLOSED = 5  # answered questions of each game of others, beside the open one
BATCH = 500  # games whose rows are one statement: PostgreSQL takes 65,535 values in one
# Of ten games of others, so many wait for players, run, and are over.
MIX = [Game.Status.OPEN] * 2 + [Game.Status.RUNNING] * 3 + [Game.Status.FINISHED] * 5


def add_others(first: int, last: int) -> None:
    """Add games of strangers, numbered; those that wait for players are listed for all."""
    now = clock.now()
    strangers = Player.objects.bulk_create(
        Player(email=f"{number}@strangers.example", name=f"Stranger {number}")
        for number in range(first, last)
    )
    games = Game.objects.bulk_create(
        Game(
            name=f"Game {number}",
            host=player,
            status=MIX[number % len(MIX)],
            is_open=True,
            created_at=now - timedelta(minutes=number),
            started_at=now,
        )
        for number, player in enumerate(strangers, start=first)
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player, status=Seat.Status.TAKEN, name=player.name)
        if number == 1
        else Seat(game=game, number=number, status=Seat.Status.FREE)
        for game, player in zip(games, strangers, strict=True)
        for number in range(1, SEATS + 1)
    )
    Invitation.objects.bulk_create(
        Invitation(
            game=game,
            invited_by_id=game.host_id,
            email=f"guest-of-{game.pk}@strangers.example",
            mailbox=f"guest-of-{game.pk}@strangers.example",
        )
        for game in games
    )
    Question.objects.bulk_create(
        Question(
            game_id=seat.game_id,
            seat=seat,
            number=number,
            what="play",
            opened_at=now,
            closed_at=None if number > CLOSED else now,
        )
        for seat in seats
        if seat.number == 1 and seat.game.status == Game.Status.RUNNING
        for number in range(1, CLOSED + 2)
    )


def main(wanted: int) -> None:
    player, friend = player_called("Ann"), player_called("Bob")
    for _ in range(player.seats.count(), OWN):
        new_game(player, friend)
    there = Game.objects.exclude(seats__player=player).count()
    for first in range(there, wanted, BATCH):
        add_others(first, min(first + BATCH, wanted))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    browser = Browser(player)
    browser.client.get("/", headers={"host": "127.0.0.1"})
    with CaptureQueriesContext(connection) as queries:
        response = browser.client.get("/", headers={"host": "127.0.0.1"})
    assert response.status_code == 200
    json.dump({"request": browser.get("/"), "queries": len(queries)}, sys.stdout)
