"""When a question is due.

A question's row has its deadline, one instant. Its seat has the time of its turn: ``turn_left`` is how much
was left when the clock last started or stopped, and ``bank`` is the part that it keeps for later turns. The
hours that cost nothing and given days are used up first. A question out of turn has its own time.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import F

from games import clock
from games.clocks import reminders, running_time
from games.clocks.running_time import NO_PAUSES, ClockPauses
from games.models import Game, Question, Seat, Timing

# An answer that the site received so long after the deadline still counts.
LATE_ANSWER_TOLERANCE = timedelta(seconds=60)
# The clock strikes later than that: a request may wait for the lock of its game for three tries of three
# seconds.
STRIKE = LATE_ANSWER_TOLERANCE + timedelta(seconds=15)
# By how much a turn with a fixed hour may be cut short when others had to answer in the middle of it.
TRIFLE = timedelta(hours=1)
# What changes at a seat when its clock starts or stops.
CLOCK_FIELDS = ("bank", "turn_left", "turn_time", "clock_turn", "timed_out_turn", "gift_days")


def pauses_of(question: Question, player_pauses: ClockPauses | None = None) -> ClockPauses:
    """Return what stops the clock of a question: its player's habits, and vacations where they count.

    `player_pauses` is all that stops the player's clocks, where the caller has it.
    """
    if not question.seat_id or question.seat.player_id is None:
        return NO_PAUSES
    if player_pauses is None:
        player_pauses = question.seat.player.hours  # type: ignore[union-attr]  # there is one
    # Others wait for what is asked out of turn: a vacation must not stop that clock (ADR 42); and where it
    # has a time of its own, nothing but sleep does (ADR 48).
    if question.on_turn_clock:
        return player_pauses if question.game.vacations_stop_turns else replace(player_pauses, away=())
    if question.has_own_time:
        return replace(player_pauses, away=(), days_off=frozenset())
    return replace(player_pauses, away=())


def start_clock(question: Question, player_pauses: ClockPauses | None = None) -> None:
    """Start the clock of a question at its opening, if it has one; in a paused game it stands still.

    The caller stores the question and its seat. For `player_pauses` see `pauses_of`.
    """
    game, now = question.game, question.opened_at
    question.time_left = question.due_at = question.remind_at = question.given = None
    if question.is_side or question.seat.plays_itself or not (question.is_window or game.is_timed):
        return
    pauses = pauses_of(question, player_pauses)
    if question.on_turn_clock:
        due_at = start_in_turn(question, pauses)
    elif game.timing == Timing.FIXED and not (question.is_window or question.has_own_time):
        due_at = next_fixed_deadline(game, now, game.fixed_least * timedelta(hours=1), pauses)
        question.given = running_time.elapsed(now, due_at, pauses)
    else:
        own = game.answer_allowance if question.has_own_time else None
        question.given = game.window_allowance if question.is_window else own or game.allowance or timedelta()
        due_at = running_time.add_running(now, question.given, pauses)
    set_due(question, due_at, pauses, now)
    if game.paused_at is not None:
        pause_clock(question, now, player_pauses)


def copy_clock(question: Question, before: Question) -> None:
    """Give a question the clock of an earlier one, which is closed."""
    for name in ("opened_at", "due_at", "remind_at", "time_left", "given", "extended_at"):
        setattr(question, name, getattr(before, name))


def start_in_turn(question: Question, pauses: ClockPauses) -> datetime:
    """Let the clock of a seat run on in its turn, or give it the time of a new turn; return when it is due.

    Only a turn with a higher number than any before gives time: taking something back never does.
    """
    game, seat, now = question.game, question.seat, question.opened_at
    left = seat.turn_left
    if question.turn > seat.clock_turn or left is None:
        start_turn(game, seat, question.turn, now, pauses)
        left = seat.turn_left or timedelta()
    elif game.timing == Timing.FIXED and left:
        least = min(game.fixed_least * timedelta(hours=1), left - min(TRIFLE, left / 4))
        question.given = seat.turn_time
        due_at = next_fixed_deadline(game, now, least, pauses)
        seat.turn_left = running_time.elapsed(now, due_at, pauses)
        return due_at
    question.given = seat.turn_time
    return running_time.add_running(now, left, pauses)


def start_turn(game: Game, seat: Seat, turn: int, now: datetime, pauses: ClockPauses) -> None:
    """Give a seat the time of a new turn."""
    if game.timing == Timing.FIXED:
        due_at = next_fixed_deadline(game, now, game.fixed_least * timedelta(hours=1), pauses)
        seat.turn_left = running_time.elapsed(now, due_at, pauses)
    else:
        first, gain, most = game.bank
        seat.bank = min((first if seat.bank is None else seat.bank) + gain, most)
        seat.turn_left = game.grace + seat.bank
    seat.turn_time = seat.turn_left
    seat.clock_turn = turn
    seat.gift_days = 0


def next_fixed_deadline(game: Game, now: datetime, least: timedelta, pauses: ClockPauses) -> datetime:
    """Return the first moment at which a game with a fixed hour wants an answer that has so much time."""
    return running_time.next_fixed(
        now, least, pauses, at=game.fixed_time, zone=game.fixed_tzinfo, weekdays=game.fixed_weekdays
    )


def stop_clock(question: Question, now: datetime, player_pauses: ClockPauses | None = None) -> bool:
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
        left = running_time.elapsed(now, question.due_at, pauses_of(question, player_pauses))
    seat.turn_left = min(seat.turn_left, max(left or timedelta(), timedelta()))
    if seat.bank is not None:
        seat.bank = min(seat.bank, seat.turn_left)
    return True


def reset_clock(seat: Seat) -> None:
    """Forget what a seat's clock showed: who takes it over begins anew. The caller stores it."""
    seat.bank = seat.turn_left = seat.turn_time = None
    seat.clock_turn = seat.timed_out_turn = seat.gift_days = 0


