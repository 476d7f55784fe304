"""When a question is due.

A question's row has its deadline, one instant. Its seat has the time of its turn: ``turn_left`` is how much
was left when the clock last started or stopped, and ``bank`` is the part that it keeps for later turns. The
hours that cost nothing and given days are used up first. A question out of turn has its own time.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import F

from games import clock
from games.clocks import question_clock, reminders, running_time
from games.clocks.question_clock import ClockTerms, FixedHour
from games.clocks.running_time import ClockPauses
from games.models import Game, Question, Seat, Timing

# An answer that the site received so long after the deadline still counts.
LATE_ANSWER_TOLERANCE = timedelta(seconds=60)
# The clock strikes later than that: a request may wait for the lock of its game for three tries of three
# seconds.
TIMEOUT_DELAY = LATE_ANSWER_TOLERANCE + timedelta(seconds=15)
# By how much a turn with a fixed hour may be cut short when others had to answer in the middle of it.
TRIFLE = timedelta(hours=1)
# What changes at a question when its deadline does.
DUE_FIELDS = ("due_at", "remind_at", "time_left", "attempts", "retry_at", "stuck_at")
# How a seat gets time of its turn back: at once, or with those of other seats.
Credit = Callable[[Question, timedelta], None]
# What changes at a seat when its clock starts or stops.
CLOCK_FIELDS = ("bank", "turn_left", "turn_time", "clock_turn", "timed_out_turn", "gift_days")


def start_clock(question: Question) -> None:
    """Start the clock of a question at its opening, if it has one; in a paused game it stands still.

    Only a turn with a higher number than any before gives its seat time: taking something back never does.
    The caller stores the question and its seat.
    """
    game, seat, now = question.game, question.seat, question.opened_at
    question.time_left = question.due_at = question.remind_at = question.given = None
    if question.is_side or seat.plays_itself or not (question.is_window or game.is_timed):
        return
    pauses = question.pauses
    begins_turn = question.on_turn_clock and (question.turn > seat.clock_turn or seat.turn_left is None)
    if begins_turn:
        give_turn_time(seat, game, question.turn)
    terms = terms_in_turn(game, seat) if question.on_turn_clock else terms_out_of_turn(game, question)
    due_at, left = question_clock.start(now, terms, pauses)
    question.given = left
    if question.on_turn_clock:
        seat.turn_left = left
        if begins_turn:
            seat.turn_time = left
        question.given = seat.turn_time
    set_due(question, due_at, pauses, now)
    if game.paused_at is not None:
        question.time_left, question.due_at, question.remind_at = left, None, None


def give_turn_time(seat: Seat, game: Game, turn: int) -> None:
    """Give a seat the time of a new turn; with a fixed hour, that is what is left until then."""
    seat.clock_turn, seat.gift_days, seat.turn_left = turn, 0, None
    if game.timing != Timing.FIXED:
        first, gain, most = game.bank
        seat.bank = min((first if seat.bank is None else seat.bank) + gain, most)
        seat.turn_left = game.grace + seat.bank


def terms_in_turn(game: Game, seat: Seat) -> ClockTerms:
    """Return the terms of the clock of a turn, which runs on from what its seat has left."""
    left, hour = seat.turn_left, fixed_hour(game)
    if hour is None or left == timedelta():
        return ClockTerms(left or timedelta())
    least = game.fixed_least * timedelta(hours=1)
    return ClockTerms(least if left is None else min(least, left - min(TRIFLE, left / 4)), hour)


def terms_out_of_turn(game: Game, question: Question) -> ClockTerms:
    """Return the terms of the clock of a question out of turn, or of a window."""
    if question.is_window:
        return ClockTerms(game.window_allowance)
    if question.has_own_time:
        return ClockTerms(game.answer_allowance or timedelta())
    return ClockTerms(game.allowance or timedelta(), fixed_hour(game))


def fixed_hour(game: Game) -> FixedHour | None:
    """Return the hour at which a game wants its answers, if it has one."""
    if game.timing != Timing.FIXED:
        return None
    return FixedHour(game.fixed_time, game.fixed_tzinfo, game.fixed_weekdays)


def copy_clock(question: Question, before: Question) -> None:
    """Give a question the clock of an earlier one, which is closed; the game may have none any more."""
    names = ["opened_at"]
    if question.is_window or question.game.is_timed:
        names += ["due_at", "remind_at", "time_left", "given", "extended_at"]
    for name in names:
        setattr(question, name, getattr(before, name))


def stop_clock(question: Question, now: datetime) -> bool:
    """Keep at the seat what its clock shows when a question of its turn is closed; return whether it has one.

    It never shows more than when it started, even if its player has changed their hours. The caller stores
    the seat.
    """
    seat = question.seat
    runs = question.due_at is not None or question.time_left is not None
    if not (runs and question.on_turn_clock) or seat.turn_left is None:
        return False
    left = question.time_left
    if question.due_at is not None:
        left = running_time.elapsed(now, question.due_at, question.pauses)
    seat.turn_left = min(seat.turn_left, max(left or timedelta(), timedelta()))
    if seat.bank is not None:
        seat.bank = min(seat.bank, seat.turn_left)
    return True


def reset_clock(seat: Seat) -> None:
    """Forget what a seat's clock showed: who takes it over begins anew. The caller stores it."""
    seat.bank = seat.turn_left = seat.turn_time = None
    seat.clock_turn = seat.timed_out_turn = seat.gift_days = 0


