"""What costs the site much is limited per account, and more widely per network."""

import json
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Deck, Game, Player

from .test_lobby import NEW

pytestmark = pytest.mark.django_db
OFTEN = "You’ve done this too often. Try again in an hour."


@pytest.fixture(autouse=True)
def small_limits(settings):
    """Two for each account, three for a network."""
    cache.clear()
    names = ("new_game", "new_deck", "data_export")
    settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(names, "2/h/user,3/h/ip")


def browser_of(name: str, network: str = "192.0.2.1") -> Client:
    """The browser of somebody with an account, in a network."""
    client = Client(REMOTE_ADDR=network)
    client.force_login(Player.objects.create_user(f"{name}@players.example", name=name))
    return client


def create_game(browser: Client):
    return browser.post(reverse("new_game"), NEW)


def import_deck(browser: Client):
    return browser.post(reverse("import_deck"), {"text": json.dumps({"editions": ["fluxx"]})})


def play_against_bots(browser: Client):
    return browser.post(reverse("play_now"))


@pytest.mark.parametrize(
    ("act", "model"), [(create_game, Game), (import_deck, Deck), (play_against_bots, Game)]
)
def test_one_account_is_limited(act, model):
    """The third is refused with a sentence, and somebody in another network isn’t concerned."""
    ann, bob = browser_of("ann"), browser_of("bob", "198.51.100.1")
    for _time in range(2):
        assert 302 == act(ann).status_code
    refused = act(ann)

    assert (429, 2) == (refused.status_code, model.objects.count())
    assert OFTEN in unescape(refused.content.decode())
    assert 302 == act(bob).status_code


@pytest.mark.parametrize("act", [create_game, import_deck])
def test_one_network_is_limited(act):
    """However many accounts are made there."""
    ann, bob = browser_of("ann"), browser_of("bob")
    answers = [act(browser).status_code for browser in (ann, ann, bob, bob)]

    assert [302, 302, 302, 429] == answers


def test_copies_of_decks_count_as_decks():
    """Copying costs as much."""
    ann = browser_of("ann")
    import_deck(ann)
    copy = reverse("copy_deck", args=[Deck.objects.get().key])

    assert [302, 429] == [ann.post(copy).status_code for _time in range(2)]
    assert 2 == Deck.objects.count()


def test_exports_are_limited_by_network(mailoutbox):
    """Each is a mail and a file of everything."""
    for name in ("ann", "bob", "cid", "dee"):
        browser_of(name).post(reverse("export_data"))

    assert 3 == len(mailoutbox)
