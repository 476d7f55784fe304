"""What a gazette tells of a week: headlines by the facts of games that ended, and by what onlookers saw.

They are public by construction. Of a game that ended they follow from its `GameFacts`, of any other and of
single cards from what everybody was told and from the public view. They hold no names, and at most one is of
each kind.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import cast

from games.models import Circle, Game, GameFacts, Seat, SeatFacts, Vacation

from .circle_tally import season_at
from .figures import ENOUGH
from .gazette_tables import OnlookersTable
from .gazette_values import Headline, Week

# What is read of a circle: games that ended in the week, tables that are looked at, results.
MOST_ENDED, MOST_TABLES, MOST_RESULTS = 40, 20, 1200
MOST_TOLD = 7
STREAK, LEAD, MOST_JOINED = 3, 3, 5
# Before so many games each goal is new.
RARE_AFTER = 20
# The first are told first. A week of which only the last two are told is dull.
KINDS = (
    *("robbed", "own-goal", "first-goal", "longest", "streak", "streak-over", "first-win", "lead"),
    *("nobody", "won", "feud", "heist", "brief-goal", "near", "waits", "joined"),
)
DULL = frozenset(("waits", "joined"))
# They say who won a game, which is said once of each.
WINS = frozenset(("robbed", "own-goal", "first-goal", "first-win", "won"))


def find_headlines(circle: Circle, week: Week) -> list[Headline]:
    """Return what is told of a week, the best first, or nothing if it was dull.

    It asks a fixed number of statements, and four for each of the games that `MOST_TABLES` limits.
    """
    found: dict[str, list[Headline]] = {}
    for headline in _WeekOf(circle, week).find_all():
        found.setdefault(headline.kind, []).append(headline)
    if not found.keys() - DULL:
        return []
    chosen: list[Headline] = []
    for kind in KINDS:
        chosen += [each for each in found.get(kind, ()) if not _is_told(each, chosen)][:1]
    return chosen[:MOST_TOLD]


def _is_told(headline: Headline, chosen: Sequence[Headline]) -> bool:
    """Whether another headline says the same: who won that game, or that this card was taken."""
    if headline.kind in WINS and any(each.kind in WINS and each.game == headline.game for each in chosen):
        return True
    taken = [each.card for each in chosen if each.kind == "robbed"]
    return headline.kind == "heist" and headline.card in taken


@dataclass(frozen=True)
class _Ended:
    """A game that ended in the week. Seats by their numbers: those of members, who are named."""

    facts: GameFacts
    seats: Sequence[SeatFacts]
    named: dict[int, Seat]

    @property
    def winner(self) -> int | None:
        """The number of the seat that won, if it is a member's."""
        return next(
            (each.seat.number for each in self.seats if each.has_won and each.seat.number in self.named), None
        )

    def headline(self, kind: str, *numbers: int, card: str = "", n: int = 0) -> Headline:
        """Return a headline about seats of this game by their numbers."""
        seats = tuple(self.named[number].pk for number in numbers)
        return Headline(kind, seats, self.facts.game_id, card, n=n)


