"""Whether the machine's time can be trusted: what a jump of it looks like, and what the site does then.

A clock that is put forward by a day would make every deadline run out at once. So the sweeping process holds
two clocks against each other, the wall clock and the one that only counts on, and against PostgreSQL's.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction

from games import clock
from games.models import Switch
from games.moderation.switches import IS_ON, do_release

logger = logging.getLogger(__name__)

# Seconds by which time may be off between two sweeps, or between the site and its database.
MOST = 60
# After so many sweeps in a row that found nothing the site lets the clocks go by itself.
QUIET_SWEEPS = 2


@dataclass(frozen=True)
class ClockReading:
    """What the clocks show, in seconds; ``ahead`` is by how much the wall clock is before the database's."""

    wall: float
    steady: float
    ahead: float = 0.0


_last: ClockReading | None = None


def read_clocks() -> ClockReading:
    """Read the clocks of this machine and of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        (database,) = cursor.fetchone()
    wall = time.time()
    return ClockReading(wall, time.monotonic(), wall - float(database))


def describe_jump(before: ClockReading | None, now: ClockReading, *, known: float = 0.0) -> str:
    """Say what is wrong with the time, or nothing. `known` is a distance to the database that staff know of.

    Without a reading before, only the distance to the database counts.
    """
    if before is not None:
        jump = (now.wall - before.wall) - (now.steady - before.steady)
        if abs(jump) > MOST:
            return f"the machine's time jumped by {jump:+.0f} seconds"
    if abs(now.ahead - known) > MOST:
        return f"the machine's time is {now.ahead:+.0f} seconds off the database's"
    return ""


def watch_time(reading: ClockReading | None = None) -> None:
    """Hold the clocks of all games when time has jumped, and let them go when it is in order again.

    Does nothing without the setting WATCH_CLOCK, unless a `reading` is given.
    """
    global _last
    if reading is None:
        if not settings.WATCH_CLOCK:
            return
        reading = read_clocks()
    before, _last = _last, reading
    problem = describe_jump(before, reading, known=known_distance())
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


def known_distance() -> float:
    """Return the distance to the database at which somebody of the staff let the clocks go last."""
    released = Switch.objects.filter(name=Switch.Name.JUMP, released_by__isnull=False, until__isnull=False)
    return released.order_by("-until").values_list("skew", flat=True).first() or 0.0


def hold_clocks(held: Switch | None, problem: str, reading: ClockReading) -> None:
    """Hold the clocks in the name of the site, or go on doing so."""
    logger.error("ALERT: %s; nobody's time runs out until that is in order", problem)
    switch = held or Switch(name=Switch.Name.JUMP, since=clock.now())
    switch.quiet, switch.reason, switch.skew = 0, problem, reading.ahead
    switch.save()
