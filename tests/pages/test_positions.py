"""Where things lie on the pages in a real browser: what one decides by is in sight, and nothing jumps."""

import pytest
from playwright.sync_api import Page

from games.models import Player, Seat
from tests.mail.tables import Stored, store
from tests.pages.positions import turn_of_ann, twelve_cards
from tests.pages.test_browser import sign_in

__all__ = ["sign_in"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
HAND = ".moment .answer"
LONG = "Featherstonehaugh Константинопольская"


@pytest.fixture
def at_table(new_context, address, sign_in, settings):
    """Ann before a table, on a screen of some size, as on a site that sends mails."""
    settings.MAILS_GO_TO_FILES = False

    def sit_down(stored: Stored, size: dict[str, int], **given: object) -> Page:
        Player.objects.update(tips_over=True)
        context = new_context(viewport=size, **given)
        sign_in(context, stored.players["ann"])
        page = context.new_page()
        page.goto(f"{address}/g/{stored.game.key}/")
        return page

    return sit_down


def top(page: Page, selector: str) -> float:
    return page.locator(selector).first.evaluate("each => each.getBoundingClientRect().top + scrollY")


def bottom(page: Page, selector: str) -> float:
    return page.locator(selector).last.evaluate("each => each.getBoundingClientRect().bottom + scrollY")


def test_on_a_desk_everything_is_in_sight(at_table):
    """With five cards: what is asked, goal, keepers, rules, opponents, hand and button, without scrolling."""
    page = at_table(store(turn_of_ann()), DESK)
    ends = {
        part: bottom(page, part)
        for part in (
            "#moment",
            ".situation",
            ".player",
            ".moment .answer .card",
            ".moment .answer .button--main",
        )
    }

    assert 5 == page.locator(f"{HAND} .card").count()
    assert {} == {part: end for part, end in ends.items() if end > DESK["height"]}


def test_on_a_phone_the_first_card_is_in_sight(at_table):
    """Below what is asked, the goal, my keepers, the limits and the last lines of the log."""
    page = at_table(store(turn_of_ann()), PHONE)

    assert 3 == page.locator(".latest .line:visible").count()
    assert top(page, f"{HAND} .card") <= 420


def test_on_a_phone_opponents_are_one_tap_away(at_table):
    """A link in the strip leads to them."""
    page = at_table(store(turn_of_ann()), PHONE)
    page.locator(".situation__players").click()

    page.wait_for_function("document.querySelector('#players').getBoundingClientRect().top < innerHeight / 2")


def test_on_a_phone_twelve_cards_take_three_screens(at_table):
    """From the first card to the last."""
    page = at_table(store(twelve_cards()), PHONE)
    cards = f"{HAND} .group--hand .card"

    assert 12 == page.locator(cards).count()
    assert bottom(page, cards) - top(page, cards) <= 3 * PHONE["height"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_sticky_covers_a_choice(at_table, size):
    """Whatever choice the keyboard comes to can be seen."""
    page = at_table(store(twelve_cards()), size)
    covered = []
    for choice in page.locator(".moment .answer input[name=label]").all():
        choice.focus()
        page.wait_for_timeout(20)
        if not choice.evaluate(
            """each => {
              const card = each.closest("label"), title = card.querySelector(".card__title");
              const box = title.getBoundingClientRect();
              return card.contains(document.elementFromPoint(box.x + 2, box.y + box.height / 2));
            }"""
        ):
            covered.append(choice.get_attribute("value"))

    assert [] == covered


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_shifts_while_a_page_loads(at_table, address, size):
    """The layout of table and dashboard is where it is from the first paint on."""
    stored = store(turn_of_ann())
    page = at_table(stored, size)
    page.add_init_script(
        """window.shifts = [];
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) window.shifts.push(each.value);
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    shifts = {}
    for path in (f"/g/{stored.game.key}/", "/"):
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(100)
        shifts[path] = page.evaluate("window.shifts.reduce((sum, each) => sum + each, 0)")

    assert dict.fromkeys(shifts, 0) == shifts


def test_a_chip_shows_its_card(at_table):
    """By a press, by keys, and by pointing; Escape and going away hide it again."""
    page = at_table(store(turn_of_ann()), DESK)
    chip, card = page.locator(".situation__mine .chip").first, page.locator(".card:popover-open")
    chip.click()
    page.wait_for_timeout(400)
    assert chip.inner_text().strip() == card.locator(".card__title").inner_text()
    page.keyboard.press("Escape")
    assert 0 == card.count()
    page.mouse.move(5, 5)
    chip.hover()
    card.wait_for()
    page.mouse.move(5, 5)
    card.wait_for(state="detached")
    page.locator(".situation .named").first.focus()
    page.keyboard.press("Tab")
    card.wait_for()


def test_a_chip_shows_its_card_without_scripts(at_table):
    """The browser itself does it."""
    page = at_table(store(turn_of_ann()), PHONE, java_script_enabled=False)
    page.locator(".situation__mine .chip").first.click()

    assert page.locator("#card-the-sun").is_visible()


def test_long_names_do_not_break_the_rows(at_table):
    """On a phone as on a desk a name of forty letters stays within its cell."""
    stored = store(turn_of_ann())
    Seat.objects.filter(game=stored.game).exclude(name="Ann").update(
        name="Featherstonehaugh Константинопольская"
    )
    for size in (PHONE, DESK):
        page = at_table(stored, size)

        assert size["width"] == page.evaluate("document.documentElement.scrollWidth")
