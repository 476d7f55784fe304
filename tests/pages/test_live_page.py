"""What a page that is exchanged while somebody reads it leaves as it was, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import By, Player
from games.play.answer import answer_question
from tests.mail.tables import Stored, store
from tests.pages.positions import hand_limits, turn_of_ann, twelve_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [(390, 844), (1280, 900)]
BETWEEN_PULSES, SOON = 16_000, 1_600  # milliseconds: after a failure, and while a table is lively
# On a phone all stands in one column: another goal takes a line of what is below it.
MOST_SHIFTED = {390: 0.08, 1280: 0.01}
WATCH_SHIFTS = """() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) window.shifts += each.value;
    }).observe({ type: "layout-shift" });
}"""


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


def wait_until_renewed(page: Page, *, after: int) -> None:
    """Let so many milliseconds pass for the page, and wait for what it fetches then."""
    state = page.locator("#pulse input[name=state]")
    before = state.input_value()
    page.clock.fast_forward(after)
    expect(state).not_to_have_value(before)
    page.wait_for_timeout(100)


@pytest.mark.parametrize("size", SIZES)
def test_a_live_page_stays_where_its_reader_is(open_table, size):
    """When somebody else plays, it is there within two seconds, and nothing else moves."""
    Player.objects.update(tips_over=True)
    stored = store(twelve_cards())
    page = open_table(stored, "bob", size)
    page.evaluate("scrollTo(0, 120)")
    before = page.evaluate("scrollY")
    page.evaluate(WATCH_SHIFTS)
    for card in ("bread", "toast"):
        play(stored, "ann", card)
        wait_until_renewed(page, after=SOON)

    assert before == page.evaluate("scrollY")
    assert page.evaluate("window.shifts") <= MOST_SHIFTED[size[0]]
    expect(page.locator("#felt")).to_contain_text("Bread")


@pytest.mark.parametrize("size", SIZES)
def test_a_live_page_leaves_alone_what_its_reader_does(open_table, size):
    """The sheet that is open, the focus, what is unfolded, and a choice and words that are not sent yet."""
    Player.objects.update(tips_over=True)
    stored = store(hand_limits())
    page = open_table(stored, "bob", size)
    page.locator("#dock input[name=label]").first.check(force=True)
    chosen = page.locator("#dock input[name=label]:checked")
    value = chosen.get_attribute("value")
    page.evaluate("document.getElementById('talk').showPopover()")
    folded = page.locator("#talk details").first
    folded.locator("summary").click()
    words = page.locator("#say")
    words.fill("I am th")
    words.evaluate("field => field.setSelectionRange(2, 4)")
    answer_question(
        seat=stored.seats["cid"].pk, number=stored.question("cid").number, labels=["love"], by=By.PAGE
    )
    wait_until_renewed(page, after=SOON)

    assert page.locator("#talk:popover-open").count() == 1
    expect(folded).to_have_attribute("open", "")
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("value") == value
    expect(words).to_have_value("I am th")
    expect(words).to_be_focused()
    assert [2, 4] == words.evaluate("field => [field.selectionStart, field.selectionEnd]")


def test_what_is_new_is_said_once(open_table):
    """Who listens hears the moves in words, and that it is their turn, in their own language."""
    stored = store(turn_of_ann())
    page = open_table(stored, "bob", SIZES[1])
    said = page.locator("#news-said")
    expect(said).to_have_attribute("role", "status")
    expect(said).to_have_text("")
    play(stored, "ann", "bread")
    wait_until_renewed(page, after=SOON)
    expect(said).to_have_text("Ann played “Bread”.")
    play(stored, "ann", "baked-goods")
    wait_until_renewed(page, after=SOON)

    expect(said).to_contain_text("It’s your turn.")
    assert "“Bread”" not in str(said.text_content())


def test_after_taking_back_the_keys_go_on_at_the_question(open_table):
    """Not at the top of the page, where nothing has the focus."""
    stored = store(turn_of_ann())
    play(stored, "ann", "bread")
    page = open_table(stored, "ann", SIZES[1])
    page.get_by_role("button", name="Undo my last move").click()
    expect(page.get_by_text("Undone.")).to_be_visible()

    assert page.evaluate("document.activeElement.matches('#moment, h1')")


def test_a_page_that_nobody_sees_asks_nothing(open_table):
    """It says at once that it is hidden, and asks again when it is seen."""
    page = open_table(store(twelve_cards()), "bob", SIZES[1])
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/pulse/" in request.url else None)
    page.clock.fast_forward(SOON)
    page.wait_for_timeout(200)
    assert len(asked) == 1
    for shown, count in (("hidden", 2), ("visible", 3)):
        page.evaluate(
            """shown => {
                Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            shown,
        )
        page.wait_for_timeout(300)
        if shown == "hidden":
            page.clock.run_for(120_000)
            page.wait_for_timeout(300)
        assert len(asked) == count


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
    line = page.locator("#not-renewed")
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
    wait_until_renewed(page, after=BETWEEN_PULSES)
    expect(line).to_be_hidden()


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
    page.evaluate("scrollTo(0, 0)")
    button, screen = page.get_by_role("button", name="Create and invite").bounding_box(), page.viewport_size

    assert button is not None
    assert screen is not None
    assert button["y"] + button["height"] <= screen["height"]
