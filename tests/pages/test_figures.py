"""The page of figures: what is counted, over how many games, and for whom."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games import clock
from games.models import Game, GameFacts, Player, Seat, SeatFacts
from games.pages.people import figures as page
from games.people import figures
from games.people.figures import read_figures
from games.people.figures_between import find_met, read_between
from games.people.figures_of_year import read_year

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, Player]:
    return {
        name: Player.objects.create_user(f"{name}@example.org", name=name.title())
        for name in ("ann", "bob", "cid")
    }


def remember(
    people: dict[str, Player], winner: str, *, turns: int = 9, goal: str = "baked-goods", **fields
) -> Game:
    """Leave a finished game between these people behind, that one of them has won."""
    days = timedelta(days=Game.objects.count())
    game = Game.objects.create(
        name=f"Game {Game.objects.count()}", host=people["ann"], status=Game.Status.FINISHED,
        started_at=clock.now(), finished_at=clock.now() + days, commitment="x",
    )  # fmt: skip
    thefts = [{"turn": 2, "seat": 1, "source": 2, "card": "bread"}]
    told = {"edition": "fluxx", "between_people": True, "cards": [goal, "bread"], "thefts": thefts} | fields
    facts = GameFacts.objects.create(game=game, turns=turns, goal=goal, **told)
    for number, (name, player) in enumerate(people.items(), 1):
        seat = Seat.objects.create(
            game=game, number=number, player=player, name=name.title(), status=Seat.Status.TAKEN
        )
        if name == winner:
            Game.objects.filter(pk=game.pk).update(winner=seat)
        SeatFacts.objects.create(
            seat=seat, facts=facts, has_won=name == winner, turns=turns // 3, goals_set=1, taken=number == 1,
            lost=number == 2, answers=4, waited=timedelta(hours=8), missing="" if name == winner else "milk",
        )  # fmt: skip
    return game


def page_of(player: Player, address: str = "/account/figures/") -> str:
    response = visit(player, address)
    return " ".join(response.content.decode().replace("\xa0", " ").split())


def visit(player: Player, address: str) -> HttpResponse:
    client = Client()
    client.force_login(player)
    return client.get(address)


def address_with(game: Game, number: int) -> str:
    return f"/account/figures/with/{game.key}/{number}/"


def test_games_are_counted(people):
    """Won, in a row, one card short, by edition, by goal and against whom."""
    for winner in ("bob", "ann", "ann", "cid", "ann"):
        remember(people, winner)
    found = read_figures(people["ann"])

    assert (5, 3) == (found.games, found.won)
    assert (1, 2) == (found.streak, found.longest_streak)
    assert 2 == found.near
    assert timedelta(hours=2) == found.answer
    assert [("fluxx", 3, 5)] == [(each.what, each.count, each.games) for each in found.editions]
    assert [("baked-goods", 3)] == [(each.what, each.count) for each in found.goals]
    assert [("baked-goods", 2)] == [(each.what, each.count) for each in found.beaten_by]
    assert [("Bob", 5, 3, 1, 5, 0), ("Cid", 5, 3, 1, 0, 0)] == [
        (each.name, each.games, each.won, each.lost, each.took, each.gave) for each in found.people
    ]


def test_of_few_games_no_rate_is_told(people):
    """Below ten games the page says how many are missing."""
    for _game in range(9):
        remember(people, "ann")
    assert "9 of 9 games" in page_of(people["ann"])
    assert "a percentage after 1 more game" in page_of(people["ann"])
    remember(people, "bob")

    assert "9 of 10 games (90 %)" in page_of(people["ann"]).replace('<span class="quiet"> ', "")


def test_only_games_between_people_count(people):
    """One against bots, and one that somebody has left before its end, say nothing of them."""
    remember(people, "ann", between_people=False)
    game = remember(people, "ann")
    Seat.objects.filter(game=game, player=people["bob"]).update(status=Seat.Status.LEFT)

    assert 1 == read_figures(people["ann"]).games
    assert 0 == read_figures(people["bob"]).games
    assert ["Cid"] == [each.name for each in read_figures(people["ann"]).people]


def test_who_has_deleted_their_account_is_nobody_here(people):
    """A former player is not told from another."""
    game = remember(people, "ann")
    Seat.objects.filter(game=game, player=people["bob"]).update(name="Former player")

    assert ["Cid"] == [each.name for each in read_figures(people["ann"]).people]
    assert "Former player" not in page_of(people["ann"])


def test_figures_cost_the_same_for_few_and_for_many_games(people):
    """Two statements, and no more than the last games."""
    remember(people, "ann")
    with CaptureQueriesContext(connection) as few:
        read_figures(people["ann"])
    for _game in range(12):
        remember(people, "bob")
    with CaptureQueriesContext(connection) as many:
        read_figures(people["ann"])

    assert len(few) == len(many) == 2


def test_the_last_games_are_counted(people, monkeypatch):
    monkeypatch.setattr(figures, "MOST_GAMES", 2)
    monkeypatch.setattr(page, "MOST_GAMES", 2)
    for winner in ("ann", "bob", "bob"):
        remember(people, winner)

    assert (2, 0) == (read_figures(people["ann"]).games, read_figures(people["ann"]).won)
    assert "Here it’s the last 2." in page_of(people["ann"])


@pytest.mark.parametrize("goal", ["gone~0123456789abcdef", "<b>", ""])
def test_a_card_that_no_edition_has(people, goal):
    """Made cards belong to their deck, and a game that all lost has no goal."""
    remember(people, "ann", goal=goal, edition="")
    page = page_of(people["ann"])

    assert "Decks of our own" in page
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("language", "words"), [("en", "None yet."), ("pl", "Jeszcze nic"), ("ru", "Пока пусто")]
)
def test_before_the_first_game(people, language, words):
    """An empty page says what to do."""
    people["ann"].language = language
    people["ann"].save()
    with translation.override(language):
        assert words in page_of(people["ann"])


def test_the_games_of_an_edition(people):
    """The page counts those of the edition that was asked for; a wrong one is none."""
    remember(people, "ann")
    remember(people, "bob", edition="ice")
    remember(people, "bob", edition="ice")

    assert (2, 0) == (
        read_figures(people["ann"], "ice").games,
        read_figures(people["ann"], "ice").won,
    )
    assert "0 of 2 games" in page_of(people["ann"], "/account/figures/?edition=ice")
    assert "1 of 3 games" in page_of(people["ann"], "/account/figures/?edition=nonsense")
    assert "Show all" in page_of(people["ann"], "/account/figures/?edition=anatomy")


def test_how_it_stands_between_two(people):
    """Wins, streaks, keepers and goals of both, over the games in which both sat to the end."""
    games = [
        remember(people, winner, turns=9 + turns) for turns, winner in enumerate(["ann", "bob", "bob", "cid"])
    ]
    found = read_between(people["ann"], find_met(people["ann"], games[0].key, 2))

    assert ("Bob", 4, 1) == (found.name, found.games, found.neither)
    assert [(1, 0, 1, 4), (2, 0, 2, 0)] == [
        (side.won, side.streak, side.longest_streak, side.took) for side in (found.me, found.them)
    ]
    assert [("baked-goods", 2)] == [(each.what, each.count) for each in found.them.goals]
    assert (9, 12) == (found.shortest.facts.turns, found.longest.facts.turns)
    assert games[::-1] == [facts.facts.game for facts, _seat in found.last]
    page = page_of(people["ann"], address_with(games[0], 2))
    assert "4 games together" in page
    assert all(f'href="/g/{game.key}/"' in page for game in games)


def test_both_read_the_same_of_each_other(people):
    """What is mine is theirs on the other's page."""
    game, *_others = [remember(people, winner) for winner in ("ann", "bob", "bob")]
    mine = read_between(people["ann"], find_met(people["ann"], game.key, 2))
    theirs = read_between(people["bob"], find_met(people["bob"], game.key, 1))

    assert (mine.me, mine.them) == (theirs.them, theirs.me)


