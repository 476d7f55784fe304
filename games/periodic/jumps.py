"""Holds all game clocks when the machine's time jumps.

Setting the time forward by a day would make every deadline run out at once. So the sweep compares the wall
clock with the monotonic clock and with PostgreSQL's.
"""

import logging
import time
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction

from games import clock
from games.models import Switch
from games.moderation.switches import IS_ON, do_release

logger = logging.getLogger(__name__)

# Seconds by which the time may jump between two sweeps, or differ from the database's.
MOST_SKEW = 60
# After this many sweeps in a row without a problem the clocks are released.
QUIET_SWEEPS = 2


@dataclass(frozen=True)
class ClockReading:
    """The wall and the monotonic clock, and how far the wall clock is ahead of the database's, in seconds."""

    wall: float
    monotonic: float
    ahead: float = 0.0


_last: ClockReading | None = None


def clock_skew() -> float:
    """Return how many seconds this machine's clock is ahead of the database's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return time.time() - float(cursor.fetchone()[0])


def describe_jump(before: ClockReading | None, now: ClockReading, *, known: float = 0.0) -> str:
    """Return what is wrong with the time; empty if nothing is.

    `known` is a difference to the database that staff have accepted. Without an earlier reading, only that
    difference counts.
    """
    if before is not None:
        jump = (now.wall - before.wall) - (now.monotonic - before.monotonic)
        if abs(jump) > MOST_SKEW:
            return f"the machine’s time jumped by {jump:+.0f} seconds"
    if abs(now.ahead - known) > MOST_SKEW:
        return f"the machine’s time is {now.ahead:+.0f} seconds off the database’s"
    return ""


def watch_time(reading: ClockReading | None = None) -> None:
    """Hold the clocks of all games when the time has jumped, and release them when it is right again.

    Does nothing without the setting WATCH_CLOCK, unless a `reading` is given.
    """
    global _last
    if reading is None:
        if not settings.WATCH_CLOCK:
            return
        reading = ClockReading(time.time(), time.monotonic(), clock_skew())
    before, _last = _last, reading
    problem = describe_jump(before, reading, known=accepted_skew())
    with transaction.atomic():
        held = Switch.objects.select_for_update().filter(name=Switch.Name.JUMP, **IS_ON).first()
        if problem:
            hold_clocks(held, problem, reading)
        elif held is not None and before is not None:
            held.quiet += 1
            held.save(update_fields=["quiet"])
            if held.quiet >= QUIET_SWEEPS:
                do_release(held, by=None)
                logger.warning("time is in order again: the clocks are released")


def accepted_skew() -> float:
    """Return the difference to the database, in seconds, at which staff released the clocks last."""
    released = Switch.objects.filter(name=Switch.Name.JUMP, released_by__isnull=False, until__isnull=False)
    return released.order_by("-until").values_list("skew", flat=True).first() or 0.0


def hold_clocks(held: Switch | None, problem: str, reading: ClockReading) -> None:
    """Hold the clocks, or keep holding them, because of a problem with the time."""
    logger.error("ALERT: %s; nobody’s time runs out until that is in order", problem)
    switch = held or Switch(name=Switch.Name.JUMP, since=clock.now())
    switch.quiet, switch.reason, switch.skew = 0, problem, reading.ahead
    switch.save()
