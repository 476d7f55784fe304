"""A whole game of each edition in a real browser, on a desk and a phone at once: nothing jumps or is hidden.

Ann has her table open in two windows and answers in each of them in turn; the others answer elsewhere. After
each answer both windows are renewed in place, and everything is measured. `pytest -s` prints where it stood.
`WHOLE_GAMES=3` plays so many games of each edition instead of one.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

import engine
from engine.scenario import new_game
from games.models import By, Game, Question
from games.play.answer import answer_question
from tests.mail.tables import Stored, store
from tests.pages.measuring import MEASURE

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

GAMES = int(os.environ.get("WHOLE_GAMES", "1"))
# Seeds of games that end soon, most within some 70 answers.
SEEDS = {
    "fluxx": (10, 8, 13),
    "ice": (4, 8, 10),
    "wonderland": (28, 9, 20),
    "anatomy": (38, 16, 29),
    "board": (1, 12, 2),
}
MOST_ANSWERS = 250
DESK = 1280
SIZES = ((DESK, 900), (390, 844))
MOST_MOVED = 8
# How far an update shifts things: on average over a game, at most, and where a notice comes or goes.
MOST_SHIFTED = {1280: 0.002, 390: 0.003}
MOST_AT_ONCE = {1280: 0.015, 390: 0.03}
MOST_BY_A_NOTICE = {1280: 0.02, 390: 0.06}
WATCH = """
window.shifts = [];
const nameOf = (node) => node?.nodeType === 1 ? `${node.localName}.${node.className}` : "text";
const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
        window.shifts.push([each.value, each.sources.map(({ node, previousRect, currentRect }) =>
            `${nameOf(node)} ${placeOf(previousRect)} > ${placeOf(currentRect)}`)]);
    }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("securitypolicyviolation", (event) => console.error(`CSP: ${event.violatedDirective}`));
"""
# A page that is seen asks at once.
RENEW = """() => new Promise((done) => {
    window.shifts.length = 0;
    const settle = () => requestAnimationFrame(() => setTimeout(done, 30));
    let isRenewing = false;
    document.addEventListener("page:arrived", () => { isRenewing = true; }, { once: true, capture: true });
    document.addEventListener("page:renewed", settle, { once: true });
    document.addEventListener("pulse:answered", () => { if (!isRenewing) settle(); }, { once: true });
    document.addEventListener("pulse:failed", settle, { once: true });
    document.dispatchEvent(new Event("visibilitychange"));
})"""
NOTICES = "document.getElementById('notices')?.getBoundingClientRect().height"


@dataclass
class Window:
    """Ann's table in a window of some size, and everything that was measured in it."""

    page: Page
    size: tuple[int, int]
    found: list[dict[str, Any]] = field(default_factory=list)
    shifts: list[float] = field(default_factory=list)
    by_notices: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def complain(self, at: int, what: str) -> None:
        """Note something that is not as it should be."""
        self.wrong.append(f"{self.size[0]} px, answer {at}: {what}")

    def renew(self, at: int) -> None:
        """Let the page fetch what is new, and note how far things moved by it."""
        before = self.page.evaluate(NOTICES)
        self.page.evaluate(RENEW)
        moved = self.page.evaluate("window.shifts")
        shift = sum(value for value, _what in moved)
        has_notice = self.page.evaluate(NOTICES) != before
        (self.by_notices if has_notice else self.shifts).append(shift)
        if shift > (MOST_BY_A_NOTICE if has_notice else MOST_AT_ONCE)[self.size[0]]:
            self.complain(at, f"shifts by {shift:.3f}: {moved}")

    def measure(self, at: int) -> None:
        """Note where everything stands, and what is cut or covered."""
        now = self.page.evaluate(MEASURE)
        self.found.append(now)
        if now["page"] > 0 and self.size[0] >= DESK:
            self.complain(at, f"the page is {now['page']} px too long")
        if now["wide"] > 0:
            self.complain(at, f"the page is {now['wide']} px too wide")
        if now["cut"] and not now["hasAll"]:
            self.complain(at, f"is cut or covered: {now['cut']}")
        if now["held"] < 0 and not now["hasAll"]:
            self.complain(at, f"{-now['held']} of five cards are cut or covered")

    def opens(self, choice: Locator) -> bool:
        """Open what a choice is folded up in; say whether that is the sheet of moves in words."""
        side = choice.locator("xpath=ancestor::details[contains(@class, 'side-questions')][not(@open)]")
        if side.count():
            side.locator("summary").click()
        if not choice.evaluate("each => Boolean(each.closest('#ways'))"):
            return False
        self.page.locator("[popovertarget=ways]").click()
        for fold in choice.locator("xpath=ancestor::details").all():
            if not fold.get_attribute("open"):
                fold.evaluate("each => { each.open = true; }")
        return True

    def answer(self, at: int, number: int, labels: Iterable[str], words: str) -> None:
        """Press what is chosen, then the button; the next page has the whole of it."""
        form = self.page.locator(f"#ask-{number}")
        if words:
            form.locator("textarea").fill(words)
            button = form.locator(".dock__act .button--main, .answer__bar .button--main")
        for label in labels:
            choice = form.locator(f'input[value="{label}"], button[value="{label}"]')
            if choice.evaluate("each => each.localName") == "button":
                button = choice
                continue
            if self.opens(choice):
                choice.check()
                button = self.page.locator("#ways .button--main")
                continue
            choice.check()
            button = choice.locator("xpath=following-sibling::button[@type='submit']")
        if not button.count():
            button = form.locator(".dock__act .button--main, .answer__bar .button--main")
        box = button.bounding_box()
        if box is None or box["y"] + box["height"] > self.size[1]:
            self.complain(at, f"the button stands at {box}")
        elif self.found:
            self.found[-1]["button"] = box["y"]
        with self.page.expect_navigation():
            button.click()

    def spread(self, name: str) -> tuple[float, float]:
        """The least and the most of a measure."""
        all_of_it = [each[name] for each in self.found if each.get(name) is not None]
        return (min(all_of_it), max(all_of_it)) if all_of_it else (0, 0)

    def tell(self, edition: str) -> None:
        """Print a row of the table."""
        columns = {name: self.spread(name) for name in ("goal", "hand", "last", "button", "page")}
        told = "  ".join(f"{name} {least:.0f}-{most:.0f}" for name, (least, most) in columns.items())
        told += f"  shift {self.mean_shift:.4f}, at most {max(self.shifts, default=0):.3f}"
        told += f", by notices {max(self.by_notices, default=0):.3f}"
        size = f"{self.size[0]:4} x {self.size[1]:4}"
        print(f"{edition:10} {size}  {len(self.found):3} looks  {told}")  # noqa: T201  (this is what one reads)

    @property
    def mean_shift(self) -> float:
        """How far an update moves things on average."""
        return sum(self.shifts) / max(len(self.shifts), 1)


