"""How much a browser loads for a page: at the first visit, compressed as a site in operation sends it."""

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.mail.kinds import open_game
from tests.mail.tables import store
from tests.pages import boards
from tests.pages.positions import Html, twelve_cards

MOST = 85_000  # bytes of a whole first visit
MOST_OF_A_BOARD = 90_000  # with every way to move at once
BROWSER = {"Accept-Encoding": "gzip, deflate, br"}


def files_of(page: Html) -> set[str]:
    """The static files that a page loads: style sheets, scripts, pictures."""
    links = [each.get("href") for each in page.all("link") if each.get("rel") in ("stylesheet", "icon")]
    loaded = [each.get("src") for tag in ("script", "img") for each in page.all(tag)]
    drawn = [each.get("href") for each in page.all("use")]
    paths = {urlsplit(address).path for address in (*links, *loaded, *drawn) if address}
    return {path for path in paths if path.startswith("/static/")}


def weigh(client: Client, address: str) -> int:
    """The bytes of a page with all that it loads."""
    response = client.get(address, headers=BROWSER)
    assert "gzip" == response["Content-Encoding"]
    files = files_of(Html(gzip.decompress(response.content)))
    assert any(name.endswith(".css") for name in files)
    return len(response.content) + sum(
        len(gzip.compress(Path(str(finders.find(name.removeprefix("/static/")))).read_bytes()))
        for name in files
    )


@pytest.mark.parametrize(("scene", "most"), [(twelve_cards, MOST), (boards.everything_goes, MOST_OF_A_BOARD)])
def test_a_first_visit_is_light(visit, db, scene, most):
    """The largest tables with everything that they load, and the dashboard."""
    stored = store(scene())
    client = visit(stored.players["ann"])
    weights = {path: weigh(client, path) for path in (f"/g/{stored.game.key}/", "/")}

    assert {} == {path: weight for path, weight in weights.items() if weight > most}


def test_what_a_stranger_meets_first_is_light(visit, db):
    """The front page, what leads to a seat, the lessons and the editions."""
    lobby = open_game().game
    paths = ("/", "/accounts/login/", "/accounts/signup/", "/learn/", "/editions/fluxx/")
    weights = {path: weigh(visit(None), path) for path in (*paths, f"/join/{lobby.link_key}/")}

    assert {} == {path: weight for path, weight in weights.items() if weight > MOST}


def test_a_page_has_each_card_once(visit, db):
    """However often a card is named, the page holds it once."""
    stored = store(twelve_cards())
    page = Html(visit(stored.players["ann"]).get(f"/g/{stored.game.key}/").content)
    shown = [
        each["id"] for each in page.all("div") if "popover" in each and str(each["id"]).startswith("card-")
    ]
    targets = {str(each.get("popovertarget")) for each in page.all("button")}
    named = {each for each in targets if each.startswith("card-")}

    assert len(shown) == len(set(shown))
    assert set(shown) == named


def test_the_same_page_differs_in_length(visit, stored):
    """Whoever counts bytes learns nothing about what is in a page (BREACH)."""
    client = visit(stored.players["ann"])
    lengths = {len(client.get("/about/", headers=BROWSER).content) for _ in range(12)}

    assert 1 < len(lengths)
