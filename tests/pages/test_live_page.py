"""What a page that is exchanged while somebody reads it leaves as it was, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import By, Player
from games.play.answer import answer_question
from tests.mail.tables import Stored, store
from tests.pages.positions import twelve_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [(390, 844), (1280, 900)]
BETWEEN_PULSES = 16_000  # milliseconds


@pytest.fixture
def open_table(new_context, address, sign_in) -> Callable[[Stored, str, tuple[int, int]], Page]:
    """Open a table as one of its players, in a page whose clock the test moves."""

    def open_page(stored: Stored, name: str, size: tuple[int, int]) -> Page:
        context = new_context(viewport={"width": size[0], "height": size[1]})
        sign_in(context, stored.players[name])
        page = context.new_page()
        page.clock.install()
        page.goto(f"{address}/g/{stored.game.key}/")
        return page

    return open_page


def play(stored: Stored, name: str, label: str) -> None:
    """Answer for somebody else, as from their own browser."""
    question = stored.question(name)
    answer_question(seat=question.seat_id, number=question.number, labels=[label], by=By.PAGE)


@pytest.mark.parametrize("size", SIZES)
def test_a_live_page_stays_where_its_reader_is(open_table, size):
    """When somebody else plays, the page neither jumps nor folds up what the reader has unfolded."""
    Player.objects.update(tips_over=True)
    stored = store(twelve_cards())
    page = open_table(stored, "bob", size)
    about = page.locator("details", has_text="About this game").first
    about.locator("summary").click()
    for top, card in ((300, "bread"), (600, "toast")):
        page.evaluate("top => scrollTo(0, top)", top)
        page.evaluate(
            """() => { window.tops = []; addEventListener("scroll", () => window.tops.push(scrollY)); }"""
        )
        before = page.evaluate("scrollY")
        main = page.locator("#main").element_handle()
        play(stored, "ann", card)
        page.clock.fast_forward(BETWEEN_PULSES)
        page.wait_for_function("main => !main.isConnected", arg=main)
        page.wait_for_timeout(200)

        assert page.evaluate("scrollY") == before
        assert page.evaluate("Math.max(0, ...window.tops)") <= max(before, 0)
        expect(page.locator("details", has_text="About this game").first).to_have_attribute("open", "")
        assert page.evaluate("document.body.style.minHeight") == ""


@pytest.mark.parametrize("size", SIZES)
def test_a_page_that_is_not_renewed_says_so(open_table, size):
    """Whoever was signed out elsewhere, or whose site is away, reads that what they see may be old."""
    stored = store(twelve_cards())
    page = open_table(stored, "bob", size)
    line = page.locator("#not-renewed")
    expect(line).to_be_hidden()
    page.route("**/pulse/**", lambda route: route.fulfill(status=503), times=1)
    page.clock.fast_forward(BETWEEN_PULSES)
    expect(line).to_be_visible()
    page.clock.fast_forward(BETWEEN_PULSES)
    expect(line).to_be_hidden()
    kept = page.context.cookies()
    page.context.clear_cookies()
    page.clock.fast_forward(BETWEEN_PULSES)
    expect(line).to_be_visible()
    expect(page.locator("input[type=password]")).to_have_count(0)
    page.context.add_cookies(kept)
    page.clock.fast_forward(BETWEEN_PULSES)
    expect(line).to_be_hidden()


def test_the_line_stays_until_what_failed_is_renewed(open_table):
    """A page that is out of date and can’t be fetched asks again; what is said at the table hides nothing."""
    stored = store(twelve_cards())
    page = open_table(stored, "bob", SIZES[0])
    line, pulse = page.locator("#not-renewed"), page.locator("#pulse")
    main = page.locator("#main").element_handle()
    table = re.compile(r"/g/\w+/(\?.*)?$")
    page.route(table, lambda route: route.fulfill(status=503))
    play(stored, "ann", "bread")
    page.clock.fast_forward(BETWEEN_PULSES)
    expect(line).to_be_visible()
    with page.expect_response(re.compile("/talk/")):
        page.clock.fast_forward(5_000)
    page.wait_for_timeout(200)
    assert line.is_visible()  # at once: the next failure would show it again
    page.unroute(table)
    page.clock.fast_forward(BETWEEN_PULSES)
    page.wait_for_function("main => !main.isConnected", arg=main)
    expect(line).to_be_hidden()
    expect(pulse).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_the_summary_of_a_new_game_follows_its_pace(open_table, address, size):
    """What is chosen, and what it means, are said together."""
    stored = store(twelve_cards())
    page = open_table(stored, "ann", size)
    page.goto(f"{address}/new/")
    summary = page.locator(".clock-summary")

    expect(summary).to_contain_text("You get 3 days for each turn.", use_inner_text=True)
    for value, words in (("7", "7 days for each turn"), ("1", "1 day for each turn"), ("0", "no clock")):
        page.locator(f"input[name=pace][value='{value}']").check()
        shown = summary.inner_text()
        assert words in shown
        assert "3 days" not in shown
