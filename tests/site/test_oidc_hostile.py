"""A provider that turns against the site: whatever it answers, nobody is let in as somebody else.

Nothing that it says raises, takes a thread for long, or fills the memory.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from fluxx_site.oidc import calls, views
from games.core.budgets import PROVIDER_CALL
from games.models import Player
from tests.support.oidc import OidcProvider, come_back, leave, provider, sign_in_with

from .test_accounts import ABOUT, signed_in
from .test_oidc import SIGN_UP, dora, text_of, with_address

__all__ = ["dora", "provider"]

pytestmark = [pytest.mark.django_db, pytest.mark.bare_sign_in]

CONFIGURATION = "/.well-known/openid-configuration"
FAILED = "Club doesn’t answer as it should."
# What may stand in the place of any value, as JSON.
VALUES = {
    "nothing": "null",
    "true": "true",
    "number": "7",
    "long number": "9" * 5_000,
    "infinity": "1e999",
    "no number": "NaN",
    "list": "[]",
    "object": '{"kty": "oct"}',
    "list of lists": '[["a"]]',
    "empty": '""',
    "NUL": '"a\\u0000b"',
    "half a character": '"\\ud800"',
    "lines": '"https://a.example/\\r\\nSet-Cookie: a=b"',
    "script": '"javascript:alert(1)"',
    "file": '"file:///etc/passwd"',
    "half an address": '"http://[::1"',
    "port": '"http://127.0.0.1:99999/"',
    "long": f'"{"x" * 70_000}"',
    "deep": "[" * 90_000 + "]" * 90_000,
    "backwards": '"\\u202edora"',
    "mailbox of a number": '"a@[IPv6:::1]"',
    "quoted mailbox": '"\\"a b\\"@players.example"',
    "mailbox of lines": '"a@b\\n@players.example"',
}
CLAIMS = ("sub", "iss", "aud", "exp", "iat", "nbf", "azp", "nonce", "email", "email_verified", "name", "jti")
SHARES = 6  # each value goes to one place in so many


def list_places(provider: OidcProvider) -> Iterator[Callable[[str], None]]:
    """Yield what puts a value into each place of each answer."""

    def replace(path: str, said: Any, *keys: Any) -> Callable[[str], None]:
        def put(value: str) -> None:
            place = changed = json.loads(json.dumps([said]))
            for key in (0, *keys)[:-1]:
                place = place[key]
            place[(0, *keys)[-1]] = "@"
            provider.faults.answers = {path: json.dumps(changed[0]).replace('"@"', value).encode()}

        return put

    def claim(name: str) -> Callable[[str], None]:
        def put(value: str) -> None:
            provider.faults.configuration = {"userinfo_endpoint": None}
            try:
                provider.faults.claims = {name: json.loads(value)}
            except (RecursionError, ValueError):  # too much for the provider itself
                provider.faults.claims = {name: [[[]]]}

        return put

    said = {path: json.loads(provider.answer(path, {})) for path in (CONFIGURATION, "/keys", "/userinfo")}
    said["/token"] = {"access_token": "a", "id_token": "x.y.z", "token_type": "Bearer"}
    for path, about in said.items():
        yield replace(path, about)
        yield from (replace(path, about, name) for name in about)
    key = said["/keys"]["keys"][0]
    yield from (replace("/keys", said["/keys"], "keys", 0, name) for name in [*key, "x5c"])
    yield from map(claim, CLAIMS)


@pytest.mark.parametrize("number", range(len(VALUES)), ids=VALUES)
def test_no_answer_of_the_provider_raises(provider, dora, settings, number):
    """People are told, sign up or are let in as who they are; nobody gets an error page."""
    settings.ACCOUNT_RATE_LIMITS = False
    value = list(VALUES.values())[number]
    for put in list(list_places(provider))[number % SHARES :: SHARES]:
        provider.faults = type(provider.faults)()
        put(value)
        client = Client()
        page = client.post("/accounts/provider/sign-in/", follow=True)
        if "Refresh" in page.headers:
            page = come_back(client, provider, leave(client))
        assert 200 == page.status_code
        assert signed_in(client) in (None, dora.email)
        if page.request["PATH_INFO"] == SIGN_UP:
            assert client.post(SIGN_UP, {**ABOUT, "email": "fresh@players.example"}).status_code in (200, 302)
        Player.objects.exclude(pk=dora.pk).delete()


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://a.example/\r\nSet-Cookie: a=b",
        "//a.example",
        "http://[::1",
        "data:text/html,x",
        "https:///x",
    ],
)
def test_a_browser_is_sent_to_a_plain_address_only(client, provider, caplog, url):
    """It stands in a header and in a link."""
    provider.faults.configuration = {"authorization_endpoint": url}

    assert FAILED in text_of(client.post("/accounts/provider/sign-in/", follow=True))
    assert "its authorization_endpoint is no http address" in caplog.text


@pytest.mark.parametrize("email", ["Dora@PLAYERS.example", "dora@players.e\N{CYRILLIC SMALL LETTER HA}ample"])
def test_only_the_case_of_plain_letters_is_the_same_address(client, provider, dora, email):
    """The provider’s capitals are ours; a Cyrillic letter that looks the same is another mailbox."""
    provider.person["email"] = email
    sign_in_with(client, provider)

    assert (dora.email if email.isascii() else None) == signed_in(client)


def test_a_letter_that_becomes_another_one_in_lower_case_joins_nothing(client, provider):
    """The sign for kelvin is no k: who has verified that mailbox is somebody else."""
    with_address(Player.objects.create_user("kate@players.example", name="Kate"))
    provider.person["email"] = "\N{KELVIN SIGN}ate@players.example"
    sign_in_with(client, provider)

    assert signed_in(client) is None


@pytest.mark.parametrize("path", [CONFIGURATION, "/token", "/keys", "/userinfo"])
def test_the_provider_leads_the_site_nowhere_else(client, provider, dora, caplog, path):
    """Not to another machine of the network, and not with the secret of this site."""
    asked = leave(client)
    provider.faults.redirects = {path: f"{provider.issuer}/elsewhere"}
    page = come_back(client, provider, asked)

    assert FAILED in text_of(page)
    assert "leads elsewhere, which is not followed" in caplog.text
    assert signed_in(client) is None


def test_an_answer_that_is_too_large_is_not_read(client, provider, caplog):
    """Neither whole nor packed."""
    provider.faults.answers = {CONFIGURATION: b" " * (PROVIDER_CALL.largest + 1)}

    assert FAILED in text_of(client.post("/accounts/provider/sign-in/", follow=True))
    assert f"sends more than {PROVIDER_CALL.largest} bytes" in caplog.text


@pytest.mark.parametrize("path", ["head", "body"])
def test_an_answer_that_drips_is_given_up(client, provider, monkeypatch, path):
    """Each byte comes in time, and all together never."""
    monkeypatch.setattr(calls, "SECONDS", 0.6)
    provider.faults.drip = 0.1 if path == "head" else 0.02
    began = time.monotonic()
    page = client.post("/accounts/provider/sign-in/", follow=True)

    assert FAILED in text_of(page)
    assert time.monotonic() - began < 3


def test_a_slow_provider_does_not_take_every_thread(client, provider, monkeypatch):
    """Whoever comes while enough others wait is told at once; the next one is served again."""
    monkeypatch.setattr(views, "SECONDS_IN_LINE", 0.01)
    for _other in range(views.CALLS._value):
        views.CALLS.acquire()
    refused = client.post("/accounts/provider/sign-in/", follow=True)
    for _other in range(3):
        views.CALLS.release()

    assert FAILED in text_of(refused)
    assert "Refresh" in client.post("/accounts/provider/sign-in/").headers
