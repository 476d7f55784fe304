"""The replay in a browser: on a phone and a desk, in light and dark, with scripts and keys, and without."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.core.budgets import HISTORIES_AT_ONCE
from games.pages.common import rate_limits
from tests.pages.replays import played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "wonderland", "board"])
def test_everybody_can_read_it(new_context, address, edition):
    """axe finds nothing, and nothing is wider than the screen."""
    game = played(edition, is_open=True).game
    problems = []
    for size, scheme in zip(SIZES, ("dark", "light"), strict=True):
        page = new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
        for move in ("1", "15", "999"):
            page.goto(f"{address}/g/{game.key}/replay/?move={move}")
            found = Axe().run(page).response["violations"]
            problems += [(scheme, move, each["id"], each["nodes"][0]["html"]) for each in found]
            problems += [(size["width"], move, "too wide")] if page.evaluate(TOO_WIDE) else []

    assert [] == problems


def test_arrow_keys_step_through_the_moves(new_context, address):
    """The page stays where it was scrolled to, and the button that was pressed keeps the focus."""
    game = played(is_open=True).game
    page = new_context(viewport=SIZES[0]).new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}/g/{game.key}/replay/?move=5")
    place = page.locator("#replay-move")

    page.keyboard.press("ArrowRight")
    expect(place).to_contain_text("Move 6")
    expect(page).to_have_url(re.compile(r"move=6$"))
    expect(page).to_have_title(re.compile("Move 6"))
    page.keyboard.press("ArrowLeft")
    expect(place).to_contain_text("Move 5")
    page.keyboard.press("ArrowLeft")
    expect(place).to_contain_text("Move 4")
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("document.getElementById('replay-next').focus({ preventScroll: true })")
    page.keyboard.press("Enter")
    expect(place).to_contain_text("Move 5")
    expect(page.locator("#replay-next")).to_be_focused()
    assert 300 == page.evaluate("scrollY")
    page.locator("#replay-turns").focus()
    page.keyboard.press("ArrowLeft")
    expect(place).to_contain_text("Move 5")
    page.go_back()
    expect(place).to_contain_text("Move 4")
    assert [] == complaints


def test_a_refused_step_says_why(new_context, address):
    """In place, with the address of the move: another try, and what comes from a proxy, opens as usual."""
    game = played(is_open=True).game
    page = new_context(viewport=SIZES[0]).new_page()
    page.goto(f"{address}/g/{game.key}/replay/?move=5")
    taken = [rate_limits.ROOM.acquire(blocking=False) for _each in range(HISTORIES_AT_ONCE.largest)]
    try:
        page.locator("#replay-next").click()
        expect(page.locator("#main [role=alert]")).to_contain_text("Try again in a few seconds")
        expect(page).to_have_url(re.compile(r"move=6$"))
    finally:
        for _each in filter(None, taken):
            rate_limits.ROOM.release()
    page.reload()
    expect(page.locator("#replay-move")).to_contain_text("Move 6")
    page.route("**/replay/?move=7", lambda route: route.fulfill(status=503, body="<p>Proxy</p>"), times=1)
    page.locator("#replay-next").click()
    expect(page.locator("#replay-move")).to_contain_text("Move 7")


def test_it_works_without_scripts(new_context, address):
    """The steps are links, and the choice of a turn is a form."""
    game = played(is_open=True).game
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/g/{game.key}/history/")
    page.get_by_role("link", name="Replay the game from its first move").click()
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#replay-move")).to_contain_text("Move 2")
    page.get_by_label("Go to turn").select_option(index=2)
    page.get_by_role("button", name="Go").click()

    expect(page.locator("#replay-turn")).to_contain_text("Turn 3")
    page.get_by_role("link", name="To the history").click()
    expect(page).to_have_url(re.compile(r"/history/\?move=\d+#turn-3$"))
