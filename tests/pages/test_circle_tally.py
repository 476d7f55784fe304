"""The tally of a circle and its seasons: what is counted, for whom, and when a season begins and ends."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Circle, CircleMember, Game, GameFacts, Player, Seat, SeatFacts
from games.people import circles
from games.people.circle_tally import Season, count_tally, find_season, list_seasons, season_at

pytestmark = pytest.mark.django_db
LATE = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
ZONES = [
    "UTC",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Europe/Warsaw",
    "Asia/Kathmandu",
    "America/St_Johns",
]


@pytest.fixture
def people() -> dict[str, Player]:
    return {
        name: Player.objects.create_user(f"{name}@example.org", name=name.title())
        for name in ("ann", "bob", "cid")
    }


@pytest.fixture
def circle(people) -> Circle:
    circle = circles.create_circle(host=people["ann"], name="Thursday people")
    CircleMember.objects.create(circle=circle, player=people["bob"])
    return circle


def remember(circle: Circle, people: dict[str, Player], winner: str, at: datetime = LATE, **fields) -> Game:
    """Leave a finished game of these people behind, which one of them has won."""
    game = Game.objects.create(
        name="Friday game", host=people["ann"], status=Game.Status.FINISHED, circle=circle,
        started_at=at - timedelta(days=9), finished_at=at,
    )  # fmt: skip
    facts = GameFacts.objects.create(game=game, **{"between_people": True, "turns": 9} | fields)
    for number, (name, player) in enumerate(people.items(), 1):
        seat = Seat.objects.create(
            game=game, number=number, player=player, name=player.name, status=Seat.Status.TAKEN
        )
        SeatFacts.objects.create(
            seat=seat, facts=facts, has_won=name == winner, turns=3, goals_set=1, taken=0, lost=0, answers=4
        )
    return game


def standings(circle: Circle, season: Season | None = None) -> list[tuple[str, int, int, int | None]]:
    found = count_tally(circle, circle.members.get(is_host=True).player, season).standings
    return [(each.name, each.games, each.won, each.win_rate) for each in found]


def page_of(player: Player, name: str, *args: object) -> str:
    browser = Client()
    browser.force_login(player)
    return " ".join(browser.get(reverse(name, args=args)).content.decode().split())


def test_members_are_counted(people, circle):
    """Whoever plays and isn't one counts as a player of the game, and is not named."""
    for winner in ("bob", "ann", "bob", "cid"):
        remember(circle, people, winner)
    remember(circle, people, "ann", between_people=False)
    other = circles.create_circle(host=people["ann"], name="Others")
    remember(other, people, "ann")

    assert [("Bob", 4, 2, None), ("Ann", 4, 1, None)] == standings(circle)
    assert 4 == count_tally(circle, people["ann"]).games
    assert "Cid" not in page_of(people["ann"], "circle", circle.key)


def test_of_few_games_no_rate_is_told(people, circle):
    """From ten games on there is one."""
    for _game in range(9):
        remember(circle, people, "ann")
    assert "%" not in page_of(people["ann"], "circle", circle.key)
    remember(circle, people, "bob")

    assert [("Ann", 10, 9, 90), ("Bob", 10, 1, 10)] == standings(circle)
    assert "90 %" in page_of(people["ann"], "circle", circle.key).replace("\xa0", " ")


def test_who_has_left_is_not_named(people, circle):
    """Neither of all time nor in a season that is over."""
    remember(circle, people, "bob")
    circles.leave_circle(circle=circle, player=people["bob"])

    assert [("Ann", 1, 0, None)] == standings(circle) == standings(circle, season_at(LATE))


@pytest.mark.parametrize("zone", ZONES)
def test_the_year_turns_in_every_zone(zone, people, circle, settings):
    """A season ends at midnight of the site's zone, and each game is in exactly one."""
    settings.TIME_ZONE = zone
    midnight = datetime(2027, 1, 1, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    remember(circle, people, "ann", midnight - timedelta(microseconds=1))
    remember(circle, people, "bob", midnight)
    before, after = Season(2026, 4), Season(2027, 1)

    assert [after, before] == list_seasons(circle)
    assert (before.next, before.ends_at) == (after, midnight)
    assert [("Ann", 1, 1, None), ("Bob", 1, 0, None)] == standings(circle, before)
    assert [("Bob", 1, 1, None), ("Ann", 1, 0, None)] == standings(circle, after)


@pytest.mark.parametrize("zone", ZONES)
def test_seasons_follow_each_other(zone, settings):
    """Every instant of four years is in the season that it is said to be in, and seasons leave no gap."""
    settings.TIME_ZONE = zone
    for days in range(0, 1461, 7):
        at = datetime(2025, 1, 1, 1, 30, tzinfo=UTC) + timedelta(days=days)
        season = season_at(at)

        assert season.begins_at <= at < season.ends_at
        assert season == season_at(season.begins_at)
        assert season.next == season_at(season.ends_at)


@pytest.mark.parametrize(
    "named", [(0, 1), (1999, 1), (2026, 0), (2026, 5), (9999, 4), (10**30, 1), (9000, 1)]
)
def test_there_is_no_such_season(named, people, circle):
    """A quarter that isn't one, or hasn't begun: nothing is found there."""
    assert find_season(*named) is None
    browser = Client()
    browser.force_login(people["ann"])
    assert 404 == browser.get(f"/circles/{circle.key}/{named[0]}-q{named[1]}/").status_code


def test_the_page_of_a_season_stays(people, circle):
    """With its standings and games; games of other seasons aren't there, and one without any says so."""
    remember(circle, people, "ann", datetime(2025, 2, 3, tzinfo=UTC))
    Game.objects.update(name="First game")
    remember(circle, people, "bob", datetime(2025, 5, 6, tzinfo=UTC))
    page = page_of(people["bob"], "circle_season", circle.key, 2025, 1)
    empty = page_of(people["bob"], "circle_season", circle.key, 2025, 3)

    assert "First game" in page
    assert "Friday game" not in page
    assert "This season ends" not in page
    assert "No game between people ended in this season." in empty
    assert "/2025-q1/" in page_of(people["bob"], "circle", circle.key)


def test_the_tally_costs_the_same_for_few_and_many(people, circle):
    """However many games and seasons there are."""
    remember(circle, people, "ann")
    browser, seen = Client(), []
    browser.force_login(people["ann"])
    for _time in range(2):
        for name, args in (("circle", ()), ("circle_season", (2026, 1))):
            browser.get(reverse(name, args=[circle.key, *args]))
            with CaptureQueriesContext(connection) as spent:
                browser.get(reverse(name, args=[circle.key, *args]))
            seen.append(len(spent))
        for month in range(1, 9):
            remember(circle, people, "bob", datetime(2026, month, 2, tzinfo=UTC))

    assert seen[0] == seen[2] <= 20
    assert seen[3] <= seen[1] + 2 <= 16  # a season with games names who sat there
