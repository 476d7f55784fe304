"""Time that counts: how much of it passes between two instants while a person's clock has pauses.

Pure arithmetic. A person's clock stops in quiet hours and on days off, which are local wall times of their
zone, and while they are away, which is between instants. An instant lies in the quiet hours when a clock on
the wall there shows them: both passes of an hour that comes twice do, and one that is skipped never comes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import count
from zoneinfo import ZoneInfo

DAY = 24 * 60 * 60
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
MILLION = 1_000_000
# Longer quiet hours, or more days off, would leave no time to answer in.
MOST_QUIET = timedelta(hours=16)
MOST_DAYS_OFF = 3
EVERY_DAY = frozenset(range(7))
GREENWICH = ZoneInfo("UTC")

# Parts of time as pairs of a beginning and an end, the end not included: in seconds or, as `Parts`, in
# microseconds since 1970.
Seconds = tuple[tuple[int, int], ...]
Parts = Iterator[tuple[int, int]]


def seconds_since_midnight(wall: time) -> int:
    """Return a wall time as seconds since midnight."""
    return wall.hour * 3600 + wall.minute * 60 + wall.second


def quiet_length(quiet: tuple[time, time] | None) -> timedelta:
    """Return how long quiet hours are on a day of 24 hours."""
    if quiet is None:
        return timedelta()
    begin, end = (timedelta(seconds=seconds_since_midnight(each)) for each in quiet)
    return (end - begin) % timedelta(days=1)


@dataclass(frozen=True)
class ClockPauses:
    """What stops a person's clock.

    ``quiet`` is from when to when on each local day, over midnight if the second is the earlier one; the same
    twice means none. ``days_off`` are whole local days of the week, Monday being 0. ``away`` are pairs of
    instants. Raises `ValueError` for quiet hours or days off that leave no time to answer in.
    """

    zone: ZoneInfo = GREENWICH
    quiet: tuple[time, time] | None = None
    days_off: frozenset[int] = frozenset()
    away: tuple[tuple[datetime, datetime], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what would stop the clock for good."""
        if quiet_length(self.quiet) > MOST_QUIET:
            raise ValueError("quiet hours are too long")
        if len(self.days_off) > MOST_DAYS_OFF or not self.days_off <= EVERY_DAY:
            raise ValueError("too many days off, or no days of the week")

    @property
    def is_empty(self) -> bool:
        """Whether this clock has no pause."""
        return not (self.days_off or self.away or quiet_length(self.quiet))


NO_PAUSES = ClockPauses()


def elapsed(start: datetime, end: datetime, pauses: ClockPauses) -> timedelta:
    """Return how much time counts between two instants; none when the end is not after the start."""
    if end <= start:
        return timedelta()
    if pauses.is_empty:
        return end - start
    first, last = microseconds_since_epoch(start), microseconds_since_epoch(end)
    total = 0
    for begin, stop in parts_from(first, pauses):
        if begin >= last:
            break
        total += min(stop, last) - max(begin, first)
    return total * MICROSECOND


