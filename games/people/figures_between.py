"""How it stands between two people: what the games say that both finished.

A person is found by the table of such a game and the number of their seat there, so no address says which
account it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from django.db.models import Exists, OuterRef

from games.models import Player, Seat, SeatFacts

from .figures import MOST_GAMES, Count, count_most, facts_of, find_streaks

LAST = 10


@dataclass(frozen=True)
class Side:
    """How one of two people fared: in games against each other, and with others at the table."""

    won: int
    took: int
    streak: int
    longest_streak: int
    goals: Sequence[Count]


@dataclass(frozen=True)
class Between:
    """How it stands between a reader and another. Of `games` games neither won `neither`."""

    name: str
    games: int
    me: Side
    them: Side
    turns: int
    shortest: SeatFacts
    longest: SeatFacts
    last: Sequence[tuple[SeatFacts, Seat]]

    @property
    def neither(self) -> int:
        """How many games somebody else has won, or nobody."""
        return self.games - self.me.won - self.them.won


def find_met(player: Player, key: str, number: int) -> Seat | None:
    """Return who sat there, if the player has finished that game with them and their account is there."""
    there = Seat.objects.filter(
        game__key=key,
        number=number,
        status=Seat.Status.TAKEN,
        player__isnull=False,
        game__facts__between_people=True,
    ).exclude(player=player)
    sat_there = Seat.objects.filter(game=OuterRef("game"), player=player, status=Seat.Status.TAKEN)
    seat = there.filter(Exists(sat_there)).first()
    return None if seat is None or seat.has_translated_name else seat


def read_between(player: Player, met: Seat) -> Between | None:
    """Return how it stands between a player and whom they have met there. Two statements.

    ``None`` if that person has gone meanwhile.
    """
    theirs = Seat.objects.filter(player=met.player_id, status=Seat.Status.TAKEN)
    together = facts_of(player).filter(Exists(theirs.filter(game=OuterRef("facts"))))
    mine = list(together[:MOST_GAMES])
    seats = {seat.game_id: seat for seat in theirs.filter(game__in=[each.facts_id for each in mine])}
    games = [(each, seats[each.facts_id]) for each in mine if each.facts_id in seats]
    if not games:
        return None
    by_length = sorted((each for each, _seat in games), key=lambda each: each.facts.turns)
    return Between(
        name=str(games[0][1]),
        games=len(games),
        me=_side([(each, each.seat, seat) for each, seat in games]),
        them=_side([(each, seat, each.seat) for each, seat in games]),
        turns=round(median(each.facts.turns for each in mine)),
        shortest=by_length[0],
        longest=by_length[-1],
        last=games[:LAST],
    )


def _side(games: Sequence[tuple[SeatFacts, Seat, Seat]]) -> Side:
    """Return how who had the first of two seats fared against who had the second."""
    won = [each.facts.game.winner_id == seat.pk for each, seat, _other in games]
    runs = find_streaks(won)
    return Side(
        won=sum(won),
        took=sum(
            (theft["seat"], theft["source"]) == (seat.number, other.number)
            for each, seat, other in games
            for theft in each.facts.thefts
        ),
        streak=runs[0],
        longest_streak=max(runs),
        goals=count_most(
            each.facts.goal for (each, *_seats), has_won in zip(games, won, strict=True) if has_won
        ),
    )