@pytest.mark.parametrize("who", ["nobody", "me", "left", "bots", "former", "stranger", "unfinished", "huge"])
def test_of_nobody_else_there_is_a_page(people, who):
    """Only of people with whom the reader has finished a game; the figures link to no other page."""
    game = remember(people, "ann", between_people=who != "bots")
    seat, reader = Seat.objects.get(game=game, number=2), people["ann"]
    if who == "left":
        Seat.objects.filter(pk=seat.pk).update(status=Seat.Status.LEFT)
    elif who == "former":
        Seat.objects.filter(pk=seat.pk).update(name="Former player")
    elif who == "stranger":
        reader = Player.objects.create_user("dee@example.org", name="Dee")
    elif who == "unfinished":
        GameFacts.objects.all().delete()
    number = {"me": 1, "nobody": 7, "huge": 10**20}.get(who, 2)

    assert 404 == visit(reader, address_with(game, number)).status_code
    assert address_with(game, number) not in page_of(reader)


def test_the_figures_lead_to_each_person(people):
    """By the last table, so that no address tells whose account it is."""
    remember(people, "ann")
    last = remember(people, "bob")
    page = page_of(people["ann"])

    assert all(f'href="{address_with(last, number)}"' in page for number in (2, 3))
    assert 200 == visit(people["ann"], address_with(last, 3)).status_code