class _WeekOf:
    """A week of a circle: everything that is asked of the database, once."""

    def __init__(self, circle: Circle, week: Week) -> None:
        self.circle, self.week = circle, week
        self.people = frozenset(circle.members.values_list("player", flat=True))

    def find_all(self) -> Iterator[Headline]:
        """Yield headlines; of each kind the first counts."""
        for game in self.ended:
            yield from _tell_end(game)
            yield from self._tell_rare_goal(game)
        yield from self._tell_records()
        yield from self._tell_results()
        yield from self._tell_tables()
        yield from self._tell_joined()

    @cached_property
    def ended(self) -> Sequence[_Ended]:
        """The games between people that ended in the week, the last first."""
        facts = GameFacts.objects.filter(game__circle=self.circle, between_people=True)
        facts = facts.filter(
            game__finished_at__gte=self.week.begins_at, game__finished_at__lt=self.week.ends_at
        )
        rows = list(facts.select_related("game").order_by("-game__finished_at", "-pk")[:MOST_ENDED])
        seats: dict[int, list[SeatFacts]] = {}
        for each in SeatFacts.objects.filter(facts__in=rows).select_related("seat").order_by("seat__number"):
            seats.setdefault(each.facts_id, []).append(each)
        return [self._ended(row, seats.get(row.pk, [])) for row in rows]

    def _ended(self, facts: GameFacts, seats: Sequence[SeatFacts]) -> _Ended:
        return _Ended(facts, seats, self._name(each.seat for each in seats))

    def _name(self, seats: Iterable[Seat]) -> dict[int, Seat]:
        """Return those of some seats whose players are named here, by number: members who still sit there."""
        return {
            seat.number: seat
            for seat in seats
            if seat.player_id in self.people and seat.is_taken and not seat.has_translated_name
        }

    @cached_property
    def results(self) -> Sequence[SeatFacts]:
        """How members fared in the last games of the circle until the end of the week, the oldest first."""
        seats = SeatFacts.objects.filter(
            facts__game__circle=self.circle,
            facts__between_people=True,
            facts__game__finished_at__lt=self.week.ends_at,
            seat__status=Seat.Status.TAKEN,
            seat__player__in=self.people,
        )
        told = seats.select_related("facts__game", "seat").defer("facts__goals_set", "facts__thefts")
        return list(told.order_by("-facts__game__finished_at", "-pk")[:MOST_RESULTS])[::-1]

    @cached_property
    def earlier(self) -> Sequence[GameFacts]:
        """The games of these results that ended before the week."""
        found = {each.facts_id: each.facts for each in self.results if not self._is_new(each)}
        return list(found.values())

    def _is_new(self, result: SeatFacts) -> bool:
        return _ended_at(result) >= self.week.begins_at

    def _tell_rare_goal(self, game: _Ended) -> Iterator[Headline]:
        goal, winner = game.facts.goal, game.winner
        if not game.facts.edition or not goal or winner is None or len(self.earlier) < RARE_AFTER:
            return
        if all(each.goal != goal for each in self.earlier):
            yield game.headline("first-goal", winner, card=goal, n=len(self.earlier))

    def _tell_records(self) -> Iterator[Headline]:
        if len(self.earlier) + 1 < ENOUGH or not self.ended:
            return
        longest = max(self.ended, key=lambda each: each.facts.turns)
        if longest.facts.turns > max(each.turns for each in self.earlier):
            yield longest.headline("longest", n=longest.facts.turns)

    def _tell_results(self) -> Iterator[Headline]:
        """Tell streaks, first wins and who leads the season."""
        by_player = sorted(self.results, key=lambda each: each.seat.player_id or 0)
        runs = [list(each) for _player, each in groupby(by_player, key=lambda each: each.seat.player_id)]
        for results in sorted(runs, key=len, reverse=True):
            yield from self._tell_runs(results)
        yield from self._tell_lead()

    def _tell_runs(self, results: Sequence[SeatFacts]) -> Iterator[Headline]:
        """Tell what is to be told of one person's results, the oldest first."""
        run, wins = 0, 0
        for place, each in enumerate(results, 1):
            new, game = self._is_new(each), each.facts.game_id
            if new and not each.has_won and run >= STREAK:
                yield Headline("streak-over", (each.seat_id,), game, n=run)
            run = run + 1 if each.has_won else 0
            wins += each.has_won
            if new and each.has_won and wins == 1 and place > STREAK and len(self.results) < MOST_RESULTS:
                yield Headline("first-win", (each.seat_id,), game, n=place)
        if results and self._is_new(results[-1]) and run >= STREAK:
            yield Headline("streak", (results[-1].seat_id,), results[-1].facts.game_id, n=run)

    def _tell_lead(self) -> Iterator[Headline]:
        """Tell who leads the season alone, if somebody else did, or nobody, before the week."""
        season = season_at(self.week.last_instant)
        won = [each for each in self.results if each.has_won and season.begins_at <= _ended_at(each)]
        now, before = _leader(won), _leader([each for each in won if not self._is_new(each)])
        if now is not None and now != before:
            mine = [each for each in won if each.seat.player_id == now]
            if len(mine) >= LEAD:
                yield Headline("lead", (mine[-1].seat_id,), mine[-1].facts.game_id, n=len(mine))

    def _tell_tables(self) -> Iterator[Headline]:
        """Tell what onlookers saw: in games that ended, and in those that go on."""
        running = self.circle.games.filter(status=Game.Status.RUNNING).order_by("-started_at", "-pk")
        games = [each.facts.game for each in self.ended][:MOST_TABLES]
        games += list(running[: MOST_TABLES - len(games)])
        seats: dict[int, list[Seat]] = {}
        for seat in Seat.objects.filter(game__in=games).select_related("player"):
            seats.setdefault(seat.game_id, []).append(seat)
        named = {game.pk: self._name(seats.get(game.pk, ())) for game in games}
        tables = [OnlookersTable(game, named[game.pk], self.week) for game in games]
        for table in tables:
            yield from table.tell()
        waiting = [each for each in (table.find_wait() for table in tables) if each is not None]
        away = self._find_away()
        waiting = [(at, seat) for at, seat in waiting if seat.player_id not in away]
        for at, seat in sorted(waiting, key=lambda each: each[0])[:1]:
            yield Headline("waits", (seat.pk,), seat.game_id, n=(self.week.ends_at - at).days)

    def _find_away(self) -> set[int]:
        now = self.week.ends_at
        away = Vacation.objects.filter(player__in=self.people, starts_at__lte=now, ends_at__gt=now)
        return set(away.values_list("player", flat=True))

    def _tell_joined(self) -> Iterator[Headline]:
        """Tell who has joined, unless the circle began in this week as well."""
        if self.circle.created_at >= self.week.begins_at:
            return
        joined = self.circle.members.filter(
            joined_at__gte=self.week.begins_at, joined_at__lt=self.week.ends_at
        )
        first = tuple(joined.order_by("joined_at", "pk").values_list("pk", flat=True)[:MOST_JOINED])
        if first:
            yield Headline("joined", members=first)


