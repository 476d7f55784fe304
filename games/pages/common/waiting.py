"""What waits for a player: their open questions in games that move, and results they have not seen."""

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