def add_running(start: datetime, span: timedelta, pauses: ClockPauses) -> datetime:
    """Return when so much time has passed that counts; if that is where a pause begins, the pause's end.

    ``elapsed(start, add_running(start, span, pauses), pauses) == span`` for a span that is not negative.
    """
    if pauses.is_empty:
        return start + max(span, timedelta())
    first, left = microseconds_since_epoch(start), max(span // MICROSECOND, 0)
    for begin, stop in parts_from(first, pauses):
        begin = max(begin, first)
        if left < stop - begin:
            return instant_from_microseconds(begin + left)
        left -= stop - begin
    raise AssertionError("the parts of time have no end")


def subtract_running(end: datetime, span: timedelta, pauses: ClockPauses) -> datetime:
    """Return the last instant from which so much time counts until `end`, never in a pause before `end`.

    ``elapsed(subtract_running(end, span, pauses), end, pauses) == span`` for a span that is not negative.
    """
    if pauses.is_empty:
        return end - max(span, timedelta())
    last, left = microseconds_since_epoch(end), max(span // MICROSECOND, 0)
    if not left:
        return end
    for begin, stop in parts_until(last, pauses):
        stop = min(stop, last)
        if left <= stop - begin:
            return instant_from_microseconds(stop - left)
        left -= stop - begin
    raise AssertionError("the parts of time have no beginning")


def end_of_pause(at: datetime, pauses: ClockPauses) -> datetime:
    """Return the instant itself, or the end of the pause that it lies in."""
    return add_running(at, timedelta(), pauses)


def next_fixed(
    start: datetime,
    least: timedelta,
    pauses: ClockPauses,
    *,
    at: time,
    zone: ZoneInfo,
    weekdays: frozenset[int] = EVERY_DAY,
) -> datetime:
    """Return the first moment at a wall time of a zone, on these weekdays, after `least` running time.

    A moment in a pause moves to the end of the pause. If clocks skip that wall time, the moment is later by
    what they skip; if it comes twice, the first is meant.
    """
    day = start.astimezone(zone).date() - timedelta(days=1)
    earliest = max(add_running(start, least, pauses), start + MICROSECOND)
    while True:
        if day.weekday() in weekdays:
            moment = end_of_pause(datetime.combine(day, at, tzinfo=zone).astimezone(UTC), pauses)
            if moment >= earliest:
                return moment
        day += timedelta(days=1)


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the first instant of a local day, which is later than midnight where midnight is skipped."""
    wall = datetime.combine(day, time(), tzinfo=zone)
    instant = wall.astimezone(UTC)
    if instant.astimezone(zone).date() == day and instant.astimezone(zone).time() == time():
        return instant
    # Midnight is skipped: the day begins where the clock is put forward.
    before_gap = microseconds_since_epoch(wall.replace(fold=1).astimezone(UTC)) // MILLION
    after_gap = microseconds_since_epoch(instant) // MILLION
    change = find_offset_change(zone, before_gap - 1, after_gap)
    return instant_from_microseconds(change * MILLION)


def microseconds_since_epoch(at: datetime) -> int:
    """Return an instant as microseconds since 1970."""
    return (at - EPOCH) // MICROSECOND


def instant_from_microseconds(number: int) -> datetime:
    """Return what `microseconds_since_epoch` was made from, in UTC."""
    return EPOCH + number * MICROSECOND


def parts_from(first: int, pauses: ClockPauses) -> Parts:
    """Yield the parts of time that count and end after an instant, earliest first, without an end."""
    calendar, away = calendar_and_absences(pauses)
    for day in count(first // (DAY * MILLION)):
        yield from (part for part in parts_of_day(day, calendar, away) if part[1] > first)


def parts_until(last: int, pauses: ClockPauses) -> Parts:
    """Yield the parts of time that count and begin before an instant, latest first, without an end."""
    calendar, away = calendar_and_absences(pauses)
    for day in count(last // (DAY * MILLION), -1):
        yield from (part for part in reversed(parts_of_day(day, calendar, away)) if part[0] < last)


def calendar_and_absences(pauses: ClockPauses) -> tuple["Calendar", list[tuple[int, int]]]:
    """Return what pauses do each day, and the absences in microseconds since 1970, earliest first."""
    away = [(microseconds_since_epoch(begin), microseconds_since_epoch(end)) for begin, end in pauses.away]
    return get_calendar(pauses.zone, pauses.quiet, pauses.days_off), sorted(away)


def parts_of_day(day: int, calendar: "Calendar", away: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of one day of UTC, counted from 1970, that count."""
    return [
        part
        for begin, end in calendar.parts_of(day)
        for part in without_absences(begin * MILLION, end * MILLION, away)
    ]


def without_absences(begin: int, end: int, away: list[tuple[int, int]]) -> Parts:
    """Yield what is left of a part of time without the times of being away, which are sorted."""
    for leave, back in away:
        if leave >= end:
            break
        if begin < leave:
            yield begin, leave
        begin = max(begin, back)
    if begin < end:
        yield begin, end


@dataclass
class Calendar:
    """The parts of each day of UTC, counted from 1970, in which the clocks of some people run."""

    zone: ZoneInfo
    quiet: tuple[int, int] | None
    days_off: frozenset[int]
    days: dict[int, Seconds] = field(default_factory=dict)

    def parts_of(self, day: int) -> Seconds:
        """Return the parts of one day, in seconds since 1970."""
        parts = self.days.get(day)
        if parts is None:
            parts = self.days[day] = tuple(self.find_parts(day * DAY, (day + 1) * DAY))
        return parts

    def find_parts(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts between two seconds that are no more than a day apart."""
        offset = offset_at(self.zone, begin)
        if offset == offset_at(self.zone, end - 1):
            yield from self.parts_with_offset(offset, begin, end)
            return
        change = find_offset_change(self.zone, begin, end - 1)
        yield from self.parts_with_offset(offset, begin, change)
        yield from self.find_parts(change, end)

    def parts_with_offset(self, offset: int, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts between two seconds between which local time is so many seconds ahead of UTC."""
        for local_day in range((begin + offset) // DAY, (end - 1 + offset) // DAY + 1):
            midnight = local_day * DAY - offset
            for start, stop in self.on_local_day(local_day):
                part = max(begin, midnight + start), min(end, midnight + stop)
                if part[0] < part[1]:
                    yield part

    def on_local_day(self, local_day: int) -> Seconds:
        """Return the parts of a local day that count, in seconds since its midnight."""
        if (local_day + 3) % 7 in self.days_off:  # 1970 began on a Thursday
            return ()
        if self.quiet is None:
            return ((0, DAY),)
        begin, end = self.quiet
        return ((end, begin),) if end < begin else ((0, begin), (end, DAY))


@lru_cache(maxsize=2048)
def get_calendar(zone: ZoneInfo, quiet: tuple[time, time] | None, days_off: frozenset[int]) -> Calendar:
    """Return the calendar of all people with these pauses."""
    silent = quiet_length(quiet) and quiet
    return Calendar(
        zone,
        (seconds_since_midnight(silent[0]), seconds_since_midnight(silent[1])) if silent else None,
        days_off,
    )


def offset_at(zone: ZoneInfo, second: int) -> int:
    """Return how many seconds local time is ahead of UTC at a second since 1970."""
    offset = datetime.fromtimestamp(second, zone).utcoffset()
    if offset is None:  # only a datetime without a zone has none
        raise ValueError(zone)
    return offset.days * DAY + offset.seconds


def find_offset_change(zone: ZoneInfo, begin: int, end: int) -> int:
    """Return the first second after `begin` with the offset that holds at `end`, if it changes once."""
    offset = offset_at(zone, begin)
    while end - begin > 1:
        middle = (begin + end) // 2
        if offset_at(zone, middle) == offset:
            begin = middle
        else:
            end = middle
    return end
