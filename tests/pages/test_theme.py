"""Light or dark: a choice in the footer of every page, which needs no script and no account."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.pages.positions import Html, open_link

pytestmark = pytest.mark.django_db
BY_NIGHT = ("media", "screen and (prefers-color-scheme: dark)")


def dark_sheet(page: Html) -> dict[str, str | None] | None:
    """The link to the dark colours, if the page has one."""
    return next((each for each in page.all("link") if "css/dark" in str(each.get("href"))), None)


def meta(page: Html, name: str) -> list[str | None]:
    return [each.get("content") for each in page.all("meta") if each.get("name") == name]


def chosen(page: Html) -> list[str | None]:
    return [
        each.get("value")
        for each in page.all("button")
        if each.get("name") == "theme" and "aria-current" in each
    ]


def test_without_a_choice_the_system_decides(client):
    page = Html(client.get("/about/").content)

    assert "data-theme" not in page.all("html")[0]
    assert BY_NIGHT in dark_sheet(page).items()
    assert ["light dark"] == meta(page, "color-scheme")
    assert 2 == len(meta(page, "theme-color"))
    assert ["system"] == chosen(page)


def test_a_visitor_chooses_dark(client):
    """The next page comes dark from the server: nothing flashes, whatever the system says."""
    response = client.post("/theme/", {"theme": "dark", "next": "/about/"})
    page = Html(client.get("/about/").content)

    assert (302, "/about/") == (response.status_code, response["Location"])
    assert "dark" == page.all("html")[0]["data-theme"]
    assert "screen" == dark_sheet(page)["media"]
    assert (["dark"], ["#131d1b"]) == (meta(page, "color-scheme"), meta(page, "theme-color"))
    assert ["dark"] == chosen(page)


def test_a_visitor_chooses_light_and_then_takes_it_back(client):
    client.post("/theme/", {"theme": "light"})
    light = Html(client.get("/about/").content)
    client.post("/theme/", {"theme": "system"})
    again = Html(client.get("/about/").content)

    assert (None, ["light"]) == (dark_sheet(light), meta(light, "color-scheme"))
    assert ["system"] == chosen(again)
    assert BY_NIGHT in dark_sheet(again).items()


def test_a_guest_chooses_on_the_page_of_a_link(visit, stored):
    """These pages send no referrer, and Django's own check would refuse the form."""
    link = Client(enforce_csrf_checks=True)
    open_link(link, stored.seats["bob"])
    table = f"/t/{stored.game.key}/"
    back = [
        each.get("value") for each in Html(link.get(table).content).all("input") if each.get("name") == "next"
    ]
    response = link.post("/theme/", {"theme": "dark", "next": back[-1]}, headers={"Origin": "null"})

    assert table == response["Location"]
    assert "dark" == Html(link.get(table).content).all("html")[0]["data-theme"]


@pytest.mark.parametrize(
    "back", ["", "https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"]
)
def test_the_form_leads_nowhere_else(client, back):
    assert "/" == client.post("/theme/", {"theme": "dark", "next": back})["Location"]


@pytest.mark.parametrize("back", ["1", "game", "?page=2"])
def test_a_bare_word_is_an_address_and_no_name_of_a_page(client, back):
    assert back == client.post("/theme/", {"theme": "dark", "next": back})["Location"]


@pytest.mark.parametrize("theme", ["", "pink", '"><script>'])
def test_an_unknown_theme_changes_nothing(client, theme):
    client.post("/theme/", {"theme": "dark"})
    response = client.post("/theme/", {"theme": theme})
    client.cookies["theme"] = theme or "pink"

    assert "theme" not in response.cookies
    assert "data-theme" not in Html(client.get("/about/").content).all("html")[0]


def test_a_get_changes_nothing(client):
    response = client.get("/theme/?theme=dark&next=/about/")

    assert (302, {}) == (response.status_code, dict(response.cookies))


def names_set_in(sheet: str) -> set[str]:
    """The variables that a style sheet gives a value at its root."""
    css = (settings.BASE_DIR / f"static/css/{sheet}.css").read_text()
    first = re.search(r"^:root \{(.*?)^\}", css, re.DOTALL | re.MULTILINE)
    return set(re.findall(r"(--[\w-]+):", first[1] if first else ""))


def test_the_dark_colours_stand_in_one_place():
    """A colour of the night has one by day, and no other style sheet asks the system.

    That of the desk names the colours of Django's admin, by night as by day.
    """
    sheets = set((settings.BASE_DIR / "static/css").glob("*.css"))
    sheets = {path for path in sheets if path.name not in ("dark.css", "desk.css")}

    assert names_set_in("dark") <= names_set_in("base") | names_set_in("board")
    assert [] == [path.name for path in sheets if "prefers-color-scheme" in path.read_text()]


def test_kinds_of_cards_have_one_palette():
    """Bars and lists of decks are drawn in the colours of cards, which only the two palettes set."""
    kinds = "keeper|goal|rule|action|creeper|ungoal|surprise|leaper|meta|basic"
    of_a_kind = rf"(?<![\w-])--(?:{kinds})(?:-soft|-band|-band-ink)?:"
    for sheet in ("cards", "decks", "game"):
        css = (settings.BASE_DIR / f"static/css/{sheet}.css").read_text()
        assert [] == re.findall(of_a_kind, css), sheet
