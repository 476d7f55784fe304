"""A whole game by keys alone, in a real browser: the focus is always somewhere, in sight and shown.

And how many keys a move on a board takes; that they make it: `test_a_move_by_keys` of test_browser.py.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Page

from games.models import Game, Player
from games.play.play_on import play_bots
from games.seats.trials import start_against_bots
from tests.mail.tables import store
from tests.pages import boards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOST_ANSWERS = 60
MOST_KEYS = 45  # of one answer
MOST_ON_AVERAGE = 9

# What has the focus: its name, whether a line shows that, and whether it can be seen.
FOCUS = """() => {
  const each = document.activeElement;
  if (each === document.body) return null;
  const shown = each.matches("input") && each.labels.length ? each.labels[0] : each;
  const styled = [each, shown].some((part) => {
    const style = getComputedStyle(part);
    const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return isOutlined || style.boxShadow.includes("rgb");
  });
  const { x, y, width, height } = shown.getBoundingClientRect();
  const points = [.1, .5, .9].map((part) => document.elementFromPoint(x + width / 2, y + height * part));
  return {
    name: each.getAttribute("aria-label") ?? shown.innerText.trim().slice(0, 40),
    kind: each.type ?? each.localName,
    label: each.getAttribute("name") === "label",
    sends: each.matches("button[type=submit]") && Boolean(each.closest("form.answer")),
    shown: points.some((at) => at && (shown.contains(at) || at.contains(shown) || each.contains(at))),
    styled: styled || each.matches("h1, h2, main, [tabindex='-1']"),
  };
}"""


@dataclass
class Keys:
    """Somebody with a keyboard and no pointer: what they press, and what is wrong with where they come to."""

    page: Page
    dice: Random
    pressed: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    count: int = 0

    def press(self, key: str) -> dict:
        self.page.keyboard.press(key)
        self.count += 1
        focus = self.page.evaluate(FOCUS)
        if focus is None:
            self.wrong.append(f"{key}: nothing has the focus")
            return {"name": "", "kind": "", "label": False, "sends": False}
        if not focus["shown"]:
            self.wrong.append(f"{key}: {focus['kind']} “{focus['name']}” is not in sight")
        if not focus["styled"]:
            self.wrong.append(f"{key}: {focus['kind']} “{focus['name']}” shows no focus")
        return focus

    def answer(self) -> None:
        """Tab to the choices, choose by an arrow, send by Enter."""
        self.count = 0
        asked = self.page.locator("form.answer").first
        least = int(asked.get_attribute("data-least") or 1)
        focus = {"kind": "", "label": False, "sends": False}
        for _tab in range(MOST_KEYS):
            focus = self.press("Tab")
            if focus["label"] or focus["sends"]:
                break
        if focus["label"] and focus["kind"] == "radio":
            for _more in range(self.dice.randrange(3)):
                self.press("ArrowRight")
            self.press("Space")
        elif focus["label"] and focus["kind"] == "checkbox":
            self.press("Space")
            for _more in range(least - 1):
                self.press("Tab")
                self.press("Space")
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        self.count += 1
        self.pressed.append(self.count)


@pytest.fixture
def at_own_table(new_context, address, sign_in):
    """Somebody before a game of an edition that has just begun against a bot, on some screen."""

    def sit_down(edition: str, size: dict[str, int]) -> tuple[Page, Game]:
        player = Player.objects.create_user("keys@example.org", name="Kay")
        game = start_against_bots(host=player, edition=edition)
        context = new_context(viewport=size, reduced_motion="reduce")
        sign_in(context, player)
        page = context.new_page()
        page.goto(f"{address}/g/{game.key}/")
        return page, game

    return sit_down


@pytest.mark.parametrize(
    "size",
    [{"width": 1280, "height": 900}, {"width": 390, "height": 844}],
    ids=["wide", "narrow"],
)
def test_a_game_is_played_by_keys_alone(size, at_own_table):
    """Tab, arrows, space and Enter; after each answer the focus is at the new question."""
    page, game = at_own_table("fluxx", size)
    keys = Keys(page, Random(7))
    for _answer in range(MOST_ANSWERS):
        play_bots(game=game.pk)
        game.refresh_from_db()
        page.reload()
        if game.is_over:
            break
        if page.locator("form.answer").count() == 0:
            continue
        keys.answer()
        if page.locator("form.answer").count() and page.evaluate("document.activeElement === document.body"):
            keys.wrong.append("after an answer nothing has the focus")
    average = sum(keys.pressed) / len(keys.pressed)

    assert [] == sorted(set(keys.wrong))
    assert MOST_ON_AVERAGE >= average, keys.pressed


ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MOST_KEYS_OF_A_MOVE = 10
AT = "document.activeElement.dataset.key ?? null"


def keys_from(page: Page, start: str) -> dict[str, int]:
    """How many arrows each thing that can be picked now is away from one of them."""
    away, reached = {start: 0}, [start]
    for stop in reached:
        for arrow in ARROWS:
            page.locator(f'.board__svg [data-key="{stop}"][href]').last.focus()
            page.keyboard.press(arrow)
            found = page.evaluate(AT)
            if found not in away:
                away[found] = away[stop] + 1
                reached.append(found)
    return away


def keys_of_moves(page: Page) -> Iterator[tuple[str, int]]:
    """Each move of a piece with the keys it takes: to the board and a piece, to a place, and the button."""
    labels = page.locator("svg[data-ask]").get_attribute("data-labels").split()
    page.keyboard.press("b")
    pieces = keys_from(page, page.evaluate(AT))
    firsts = {
        label.split(">")[0] if ">" in label else "tile:" + label.split(":")[1]
        for label in labels
        if {*">:"} & {*label}
    }
    assert firsts == set(pieces)
    for piece in {label.split(">")[0] for label in labels if ">" in label}:
        page.locator(f'.board__svg [data-key="{piece}"][href]').last.focus()
        page.keyboard.press("Enter")
        places = keys_from(page, page.evaluate(AT))
        for label in labels:
            if label.startswith(f"{piece}>"):
                place = label.split("!")[0].split(">")[1]
                yield label, 1 + pieces[piece] + 1 + places[place] + 1 + 1
        page.keyboard.press("Escape")


@pytest.mark.parametrize("scene", [boards.turn_of_ann, boards.everything_goes], ids=["few", "all"])
def test_a_move_on_the_board_takes_ten_keys_at_most(scene: Callable, new_context, address, sign_in):
    """The board is one stop of Tab, and arrows reach whatever can be picked on it."""
    stored = store(scene())
    context = new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    sign_in(context, stored.players["ann"])
    page = context.new_page()
    page.goto(f"{address}/g/{stored.game.key}/")
    page.locator('.board__svg [tabindex="0"]').first.wait_for(state="attached")
    keys = dict(keys_of_moves(page))
    stops = page.locator(".board__svg [data-key][href]").evaluate_all(
        "all => all.filter((each) => each.tabIndex === 0).length"
    )
    told = f"{len(keys)} moves, {sum(keys.values()) / len(keys):.1f} keys, at most {max(keys.values())}"
    print(scene.__name__, told)  # noqa: T201  (this is what one reads)

    assert 1 == stops
    assert MOST_KEYS_OF_A_MOVE >= max(keys.values()), keys
