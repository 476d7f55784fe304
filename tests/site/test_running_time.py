"""Running time: exact over every zone, quiet hours, days off, absences, and two years of clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from time import process_time
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks.running_time import (
    NO_PAUSES,
    ClockPauses,
    add_running,
    elapsed,
    end_of_pause,
    next_fixed,
    start_of_day,
    subtract_running,
)
from tests.support import zones

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGIN, END = zones.START, zones.END
ZONES = sorted(available_timezones() - {"localtime"})
WARSAW = ZoneInfo("Europe/Warsaw")

instants = st.timedeltas(timedelta(), timedelta(days=729)).map(lambda since: BEGIN + since)
spans = st.timedeltas(timedelta(), timedelta(days=70))


@st.composite
def quiets(draw):
    """Quiet hours of at most 16 hours, to the minute."""
    begin, length = draw(st.integers(0, 1439)), draw(st.integers(0, 960))
    end = (begin + length) % 1440
    return time(begin // 60, begin % 60), time(end // 60, end % 60)


@st.composite
def all_hours(draw):
    """Whatever may stop somebody's clock."""
    away = draw(st.lists(st.tuples(instants, st.integers(1, 40)), max_size=3))
    return ClockPauses(
        zone=ZoneInfo(draw(st.sampled_from(ZONES))),
        quiet=draw(st.none() | quiets()),
        days_off=draw(st.frozensets(st.integers(0, 6), max_size=3)),
        away=tuple((at, at + days * DAY) for at, days in away),
    )


def stands_still(at: datetime, hours: ClockPauses) -> bool:
    """Say of one instant, by the words of the rule alone, whether a clock stands still."""
    if any(begin <= at < end for begin, end in hours.away):
        return True
    local = at.astimezone(hours.zone)
    if local.weekday() in hours.days_off:
        return True
    begin, end = hours.quiet or (time(), time())
    wall = local.time()
    return begin <= wall < end if begin <= end else wall >= begin or wall < end


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(instants, spans, all_hours())
def test_a_deadline_is_the_exact_inverse_of_running_time(start, span, hours):
    """As much time runs until the deadline as was given; it never lies in a pause, and nor does a rung."""
    at = add_running(start, span, hours)

    assert elapsed(start, at, hours) == span
    assert not stands_still(at, hours)
    assert end_of_pause(at, hours) == at
    rung = subtract_running(at, span, hours)
    assert elapsed(rung, at, hours) == span
    assert span == timedelta() or rung >= start
    assert span == timedelta() or not stands_still(rung, hours)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(instants, spans, st.timedeltas(timedelta(), DAY * 3), all_hours())
def test_a_deadline_grows_with_its_start_and_with_its_span(start, span, more, hours):
    """Who begins later, or has more time, is never due earlier; and running time adds up."""
    at = add_running(start, span, hours)

    assert add_running(start + more, span, hours) >= at
    assert add_running(start, span + more, hours) >= at
    assert add_running(at, more, hours) == add_running(start, span + more, hours)
    assert elapsed(start, at, hours) + elapsed(at, at + more, hours) == elapsed(start, at + more, hours)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(instants, all_hours())
def test_a_clock_stands_still_when_the_clock_on_the_wall_says_so(at, hours):
    """What is computed by parts of days is what the rule says of each instant."""
    second = timedelta(seconds=1)

    assert (end_of_pause(at, hours) == at) is not stands_still(at, hours)
    at = at.replace(second=0, microsecond=0)
    assert (elapsed(at, at + second, hours) == timedelta()) is stands_still(at, hours)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(instants, st.timedeltas(timedelta(), DAY * 60), all_hours())
def test_every_clock_with_every_pause_ends(start, span, hours):
    """Eight hours run on each of four days a week at least: no pause stops a clock for good."""
    away = sum((end - begin for begin, end in hours.away), timedelta())

    assert add_running(start, span, hours) <= start + span * 6 + away + DAY * 9


@pytest.mark.slow
def test_each_zone_over_two_years():
    """In every zone, a clock with quiet nights and free weekends runs 14 hours a day from Monday to Friday.

    Each day differs from that by no more than what the zone's clocks were put forward or back.
    """
    for zone in zones.different_zones():
        hours = ClockPauses(zone, (time(22), time(8)), frozenset({5, 6}))
        nights = ClockPauses(zone, (time(23), time(3, 30)))
        for number in range(0, 730, 7):
            start = BEGIN + number * DAY
            week = elapsed(start, start + DAY * 7, hours)
            assert abs(week - HOUR * 70) <= HOUR, zone
            assert abs(elapsed(start, start + DAY * 7, nights) - 7 * HOUR * 19.5) <= HOUR, zone
            at = add_running(start, DAY, hours)
            assert elapsed(start, at, hours) == DAY, zone


EDGES = [
    # zone, quiet hours, from, to (both UTC), hours that run
    ("Europe/Warsaw", (22, 8), "2026-03-28T21:00", "2026-03-29T06:00", 0),  # a night of nine hours
    ("Europe/Warsaw", (22, 8), "2026-03-28T20:00", "2026-03-29T07:00", 2),
    ("Europe/Warsaw", (22, 8), "2026-10-24T20:00", "2026-10-25T07:00", 0),  # a night of eleven
    ("Europe/Warsaw", (2, 3), "2026-03-29T00:00", "2026-03-29T03:00", 3),  # the hour is skipped
    ("Europe/Warsaw", (2, 3), "2026-10-25T00:00", "2026-10-25T03:00", 1),  # the hour comes twice
    ("America/Santiago", (0, 7), "2026-09-06T03:00", "2026-09-06T11:00", 2),  # midnight is skipped
    ("America/Santiago", (23, 1), "2026-09-06T03:00", "2026-09-06T05:00", 1),
    ("Asia/Beirut", (0, 6), "2026-03-28T21:00", "2026-03-29T03:00", 1),
    ("Australia/Lord_Howe", (2, 3), "2026-10-03T15:00", "2026-10-03T17:00", 1.5),  # half an hour is skipped
    ("Australia/Lord_Howe", (1, 2), "2026-04-04T14:00", "2026-04-04T16:00", 0.5),  # and comes twice
    ("Asia/Kolkata", (22, 8), "2026-06-01T16:30", "2026-06-02T02:30", 0),
    ("Asia/Kathmandu", (22, 8), "2026-06-01T16:15", "2026-06-02T02:15", 0),
]


