"""The link to a year of somebody: who makes it, what strangers see by it, and nobody else's name."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from games import clock
from games.models import Game, Player, YearShare
from games.moderation.desk import perform, revert
from games.pages.people.year_picture import render_year, show_year
from games.people.account_deletion import delete_account
from games.people.data_export import exported_tables
from games.people.figures_of_year import read_year

from .test_figures import end_at, people, remember  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db
YEAR = "/account/figures/2025/share/"


@pytest.fixture
def ann(people) -> Player:  # noqa: F811
    """A player of a year of three games, of which two were won, and one game of another year."""
    for month, winner in ((1, "bob"), (1, "ann"), (3, "ann")):
        game = remember(people, winner, turns=10 + month)
        Game.objects.filter(pk=game.pk).update(name="Zed’s secret game")
        end_at(game, 2025, month, 15)
    end_at(remember(people, "ann"), 2023, 6, 1)
    return people["ann"]


def press(player: Player, do: str = "share", address: str = YEAR) -> HttpResponse:
    client = Client()
    client.force_login(player)
    return client.post(address, {"do": do})


def key_of(player: Player) -> str:
    assert 302 == press(player).status_code
    return YearShare.objects.get(player=player).key


def test_strangers_see_the_year_by_the_link(ann, client):
    """Only the player's name, and figures; not for search engines, other sites and caches."""
    response = client.get(f"/s/{key_of(ann)}/year/")
    page = response.content.decode()

    assert "3 games, 2 won" in page
    assert "Turns of the longest game: 13" in page
    assert "Ann" in page
    assert not [name for name in ("Bob", "Cid", "Zed", "/g/") if name in page]
    assert ("noindex", "no-referrer") == (response["X-Robots-Tag"], response["Referrer-Policy"])
    assert "no-store" in response["Cache-Control"]


def test_chats_show_the_picture(ann, client):
    """1200 by 630, in the language of the player, the same as long as nothing changes; nobody else's name."""
    Player.objects.filter(pk=ann.pk).update(language="pl")
    key = key_of(Player.objects.get(pk=ann.pk))
    page = client.get(f"/s/{key}/year/", HTTP_ACCEPT_LANGUAGE="ru").content.decode().replace("\xa0", " ")
    first = client.get(f"/s/{key}/year.png")

    assert 'property="og:title" content="Ann · 2025"' in page
    assert "3 partie, wygrane: 2 · Współgracze: 2" in page
    assert f"/s/{key}/year.png" in page
    assert (1200, 630) == Image.open(BytesIO(first.content)).size
    assert 304 == client.get(f"/s/{key}/year.png", HTTP_IF_NONE_MATCH=first["ETag"]).status_code
    svg = render_year(show_year(ann, read_year(ann, 2025)))
    assert not [name for name in ("Bob", "Cid", "Zed") if name in svg]


def test_there_is_one_link_which_its_player_withdraws(ann, client):
    """Pressing twice makes one; the next one is another; others can't withdraw it."""
    key = key_of(ann)
    assert key == key_of(ann)
    press(Player.objects.get(name="Bob"), "withdraw")
    assert 200 == client.get(f"/s/{key}/year/").status_code
    press(ann, "withdraw")

    assert {404} == {client.get(f"/s/{key}/{page}").status_code for page in ("year/", "year.png")}
    assert key != key_of(ann)


@pytest.mark.parametrize(("year", "status"), [(2024, 409), (1999, 409), (3000, 409)])
def test_a_year_without_games_has_none(ann, year, status):
    """Its page isn't there, and a form for it is refused."""
    address = f"/account/figures/{year}/share/"
    client = Client()
    client.force_login(ann)

    assert 404 == client.get(address).status_code
    assert status == press(ann, address=address).status_code
    assert not YearShare.objects.exists()


def test_a_moderator_ends_it_and_takes_that_back(ann, client, moderator):
    """Until then it opens nothing, and its player can neither make another nor lift that by withdrawing."""
    key = key_of(ann)
    record = perform("end-year-shares", player=ann, by=moderator, reason="Insults in a name.").record
    press(ann, "withdraw")

    assert 404 == client.get(f"/s/{key}/year/").status_code
    assert 403 == press(ann).status_code
    revert(record, by=moderator)
    assert 200 == client.get(f"/s/{key}/year/").status_code


def test_it_rests_while_its_player_is_suspended(ann, client):
    key = key_of(ann)
    Player.objects.filter(pk=ann.pk).update(suspended_until=clock.now() + timedelta(days=1))

    assert 404 == client.get(f"/s/{key}/year/").status_code


def test_it_goes_with_the_account_and_stands_in_the_export(ann, client):
    """Deleting the account removes it."""
    key = key_of(ann)
    assert key in str(list(exported_tables(ann)))
    Player.objects.filter(pk=ann.pk).update(deletion_at=clock.now())
    delete_account(ann.pk)

    assert not YearShare.objects.exists()
    assert 404 == client.get(f"/s/{key}/year/").status_code


def test_a_name_in_letters_that_no_font_has(ann):
    """It says a player, and draws no boxes."""
    ann.name = "山田花子"

    assert "A player · 2025" in render_year(show_year(ann, read_year(ann, 2025)))