def choose(stored: Stored, question: Question, edition: str, at: int) -> tuple[str, ...]:
    """What somebody answers: what chance says; on a board, where that takes hours, what leads to an end."""
    view = engine.Game.load(bytes(Game.objects.get(pk=stored.game.pk).state.data)).view(question.seat.number)
    asked = next(
        each for each in (view.question, *view.beside) if each is not None and each.number == question.number
    )
    if edition == "board":
        return engine.bots.sensible(view, asked)
    return engine.bots.random(view, f"whole/{at}", asked)


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("edition", SEEDS)
def test_a_whole_game_moves_nothing(new_context, address, sign_in, settings, edition, game):
    """The hand stays where it is, every option is whole, and updates shift next to nothing."""
    settings.MAILS_GO_TO_FILES = False
    stored = store(new_game(("ann", "bob", "cid"), edition=edition, seed=f"{SEEDS[edition][game]:064x}"))
    windows = []
    for width, height in SIZES:
        context = new_context(reduced_motion="reduce", viewport={"width": width, "height": height})
        sign_in(context, stored.players["ann"])
        page = context.new_page()
        window = Window(page, (width, height))
        page.add_init_script(WATCH)
        page.on(
            "console",
            lambda said, window=window: window.complain(0, said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error, window=window: window.complain(0, str(error)))
        page.goto(f"{address}/g/{stored.game.key}/")
        windows.append(window)
    for at in range(MOST_ANSWERS):
        for window in windows:
            window.measure(at)
        question = (
            Question.objects.filter(game=stored.game, closed_at=None).order_by("is_side", "number").first()
        )
        if question is None:
            break
        labels = choose(stored, question, edition, at)
        if question.seat_id == stored.seats["ann"].pk:
            windows[at % 2].answer(at, question.number, labels, "")
            windows[1 - at % 2].renew(at)
        else:
            answer_question(seat=question.seat_id, number=question.number, labels=labels, by=By.PAGE)
            for window in windows:
                window.renew(at)

    stored.game.refresh_from_db()
    for window in windows:
        window.tell(edition)
    assert stored.game.is_over
    wrong = [each for window in windows for each in window.wrong]
    assert not wrong, "\n".join(wrong)
    for window in windows:
        least, most = window.spread("hand")
        assert most - least <= MOST_MOVED, (window.size, least, most)
        assert window.mean_shift <= MOST_SHIFTED[window.size[0]], (window.size, window.shifts)
