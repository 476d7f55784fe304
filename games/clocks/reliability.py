"""How quickly and how reliably a player answers.

What counts is a turn: all that somebody is asked within one turn of a game is answered in time, or missed, as
one. It is forgiving: reliability looks at the last `LAST_TURNS` turns alone, and of somebody who has been
asked fewer than `LEAST_TURNS` times nothing is said at all.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles

LEAST_TURNS = 5
LAST_TURNS = 50
LAST_ANSWERS = 200
YEAR = timedelta(days=365)


@dataclass(frozen=True)
class TimedQuestion:
    """A past question: its turn, and how long the answer took; ``None`` if it was missed."""

    turn: Hashable
    took: timedelta | None


@dataclass(frozen=True)
class ReliabilityRecord:
    """A player's record: turns answered in time, turns asked, and quartiles of the answer times.

    ``quartiles`` is missing as long as they have answered fewer than `LEAST_TURNS` times.
    """

    in_time: int = 0
    turns: int = 0
    quartiles: tuple[timedelta, timedelta, timedelta] | None = None

    @property
    def is_known(self) -> bool:
        """Whether there are enough turns to say anything."""
        return self.turns >= LEAST_TURNS

    @property
    def percent(self) -> int:
        """The percentage of turns answered in time, rounded up."""
        return -(-100 * self.in_time // self.turns) if self.turns else 100

    @property
    def usual(self) -> timedelta | None:
        """The median answer time."""
        return self.quartiles[1] if self.quartiles else None


NOTHING = ReliabilityRecord()


def build_record(asked: Iterable[TimedQuestion]) -> ReliabilityRecord:
    """Return the record for past questions, newest first."""
    turns: dict[Hashable, list[timedelta | None]] = {}
    for each in asked:
        turns.setdefault(each.turn, []).append(each.took)
    # The first question of a turn is the one that they come for; the others follow on the page.
    times = [took[-1] for took in turns.values() if None not in took][:LAST_ANSWERS]
    last = list(turns.values())[:LAST_TURNS]
    return ReliabilityRecord(sum(None not in took for took in last), len(last), quartiles(times))


def quartiles(times: Iterable[timedelta | None]) -> tuple[timedelta, timedelta, timedelta] | None:
    """Return the lower quartile, median and upper quartile; ``None`` for too few times."""
    seconds = [time.total_seconds() for time in times if time is not None]
    if len(seconds) < LEAST_TURNS:
        return None
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    return timedelta(seconds=low), timedelta(seconds=middle), timedelta(seconds=high)
