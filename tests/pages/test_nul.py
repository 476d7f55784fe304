"""What PostgreSQL can't store, in any field of any page: refused, and no error of the site."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Game
from tests.mail.tables import store
from tests.pages.positions import turn_of_ann

READ = re.compile(r'request\.(?:GET|POST)(?:\[|\.get(?:list)?\()"(\w+)"|read_number\(request, "(\w+)"')
# Beside what our views read by themselves: fields of forms.
FIELDS = ("name", "email", "text", "login", "password", "code", "next", "known", "people", "title", "url")


def names_read_by(view: URLPattern) -> set[str]:
    """Under which names the module of a view reads something of a request."""
    source = Path(str(sys.modules[view.callback.__module__].__file__)).read_text()
    return {name for match in READ.findall(source) for name in match if name}


def addresses(key: str, resolver: URLResolver | None = None, prefix: str = "/") -> Iterator[tuple[str, set]]:
    """Each address of the site, of this game where it is one's, and what is read there."""
    for each in (resolver or get_resolver()).url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            path = re.sub(r"<slug:key>", key, path)
            yield re.sub(r"<(?:\w+:)?\w+>", "1", path), names_read_by(each)
        elif "admin" not in path:
            yield from addresses(key, each, path)


@pytest.mark.slow
def test_no_field_with_a_nul_is_an_error_of_the_site(visit, db):
    """Also one at a time where a view reads several, as the first that is wrong may hide the next."""
    stored = store(turn_of_ann())
    Game.objects.update(is_open=True)
    found, wrong = list(addresses(stored.game.key)), []
    assert {"last", "choose", "link"} <= {name for _address, names in found for name in names}
    for address, names in found:
        ann = visit(stored.players["ann"])
        ann.raise_request_exception = False
        everything = dict.fromkeys([*FIELDS, *names], "a\0b")
        for sent in (everything, *({name: "a\0b"} for name in names)):
            asked = [(ask.__name__, ask(address, sent).status_code) for ask in (ann.get, ann.post)]
            wrong += [(how, address, sorted(sent)) for how, status in asked if status >= 500]

    assert wrong == []
