"""What somebody's finished games say in figures: wins by goal, how long they took, against whom.

Only games between people count. Everything is read from the facts that each game has left.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from django.db.models import QuerySet

from games.models import Player, Seat, SeatFacts

# The last games of somebody that are counted.
MOST_GAMES = 300
# Of fewer games no rate is told: it would be chance.
ENOUGH = 10
SHOWN = 8


class GameFigures(NamedTuple):
    """One game of somebody: its seat facts with those of the game, and the others who sat there."""

    mine: SeatFacts
    others: Sequence[Seat]


@dataclass
class Versus:
    """How somebody fared in the games with one other player, who had seat `number` in the last, `key`."""

    name: str
    key: str
    number: int
    games: int = 0
    won: int = 0
    lost: int = 0
    took: int = 0
    gave: int = 0


@dataclass(frozen=True)
class Count:
    """How often something was so, of how many games; `percent` is its share of the largest of its table."""

    what: str
    count: int
    games: int = 0
    percent: int = 0


@dataclass(frozen=True)
class Figures:
    """The figures of one player over `games` games. Streaks are games in a row, the present one first.

    `answer` is how long an answer took them on average; `near` how often one card was missing at the end.
    `last` is the game that ended last.
    """

    games: int = 0
    won: int = 0
    near: int = 0
    answer: timedelta | None = None
    streak: int = 0
    longest_streak: int = 0
    turns: int = 0
    shortest: SeatFacts | None = None
    longest: SeatFacts | None = None
    editions: Sequence[Count] = ()
    goals: Sequence[Count] = ()
    beaten_by: Sequence[Count] = ()
    cards: Sequence[Count] = ()
    people: Sequence[Versus] = field(default_factory=list)
    last: SeatFacts | None = None

    @property
    def win_rate(self) -> int | None:
        """The percentage of games that were won; ``None`` of too few games to say."""
        return round(100 * self.won / self.games) if self.games >= ENOUGH else None

    @property
    def games_to_rate(self) -> int:
        """How many games are missing until there is a rate."""
        return max(ENOUGH - self.games, 0)


def facts_of(player: Player) -> QuerySet[SeatFacts]:
    """Return what games between people say of a player, the last first, with what is told of each game."""
    mine = SeatFacts.objects.filter(
        seat__player=player, seat__status=Seat.Status.TAKEN, facts__between_people=True
    )
    told = mine.select_related("facts__game", "seat").defer("facts__game__edition", "facts__goals_set")
    return told.order_by("-facts__game__finished_at", "-pk")


def read_figures(player: Player, edition: str = "") -> Figures:
    """Return the figures of a player over their last games, of all editions or of one.

    Two statements, however many they are.
    """
    found = facts_of(player)
    return build_figures(read_games(player, found.filter(facts__edition=edition) if edition else found))


def read_games(player: Player, found: QuerySet[SeatFacts], most: int = 0) -> list[GameFigures]:
    """Return the last of these games of a player with the others who sat there. Two statements, or one."""
    mine = list(found[: most or MOST_GAMES])
    if not mine:
        return []
    others: dict[int, list[Seat]] = {}
    games = [each.facts_id for each in mine]
    seats = Seat.objects.filter(game__in=games, status=Seat.Status.TAKEN).exclude(player=player)
    for seat in seats.order_by("game", "number"):
        others.setdefault(seat.game_id, []).append(seat)
    return [GameFigures(each, others.get(each.facts_id, ())) for each in mine]


def build_figures(games: Sequence[GameFigures]) -> Figures:
    """Return the figures of these games of one player, the last first."""
    if not games:
        return Figures()
    mine = [each.mine for each in games]
    won = [each for each in mine if each.has_won]
    lost = [each for each in mine if not each.has_won]
    answers = sum(each.answers for each in mine)
    by_length = sorted(mine, key=lambda each: each.facts.turns)
    runs = find_streaks(each.has_won for each in mine)
    played, won_in = (Counter(each.facts.edition for each in found) for found in (mine, won))
    return Figures(
        games=len(mine),
        won=len(won),
        near=sum(bool(each.missing) for each in mine),
        answer=sum((each.waited for each in mine), timedelta()) / answers if answers else None,
        streak=runs[0],
        longest_streak=max(runs),
        turns=round(median(each.facts.turns for each in mine)),
        shortest=by_length[0],
        longest=by_length[-1],
        editions=[
            Count(what, won_in[what], count, round(100 * count / max(played.values())))
            for what, count in played.most_common()
        ],
        goals=count_most(each.facts.goal for each in won),
        beaten_by=count_most(each.facts.goal for each in lost),
        cards=count_most(card for each in won for card in each.facts.cards if card != each.facts.goal),
        people=_against(games),
        last=mine[0],
    )


def count_most(found: Iterable[str]) -> list[Count]:
    """Return what was found most often, with how often."""
    counts = Counter(each for each in found if each)
    most = max(counts.values(), default=1)
    return [
        Count(what, count, percent=round(100 * count / most)) for what, count in counts.most_common(SHOWN)
    ]


def find_streaks(won: Iterable[bool]) -> list[int]:
    """Return how many games in a row were won, the present run first; 0 for a game that was lost."""
    runs = [0]
    for each in won:
        if each:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def _against(games: Iterable[GameFigures]) -> list[Versus]:
    """Return how it stood with each person, those met most often first; not with former players."""
    found: dict[int, Versus] = {}
    for mine, others in games:
        thefts = Counter((theft["seat"], theft["source"]) for theft in mine.facts.thefts) if others else {}
        for seat in others:
            if seat.player_id is None or seat.has_translated_name:
                continue
            versus = found.setdefault(seat.player_id, Versus(str(seat), mine.facts.game.key, seat.number))
            versus.games += 1
            versus.won += mine.has_won
            versus.lost += mine.facts.game.winner_id == seat.pk
            versus.took += thefts.get((mine.seat.number, seat.number), 0)
            versus.gave += thefts.get((seat.number, mine.seat.number), 0)
    return sorted(found.values(), key=lambda each: -each.games)[:SHOWN]
