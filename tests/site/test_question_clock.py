"""The clock of a question as a value: what it starts with says when it is due."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clocks import question_clock
from games.clocks.question_clock import ClockTerms, FixedHour
from games.clocks.running_time import EVERY_DAY, NO_PAUSES, ClockPauses

HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)  # a Friday
AT_EIGHT = FixedHour(time(20), ZoneInfo("UTC"), EVERY_DAY)
ON_MONDAYS = FixedHour(time(20), ZoneInfo("UTC"), frozenset({0}))
NIGHTS = ClockPauses(ZoneInfo("UTC"), quiet=(time(22), time(6)))


@pytest.mark.parametrize(
    ("terms", "pauses", "hours_later", "running"),
    [
        pytest.param(ClockTerms(12 * HOUR), NO_PAUSES, 12, 12, id="so much running time"),
        pytest.param(ClockTerms(12 * HOUR), NIGHTS, 20, 12, id="a night costs nothing"),
        pytest.param(ClockTerms(timedelta()), NO_PAUSES, 0, 0, id="no time left"),
        pytest.param(ClockTerms(8 * HOUR, AT_EIGHT), NO_PAUSES, 8, 8, id="the next fixed hour"),
        pytest.param(ClockTerms(9 * HOUR, AT_EIGHT), NO_PAUSES, 32, 32, id="one that leaves enough"),
        pytest.param(ClockTerms(9 * HOUR, AT_EIGHT), NIGHTS, 32, 24, id="nights before it don't count"),
        pytest.param(ClockTerms(HOUR, ON_MONDAYS), NO_PAUSES, 80, 80, id="on one of its days"),
    ],
)
def test_a_clock_starts_with_its_terms(terms, pauses, hours_later, running):
    """It is due so many hours later, of which so many count."""
    assert question_clock.start(NOON, terms, pauses) == (NOON + hours_later * HOUR, running * HOUR)
