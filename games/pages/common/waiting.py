"""What waits for a player: their open questions in games that move, and results they have not seen."""

from django.db import connection
from django.db.models import F, QuerySet

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


def count_elsewhere(player: Player, game: Game) -> int:
    """Return how many questions wait for a player in other games than this one."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [player.pk, game.pk])
        return int(cursor.fetchone()[0])


def questions_for(player: Player) -> QuerySet[Question]:
    """Return the questions that wait for a player, the next deadline first, those without a clock last."""
    return ASKED.filter(seat__player=player)


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
