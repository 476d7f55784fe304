"""What becomes of the clocks of a running game that gets another pace.

With more time for each turn, clocks that run get the difference. With less, nobody has more than a whole turn
of the new pace, counted from now, and who had less than that keeps it. From another kind of clock, or from
none, a whole turn begins.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from games.clocks import running_time
from games.models import Game, Question, Seat, Timing
from games.models.question import STOPS_PLAY
from games.models.timing import DAY

from . import deadlines

# What a clock shows, and what a whole turn is, come to what it shows from now on.
Shown = Callable[[timedelta, timedelta], timedelta]


def do_change_pace(game: Game, days: int, now: datetime) -> list[Question]:
    """Give a locked game so many days for each turn, or no clock, and store its clocks.

    Return the open questions with a deadline that is earlier than before, or the first that they have.
    """
    was_flat, was_timed, before = game.timing == Timing.FLAT, game.is_timed, game.pace * DAY
    game.timing, game.pace = Timing.FLAT, days
    game.save(update_fields=["timing", "pace"])
    shown = partial(_keep, days * DAY - before) if was_flat and was_timed else _begin
    seats = {seat.pk: seat for seat in game.seats.select_related("player")}
    for seat in seats.values():
        _change_turn(seat, game, shown)
    told = []
    for question in Question.objects.filter(STOPS_PLAY, game=game):
        question.game, question.seat = game, seats[question.seat_id]
        due_at = question.due_at
        if _change_clock(question, shown, now, was_timed=was_timed):
            question.save(update_fields=[*deadlines.DUE_FIELDS, "given"])
            if question.due_at is not None and (due_at is None or question.due_at < due_at):
                told.append(question)
    for seat in seats.values():
        seat.save(update_fields=deadlines.CLOCK_FIELDS)
    return told


def _keep(more: timedelta, left: timedelta, whole: timedelta) -> timedelta:
    return left + more if more > timedelta() else min(left, whole)


def _begin(_left: timedelta, whole: timedelta) -> timedelta:
    return whole


def _change_turn(seat: Seat, game: Game, shown: Shown) -> None:
    """Change what a seat has left in a turn that others interrupt; a later turn brings its own time."""
    if not game.is_timed:
        seat.bank = seat.turn_left = seat.turn_time = None
    elif seat.turn_left is not None:
        whole = game.grace + game.pace * DAY
        seat.turn_left, seat.turn_time = shown(seat.turn_left, whole), whole


def _change_clock(question: Question, shown: Shown, now: datetime, *, was_timed: bool) -> bool:
    """Change the clock of an open question; return whether it is another one now."""
    game, seat, pauses = question.game, question.seat, question.pauses
    if question.is_window or seat.plays_itself:
        return False
    if not game.is_timed:
        question.due_at = question.time_left = question.remind_at = question.given = None
        return True
    if question.has_own_time and was_timed:
        return False
    left = question.time_left
    if question.due_at is not None:
        left = running_time.elapsed(now, question.due_at, pauses)
    whole = (game.answer_allowance if question.has_own_time else game.allowance) or timedelta()
    if question.on_turn_clock:
        whole += game.grace
        seat.clock_turn, seat.turn_time = question.turn, whole
    left = whole if left is None else shown(left, whole)
    if left <= timedelta():
        return False  # its time is up, and the sweep is about to see to it
    question.given = whole
    if question.on_turn_clock:
        seat.turn_left = left
    if game.paused_at is not None:
        question.time_left = left
    else:
        deadlines.set_due(question, running_time.add_running(now, left, pauses), pauses, now, whole)
    return True