def _ended_at(result: SeatFacts) -> datetime:
    return cast(datetime, result.facts.game.finished_at)  # the query asks for games that ended


def _leader(won: Iterable[SeatFacts]) -> int | None:
    """Return who has won most, if that is one alone."""
    counted = Counter(each.seat.player_id for each in won).most_common(2)
    return counted[0][0] if counted and (len(counted) == 1 or counted[0][1] > counted[1][1]) else None


def _tell_end(game: _Ended) -> Iterator[Headline]:
    """Tell how a game ended, by its facts."""
    facts, winner = game.facts, game.winner
    if not any(each.has_won for each in game.seats):
        yield game.headline("nobody")
    if winner is not None:
        yield game.headline("won", winner, n=facts.turns)
        if facts.edition:
            yield from _tell_robbed(game, winner)
            yield from _tell_own_goal(game, winner)
    if facts.edition:
        yield from _tell_thefts(game)
        for each in game.seats:
            if each.missing and each.seat.number in game.named:
                yield game.headline("near", each.seat.number, card=each.missing)


def _tell_robbed(game: _Ended, winner: int) -> Iterator[Headline]:
    """Tell that a card that decided the game was taken, and from whom."""
    last = {each["card"]: each for each in game.facts.thefts}
    for card in game.facts.cards:
        theft = last.get(card)
        if theft is not None and theft["seat"] == winner and theft["source"] in game.named:
            yield game.headline("robbed", winner, theft["source"], card=card)


def _tell_own_goal(game: _Ended, winner: int) -> Iterator[Headline]:
    """Tell that somebody has set the goal by which another won in the same turn."""
    sets = [each for each in game.facts.goals_set if each["card"] == game.facts.goal]
    if sets and sets[-1]["turn"] == game.facts.turns and sets[-1]["seat"] in game.named.keys() - {winner}:
        yield game.headline("own-goal", winner, sets[-1]["seat"], card=game.facts.goal)


def _tell_thefts(game: _Ended) -> Iterator[Headline]:
    """Tell that somebody took keepers from another more than once, and not the other way round."""
    taken = Counter((each["seat"], each["source"]) for each in game.facts.thefts)
    for (seat, source), count in taken.most_common():
        if count > 1 and not taken[source, seat] and {seat, source} <= game.named.keys():
            yield game.headline("feud", seat, source, n=count)
