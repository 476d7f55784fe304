"""When somebody is reminded of a question: counted back from its deadline in running time."""

from datetime import datetime, timedelta
from fractions import Fraction

from . import running_time
from .running_time import NO_PAUSES, ClockPauses

# The parts of the allowance that are left when a reminder goes out.
REMINDER_PARTS = (Fraction(1, 2), Fraction(1, 5))
# Of a question with less time than this nobody is reminded: the mail that asks it is news enough.
SHORT = timedelta(days=1)
# Of one with so much time there is a last reminder so long before the deadline.
LONG, LAST_CALL = timedelta(days=3), timedelta(hours=2)


def reminders_of(due_at: datetime, allowance: timedelta, pauses: ClockPauses = NO_PAUSES) -> list[datetime]:
    """Return when the reminders of a question are due, earliest first; none for a window of some hours.

    They are counted back in running time, so none lies in quiet hours.
    """
    if allowance < SHORT:
        return []
    spans = [allowance * rung.numerator / rung.denominator for rung in REMINDER_PARTS]
    if allowance >= LONG:
        spans.append(LAST_CALL)
    return [running_time.subtract_running(due_at, span, pauses) for span in spans]


def next_reminder(
    due_at: datetime, allowance: timedelta, after: datetime, pauses: ClockPauses = NO_PAUSES
) -> datetime | None:
    """Return the first reminder later than `after`, if one is left."""
    return next((at for at in reminders_of(due_at, allowance, pauses) if at > after), None)


def latest_reminder(
    due_at: datetime, allowance: timedelta, now: datetime, pauses: ClockPauses = NO_PAUSES
) -> int | None:
    """Return the number, from 0, of the last reminder that is due now; ``None`` before the first.

    After a gap the ones before it are left out: one mail is enough.
    """
    passed = [rung for rung, at in enumerate(reminders_of(due_at, allowance, pauses)) if at <= now]
    return passed[-1] if passed else None
