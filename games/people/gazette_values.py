"""The weeks of a gazette, from Monday to Sunday in the time zone of the site, and what it tells of them."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.utils.timezone import get_default_timezone, localtime

from games import clock

DAYS = timedelta(days=7)


class Week(NamedTuple):
    """A week by its Monday; it begins and ends at midnight."""

    monday: date

    @property
    def begins_at(self) -> datetime:
        """Its first instant."""
        return datetime.combine(self.monday, time(), tzinfo=get_default_timezone())

    @property
    def ends_at(self) -> datetime:
        """The first instant after it."""
        return Week(self.monday + DAYS).begins_at

    @property
    def last_instant(self) -> datetime:
        """Its last instant, by which it belongs to a season."""
        return self.ends_at - timedelta(microseconds=1)

    @property
    def sunday(self) -> date:
        """Its last day."""
        return self.monday + DAYS - timedelta(days=1)

    @property
    def number(self) -> int:
        """Counts weeks, without a gap at the turn of a year."""
        return self.monday.toordinal() // 7


def week_of(moment: datetime) -> Week:
    """Return the week of an instant."""
    day = localtime(moment, get_default_timezone()).date()
    return Week(day - timedelta(days=day.weekday()))


def last_week() -> Week:
    """Return the week that ended last."""
    return Week(week_of(clock.now()).monday - DAYS)


@dataclass(frozen=True)
class Headline:
    """Something to tell: its kind, the seats it is about, perhaps a game, a card, new members, a number."""

    kind: str
    seats: tuple[int, ...] = ()
    game: int = 0
    card: str = ""
    members: tuple[int, ...] = ()
    n: int = 0

    def stored(self) -> dict[str, Any]:
        """Return it as an issue keeps it."""
        told = {"game": self.game, "card": self.card, "members": [*self.members], "n": self.n}
        return {
            "kind": self.kind,
            "seats": [*self.seats],
            **{key: each for key, each in told.items() if each},
        }
