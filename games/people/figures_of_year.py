"""What a year of somebody's finished games says; their own time zone decides to which year a game belongs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Max, Min, Q

from games import clock
from games.clocks.running_time import start_of_day
from games.models import Player

from .figures import Count, Figures, GameFigures, build_figures, facts_of, read_games

FIRST_YEAR = 2000  # before which nobody played here
MOST_GAMES = 1000


@dataclass(frozen=True)
class Year:
    """The figures of a year. `months` has how many games were won, of how many, in each month that has begun.

    `card` decided most games, whoever won them; `people` is how many others sat there; not former players.
    `before` and `after` are the nearest years that have games.
    """

    year: int
    figures: Figures
    months: Sequence[Count]
    goals_set: int
    people: int
    card: Count | None
    before: int | None
    after: int | None
    is_over: bool


def read_year(player: Player, year: int) -> Year | None:
    """Return the figures of a year of a player; ``None`` if it can't have any. Three statements."""
    zone = player.zone
    now = clock.now().astimezone(zone)
    if not FIRST_YEAR <= year <= now.year:
        return None
    begins, ends = (start_of_day(date(each, 1, 1), zone) for each in (year, year + 1))
    found = facts_of(player)
    games = read_games(
        player,
        found.filter(facts__game__finished_at__gte=begins, facts__game__finished_at__lt=ends),
        MOST_GAMES,
    )
    at = "facts__game__finished_at"
    near = found.order_by().aggregate(
        before=Max(at, filter=Q(facts__game__finished_at__lt=begins)),
        after=Min(at, filter=Q(facts__game__finished_at__gte=ends)),
    )
    return Year(
        year=year,
        figures=build_figures(games),
        months=_months(games, zone, now.month if year == now.year else 12),
        goals_set=sum(each.mine.goals_set for each in games),
        people=len(
            {
                seat.player_id
                for each in games
                for seat in each.others
                if seat.player_id is not None and not seat.has_translated_name
            }
        ),
        card=_deciding_card(games),
        before=year_of(near["before"], zone),
        after=year_of(near["after"], zone),
        is_over=year < now.year,
    )


def year_of(at: datetime | None, zone: ZoneInfo) -> int | None:
    """Return the year in which an instant lies where somebody lives."""
    return at.astimezone(zone).year if at is not None else None


def _months(games: Sequence[GameFigures], zone: ZoneInfo, last: int) -> list[Count]:
    """Return each month up to the last as its number, with how many games were won, of how many."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for each in games:
        if (at := each.mine.facts.game.finished_at) is not None:
            played[at.astimezone(zone).month] += 1
            won[at.astimezone(zone).month] += each.mine.has_won
    most = max(played.values(), default=1)
    return [
        Count(str(month), won[month], played[month], round(100 * played[month] / most))
        for month in range(1, last + 1)
    ]


def _deciding_card(games: Sequence[GameFigures]) -> Count | None:
    """Return the card, other than goals, that decided most of the games, and how many."""
    facts = [each.mine.facts for each in games]
    cards = Counter(card for each in facts for card in set(each.cards) - {each.goal})
    return next((Count(card, count, len(games)) for card, count in cards.most_common(1)), None)