def test_two_people_cost_the_same_for_few_and_for_many_games(people):
    """Three statements, and no more than the last games."""
    game, counted = remember(people, "ann"), []
    for _round in range(2):
        with CaptureQueriesContext(connection) as read:
            read_between(people["ann"], find_met(people["ann"], game.key, 2))
        counted.append(len(read))
        for _game in range(12):
            remember(people, "bob")

    assert counted == [3, 3]


def end_at(game: Game, *moment: int) -> None:
    Game.objects.filter(pk=game.pk).update(finished_at=datetime(*moment, tzinfo=UTC))


def test_a_year(people):
    """Games, goals, people, the card that decided most, and the months; each of as many games as it says."""
    for month, winner in ((1, "bob"), (1, "ann"), (3, "ann")):
        end_at(remember(people, winner, turns=10 + month), 2025, month, 15)
    end_at(remember(people, "ann"), 2023, 6, 1)
    found = read_year(people["ann"], 2025)

    assert (3, 2, 3, 2) == (found.figures.games, found.figures.won, found.goals_set, found.people)
    assert ("bread", 3, 3) == (found.card.what, found.card.count, found.card.games)
    assert 13 == found.figures.longest.facts.turns
    assert [(1, 2), (0, 0), (1, 1)] == [(each.count, each.games) for each in found.months[:3]]
    assert (12, 2023, None) == (len(found.months), found.before, found.after)
    page = page_of(people["ann"], "/account/figures/2025/")
    assert "3 games" in page
    assert 'href="/account/figures/2023/"' in page
    assert "a percentage after 7 more games" in page
    assert "2 games, 1 won" in page


@pytest.mark.parametrize(
    ("zone", "year"), [("UTC", 2024), ("Pacific/Kiritimati", 2025), ("America/Los_Angeles", 2024)]
)
def test_the_readers_zone_decides_the_year(people, zone, year):
    """The last evening of a year is the new one elsewhere; each game is in one year."""
    Player.objects.filter(pk=people["ann"].pk).update(timezone=zone)
    ann = Player.objects.get(pk=people["ann"].pk)
    end_at(remember(people, "ann"), 2024, 12, 31, 20)
    counted = {each: read_year(ann, each).figures.games for each in (2023, 2024, 2025)}

    assert {each: int(each == year) for each in counted} == counted
    assert (year, None) == (read_year(ann, 2023).after, read_year(ann, 2023).before)


def test_the_year_that_goes_on(people):
    """It has the months that have begun; the figures lead there, and a game of today is in it."""
    remember(people, "ann")
    now = clock.now()
    found = read_year(people["ann"], now.year)

    assert (now.month, 1, False) == (len(found.months), found.months[-1].games, found.is_over)
    assert f'href="/account/figures/{now.year}/"' in page_of(people["ann"])
    assert "This year isn’t over." in page_of(people["ann"], f"/account/figures/{now.year}/")


def test_years_without_games(people):
    """One that is over, or goes on, says so; one that can't have games isn't there."""
    this = clock.now().year

    assert "You didn’t finish a game" in page_of(people["ann"], f"/account/figures/{this - 1}/")
    assert "this year yet" in page_of(people["ann"], f"/account/figures/{this}/")
    assert {404} == {
        visit(people["ann"], f"/account/figures/{year}/").status_code for year in (0, 1999, this + 1, 10**12)
    }


def test_a_year_costs_the_same_for_few_and_for_many_games(people):
    """Three statements."""
    counted = []
    for _round in range(2):
        for _game in range(6):
            end_at(remember(people, "bob"), 2025, 5, 5)
        with CaptureQueriesContext(connection) as read:
            read_year(people["ann"], 2025)
        counted.append(len(read))

    assert counted == [3, 3]
