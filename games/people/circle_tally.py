"""The tally of a circle, over all of its finished games or those of a quarter: a season.

Games against bots don't count. Who isn't a member is not named, nor who keeps apart from the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncQuarter
from django.utils.timezone import get_default_timezone, localtime

from games import clock
from games.core import blocks
from games.models import Circle, GameFacts, Player, Seat, SeatFacts

from .figures import ENOUGH

MONTHS = 3
FIRST_YEAR, LAST_YEAR = 2000, 9998  # of which days can be counted in any zone


class Season(NamedTuple):
    """A quarter of a year; it begins and ends at midnight in the time zone of the site, for everybody."""

    year: int
    quarter: int

    @property
    def begins_at(self) -> datetime:
        """Its first instant."""
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=get_default_timezone())

    @property
    def ends_at(self) -> datetime:
        """The first instant after it."""
        return self.next.begins_at

    @property
    def next(self) -> "Season":
        """The season after it."""
        return Season(self.year + 1, 1) if self.quarter == 4 else Season(self.year, self.quarter + 1)

    @property
    def slug(self) -> str:
        """How its address ends."""
        return f"{self.year}-q{self.quarter}"

    @property
    def is_over(self) -> bool:
        """Whether nothing changes in it any more."""
        return self.ends_at <= clock.now()


@dataclass(frozen=True)
class Standing:
    """How many games a member played, and how many of them they won."""

    name: str
    games: int
    won: int

    @property
    def win_rate(self) -> int | None:
        """The percentage of games that were won; ``None`` of too few games to say."""
        return round(100 * self.won / self.games) if self.games >= ENOUGH else None


@dataclass(frozen=True)
class Tally:
    """How many games there were, and the standings of the members who played, the most wins first."""

    games: int
    standings: Sequence[Standing]

    @property
    def has_rates(self) -> bool:
        """Whether anybody has played enough for a rate."""
        return any(each.win_rate is not None for each in self.standings)


def season_at(moment: datetime) -> Season:
    """Return the season of an instant."""
    day = localtime(moment, get_default_timezone())
    return Season(day.year, (day.month - 1) // MONTHS + 1)


def find_season(year: int, quarter: int) -> Season | None:
    """Return a season that has begun; ``None`` if there is none such."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= quarter <= 4):
        return None
    season = Season(year, quarter)
    return season if season.begins_at <= clock.now() else None


def list_seasons(circle: Circle) -> list[Season]:
    """Return the seasons in which games of a circle ended, the last first."""
    counted = _facts(circle).annotate(season=TruncQuarter("game__finished_at", tzinfo=get_default_timezone()))
    begun = counted.order_by("-season").values_list("season", flat=True).distinct()
    return [season_at(each) for each in begun]


def count_tally(
    circle: Circle, reader: Player, season: Season | None = None, *, until: datetime | None = None
) -> Tally:
    """Return the tally of a circle as a member reads it, of one season or of all time, up to an instant.

    Three statements, however many games.
    """
    facts = _facts(circle)
    if season is not None:
        facts = facts.filter(game__finished_at__gte=season.begins_at, game__finished_at__lt=season.ends_at)
    if until is not None:
        facts = facts.filter(game__finished_at__lt=until)
    seats = SeatFacts.objects.filter(facts__in=facts.values("pk"), seat__status=Seat.Status.TAKEN)
    seats = seats.filter(seat__player__in=circle.members.values("player"))
    seats = seats.exclude(seat__player__in=blocks.find_apart(reader))
    counted = seats.values("seat__player", "seat__player__name").annotate(
        games=Count("pk"), won=Count("pk", filter=Q(has_won=True))
    )
    rows = counted.order_by("-won", "games", "seat__player__name", "seat__player")
    standings = [Standing(each["seat__player__name"], each["games"], each["won"]) for each in rows]
    return Tally(facts.count(), standings)


def _facts(circle: Circle) -> QuerySet[GameFacts]:
    """Return the facts of the games of a circle between people that have an end."""
    return GameFacts.objects.filter(game__circle=circle, between_people=True, game__finished_at__isnull=False)
