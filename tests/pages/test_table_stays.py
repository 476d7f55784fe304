"""A table that never moves, in a real browser: the hand stands where it stood, whatever is asked or comes.

`pytest -s` prints where everything stands.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from django.core.cache import cache
from playwright.sync_api import Page

import engine
from engine.scenario import Scene, new_game
from games.models import By, Game, Player, Question
from games.play.answer import answer_question
from tests.mail.tables import store
from tests.pages import measuring
from tests.pages.table_states import ENDED, FIT, FIT_A_PHONE, STATES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = ((1280, 900), (1280, 720), (1920, 1080), (390, 844), (390, 664))
LOW = ((390, 664),)  # a phone with its browser's bars: the page goes on below
DESK = 1280
MOST_MOVED = 8
ANSWERS = 24
GAMES_LOOKED_AT, MOST_KINDS = 8, 25
MEASURE = """() => {
    const boxes = (name) => [...document.querySelectorAll(name)].map((each) => each.getBoundingClientRect());
    const least = (all, side) => (all.length ? Math.min(...all.map((each) => each[side])) : null);
    const most = (all, side) => (all.length ? Math.max(...all.map((each) => each[side])) : null);
    const isWhole = (each) => each.left >= 0 && each.right <= innerWidth + 1 && each.bottom <= innerHeight;
    const options = boxes(".tray .option:has(> input)");
    return {
        goal: least(boxes(".goal, .board__goal"), "top"),
        hand: least(boxes(".tray .hand > li"), "top"),
        last: most(options, "bottom"),
        cut: options.filter((each) => !isWhole(each)).length,
        page: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth,
    };
}"""
SIZES_OF_TYPE = {12, 13, 14, 16, 18, 20, 24, 32}  # and the call at the end
READ_TYPE = """() => {
    const found = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const each = walker.currentNode.parentElement, { width, height } = each.getBoundingClientRect();
        if (!walker.currentNode.data.trim() || width <= 1 || height <= 1) continue;
        if (each.closest("svg, .ending__call")) continue;
        if (!each.checkVisibility({ visibilityProperty: true })) continue;
        found[parseFloat(getComputedStyle(each).fontSize)] = each.className;
    }
    return found;
}"""
READ_TARGETS = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.type !== "hidden")
    .filter((each) => !each.closest("p, svg, label, .told, .line__text"))
    .map((each) => [each.getBoundingClientRect(), each.className || each.tagName])
    .filter(([{ width, height }]) => width > 1 && (width < 23.9 || height < 23.9))
    .map(([, name]) => name)"""
# Where the question, what is remarked on it and what lies before each player stand.
STAYS = (
    "#moment, .dock__remark, .dock__remark > :is(.chip, .deadline, :first-child), "
    ".plate__head, .plate > .before"
)
READ_PLACES = """(stays) => [...document.querySelectorAll(stays)]
    .map((each) => [each.className || each.id, each.getBoundingClientRect()])
    .map(([name, { x, y }]) => [name, x, y])"""
FILL_PLATES = (
    """said => document.querySelectorAll(".plate__state").forEach((each) => { each.innerHTML = said; })"""
)
PLATES_SAY = (
    "",
    '<span class="badge">has a question</span>',
    '<span class="badge badge--turn">is playing</span> <span>3 days left</span> <span>here 1 hour ago</span>',
)
SHEETS = ("log", "talk", "piles", "more")
Places = dict[str, float | None]


