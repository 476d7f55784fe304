"""Fixtures of the tests of pages: Ann hosts, Bob sits beside her, Charlie is a stranger."""

from collections.abc import Callable
from functools import partial

import pytest
import time_machine
from django.test import Client
from playwright.sync_api import BrowserContext

from games.models import Player
from tests.mail.tables import NOW, Stored, store
from tests.pages.positions import turn_of_ann


@pytest.fixture(autouse=True)
def still_clock(request):
    """The page says how much time is left: in these tests always the same, but for real browsers."""
    if "browser" in request.keywords:
        yield
        return
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def stored(db) -> Stored:
    """A private running game of Ann, Bob and Cid, in which it is Ann's turn."""
    return store(turn_of_ann(), commitment="c0ffee" * 8)


@pytest.fixture
def charlie(db) -> Player:
    return Player.objects.create_user("charlie@example.org", name="Charlie", timezone="Asia/Tokyo")


@pytest.fixture
def moderator(db) -> Player:
    return Player.objects.create_superuser("mod@example.org", name="Mod")


@pytest.fixture
def visit() -> Callable[[Player | None], Client]:
    """A browser in which this player is signed in; nobody for None."""

    def browser(player: Player | None) -> Client:
        client = Client(enforce_csrf_checks=False)
        if player is not None:
            client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client

    return browser


@pytest.fixture
def ann(stored: Stored, visit) -> Client:
    """Ann's browser."""
    return visit(stored.players["ann"])


@pytest.fixture
def bob(stored: Stored, visit) -> Client:
    """Bob's browser."""
    return visit(stored.players["bob"])


@pytest.fixture
def sign_in_at() -> Callable[[str, BrowserContext, Player], None]:
    """Sign a player in at the site of some address without the mail; others stay signed in."""

    def cookie(address: str, context: BrowserContext, player: Player) -> None:
        client = Client()
        client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
        )

    return cookie


@pytest.fixture
def sign_in(address, sign_in_at) -> Callable[[BrowserContext, Player], None]:
    """Sign a player in without the mail; others stay signed in."""
    return partial(sign_in_at, address)