@pytest.mark.parametrize(("zone", "quiet", "start", "end", "runs"), EDGES)
def test_clock_changes(zone, quiet, start, end, runs):
    """Hours that come twice, are skipped, or half of one; midnights that never come."""
    hours = ClockPauses(ZoneInfo(zone), (time(quiet[0]), time(quiet[1])))
    start, end = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (start, end))

    assert elapsed(start, end, hours) == runs * HOUR


@pytest.mark.parametrize(
    ("zone", "day", "wall"),
    [
        ("America/Santiago", date(2026, 9, 6), "2026-09-06T01:00:00-03:00"),
        ("Asia/Beirut", date(2026, 3, 29), "2026-03-29T01:00:00+03:00"),
        ("America/Havana", date(2026, 3, 8), "2026-03-08T01:00:00-04:00"),
        ("America/Havana", date(2026, 11, 1), "2026-11-01T00:00:00-04:00"),  # the first of two midnights
        ("Europe/Warsaw", date(2026, 3, 29), "2026-03-29T00:00:00+01:00"),
    ],
)
def test_a_local_day_begins_with_its_first_instant(zone, day, wall):
    """Where midnight is skipped the day begins later, where it comes twice with the first."""
    assert start_of_day(day, ZoneInfo(zone)) == datetime.fromisoformat(wall)


@pytest.mark.slow
def test_days_follow_one_another_in_every_zone():
    """The first instant of each day belongs to it, and the one before to the day before."""
    for zone in zones.different_zones():
        for number in range(730):
            day = date(2026, 1, 1) + timedelta(days=number)
            first = start_of_day(day, zone)
            assert first.astimezone(zone).date() == day, zone
            assert (first - timedelta(microseconds=1)).astimezone(zone).date() < day, zone


def test_without_pauses_time_is_time():
    """Every second counts; the same hour twice means no quiet hours, and not the whole day."""
    assert elapsed(BEGIN, END, NO_PAUSES) == END - BEGIN
    assert (
        add_running(BEGIN, DAY, NO_PAUSES) == subtract_running(BEGIN + DAY * 2, DAY, NO_PAUSES) == BEGIN + DAY
    )
    assert elapsed(END, BEGIN, NO_PAUSES) == timedelta()
    hours = ClockPauses(WARSAW, (time(8), time(8)))
    assert (elapsed(BEGIN, BEGIN + DAY, hours), hours.is_empty) == (DAY, True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet": (time(0), time(16, 1))},
        {"quiet": (time(8), time(7))},
        {"days_off": frozenset({0, 1, 2, 3})},
        {"days_off": frozenset({7})},
    ],
)
def test_what_would_stop_a_clock_for_good_is_refused(wrong):
    """More than 16 quiet hours, more than three days off, no day of the week."""
    with pytest.raises(ValueError, match=r"quiet|days"):
        ClockPauses(WARSAW, **wrong)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(instants, all_hours(), st.integers(0, 23), st.sampled_from(ZONES), st.sampled_from([6, 12, 24]))
def test_a_fixed_hour_leaves_the_least_and_ends(start, hours, hour, zone, least):
    """The moment is at that hour, or at the end of the pause that it lies in; and it always comes."""
    zone = ZoneInfo(zone)
    at = next_fixed(start, least * HOUR, hours, at=time(hour), zone=zone, weekdays=frozenset({0, 2, 4}))
    away = sum((end - begin for begin, end in hours.away), timedelta())

    assert elapsed(start, at, hours) >= least * HOUR
    assert not stands_still(at, hours)
    assert at <= start + DAY * 21 + away


def test_a_fixed_hour_is_the_first_that_leaves_enough_time():
    """Asked at noon, eight in the evening is too soon for twelve hours; asked at seven in the morning not."""
    fixed = {"at": time(20), "zone": WARSAW}
    monday = datetime(2026, 6, 1, tzinfo=WARSAW)
    noon, morning = monday.replace(hour=12), monday.replace(hour=7)

    assert next_fixed(morning, 12 * HOUR, NO_PAUSES, **fixed) == monday.replace(hour=20)
    assert next_fixed(noon, 12 * HOUR, NO_PAUSES, **fixed) == monday.replace(day=2, hour=20)
    friday = frozenset({4})
    assert next_fixed(noon, 12 * HOUR, NO_PAUSES, **fixed, weekdays=friday) == monday.replace(day=5, hour=20)
    early = ClockPauses(WARSAW, (time(19), time(9)))
    assert next_fixed(morning, 6 * HOUR, early, **fixed) == monday.replace(day=2, hour=9)


def test_ten_thousand_deadlines_take_about_a_second():
    """Fast enough for every page and sweep; measured with room for a busy machine."""
    hours = ClockPauses(WARSAW, (time(22), time(8)), frozenset({5, 6}))
    started = process_time()
    for minute in range(10_000):
        add_running(BEGIN + minute * timedelta(minutes=60), DAY * 3, hours)

    assert process_time() - started < 5
