"""The open questions of a game as rows, and their clocks from the beginning."""

from datetime import datetime

from django.db.models import QuerySet

from games.models import Game, Question, Seat
from games.models.question import IS_OPEN, STOPS_PLAY, WINDOW
from games.timing import deadlines, player_records


def open_questions(game: Game | int) -> QuerySet[Question]:
    """Return the questions of a game that wait for an answer."""
    return Question.objects.filter(IS_OPEN, game=game)


def is_in_window(seat: Seat) -> bool:
    """Whether a window is open to this seat."""
    return Question.objects.filter(STOPS_PLAY, seat=seat, what=WINDOW).exists()


def do_restart_clock(row: Question, game: Game, seat: Seat, now: datetime) -> None:
    """Start the clock of an open question of a seat from the beginning, and store both. In a locked game."""
    row.game, row.seat, row.opened_at = game, seat, now
    deadlines.reset_clock(seat)
    is_counted = player_records.is_counted(row, seat, game.seats.all())
    row.counts_for_id = seat.player_id if is_counted else None
    deadlines.start_clock(row)
    row.save(update_fields=["opened_at", "due_at", "time_left", "given", "remind_at", "counts_for"])
    seat.save(update_fields=deadlines.CLOCK_FIELDS)
