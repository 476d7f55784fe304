"""The time zones that tests of clocks go through: of those whose clocks agree, one."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from games.models.player import zone_names

START, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
QUARTER = timedelta(hours=6)


@cache
def different_zones() -> list[ZoneInfo]:
    """One zone of each set of zones whose clocks agree at every quarter of a day of these two years."""
    found: dict[tuple[timedelta | None, ...], ZoneInfo] = {}
    instants = [START + QUARTER * step for step in range((END - START) // QUARTER)]
    for name in sorted(zone_names()):
        zone = ZoneInfo(name)
        found.setdefault(tuple(at.astimezone(zone).utcoffset() for at in instants), zone)
    return list(found.values())