def measure(page: Page, size: tuple[int, int]) -> Places:
    """Where things stand on the page in a window of some size, with the first option chosen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    places: Places = page.evaluate(MEASURE)
    option = page.locator(".dock .option > input").first
    if option.count():
        option.check()
        buttons = page.locator(".dock .do:visible, .dock .dock__act .button--main:visible").all()
        places["button"] = min((box["y"] for each in buttons if (box := each.bounding_box())), default=None)
    return places


def read_places(page: Page) -> dict[tuple[int, int], list[tuple[str, float, float]]]:
    """Where everything that may not move stands, in windows of each size."""
    places = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        places[width, height] = page.evaluate(READ_PLACES, STAYS)
    return places


def tell(name: str, size: tuple[int, int], places: Places) -> None:
    """Print where things stand."""
    rounded = {key: None if at is None else round(at) for key, at in places.items()}
    print(f"{name:14} {size[0]:4} x {size[1]:4}", rounded)  # noqa: T201  (this is what one reads)


def spread(tops: list[float]) -> float:
    """How far apart the hands of several pages stand."""
    return max(tops) - min(tops)


def choose(question: Question) -> tuple[str, ...]:
    """Return what chance answers."""
    view = engine.Game.load(bytes(Game.objects.get(pk=question.game_id).state.data)).view(
        question.seat.number
    )
    return engine.bots.random(view, f"stays/{question.number}")


@pytest.fixture
def sit_down(new_context, address, sign_in, settings):
    """Open a table as one of its players, as on a site that sends mails."""
    settings.MAILS_GO_TO_FILES = False

    def at(stored, who: str, language: str = "en") -> Page:
        context = new_context(reduced_motion="reduce", locale=language)
        sign_in(context, stored.players[who])
        page = context.new_page()
        page.route("**/pulse/**", lambda route: route.abort())  # none is under way when the rows go
        page.goto(f"{address}/g/{stored.game.key}/")
        return page

    return at


def test_the_hand_is_always_at_the_same_place(sit_down):
    """In every state: and each option is whole on a desk, the button is in sight, and nothing is too wide."""
    found: dict[tuple[int, int], dict[str, Places]] = {size: {} for size in SIZES}
    for name, state in STATES.items():
        page = sit_down(state.open(name), state.who, state.language)
        for size in SIZES:
            found[size][name] = measure(page, size)
            tell(name, size, found[size][name])
        page.context.close()

    for size, states in found.items():
        hands = {name: each["hand"] for name, each in states.items() if each["hand"] is not None}
        assert len(hands) >= len(STATES) - len(ENDED) - 1
        assert spread(list(hands.values())) <= MOST_MOVED, (size, hands)
        assert {} == {name: each["wide"] for name, each in states.items() if each["wide"] > size[0]}, size
        low = {
            name: each.get("button")
            for name, each in states.items()
            if (each.get("button") or 0) > size[1] - 24
        }
        assert {} == low, size
        if size[0] >= DESK:
            assert {} == {name: each["cut"] for name, each in states.items() if each["cut"]}, size
        if size not in LOW:
            fit = FIT if size[0] >= DESK else FIT_A_PHONE
            assert {} == {name: states[name]["page"] for name in fit if states[name]["page"] > size[1] + 1}, (
                size
            )


def test_letters_twice_as_large_fit_a_phone(sit_down):
    """Nothing is too wide where the letters of the browser are twice as large."""
    wide = {}
    for name in ("twelve", "window", "board", "long-russian", "lost"):
        page = sit_down(STATES[name].open(name), STATES[name].who, STATES[name].language)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        wide[name] = page.evaluate("document.documentElement.scrollWidth")
        page.context.close()

    assert dict.fromkeys(wide, 390) == wide


def test_a_page_has_one_scale(sit_down):
    """At most eight sizes of type, none below 12 px, and nothing to press below 24 px; in the sheets, too."""
    wrong = {}
    for name in ("twelve", "window", "limit", "board", "lost"):
        page = sit_down(STATES[name].open(name), STATES[name].who)
        for width, height in ((1280, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            for sheet in (None, *SHEETS):
                if sheet is not None:
                    page.evaluate("name => document.getElementById(name)?.showPopover()", sheet)
                sizes = {float(size): style for size, style in page.evaluate(READ_TYPE).items()}
                wrong[name, width, sheet, "type"] = {
                    size: style for size, style in sizes.items() if size not in SIZES_OF_TYPE
                }
                wrong[name, width, sheet, "targets"] = page.evaluate(READ_TARGETS)
        page.context.close()

    assert {} == {where: what for where, what in wrong.items() if what}


def test_a_game_leaves_the_hand_where_it_is(sit_down):
    """From answer to answer, on a desk and on a phone: Ann plays by pressing, the others by chance."""
    cache.clear()
    stored = store(new_game(("ann", "bob", "cid"), seed="5eed" * 16))
    Player.objects.update(tips_over=True)
    page = sit_down(stored, "ann")
    tops: dict[tuple[int, int], list[float]] = {size: [] for size in ((1280, 900), (390, 844))}
    for _number in range(ANSWERS):
        question = Question.objects.filter(game=stored.game, closed_at=None).order_by("number").first()
        if question is None:
            break
        labels = choose(question)
        if question.seat_id != stored.seats["ann"].pk:
            answer_question(seat=question.seat_id, number=question.number, labels=labels, by=By.PAGE)
            continue
        page.reload()
        for size, heights in tops.items():
            if (hand := measure(page, size)["hand"]) is not None:
                heights.append(hand)
        for label in labels:
            page.locator(f'#ask-{question.number} input[value="{label}"]').check()
        page.locator(f'#ask-{question.number} button[type="submit"]:visible').last.click()
        page.wait_for_url("**since=**")

    assert min(map(len, tops.values())) > 5
    assert {} == {size: heights for size, heights in tops.items() if spread(heights) > MOST_MOVED}


def test_who_else_is_asked_moves_nothing(sit_down):
    """Once the other one has answered, the question, its remarks and what lies before players stay."""
    moved = {}
    for name, language in product(("discards", "limit"), ("en", "pl", "ru")):
        stored = STATES[name].open(name)
        Player.objects.update(language=language)
        page = sit_down(stored, STATES[name].who, language)
        both = read_places(page)
        question = Question.objects.get(seat=stored.seats["cid"], closed_at=None)
        answer_question(seat=question.seat_id, number=question.number, labels=choose(question), by=By.PAGE)
        page.reload()
        alone = read_places(page)
        moved |= {(name, language, size): (both[size], alone[size]) for size in SIZES}
        page.context.close()

    assert {} == {where: places for where, places in moved.items() if places[0] != places[1]}


def test_what_a_player_does_moves_no_card(sit_down):
    """What is said of a player (is playing, is asked, how long, is here) comes and goes in its own place."""
    moved = {}
    for name, state in STATES.items():
        page = sit_down(state.open(name), state.who, state.language)
        silent, *others = [(page.evaluate(FILL_PLATES, said), read_places(page))[1] for said in PLATES_SAY]
        for size in SIZES:
            moved[name, size] = [(silent[size], each[size]) for each in others if each[size] != silent[size]]
        page.context.close()

    assert {} == {where: places for where, places in moved.items() if places}


def play_by_chance(edition: str, seed: int, answers: int) -> Iterator[Scene]:
    """Yield a game before each of so many answers."""
    scene = new_game(("ann", "bob", "cid"), edition=edition, seed=f"{seed:064x}")
    for number in range(answers + 1):
        yield scene
        if scene.game.over or number == answers:
            return
        question = scene.game.questions[0]
        labels = engine.bots.random(scene.game.view(question.seat), f"{seed}/{number}", question)
        scene.happened.extend(scene.game.answer(question.seat, labels, question.number))


def find_busiest_questions() -> dict[str, tuple[str, int, int]]:
    """Return where each kind of question has most options: edition, seed, number of answers before."""
    found: dict[str, tuple[int, tuple[str, int, int]]] = {}
    for edition in engine.all_editions():
        for seed in range(GAMES_LOOKED_AT):
            for number, scene in enumerate(play_by_chance(edition.slug, seed, 150)):
                for question in scene.game.questions[:1]:
                    count = len(question.options)
                    if count > found.get(question.what.value, (-1,))[0]:
                        found[question.what.value] = (count, (edition.slug, seed, number))
    return {kind: where for kind, (_count, where) in sorted(found.items())}


@pytest.mark.slow
def test_each_kind_of_question_has_its_place(sit_down):
    """With as many options as chance brings, all are whole or one press away, and the hand stands still."""
    wrong: dict[tuple[str, int], object] = {}
    hands: dict[tuple[int, int], set[float]] = {size: set() for size in SIZES}
    questions = find_busiest_questions()
    for kind, (edition, seed, number) in questions.items():
        *_before, scene = play_by_chance(edition, seed, number)
        stored = store(scene, name=kind)
        Player.objects.update(tips_over=True)
        page = sit_down(stored, ("ann", "bob", "cid")[scene.game.questions[0].seat - 1])
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            places = page.evaluate(measuring.MEASURE)
            tell(kind, size, {name: places[name] for name in ("goal", "hand", "last", "page")})
            if places["hand"] is not None:
                hands[size].add(places["hand"])
            if places["wide"] > 0 or (not places["hasAll"] and (places["cut"] or places["held"] < 0)):
                wrong[kind, size[0]] = places
        page.context.close()

    assert len(questions) > MOST_KINDS
    assert {} == wrong
    assert {} == {size: tops for size, tops in hands.items() if spread(list(tops)) > MOST_MOVED}


def test_a_fold_of_moves_in_words_is_entered_by_the_key_that_opens_it(sit_down):
    """Radio buttons of one name are one stop of Tab, and the last fold's are reached all the same."""
    page = sit_down(STATES["board"].open("board"), "ann")
    page.locator("[popovertarget=ways]").press("Enter")
    for fold in ("#ways .is-uproot", "#ways .is-uproot .tile-asked >> nth=-1"):
        page.locator(fold).locator("summary").first.press("Enter")
    page.wait_for_timeout(100)

    inside = page.evaluate("document.activeElement.matches('#ways details[open] input[name=label]')")
    assert inside, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
