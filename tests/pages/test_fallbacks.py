"""Browsers that lack something, and people who need it otherwise: the table stays a page that plays."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from games.models import Move
from tests.mail.tables import Stored, store
from tests.pages import boards
from tests.pages.positions import hand_limits, turn_of_ann, twelve_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("PICTURES", "")
WINDOWS = ({"width": 1280, "height": 900}, {"width": 390, "height": 844})


def without_rules(word: str) -> Callable[[str], str]:
    """What an older browser reads of a style sheet: without each rule of which it doesn't know a selector."""
    return lambda text: re.sub(rf"(?<=[{{}};/])([^{{}};/]*{re.escape(word)}[^{{}}]*)\{{[^{{}}]*\}}", "", text)


def without_grid(text: str) -> str:
    text = text.replace("@supports not (display: grid)", "@media all")
    return re.sub(r"display: (inline-)?grid;?", "", text)


def without_popovers(text: str) -> str:
    return re.sub(r' popover(="[a-z]*")?(?=[\s>])', "", text)


# What is changed on its way to the browser: style sheets, pages.
LACKING: dict[str, tuple[Callable[[str], str] | None, Callable[[str], str] | None]] = {
    "has": (without_rules(":has("), None),
    "popovers": (without_rules(":popover-open"), without_popovers),
    "grid": (without_grid, None),
}


# Letters twice as large on a desk; on a phone those of its “large”.
LARGE = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = innerWidth > 500 ? "32px" : "20px";
});"""


def let_it_lack(page: Page, what: str) -> None:
    """Change what arrives as if the browser didn't know it."""
    of_sheets, of_pages = LACKING[what]

    def change(route: Route, how: Callable[[str], str]) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=how(response.text()))

    if of_sheets:
        page.route(re.compile(r"/static/css/.*\.css"), lambda route: change(route, of_sheets))
    if of_pages:
        page.route(re.compile(r"/g/[^/]+/(\?.*)?$"), lambda route: change(route, of_pages))


def take(page: Page, name: str) -> None:
    """Keep a picture for somebody who looks at it."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(PICTURES) / f"{name.replace(' ', '-')}.png", full_page=True)


def is_too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def play(page: Page, stored: Stored, name: str, labels: list[str]) -> list[str]:
    """Choose by a press on each card, and send; return what is stored."""
    for label in labels:
        page.locator(f"input[value='{label}']").click()
    form = page.locator("form.answer").first
    button = form.locator(":checked ~ .do:visible, .dock__act button[type=submit]:visible").first
    with page.expect_navigation():
        button.click()
    return sorted(Move.objects.get(game=stored.game, seat=stored.seats[name]).labels)


@pytest.fixture
def at(new_context, address, sign_in):
    """Somebody before a table, with a browser of some kind."""

    def sit_down(stored: Stored, name: str, lacking: str = "", **how: object) -> Page:
        context = new_context(reduced_motion="reduce", **how)
        sign_in(context, stored.players[name])
        page = context.new_page()
        if lacking:
            let_it_lack(page, lacking)
        page.goto(f"{address}/g/{stored.game.key}/")
        return page

    return sit_down


@pytest.mark.parametrize("size", WINDOWS, ids=["desk", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("lacking", LACKING)
def test_a_browser_that_lacks_something_plays(lacking, scripts, size, at):
    """A card, two for a limit, one of twelve: chosen by a press, sent by a press; no page is too wide."""
    scenes = {
        "card": (turn_of_ann, "ann", ["bread"]),
        "limit": (hand_limits, "bob", ["jackpot", "milk"]),
        "twelve": (twelve_cards, "ann", ["bread"]),
    }
    wide = []
    for scene, (make, name, labels) in scenes.items():
        stored = store(make(), name=scene)
        page = at(stored, name, lacking, viewport=size, java_script_enabled=scripts)
        take(page, f"without {lacking} {scene} {size['width']} {scripts}")
        wide += [scene] if is_too_wide(page) else []
        assert sorted(labels) == play(page, stored, name, labels), scene

    assert [] == wide


@pytest.mark.parametrize("size", WINDOWS, ids=["desk", "phone"])
def test_a_table_that_is_seen_otherwise_plays(size, at):
    """In colours of the system, with larger letters, and after it was printed."""
    for look in ("forced", "large", "print"):
        stored = store(turn_of_ann(), name=look)
        page = at(stored, "ann", viewport=size, **({"forced_colors": "active"} if look == "forced" else {}))
        if look == "large":
            page.add_init_script(LARGE)
            page.reload()
        if look == "print":
            page.emulate_media(media="print")
        take(page, f"{look} {size['width']}")
        assert not is_too_wide(page), look
        page.emulate_media(media="screen")
        assert ["bread"] == play(page, stored, "ann", ["bread"]), look


def test_a_board_without_grid_or_has_shows_its_picture(at):
    """And the moves in words; the picture is not over them."""
    for lacking in LACKING:
        for size in WINDOWS:
            stored = store(boards.turn_of_ann(), name=lacking)
            page = at(stored, "ann", lacking, viewport=size)
            take(page, f"without {lacking} board {size['width']}")
            assert page.locator(".board__svg").is_visible()
            assert not is_too_wide(page), (lacking, size)
