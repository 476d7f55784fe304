"""The clock of one question, from values alone."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from . import running_time
from .running_time import ClockPauses


@dataclass(frozen=True)
class FixedHour:
    """The hour at which a game wants its answers, and on which days of the week."""

    at: time
    zone: ZoneInfo
    weekdays: frozenset[int]


@dataclass(frozen=True)
class ClockTerms:
    """What a clock starts with: so much running time or, with an hour, until the first that leaves it."""

    least: timedelta
    hour: FixedHour | None = None


def start(now: datetime, terms: ClockTerms, pauses: ClockPauses) -> tuple[datetime, timedelta]:
    """Return when a question is due that is asked now, and how much running time that is."""
    if terms.hour is None:
        return running_time.add_running(now, terms.least, pauses), terms.least
    at, zone, weekdays = terms.hour.at, terms.hour.zone, terms.hour.weekdays
    due_at = running_time.next_fixed(now, terms.least, pauses, at=at, zone=zone, weekdays=weekdays)
    return due_at, running_time.elapsed(now, due_at, pauses)
