"""Addresses that code and templates name: each exists, and each opens for who plays without an account."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client, override_settings
from django.urls import URLResolver, get_resolver

from games.models import Game, Player
from tests.mail.tables import store
from tests.support.processes import ROOT

from .positions import open_link, turn_of_ann
from .test_nul import addresses

IN_CODE = re.compile(r'\b(?:redirect|reverse|reverse_lazy|absolute_url|post_or_redirect)\(\s*"([a-z_:]+)"')
IN_TEMPLATES = re.compile(r"""{% url ['"]([a-z_:]+)['"]""")
# Addresses that only some sites have, by the module that brings them.
OF_SOME_SITES = ("fluxx_site.embedded.urls", "tests.support.urls_with_provider")
# A number that is no row's, and two that no column of PostgreSQL holds.
NUMBERS = ("2147483647", "2147483648", "9" * 30)
# They end what the next address needs.
ENDS = ("/give-up/", "/logout/")


def known_names(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The names of all addresses, those of a namespace with it."""
    yield from (before + name for name in resolver.reverse_dict if isinstance(name, str))
    for namespace, (_prefix, below) in resolver.namespace_dict.items():
        yield from known_names(below, f"{before}{namespace}:")


def test_each_address_that_is_named_exists():
    """A name with a typing error is an error of the site on the day when somebody comes by."""
    sources = [path for folder in ("games", "fluxx_site") for path in (ROOT / folder).rglob("*.py")]
    templates = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
    named = {
        (found, path.name)
        for pattern, paths in ((IN_CODE, sources), (IN_TEMPLATES, templates))
        for path in paths
        for found in pattern.findall(path.read_text())
    }
    known = {"socialaccount_signup", *known_names(get_resolver())}  # allauth's, which ours replaces
    for urls in OF_SOME_SITES:
        known |= {*known_names(get_resolver(urls))}

    assert len(named) > 200
    assert [] == sorted(each for each in named if each[0] not in known)


def ask_everywhere(browser: Client, key: str) -> list[tuple[str, str, int]]:
    """Ask for each address by GET and POST, with numbers that no row has; return what failed."""
    browser.raise_request_exception = False
    asked: list[tuple[str, str, int]] = []
    for address, names in addresses(key):
        if address.endswith(ENDS):
            continue
        for sent in ({}, *(dict.fromkeys([*names, "page"], number) for number in NUMBERS)):
            asked += [("get", address, browser.get(address, sent).status_code)]
            asked += [("post", address, browser.post(address, sent).status_code)]
    assert len(asked) > 1000
    return [each for each in asked if each[2] >= 500 and each[1] != "/healthz"]


@pytest.mark.slow
def test_no_address_fails_for_who_plays_without_an_account(db):
    """Also one that nothing on their pages leads to: whoever signs out, or goes back, comes by."""
    visitor = Client()
    visitor.post("/play/")

    assert [] == ask_everywhere(visitor, Game.objects.get(is_trial=True).key)


@pytest.mark.slow
@override_settings(TRIAL_GAMES=0)
def test_no_address_fails_for_a_guest(db):
    """Who came by a link from a mail, and has no account."""
    stored = store(turn_of_ann())
    Player.objects.filter(pk=stored.players["bob"].pk).update(is_guest=True)
    guest = Client()
    open_link(guest, stored.seats["bob"])

    assert [] == ask_everywhere(guest, stored.game.key)
