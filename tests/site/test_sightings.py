"""Signs of several accounts: hashes, kept for 30 days, shown to staff as a hint that proves nothing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.core import tokens
from games.models import Player, Sighting
from games.people.sightings import find_hints, make_digest, note_sighting
from games.periodic.retention import remove_old

from .play import seat_of

pytestmark = pytest.mark.django_db(transaction=True)
FIREFOX = "Mozilla/5.0 Firefox/140"
HOME = "203.0.113.7"


def see(player: Player, *, address: str = HOME, browser: str = FIREFOX) -> None:
    note_sighting(player=player, address=address, browser=browser)


def test_what_somebody_does_leaves_a_sign_and_what_they_look_at_does_not(ann, client):
    """Signed in; neither address nor browser can be read from it, and a day has one row."""
    client.force_login(ann)
    agent = {"headers": {"User-Agent": FIREFOX}}
    client.get(reverse("account"), **agent)
    assert not Sighting.objects.exists()
    for _time in range(2):
        client.post(reverse("mark_all_as_read"), **agent)

    row = Sighting.objects.get()
    assert (ann, make_digest("127.0.0.1", FIREFOX)) == (row.player, row.digest)
    assert "127" not in row.digest[:4]


def test_playing_by_link_leaves_one_too(ann, bob, start):
    """A guest has no other way."""
    game = start(ann, bob)
    browser = Client()
    browser.get(reverse("play_link", args=[tokens.make_token(seat_of(game, bob))]))
    page = browser.get(reverse("seat_game", args=[game.key]))
    assert not Sighting.objects.exists()
    browser.post(reverse("seat_seen", args=[game.key]), {"csrfmiddlewaretoken": page.context["csrf_token"]})

    assert [bob] == [row.player for row in Sighting.objects.all()]


def test_staff_see_a_hint_with_its_doubts(ann, bob, carol, start, moderator, client):
    """On the person’s page: who, on how many days, at which tables; those elsewhere are not named."""
    start(ann, bob)
    for player in (ann, bob):
        see(player)
    see(carol, address="198.51.100.1")
    client.force_login(moderator)

    page = client.get(reverse("admin:games_player_change", args=[ann.pk])).content.decode()

    (hint,) = find_hints(ann)
    assert (bob, 1, ("Friday game",)) == (hint.player, hint.days, hint.tables)
    assert "bob@players.example" in page
    assert "On its own, this proves nothing" in page
    assert "carol@players.example" not in page


def test_another_browser_or_home_is_no_hint(ann, bob):
    """Both have to be the same; of an IPv6 address, the part of the home."""
    see(ann)
    see(bob, browser="Safari")
    assert [] == find_hints(ann)
    see(ann, address="2001:db8:1:2::5")
    see(bob, address="2001:db8:1:2:aaaa::9")
    assert [bob] == [hint.player for hint in find_hints(ann)]


def test_they_are_gone_after_thirty_days(ann, bob):
    """Neither shown nor stored."""
    for player in (ann, bob):
        see(player)
    Sighting.objects.update(day=(clock.now() - timedelta(days=31)).date())

    assert [] == find_hints(ann)
    remove_old(stop_at=2.0**60)
    assert not Sighting.objects.exists()
