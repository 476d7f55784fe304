"""When a question is due and when its seat is reminded: pure arithmetic on instants."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

from games.models import Question

# A move that the site received so long after the deadline still counts.
GRACE = timedelta(seconds=60)
# The clock strikes later than that: a request may wait for the lock of its game for three tries of three
# seconds.
STRIKE = GRACE + timedelta(seconds=15)
# The parts of the allowance that are left when a reminder goes out.
RUNGS = (Fraction(1, 2), Fraction(1, 5))
# Of a question with less time than this nobody is reminded: the mail that asks it is news enough.
SHORT = timedelta(days=1)


def start(question: Question, allowance: timedelta | None) -> None:
    """Start the clock of a question that has just been opened; without an allowance it has none."""
    if allowance is not None:
        question.due_at = question.opened_at + allowance
        question.remind_at = next_reminder(question.due_at, allowance, question.opened_at)


def reminders(due_at: datetime, allowance: timedelta) -> list[datetime]:
    """Return when the reminders of a question are due, earliest first; none for a window of some hours."""
    if allowance < SHORT:
        return []
    return [due_at - allowance * rung.numerator / rung.denominator for rung in RUNGS]


def next_reminder(due_at: datetime, allowance: timedelta, after: datetime) -> datetime | None:
    """Return the first reminder later than `after`, if one is left."""
    return next((at for at in reminders(due_at, allowance) if at > after), None)


def latest_rung(due_at: datetime, allowance: timedelta, now: datetime) -> int | None:
    """Return which reminder, counted from 0, is the most urgent that is due now; ``None`` before the first.

    After a gap the ones before it are passed over: one mail tells all that they would have said.
    """
    passed = [rung for rung, at in enumerate(reminders(due_at, allowance)) if at <= now]
    return passed[-1] if passed else None


def freeze(question: Question, now: datetime) -> None:
    """Stop the clock and keep what it shows."""
    if question.due_at is not None:
        question.time_left = question.due_at - now
        question.due_at = question.remind_at = None


def thaw(question: Question, allowance: timedelta | None, now: datetime) -> None:
    """Let the clock run on from what it showed when it was stopped."""
    if question.time_left is not None and allowance is not None:
        move(question, now + question.time_left, allowance, now)
        question.time_left = None


def move(question: Question, due_at: datetime, allowance: timedelta, now: datetime) -> None:
    """Set another deadline; reminders follow it."""
    question.due_at = due_at
    question.remind_at = next_reminder(due_at, allowance, now)
    question.attempts = 0
    question.retry_at = question.stuck_at = None
