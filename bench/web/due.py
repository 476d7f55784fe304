"""`python -m bench.web due QUESTIONS`: how long a sweep takes to find a hundred that are due."""

import json
import statistics
import sys
import time
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.web.copies import copy
from bench.web.tables import new_game, player_called
from games import clock
from games.models import Game, Question, Seat
from games.periodic import timeouts

ROUNDS = 15


def main(count: int) -> None:
    game = new_game(player_called("Ann"), player_called("Bob"))
    seat, question = game.seats.first(), Question.objects.get(game=game)
    seats_for(game, seat, count)
    copy(
        Question, f"t.id = {question.pk}", count,
        id="1000000 + n", number="n + 100", seat_id="1000000 + n",
        due_at="t.due_at + n * interval '1 second'",
    )  # fmt: skip
    due = Question.objects.order_by("-pk").values_list("pk", flat=True)[:100]
    Question.objects.filter(pk__in=list(due)).update(due_at=clock.now() - timedelta(hours=1))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    seconds = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        found = timeouts.due_questions()
        seconds.append(time.perf_counter() - began)
    with CaptureQueriesContext(connection) as queries:
        timeouts.due_questions()
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + queries[0]["sql"])
        plan = "\n".join(row[0] for row in cursor.fetchall())
    figures = {"found": len(found), "plan": plan, "most_ms": 1000 * max(seconds)}
    json.dump({**figures, "median_ms": 1000 * statistics.median(seconds)}, sys.stdout)


def seats_for(game: Game, seat: Seat, count: int) -> None:
    """Seats are numbered in sixteen bits: a million of them need some games more."""
    games = count // 30_000 + 1
    copy(Game, f"t.id = {game.pk}", games, id="1000000 + n", key="'m' || n", link_key="'k' || n")
    copy(
        Seat, f"t.id = {seat.pk}", count, id="1000000 + n", number="(n % 30000) + 100",
        game_id="1000001 + n / 30000", status="'free'", player_id="NULL",
    )  # fmt: skip
