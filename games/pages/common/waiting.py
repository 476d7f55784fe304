"""What waits for a player: their open questions in games that move, and results they have not seen."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count, F, Min, QuerySet

from games.models import Game, Player, Question, Seat

# What is asked of players in games that move, the next deadline first; those without a clock last.
ASKED = (
    Question.objects.filter(
        closed_at=None,
        is_side=False,
        seat__status=Seat.Status.TAKEN,
        seat__on_autopilot=False,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    .select_related("game", "seat")
    .order_by(F("due_at").asc(nulls_last=True), "opened_at", "pk")
)
# As `ASKED`, for one player and without one game: every page of a table counts.
COUNT = """
SELECT count(*) FROM games_question q
JOIN games_seat s ON s.id = q.seat_id JOIN games_game g ON g.id = q.game_id
WHERE s.player_id = %s AND s.status = 'taken' AND NOT s.on_autopilot AND q.closed_at IS NULL AND NOT q.beside
    AND g.status = 'running' AND g.paused_at IS NULL AND g.id <> %s
"""


MANY = 3  # games that wait for somebody who is about to begin another one


@dataclass(frozen=True)
class Backlog:
    """How many games wait for a player, and since when the first of them does."""

    count: int
    since: datetime


def count_elsewhere(player: Player, game: Game) -> int:
    """Return how many questions wait for a player in other games than this one."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [player.pk, game.pk])
        return int(cursor.fetchone()[0])


def questions_for(player: Player) -> QuerySet[Question]:
    """Return the questions that wait for a player, the next deadline first, those without a clock last."""
    return ASKED.filter(seat__player=player)


def find_backlog(player: Player) -> Backlog | None:
    """Return what waits for a player, if that is many games."""
    found = questions_for(player).order_by().aggregate(count=Count("pk"), since=Min("opened_at"))
    return Backlog(**found) if found["count"] >= MANY else None


def unseen_results(player: Player) -> QuerySet[Seat]:
    """Return the player's seats in finished games whose end they have not been shown, the oldest first."""
    return (
        Seat.objects.filter(
            player=player,
            status=Seat.Status.TAKEN,
            game__status=Game.Status.FINISHED,
            game__version__gt=F("seen_version"),
        )
        .select_related("game", "game__winner")
        .order_by("game__finished_at", "pk")
    )
