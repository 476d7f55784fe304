"""The gazette of a circle: writing an issue for each week that wasn't dull, and reading it.

An issue is written once, whoever tries: its circle is locked, and says of which week it was written last. Of
several weeks that passed in an outage only the last is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import clock
from games.clocks.schedule import DeliveryTimes, next_digest
from games.core import blocks
from games.core.errors import Tally
from games.core.postponed import run_due
from games.history.formatting import name_of
from games.models import (
    Circle,
    CircleMember,
    FormerPlayer,
    Game,
    GameFacts,
    GazetteIssue,
    PersonMail,
    Player,
    Seat,
)
from games.models.channel import choices_of
from games.outbox.notices import make_message_id

from .circle_tally import Season, count_tally, season_at
from .circle_tally import Tally as Standings
from .gazette_headlines import DULL, MOST_ENDED, find_headlines
from .gazette_values import Headline, Week, last_week
from .gazette_words import tell

WORK = "the gazette of circle"
BATCH = 50


def write_due_issues(*, stop_at: float) -> Tally:
    """Write the gazette of the last week for each circle that has none yet, and the mails that bring it."""
    week = last_week()
    due = Circle.objects.filter(Q(gazette_week=None) | Q(gazette_week__lt=week.monday))
    due = due.filter(created_at__lt=week.ends_at).order_by(F("gazette_week").asc(nulls_first=True), "pk")
    return run_due(WORK, due, lambda pk: write_issue(pk, week), stop_at=stop_at, most=BATCH)


@transaction.atomic
def write_issue(pk: int, week: Week) -> GazetteIssue | None:
    """Write the gazette of a circle for a week, unless that was done or the week was dull. Locks it."""
    circle = Circle.objects.select_for_update(of=("self",)).filter(pk=pk).first()
    if circle is None or (circle.gazette_week is not None and circle.gazette_week >= week.monday):
        return None
    Circle.objects.filter(pk=pk).update(gazette_week=week.monday)
    headlines = find_headlines(circle, week)
    if not headlines:
        return None
    issue = GazetteIssue.objects.create(
        circle=circle, week=week.monday, headlines=[each.stored() for each in headlines]
    )
    readers = circle.members.filter(gets_gazette=True, player__is_active=True)
    PersonMail.objects.bulk_create(
        _mail_to(member.player, issue) for member in readers.select_related("player__notice_choices")
    )
    return issue


def _mail_to(player: Player, issue: GazetteIssue) -> PersonMail:
    """Return the mail that brings an issue to a member at the next hour of their digest."""
    times = DeliveryTimes(player.zone, player.regular_hours.quiet, choices_of(player).digest_at)
    return PersonMail(
        player=player,
        kind=PersonMail.Kind.GAZETTE,
        params={"issue": issue.pk},
        message_id=make_message_id(PersonMail.Kind.GAZETTE),
        next_try_at=next_digest(clock.now(), times),
    )


@dataclass(frozen=True)
class Result:
    """A game that ended in the week: its name, its turns, and the name of its winner, if a member won.

    `goal` is what the winner met, by its slug; `cards` are those that decided it. `pk` is the game's.
    """

    pk: int
    game: str
    turns: int
    winner: str
    is_won: bool
    goal: str
    cards: Sequence[str]


@dataclass(frozen=True)
class Issue:
    """An issue as one member reads it: its headlines in words, the games that ended, the standings.

    `lead` is the game that the first headline is about; 0 if it is about none.
    """

    circle: Circle
    week: Week
    headlines: Sequence[str]
    lead: int
    results: Sequence[Result]
    season: Season
    tally: Standings


def read_issue(stored: GazetteIssue, reader: Player) -> Issue | None:
    """Return an issue in the reader's language; ``None`` if they may see nothing of it that is worth telling.

    Who isn't a member any more is not named, nor whom the reader keeps apart from, and a game that wasn't
    played to its end is told of to those who may watch it. It costs thirteen statements, whatever is in it.
    """
    circle, week = stored.circle, Week(stored.week)
    headlines = list(_read_headlines(stored))
    told = _tell_all(headlines, circle, week, reader)
    if all(headline.kind in DULL for headline, _sentence in told):
        return None
    season = season_at(week.last_instant)
    return Issue(
        circle=circle,
        week=week,
        headlines=[sentence for _headline, sentence in told],
        lead=told[0][0].game,
        results=_read_results(circle, week, reader),
        season=season,
        tally=count_tally(circle, reader, season, until=week.ends_at),
    )


def list_issues(circle: Circle) -> QuerySet[GazetteIssue]:
    """Return the issues of a circle, the last first."""
    return circle.gazette.order_by("-week")


def find_issue(circle: Circle, monday: date) -> GazetteIssue | None:
    """Return the issue of the week that begins on this day."""
    return circle.gazette.filter(week=monday).select_related("circle").first()


def gets_gazette(circle: Circle, player: Player) -> bool:
    """Whether somebody gets the gazette of a circle by mail."""
    return circle.members.filter(player=player, gets_gazette=True).exists()


def mail_gazette(*, circle: Circle, player: Player, is_on: bool) -> None:
    """Mail the gazette of a circle to a member from now on, or no more; nothing for anybody else."""
    circle.members.filter(player=player).update(gets_gazette=is_on)


def _read_headlines(stored: GazetteIssue) -> Iterable[Headline]:
    for each in stored.headlines:  # another release may store more of each
        yield Headline(
            kind=each["kind"],
            seats=tuple(each["seats"]),
            game=each.get("game", 0),
            card=each.get("card", ""),
            members=tuple(each.get("members", ())),
            n=each.get("n", 0),
        )


def _tell_all(
    headlines: Sequence[Headline], circle: Circle, week: Week, reader: Player
) -> list[tuple[Headline, str]]:
    """Return the headlines that this reader may see, each in words."""
    wanted = {pk for each in headlines for pk in each.seats}
    # Who has taken a seat over since is not told of for what its player of then did.
    replaced = FormerPlayer.objects.filter(seat=OuterRef("pk"), replaced_at__gte=week.begins_at)
    there = Seat.objects.filter(~Exists(replaced), pk__in=wanted).select_related("player", "game")
    seats = {seat.pk: seat for seat in there}
    people = {seat.player_id for seat in seats.values() if seat.player_id is not None and seat.is_taken}
    joined = Q(pk__in={pk for each in headlines for pk in each.members})
    members = {
        member.player_id: member
        for member in circle.members.filter(Q(player__in=people) | joined).select_related("player")
    }
    apart = blocks.find_apart(reader)
    games = Game.objects.in_bulk({each.game for each in headlines if each.game})
    mine = set(
        Seat.objects.filter(game__in=games, player=reader, status=Seat.Status.TAKEN).values_list(
            "game", flat=True
        )
    )
    found = []
    for headline in headlines:
        game = games.get(headline.game)
        if headline.game and (game is None or not _may_know(game, mine)):
            continue
        named = _find_named(headline, seats, members, apart)
        if named is None:
            continue
        names = [name_of(player) for player in named]
        if sentence := tell(headline, circle.key, week, names, game.shown_name if game is not None else ""):
            found.append((headline, sentence))
    return found


def _find_named(
    headline: Headline, seats: Mapping[int, Seat], members: Mapping[int, CircleMember], apart: set[int]
) -> list[Player] | None:
    """Return the people of a headline; ``None`` where it can't be told without one who is not to be named."""
    if headline.members:
        joined = [each.player for each in members.values() if each.pk in headline.members]
        return [player for player in joined if player.pk not in apart] or None
    players = [_player_at(seats.get(pk)) for pk in headline.seats]
    named = [player for player in players if player is not None and player.pk in members]
    is_whole = len(named) == len(headline.seats)
    return named if is_whole and apart.isdisjoint(each.pk for each in named) else None


