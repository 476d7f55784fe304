"""Running time counted a second way, minute by minute, to check what the site's clocks say."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from bench.simulated.people import NIGHT, Person

TICK = timedelta(minutes=1)


def is_night(person: Person, at: datetime) -> bool:
    """Whether it is quiet with this person."""
    if not person.has_quiet_hours:
        return False
    local = at.astimezone(person.zone).time()
    return local >= NIGHT[0] or local < NIGHT[1]


def rests(person: Person, at: datetime, *, with_days_off: bool, with_trips: bool) -> bool:
    """Whether the person's clock stands still."""
    local = at.astimezone(person.zone)
    if is_night(person, at) or (with_days_off and local.weekday() in person.days_off):
        return True
    return with_trips and any(begin <= at < end for begin, end in person.vacations)


def running(
    person: Person,
    start: datetime,
    end: datetime,
    outages: Iterable[tuple[datetime, datetime]],
    **what: bool,
) -> timedelta:
    """How much of a spell counts, without outages and the person's rests; `what` is for `rests`."""
    away = list(outages)
    counted, at = timedelta(), start
    while at < end:
        if not rests(person, at, **what) and not any(a <= at < b for a, b in away):
            counted += min(TICK, end - at)
        at += TICK
    return counted
