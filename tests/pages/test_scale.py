"""What all kinds of pages share, in a real browser: eight sizes of letters, targets, widths, their files."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.models import Player
from tests.mail.kinds import invite, open_game
from tests.mail.tables import store
from tests.pages.positions import turn_of_ann, won_by_ann
from tests.pages.test_browser import looks, visit_all
from tests.pages.test_desk_in_a_browser import desk
from tests.pages.test_positions import other_pages
from tests.site.test_style_sheets import sheets_by_class

__all__ = ["desk"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCALE = [12, 13, 14, 16, 18, 20, 24, 32]  # px; tests/site/test_static_rules.py holds the style sheets to it
WINDOWS = ((1280, 900), (390, 844), (320, 700))
NOTICES_HIGH = 1200

# Each other size, and an element that has it. The call of an end is as large as its stage; pictures are
# drawn.
LETTERS = """(scale) => {
  const other = new Set();
  const note = (each) => {
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (scale.some((known) => Math.abs(known - size) < .01)) return;
    other.add(`${size} ${each.localName}.${each.className}`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const each = text.parentElement;
    if (!text.data.trim() || each.closest("svg, script, style, .ending__call, .visually-hidden")) continue;
    if (each.checkVisibility({ visibilityProperty: true })) note(each);
  }
  for (const each of document.querySelectorAll("select, textarea, input")) {
    if (!/hidden|radio|checkbox/.test(each.type) && each.checkVisibility()) note(each);
  }
  return [...other];
}"""

# What is smaller than 24 px, with its label. By WCAG 2.5.8 a card in a sentence may be as high as the line,
# and so may what does the same as something larger beside it: the name in a row that can be pressed as a
# whole, the arrows of a column of the admin, whose heading sorts as well.
TARGETS = """() => {
  const small = new Set();
  const buttons = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  for (const each of document.querySelectorAll(buttons)) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    if (each.closest("svg, .skip, .skip-to-content-link, .named, .row__name a, .sortoptions")) continue;
    if (each.closest(":is(.told, .line__text, .glued) .chip")) continue;
    const boxes = [each, ...(each.labels ?? [])].map((part) => part.getBoundingClientRect());
    if (!boxes[0].width || boxes.some((box) => box.width >= 24 && box.height >= 23.9)) continue;
    const { width, height } = boxes[0];
    const names = [each.parentElement, each].map((part) => `${part.localName}.${part.className}`);
    const size = `${Math.round(width)}x${Math.round(height)}`;
    small.add(`${size} ${names.join(" > ")} ${each.innerText.slice(0, 20)}`);
  }
  return [...small];
}"""


# What a page has, and the script that is for it.
SCRIPTS = {
    "[data-hx-get], [data-hx-post], [data-hx-trigger]": "htmx",
    "#pulse": "pulse.js",
    ".answer[data-count], .answer [data-none]": "choosing.js",
    "svg[data-ask]": "board.js",
    "form[data-find]": "find_cards.js",
    "input[type=date]": "dates.js",
    "[data-waiting]": "app_badge.js",
    "[data-zones], [data-guess]": "zones.js",
    "[data-copy]": "copying.js",
}
PARTS = """() => ({
  classes: [...document.querySelectorAll("body [class]")].flatMap((each) => [...each.classList]),
  files: [...document.querySelectorAll("[rel=stylesheet], script[src]")].map((each) => each.href || each.src),
})"""


def what_it_lacks(page: Page) -> Iterator[str]:
    """Classes that are styled in sheets that a page doesn't load, and scripts of parts that it has."""
    found = page.evaluate(PARTS)
    files = " ".join(each for each in found["files"] if each)
    styled = sheets_by_class()
    for name in set(found["classes"]):
        if name in styled and not any(sheet in files for sheet in styled[name]):
            yield f"no style for .{name} of {styled[name]}"
    for selector, script in SCRIPTS.items():
        if page.locator(selector).count() and script not in files:
            yield f"no {script} for {selector}"


def by_complaint(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Each complaint with the pages that it is about: most are about many."""
    said = sorted({each for complaints in found.values() for each in complaints})
    return {each: [name for name, complaints in found.items() if each in complaints] for each in said}


def complaints(page: Page) -> Iterator[str]:
    """What breaks the common rules on a page, at each width."""
    yield from what_it_lacks(page)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(TARGETS) + page.evaluate(LETTERS, SCALE)
        yield from (f"{width}: {each}" for each in found)
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            yield f"{width}: {wide} px wide"


def test_pages_of_players_are_of_one_kind(new_context, address, sign_in):
    """Letters, targets and widths of all pages."""
    stored, won, lobby = store(turn_of_ann()), store(won_by_ann()), open_game()
    invite(lobby)
    pages = looks(stored, won, lobby) | other_pages(stored)
    seen = visit_all(pages, stored, new_context, address, sign_in)
    found = {name: list(complaints(page)) for name, page in seen}

    assert {} == by_complaint(found)


def test_pages_of_staff_are_of_one_kind(desk, moderator, new_context, address, sign_in):
    """The desk has the same letters; Django's own are among them."""
    context = new_context(reduced_motion="reduce")
    sign_in(context, moderator)
    page = context.new_page()
    found = {}
    for name, path in desk.items():
        page.goto(address + path)
        found[name] = list(complaints(page))

    assert {} == by_complaint(found)


def test_the_notices_are_one_screen_and_a_third(stored, new_context, address, sign_in):
    """What is set is read without scrolling far; the details are folded."""
    context = new_context(viewport={"width": 1280, "height": 900})
    sign_in(context, Player.objects.get(pk=stored.players["ann"].pk))
    page = context.new_page()
    page.goto(f"{address}/account/notices/")

    assert NOTICES_HIGH >= page.evaluate("document.documentElement.scrollHeight")