def _player_at(seat: Seat | None) -> Player | None:
    return seat.player if seat is not None and seat.is_taken else None


def _may_know(game: Game, mine: set[int]) -> bool:
    """Whether a member may know what happened in a game: a private one that goes on is its players' own."""
    return game.status == Game.Status.FINISHED or game.is_open or game.pk in mine


def _read_results(circle: Circle, week: Week, reader: Player) -> list[Result]:
    facts = GameFacts.objects.filter(game__circle=circle, between_people=True)
    facts = facts.filter(game__finished_at__gte=week.begins_at, game__finished_at__lt=week.ends_at)
    rows = facts.select_related("game__winner__player").order_by("-game__finished_at", "-pk")[:MOST_ENDED]
    winners = {row.game.winner.player_id for row in rows if row.game.winner is not None}
    members = set(circle.members.filter(player__in=winners - {None}).values_list("player", flat=True))
    members -= blocks.find_apart(reader)
    results = []
    for row in rows:
        winner = _player_at(row.game.winner)
        is_named = winner is not None and winner.pk in members
        results.append(
            Result(
                pk=row.game_id,
                game=row.game.shown_name,
                turns=row.turns,
                winner=name_of(winner) if winner is not None and is_named else "",
                is_won=row.game.winner_id is not None,
                goal=row.goal if row.edition else "",
                cards=row.cards if row.edition else (),
            )
        )
    return results
