"""When a notice goes out: pure arithmetic on instants, wall times and time zones.

Nothing here knows what a notice says, so nothing that a hand holds can move a mail.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from .running_time import ClockPauses, end_of_pause

# Mail of a question that is due so soon after quiet hours is not held until they end.
LEAST_NOTICE = timedelta(hours=2)
# What is due so soon after the next digest is mailed at once instead.
NEAR = timedelta(hours=12)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class DeliveryTimes:
    """The times of day that matter to a recipient, as clocks on the wall of their zone show them.

    `quiet` are the hours in which nobody is to be woken; neither days off nor being away hold a notice.
    `digested_on` is the local date of the last digest.
    """

    zone: ZoneInfo
    quiet: tuple[time, time] | None = None
    digest_at: time = time(8)
    digested_on: date | None = None


@dataclass(frozen=True)
class Sending:
    """When a notice is sent, and whether that is as a part of the digest."""

    at: datetime
    in_digest: bool = False


def plan_sending(
    now: datetime,
    times: DeliveryTimes,
    *,
    in_digest: bool = False,
    hold_until: datetime | None = None,
    due_at: datetime | None = None,
) -> Sending:
    """Return when a notice is sent that could be sent `now` (all instants are aware).

    `in_digest` asks for the next digest; a deadline near to that makes the notice an immediate one.
    `hold_until` is until when its reader is left in peace, for having looked at the game; that never takes
    the last two hours before a deadline.
    """
    if in_digest:
        digest = next_digest(now, times)
        if due_at is None or due_at >= digest + NEAR:
            return Sending(digest, in_digest=True)
    at = max(now, hold_until or now)
    if due_at is not None:
        at = min(at, max(now, due_at - LEAST_NOTICE))
    return Sending(outside_quiet_hours(now, at, times, due_at))


def outside_quiet_hours(
    now: datetime, at: datetime, times: DeliveryTimes, due_at: datetime | None = None
) -> datetime:
    """Return `at`, or the end of the quiet hours that it lies in, or `now` where that would be too late.

    Too late is within `LEAST_NOTICE` of the deadline. What was held once is not held again: the end of quiet
    hours lies in none.
    """
    end = end_of_quiet_hours(at, times)
    if end > at and due_at is not None and due_at < end + LEAST_NOTICE:
        return now
    return end


def end_of_quiet_hours(at: datetime, times: DeliveryTimes) -> datetime:
    """Return the instant itself, or the end of the quiet hours that it lies in."""
    return end_of_pause(at, ClockPauses(times.zone, times.quiet))


def next_digest(now: datetime, times: DeliveryTimes) -> datetime:
    """Return the next instant of the digest: one on each local date, wherever clocks are moved.

    Of a wall time that comes twice the first is meant. A digest in quiet hours comes at their end.
    """
    day = now.astimezone(times.zone).date() - DAY
    while True:
        at = end_of_quiet_hours(_on(day, times.digest_at, times.zone), times)
        is_new = times.digested_on is None or at.astimezone(times.zone).date() > times.digested_on
        if at > now and is_new:
            return at
        day += DAY


def _on(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return the instant of a wall time on a local date.

    If clocks skip that time, it is later by what they skip; or earlier by it, if that were another date.
    """
    wall = datetime.combine(day, at, tzinfo=zone)
    instant = wall.astimezone(UTC)
    if instant.astimezone(zone).date() == day:
        return instant
    return wall.replace(fold=1).astimezone(UTC)
