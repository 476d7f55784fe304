"""The page that checks a record in the browser says what `python -m engine verify` says of it."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from engine.__main__ import main
from engine.randomness import random_numbers
from tests.engine.games import EDITIONS
from tests.engine.records import a_fair_record, a_mix, tampered

SCRIPT = (settings.BASE_DIR / "static/js/fair.js").read_text()
RECORDED = sorted((settings.BASE_DIR / "tests/engine/recorded").glob("*.json"))
VERDICTS = {0: "holds", 1: "fails", 2: "unreadable"}
FOUND = re.compile("holds|fails|unreadable")
EARLIER = ("won-by-the-brain", "won-by-queen-alice", "won-by-appetite", "won-by-toast", "board-joined")
SIZES = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})


@pytest.fixture
def checker(page: Page, address: str, transactional_db: None) -> Page:
    """The page, with its connection cut once it is open."""
    page.goto(f"{address}/fair/")
    page.context.set_offline(True)
    return page


def verdict_of(page: Page, text: str) -> str:
    """What the page says of a file."""
    page.evaluate("document.querySelector('[data-result]').dataset.verdict = ''")
    chosen = {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    page.set_input_files("#record", chosen)  # type: ignore[arg-type]
    expect(page.locator("[data-result]")).to_have_attribute("data-verdict", FOUND)
    return str(page.locator("[data-result]").get_attribute("data-verdict"))


def told_by_command(path: Path, text: str, *words: str) -> str:
    """What the command says of it, in the words of the page."""
    path.write_text(text)
    return VERDICTS[main(["verify", str(path), *words])]


def earlier_records() -> dict[str, dict[str, Any]]:
    """Records of format 1, of cards and of the board."""
    found = {path.stem: json.loads(path.read_text())["record"] for path in RECORDED}
    return {stem: record for stem, record in found.items() if stem.endswith(EARLIER)}


@pytest.mark.browser
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_and_the_command_say_the_same(checker, tmp_path, edition, capsys):
    """Of a record that holds, and of one in which a seed, hash, part or shuffle was changed."""
    record = a_fair_record(edition, mix=a_mix(), come_and_go=0.02)
    changed = {name: replace(record, **each.change) for name, each in tampered(record).items()}
    said = {}
    for name, each in {"as it was": record, **changed}.items():
        # The page can't know how many draws the rules made.
        if name != "a shuffle less":
            said[name] = (verdict_of(checker, str(each)), told_by_command(tmp_path / "r.json", str(each)))

    assert said.pop("as it was") == ("holds", "holds")
    assert set(said.values()) == {("fails", "fails")}, said


@pytest.mark.browser
def test_the_last_file_decides(checker):
    """The verdict on a file that takes longer never stands below the name of one that was chosen after it."""
    whole = json.loads(str(a_fair_record(mix=a_mix())))
    whole["chance"] = whole["chance"] * 400
    slow, fast = json.dumps(whole), "no record"
    for text in (slow, fast):
        chosen = {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
        checker.set_input_files("#record", chosen)  # type: ignore[arg-type]
    checker.wait_for_timeout(6000)

    assert "unreadable" == checker.locator("[data-result]").get_attribute("data-verdict")


@pytest.mark.browser
def test_each_step_is_shown(checker):
    """The hash, each part, the seed and each draw, in their order, with the cards from the top."""
    record = a_fair_record("board", mix=a_mix())
    verdict = verdict_of(checker, str(record))
    steps = [each.get_attribute("data-step") for each in checker.locator(".fair-step").all()]
    shuffled = checker.locator("[data-step=shuffle]").nth(1).locator("li")

    assert verdict == "holds"
    assert steps[:5] == ["house", "part-player", "part-player", "part-site", "mixed"]
    assert steps[5:] == [each.how for each in record.chance]
    names = [record.deck.cards[card].replace("-", " ") for card in reversed(record.chance[2].after)]
    assert shuffled.all_text_contents() == names


@pytest.mark.browser
def test_a_hash_that_was_noted_is_compared(checker, tmp_path, capsys):
    """With the record's own it holds, with another it doesn't; the command says so, too."""
    text, path = str(a_fair_record(mix=a_mix())), tmp_path / "r.json"
    for noted, said in ((a_mix().commitment.upper(), "holds"), ("0" * 64, "fails")):
        checker.fill("#noted", noted)

        assert (verdict_of(checker, text), told_by_command(path, text, "--hash", noted)) == (said, said)


@pytest.mark.browser
def test_earlier_records_are_checked_as_far_as_they_go(checker, tmp_path, capsys):
    """The hash of the seed holds or not; that the shuffles aren't listed is said."""
    path, records = tmp_path / "r.json", earlier_records()
    for name, record in records.items():
        for change, said in (({}, "holds"), ({"seed": "0" * 64}, "fails"), ({"salt": "x"}, "fails")):
            text = json.dumps(record | change)

            assert (verdict_of(checker, text), told_by_command(path, text)) == (said, said), name
            expect(checker.locator("[data-step=no-list]")).to_contain_text("engine verify")
            expect(checker.locator("[data-step=site-alone]")).to_be_visible()
    assert len(records) >= 5


