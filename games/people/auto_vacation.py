"""Automatic vacations: one begins when a turn has run out of a player who has asked for that."""

from datetime import date, datetime, timedelta

from games import clock
from games.clocks import running_time
from games.core.locking import in_transaction
from games.core.refusal import Refusal
from games.models import Notice, Player, Question, Vacation
from games.models.hours import with_vacations
from games.models.question import IS_OPEN
from games.outbox import notices
from games.timing import deadlines

from .hours import begin_at_tables, days_left, do_store_vacation, lock_games_of

# It ends after so many days, or when the player is back; then the turn has so much time.
AUTO_DAYS = 7
RETURN_TIME = timedelta(days=1)


def begin_automatic(*, question: int) -> bool:
    """Begin a vacation of the player whose turn has run out with this question; return whether one did."""
    vacation = store_automatic(question=question)
    if vacation is None:
        return False
    begin_at_tables(vacation)
    return True


@in_transaction
def store_automatic(*, question: int) -> Vacation | None:
    """Store an automatic vacation, from now on, within the budget; give its turns time for the return.

    `None` where the player has not asked for it, has answered, or has no days left. Locks the player's
    running games and the player.
    """
    asked = Question.objects.select_related("seat__player").get(pk=question)
    player = asked.seat.player
    if player is None:
        return None
    lock_games_of(player)
    player.refresh_from_db()
    now = clock.now()
    overdue = overdue_turns(player, now)
    if not player.auto_vacation or question not in {row.pk for row in overdue}:
        return None
    first_day = now.astimezone(player.zone).date()
    last_day = find_last_day(player, first_day)
    if last_day is None:
        return None
    try:
        vacation = do_store_vacation(player, first_day, last_day, {}, is_automatic=True)
    except Refusal:  # a vacation was cut short today
        return None
    pauses = with_vacations(player.regular_hours, Vacation.objects.filter(player=player))
    for row in overdue:
        deadlines.set_due(row, running_time.add_running(now, RETURN_TIME, pauses), pauses, now)
        row.save(update_fields=["due_at", "remind_at", "attempts", "retry_at", "stuck_at"])
    notices.notify(
        Notice.Kind.VACATION,
        key=f"vacation/{vacation.pk}/began",
        game=asked.game,
        seat=asked.seat,
        params={"vacation": vacation.pk, "event": "began"},
    )
    return vacation


def overdue_turns(player: Player, now: datetime) -> list[Question]:
    """Return the turns of a player that have run out, in games that stop clocks for vacations."""
    rows = Question.objects.filter(IS_OPEN, seat__player=player, on_turn_clock=True, game__paused_at=None)
    rows = rows.filter(due_at__lte=now - deadlines.TIMEOUT_DELAY).select_related("game", "seat__player")
    return [row for row in rows.order_by("pk") if row.game.vacations_stop_turns and row.game.is_running]


def find_last_day(player: Player, first_day: date) -> date | None:
    """Return the last day that an automatic vacation can have; `None` if there is none.

    It stays within the budget, the year, and before the next vacation.
    """
    entered = list(Vacation.objects.filter(player=player))
    days = min(AUTO_DAYS, days_left(entered, first_day.year))
    if days < 1:
        return None
    ends = [first_day + timedelta(days=days - 1), date(first_day.year, 12, 31)]
    ends += [each.first_day - timedelta(days=1) for each in entered if each.first_day > first_day]
    return min(ends)
