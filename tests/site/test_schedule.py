"""When notices go out: never in quiet hours (D9), and one digest for each date (D10), in every zone."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.clocks.schedule import LEAST_NOTICE, NEAR, DeliveryTimes, Sending, next_digest, plan_sending
from tests.support.zones import END, START, different_zones

HOUR = timedelta(hours=1)
WARSAW = ZoneInfo("Europe/Warsaw")
NIGHT = (time(22), time(7))


def is_within(at: datetime, times: DeliveryTimes) -> bool:
    """Whether clocks on the wall show quiet hours."""
    assert times.quiet is not None
    start, to = times.quiet
    wall = at.astimezone(times.zone).time()
    return start <= wall < to if start <= to else wall >= start or wall < to


@pytest.mark.slow
@pytest.mark.parametrize("quiet", [NIGHT, (time(0), time(2, 30)), (time(1, 30), time(9))])
def test_d9_no_hour_of_two_years_sends_in_quiet_hours(quiet):
    """In every zone, each hour: outside of quiet hours, within a day, in order, and held once only."""
    for zone in different_zones():
        times = DeliveryTimes(zone, quiet)
        now, before = START, START
        while now < END:
            at = plan_sending(now, times).at
            assert not is_within(at, times), (zone.key, now)
            assert before <= at, (zone.key, now)
            assert now <= at <= now + timedelta(days=1), (zone.key, now)
            if at != now:
                assert plan_sending(at, times).at == at, (zone.key, now)
            before = at
            now += 7 * HOUR if is_far_from_change(now, zone) else HOUR / 2


def is_far_from_change(now: datetime, zone: ZoneInfo) -> bool:
    around = [now + timedelta(days=days) for days in (-1, 0, 1, 2)]
    return len({at.astimezone(zone).utcoffset() for at in around}) == 1


def are_in_a_row(dates: list[date]) -> bool:
    return all(later - earlier == timedelta(days=1) for earlier, later in pairwise(dates))


@pytest.mark.slow
@pytest.mark.parametrize("digest_at", [time(2, 30), time(0, 0), time(1, 30), time(23, 59)])
def test_d10_every_date_has_one_digest(digest_at):
    """In every zone, also where a day begins at one o'clock or has half an hour twice."""
    for zone in different_zones():
        at, sent, dates = START, None, []
        while at < END:
            at = next_digest(at, DeliveryTimes(zone, None, digest_at, sent))
            sent = at.astimezone(zone).date()
            dates.append(sent)
        assert are_in_a_row(dates), zone.key


@pytest.mark.slow
@pytest.mark.parametrize("digest_at", [time(8), time(2, 30), time(23, 30)])
def test_d10_a_digest_in_quiet_hours_comes_at_their_end_every_day(digest_at):
    """Being held over midnight skips no date, and nothing comes in quiet hours."""
    for zone in different_zones():
        at, sent, dates = START, None, []
        times = DeliveryTimes(zone, NIGHT, digest_at)
        while at < START + timedelta(days=400):
            at = next_digest(at, DeliveryTimes(zone, NIGHT, digest_at, sent))
            assert not is_within(at, times)
            sent = at.astimezone(zone).date()
            dates.append(sent)
        assert are_in_a_row(dates), zone.key


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """An instant of November 2026 as clocks in Warsaw show it."""
    return datetime(2026, 11, day, hour, minute, tzinfo=WARSAW).astimezone(UTC)


def test_d10_a_date_whose_digest_was_sent_has_no_other():
    """Whoever moves their digest from the morning to the evening gets the next one tomorrow."""
    times = DeliveryTimes(WARSAW, None, time(20), digested_on=date(2026, 11, 21))

    assert next_digest(at(21, 9), times) == at(22, 20)


@pytest.mark.parametrize(
    ("now", "due", "sent"),
    [
        (at(21, 12), None, at(21, 12)),
        (at(21, 23), None, at(22, 7)),
        (at(21, 23), at(23, 12), at(22, 7)),
        (at(21, 23), at(22, 9), at(22, 7)),
        (at(21, 23), at(22, 8, 59), at(21, 23)),
        (at(22, 3), at(22, 8), at(22, 3)),
        (at(22, 7), at(22, 8), at(22, 7)),
    ],
)
def test_d9_quiet_hours_hold_mail_that_is_not_urgent(now, due, sent):
    """What is due within two hours of their end is sent at once."""
    assert plan_sending(now, DeliveryTimes(WARSAW, NIGHT), due_at=due) == Sending(sent)


@pytest.mark.parametrize(
    ("now", "times", "given", "sent"),
    [
        # A mail that could go before quiet hours begin does, when their end would be too late.
        (at(21, 21, 45), NIGHT, {"hold_until": at(21, 22, 15), "due_at": at(22, 8)}, at(21, 21, 45)),
        # From 22 to 22 holds nothing.
        (at(21, 23), (time(22), time(22)), {}, at(21, 23)),
        # Looking at a game never delays its mail into the last two hours.
        (at(21, 12), None, {"hold_until": at(21, 14), "due_at": at(21, 15)}, at(21, 15) - LEAST_NOTICE),
    ],
    ids=["rest before quiet hours", "equal ends", "looked at"],
)
def test_d9_when_a_mail_is_sent_that_may_wait(now, times, given, sent):
    """Quiet hours and rest hold it no longer than is good for who has to answer."""
    assert plan_sending(now, DeliveryTimes(WARSAW, times), **given).at == sent


def test_a_digest_gives_way_to_a_near_deadline():
    """What is due within twelve hours of the next digest is sent now; what is due later waits for it."""
    times = DeliveryTimes(WARSAW, None, time(8))
    digest = at(22, 8)

    soon = plan_sending(at(21, 12), times, in_digest=True, due_at=digest + NEAR - timedelta(minutes=1))
    later = plan_sending(at(21, 12), times, in_digest=True, due_at=digest + NEAR)
    assert (soon, later) == (Sending(at(21, 12)), Sending(digest, in_digest=True))