def pause_clock(question: Question, now: datetime) -> None:
    """Stop the clock and keep what it shows."""
    if question.due_at is not None:
        question.time_left = running_time.elapsed(now, question.due_at, question.pauses)
        question.due_at = question.remind_at = None


def resume_clock(question: Question, allowance: timedelta | None, now: datetime) -> None:
    """Let the clock run on from what it showed when it was stopped."""
    if question.time_left is not None and allowance is not None:
        pauses = question.pauses
        set_due(question, running_time.add_running(now, question.time_left, pauses), pauses, now, allowance)
        question.time_left = None


def credit_turn(question: Question, more: timedelta) -> None:
    """Add time to what a seat has left in its turn, in the database."""
    if question.on_turn_clock and more > timedelta():
        Seat.objects.filter(pk=question.seat_id).update(turn_left=F("turn_left") + more)


def move_deadline(
    question: Question,
    due_at: datetime,
    allowance: timedelta,
    now: datetime,
    *,
    credit: Credit = credit_turn,
) -> None:
    """Set another deadline and its next reminder, and add the time gained to the seat's turn."""
    pauses = question.pauses
    if question.due_at is not None:
        credit(question, running_time.elapsed(question.due_at, due_at, pauses))
    set_due(question, due_at, pauses, now, allowance)


def extend(question: Question, more: timedelta, now: datetime, *, credit: Credit = credit_turn) -> None:
    """Give a question more running time, whether its clock runs or rests."""
    if question.due_at is not None and question.allowance is not None:
        due_at = running_time.add_running(question.due_at, more, question.pauses)
        move_deadline(question, due_at, question.allowance, now, credit=credit)
    elif question.time_left is not None:
        question.time_left += more
        credit(question, more)


def apply_pauses(question: Question, before: ClockPauses, after: ClockPauses, now: datetime) -> bool:
    """Replace the pauses of a running clock, keeping its time left; return whether the deadline changed."""
    if question.due_at is None or question.due_at <= now:
        return False
    left = running_time.elapsed(now, question.due_at, before)
    is_paused = running_time.end_of_pause(question.due_at, after) != question.due_at
    if running_time.elapsed(now, question.due_at, after) == left and not is_paused:
        return False
    set_due(question, running_time.add_running(now, left, after), after, now)
    return True


def set_due(
    question: Question,
    due_at: datetime,
    pauses: ClockPauses,
    now: datetime,
    allowance: timedelta | None = None,
) -> None:
    """Write a deadline into a row, and the reminder that is next."""
    allowance = question.allowance if allowance is None else allowance
    question.due_at = due_at
    question.remind_at = None
    if allowance is not None:
        question.remind_at = reminders.next_reminder(due_at, allowance, now, pauses)
    question.attempts = 0
    question.retry_at = question.stuck_at = None


def reschedule_reminder(question: Question) -> None:
    """Set the next reminder of a question anew, after its player has changed their hours."""
    due_at, allowance = question.due_at, question.allowance
    if due_at is not None and allowance is not None:
        question.remind_at = reminders.next_reminder(due_at, allowance, clock.now(), question.pauses)
