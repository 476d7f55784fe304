"""What search engines, chats and phones are told: open pages describe themselves, private ones stay out."""

import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

import engine
from tests.pages.positions import Html, open_link

pytestmark = pytest.mark.django_db
OPEN = ["/", "/about/", "/editions/", *(f"/editions/{each.slug}/" for each in engine.all_editions())]


def metas(page: Html, key: str) -> dict[str, str | None]:
    """The contents of the meta elements that have this attribute, by its value."""
    return {str(each[key]): each.get("content") for each in page.all("meta") if each.get(key)}


def side_of(address: str) -> tuple[int, int]:
    """The width and height that a PNG of the static files says it has."""
    found = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(found, str), address
    head = Path(found).read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return struct.unpack(">II", head[16:24])


@pytest.mark.parametrize("path", OPEN)
def test_open_pages_are_indexed_and_described(client, path):
    response = client.get(path)
    page = Html(response.content)
    named, shared = metas(page, "name"), metas(page, "property")
    canonical = [each["href"] for each in page.all("link") if each.get("rel") == "canonical"]

    assert "noindex" not in response.get("X-Robots-Tag", "")
    assert 40 < len(str(named["description"])) < 200
    assert named["description"] == shared["og:description"]
    assert shared["og:title"]
    assert [settings.SITE_URL + path] == canonical == [shared["og:url"]]
    assert (1200, 630) == side_of(str(shared["og:image"]).removeprefix(settings.SITE_URL))


def test_no_two_open_pages_are_described_alike(client):
    described = {metas(Html(client.get(path).content), "name")["description"] for path in OPEN}

    assert len(OPEN) == len(described)


def test_the_address_to_be_indexed_has_no_query(client):
    page = Html(client.get("/editions/?utm_source=chat").content)

    assert f"{settings.SITE_URL}/editions/" == metas(page, "property")["og:url"]


def test_private_pages_stay_out_of_search(visit, stored):
    """A dashboard, a table and a seat's page behind a link: not indexed, and nothing to show in a chat."""
    ann, link = visit(stored.players["ann"]), visit(None)
    open_link(link, stored.seats["bob"])
    key = stored.game.key
    for client, path in ((ann, "/"), (ann, f"/g/{key}/"), (ann, "/account/"), (link, f"/t/{key}/")):
        response = client.get(path)

        assert (200, "noindex") == (response.status_code, response["X-Robots-Tag"]), path
        assert "og:title" not in metas(Html(response.content), "property"), path


def test_robots_may_read_that_a_page_is_private(client):
    """A page that robots.txt forbids is never read, so its noindex would not be seen."""
    response = client.get("/robots.txt")
    forbidden = [line.partition(": ")[2] for line in response.text.splitlines() if "Disallow" in line]

    assert response["Content-Type"].startswith("text/plain")
    assert ["/accounts/", "/admin/"] == forbidden


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_a_phone_is_told_how_to_install_the_site(client, language):
    """The manifest has what Chrome and iOS ask of one, in the reader's language."""
    page = Html(client.get("/about/").content)
    response = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    told = response.json()

    assert ["/manifest.webmanifest"] == [
        each["href"] for each in page.all("link") if each["rel"] == "manifest"
    ]
    assert "application/manifest+json" == response["Content-Type"]
    assert language == told["lang"]
    assert ("standalone", reverse("dashboard"), "/") == (told["display"], told["start_url"], told["scope"])
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    for icon in told["icons"]:
        assert icon["sizes"] == "{}x{}".format(*side_of(icon["src"]))


def test_iphones_find_an_icon(client):
    (icon,) = [
        each for each in Html(client.get("/").content).all("link") if each["rel"] == "apple-touch-icon"
    ]

    assert (180, 180) == side_of(str(icon["href"]))


def test_the_dashboard_counts_for_the_badge(visit, stored):
    """static/js/app_badge.js shows this number on the icon of the installed app: 1 for Ann, none for Bob."""
    for name, count in (("ann", "1"), ("bob", "0")):
        page = Html(visit(stored.players[name]).get("/").content)

        assert [count] == [each["data-waiting"] for each in page.all("h2") if "data-waiting" in each], name