def pause_clock(question: Question, now: datetime, player_pauses: ClockPauses | None = None) -> None:
    """Stop the clock and keep what it shows."""
    if question.due_at is not None:
        question.time_left = running_time.elapsed(now, question.due_at, pauses_of(question, player_pauses))
        question.due_at = question.remind_at = None


def resume_clock(question: Question, allowance: timedelta | None, now: datetime) -> None:
    """Let the clock run on from what it showed when it was stopped."""
    if question.time_left is not None and allowance is not None:
        pauses = pauses_of(question)
        set_due(question, running_time.add_running(now, question.time_left, pauses), pauses, now, allowance)
        question.time_left = None


def move_deadline(question: Question, due_at: datetime, allowance: timedelta, now: datetime) -> None:
    """Set another deadline and its next reminder, and add the time gained to the seat's turn."""
    pauses = pauses_of(question)
    if question.due_at is not None:
        credit_turn(question, running_time.elapsed(question.due_at, due_at, pauses))
    set_due(question, due_at, pauses, now, allowance)


def extend(question: Question, more: timedelta, now: datetime) -> None:
    """Give a question more running time, whether its clock runs or rests."""
    if question.due_at is not None and question.allowance is not None:
        due_at = running_time.add_running(question.due_at, more, pauses_of(question))
        move_deadline(question, due_at, question.allowance, now)
    elif question.time_left is not None:
        question.time_left += more
        credit_turn(question, more)


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


def credit_turn(question: Question, more: timedelta) -> None:
    """Add time to what a seat has left in its turn, in the database."""
    if question.on_turn_clock and more > timedelta():
        Seat.objects.filter(pk=question.seat_id).update(turn_left=F("turn_left") + more)


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
        question.remind_at = reminders.next_reminder(due_at, allowance, clock.now(), pauses_of(question))