@pytest.mark.browser
def test_games_that_were_dealt_before_have_their_shuffles_listed(checker, tmp_path, capsys):
    """A record of format 2 whose seed the site alone made, and one of its shuffles changed."""
    record, path = a_fair_record("anatomy"), tmp_path / "r.json"
    first, *others = record.chance
    other = replace(record, chance=(replace(first, after=first.before), *others))

    assert (verdict_of(checker, str(record)), told_by_command(path, str(record))) == ("holds", "holds")
    assert (verdict_of(checker, str(other)), told_by_command(path, str(other))) == ("fails", "fails")


BAD = {
    "": "isn’t JSON",
    "{": "isn’t JSON",
    "[1]": "something that every record has",
    "{}": "something that every record has",
    '{"edition":"fluxx","seats":"three"}': "something that every record has",
    '{"edition":"fluxx","seats":3,"first":1,"seed":"1","steps":[{}]}': "something that every record has",
    '{"edition":"fluxx","seats":3,"first":1,"seed":"1","steps":[],"format":3}': "format 3",
    '{"edition":"fluxx","seats":3,"first":1,"seed":"1","steps":[],"mix":{"house":1}}': "something that",
    '{"edition":"fluxx","seats":3,"first":1,"seed":"1","steps":[],"format":2,"chance":[{"how":"shuffle",'
    '"before":["a"]}]}': "something that every record has",
}


@pytest.mark.browser
def test_what_is_no_record_gets_a_sentence(checker, tmp_path, capsys):
    """And none of it is run, or breaks the page."""
    complaints = []
    checker.on("pageerror", lambda error: complaints.append(str(error)))
    for text, sentence in BAD.items():
        assert (verdict_of(checker, text), told_by_command(tmp_path / "r", text)) == ("unreadable",) * 2, text
        expect(checker.locator("[data-result] [role=alert]")).to_contain_text(sentence)
    text = (
        '{"edition":"<img src=x onerror=alert(1)>","seats":3,"first":1,"seed":"<b>","steps":[],'
        '"commitment":"<b>"}'
    )

    assert verdict_of(checker, text) == "fails"
    assert checker.locator("[data-result] b, [data-result] img").count() == 0
    assert not complaints


@pytest.mark.browser
def test_the_script_makes_the_numbers_of_the_rules(new_context):
    """SHAKE-256 as Python's, for short and long texts and around the size of a block."""
    page = new_context().new_page()
    parts = "<p data-result></p><input type=file><input name=noted><p data-drop></p>"
    page.set_content(f"<div data-fair-check>{parts}</div>")
    page.add_script_tag(content=f"{SCRIPT}\nObject.assign(window, {{ randomNumbers }});", type="module")
    page.wait_for_function("() => window.randomNumbers")  # a module runs when it has been read
    seeds = ["", "żółw", *("s" * length for length in range(130, 140)), "s" * 300]
    asked = [(seed, 7, count) for seed in seeds for count in (1, 17, 40)]
    made = page.evaluate("asked => asked.map((each) => randomNumbers(...each).map(String))", asked)

    assert made == [[str(number) for number in random_numbers(*each)] for each in asked]
    assert hashlib.shake_256(b":7").digest(8).hex() == f"{int(made[0][0]):016x}"


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_everybody_can_read_it(new_context, address, language, transactional_db):
    """axe finds nothing, and nothing is wider than the screen."""
    problems, record = [], a_fair_record("ice", mix=a_mix())
    for size, scheme in zip(SIZES, ("dark", "light"), strict=True):
        context = new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale=language)
        page = context.new_page()
        page.goto(f"{address}/fair/")
        for text in (str(record), str(replace(record, seed="0" * 64))):
            verdict_of(page, text)
            problems += [each["id"] for each in Axe().run(page).response["violations"]]
            problems += ["wide"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []

    assert [] == problems


@pytest.mark.browser
def test_without_scripts_the_page_points_to_the_command(new_context, address, transactional_db):
    """The form that could do nothing is not shown."""
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/fair/")

    expect(page.get_by_text("Scripts are off in this browser")).to_be_visible()
    expect(page.locator("#record")).to_be_hidden()
