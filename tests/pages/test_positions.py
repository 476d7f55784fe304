"""Where things lie on the pages in a real browser: what one decides by is in sight, and nothing jumps."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Page

from games.core import tokens
from games.models import Game, Player, Seat, Vote
from tests.mail.kinds import invite, open_game
from tests.mail.tables import NOW, Stored, store
from tests.pages import kinds
from tests.pages.positions import turn_of_ann, twelve_cards
from tests.pages.test_browser import visit_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
HAND = ".dock .answer"
LATER = NOW + timedelta(days=3650)


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


def bottom(page: Page, selector: str) -> float:
    return page.locator(selector).last.evaluate("each => each.getBoundingClientRect().bottom + scrollY")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_everything_is_in_sight(at_table, size):
    """With five cards: what is asked, goal, rules, everybody, the hand; the page is as high as the window."""
    page = at_table(store(turn_of_ann()), size)
    parts = ("#moment", ".goal", ".numbers", ".plate", ".mine", f"{HAND} .card")
    ends = {part: bottom(page, part) for part in parts}

    assert 5 == page.locator(f"{HAND} .card").count()
    assert {} == {part: end for part, end in ends.items() if end > size["height"]}
    assert size["height"] == page.evaluate("document.documentElement.scrollHeight")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_sticky_covers_a_choice(at_table, size):
    """Whatever choice the keyboard comes to can be seen."""
    page = at_table(store(twelve_cards()), size)
    covered = []
    for choice in page.locator(f"{HAND} input[name=label]").all():
        choice.focus()
        page.wait_for_timeout(20)
        if not choice.evaluate(
            """each => {
              const { x, y, height } = each.nextElementSibling.getBoundingClientRect();
              return each.parentElement.contains(document.elementFromPoint(x + 2, y + height / 2));
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
    chip, card = page.locator(".mine .chip").first, page.locator(".card:popover-open")
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
    page.locator(".felt .named").first.focus()
    page.keyboard.press("Tab")
    card.wait_for()


def test_a_chip_shows_its_card_without_scripts(at_table):
    """The browser itself does it."""
    page = at_table(store(turn_of_ann()), PHONE, java_script_enabled=False)
    page.locator(".mine .chip").first.click()

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


ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
LOOKS = (("light", DESK, ALL_RULES), ("dark", PHONE, ALL_RULES))


def other_pages(stored: Stored) -> dict[str, tuple[str, str]]:
    """The kinds of pages that test_browser.py doesn't look at, and who looks at them."""
    silent, lobby = store(turn_of_ann(), name="Silent"), open_game()
    seat = silent.seats["cid"]
    vote = {"choices": ["more-time", "bot", "replace", "end"], "opened_at": NOW, "closes_at": LATER}
    Vote.objects.create(game=silent.game, seat=seat, kind=Vote.Kind.SILENCE, **vote)
    window, lost = store(kinds.window(), name="Window"), store(kinds.all_have_lost(), name="Lost")
    creepers = store(kinds.afflicted(), name="Creepers")
    paused = store(turn_of_ann(), name="Paused")
    Game.objects.filter(pk=paused.game.pk).update(paused_at=NOW)
    invitation = tokens.make_invitation_token(invite(lobby))
    return {
        "votes": ("bob", f"/g/{silent.game.key}/votes/"),
        "orders": ("ann", f"/g/{window.game.key}/orders/"),
        "window": ("bob", f"/g/{window.game.key}/"),
        "window waits": ("ann", f"/g/{window.game.key}/"),
        "the end by loss": ("ann", f"/g/{lost.game.key}/"),
        "creepers": ("ann", f"/g/{creepers.game.key}/"),
        "paused": ("ann", f"/g/{paused.game.key}/"),
        "twelve cards": ("ann", f"/g/{store(twelve_cards(), name='Twelve').game.key}/"),
        "take back": ("ann", f"/g/{stored.game.key}/takeback/"),
        "notifications": ("ann", "/account/notices/"),
        "notifications in detail": ("ann", "/account/notices/?open=details"),
        "devices": ("ann", "/account/notices/?open=places"),
        "hours": ("ann", "/account/hours/"),
        "vacations": ("ann", "/account/notices/?open=vacations"),
        "feeds": ("ann", "/account/feeds/"),
        "access": ("ann", "/account/access/?open=blocks"),
        "invitation": ("", f"/i/{invitation}/"),
        "join": ("", f"/join/{lobby.game.link_key}/"),
    }


def find_faults(page: Page, rules: list[str]) -> list[object]:
    found = Axe().run(page, options={"runOnly": rules})
    return [
        (each["id"], node["target"], node.get("failureSummary"))
        for each in found.response["violations"]
        for node in each["nodes"]
    ]


def test_other_pages_can_be_read_by_everybody(new_context, address, sign_in):
    """Votes, orders, settings, invitations, windows: by light on a desk, and by dark on a phone."""
    stored = store(turn_of_ann())
    wrong = {}
    for name, page in visit_all(other_pages(stored), stored, new_context, address, sign_in):
        for scheme, size, rules in LOOKS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            wrong[name, scheme] = find_faults(page, rules)
            wide = page.evaluate("document.documentElement.scrollWidth")
            wrong[name, scheme] += [wide] if wide != size["width"] else []

    assert {each: [] for each in wrong} == wrong


def test_pages_without_an_account_can_be_read_by_everybody(new_context, address, db):
    """A game of a visitor, and the page on which it is kept."""
    cache.clear()  # it counts how many games a network begins
    page = new_context(reduced_motion="reduce", viewport=PHONE, color_scheme="dark").new_page()
    page.goto(address)
    page.get_by_role("button", name="Play now against bots").click()
    page.locator("#moment").wait_for()
    wrong = {"table": find_faults(page, ALL_RULES)}
    for path in ("/play/keep/", "/play/give-up/", "/play/"):
        page.goto(address + path)
        wrong[path] = find_faults(page, ALL_RULES)

    assert {each: [] for each in wrong} == wrong
