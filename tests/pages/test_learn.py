"""Learning in six positions: each answer of each is played by the rules, and gets its sentence."""

import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from games.core import tokens
from games.models import Game
from games.pages.learn import lessons
from games.pages.learn.lessons import LESSONS
from tests.mail.kinds import invite, open_game
from tests.pages.positions import Html, all_rows

LANGUAGES = [code for code, _name in settings.LANGUAGES]
RIGHT = {
    "keeper": {"bread"},
    "goal": {"toast"},
    "rule": {"play-3"},
    "action": {"steal-a-keeper"},
    "limit": {"milk", "jackpot"},
    "surprise": {"thats-mine"},
}


def test_the_positions_are_scenarios_that_hold():
    """The files can be played by anybody, as docs/scenarios.md says."""
    command = [sys.executable, "-m", "engine", "scenario", "-q", str(lessons.POSITIONS)]
    played = subprocess.run(command, capture_output=True, text=True, cwd=settings.BASE_DIR, check=False)

    assert (0, "6 hold, 0 failed, 0 not understood") == (played.returncode, played.stderr.strip())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.slug)
def test_the_rules_decide_which_answers_are_right(lesson):
    """One answer at least is right and one is not; none of them is written down but here."""
    right = {
        label for label in lessons.options_of(lesson) if lesson.is_right(lessons.play(lesson, label).view)
    }

    assert RIGHT[lesson.slug] == right
    assert right < set(lessons.options_of(lesson))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.slug)
def test_every_answer_has_its_sentence(lesson, language, client, db):
    """What was right, or what happened instead and how to try again; and nothing is stored."""
    client.cookies["django_language"] = language
    address = f"/learn/{lesson.slug}/"
    before = all_rows()
    for label in lessons.options_of(lesson):
        page = client.get(address, {"choose": label})
        shown = Html(page.content)
        is_right = label in RIGHT[lesson.slug]
        with override(language):
            said, other = gettext(lesson.right), gettext(lesson.wrong)
            said, other = (said, other) if is_right else (other, said)
            heading = gettext("Right!") if is_right else gettext("Not quite.")
        assert 200 == page.status_code
        assert plain(said) in plain(shown.text)
        assert plain(other) not in plain(shown.text)
        assert heading in shown.text
        assert address in {link["href"] for link in shown.all("a")}
        assert len(re.findall("<li>.*?</li>", told_in(page.text), re.DOTALL)) >= 1

    assert before == all_rows()
    assert "sessionid" not in client.cookies


def plain(text: str) -> str:
    """A text without what keeps its words together."""
    return " ".join(text.replace("\u00a0", " ").split())


def told_in(page: str) -> str:
    """The list of what happened."""
    return page.partition("<details>")[2].partition("</details>")[0]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda each: each.slug)
@pytest.mark.parametrize("choice", ["time", "bread@2", "use:recycling", "\0", "x" * 5000, "<b>"])
def test_an_answer_that_is_none_is_a_sentence(lesson, choice, client, db):
    """Stale, made up or too long: the position is there as it was, and can be answered."""
    page = client.get(f"/learn/{lesson.slug}/", {"choose": choice})
    asked = [button["value"] for button in Html(page.content).all("button") if button.get("name") == "choose"]

    assert 422 == page.status_code
    assert "You can’t choose that here. This is the position as it was." in Html(page.content).text
    assert set(lessons.options_of(lesson)) == set(asked)


def test_made_up_answers_are_never_played(client, db, monkeypatch):
    """Neither they nor answers that were played before cost the site a game."""
    lesson = LESSONS[0]
    for label in lessons.options_of(lesson):
        client.get(f"/learn/{lesson.slug}/", {"choose": label})
    monkeypatch.setattr(lessons, "lay_position", lambda _lesson: 1 / 0)
    answers = [*lessons.options_of(lesson), "time", "x"]

    assert [200, 200, 200, 422, 422] == [
        client.get(f"/learn/{lesson.slug}/", {"choose": label}).status_code for label in answers
    ]


def test_a_lesson_that_is_none(client, db):
    """It isn't found."""
    assert 404 == client.get("/learn/poker/").status_code


def test_from_the_front_page_to_a_game(client, db):
    """Six right answers lead from the link on the front page to “Play now against bots”."""
    front = Html(client.get("/").content)
    assert "/learn/" in {link["href"] for link in front.all("a")}
    address = "/learn/"
    for lesson in LESSONS:
        position = Html(client.get(address).content)
        assert gettext(lesson.question) in position.text
        answered = client.get(f"/learn/{lesson.slug}/", {"choose": min(RIGHT[lesson.slug])})
        links = [
            link["href"]
            for link in Html(answered.content).all("a")
            if "button--main" in str(link.get("class"))
        ]
        address = links[0] if links else ""

    assert "" == address
    assert 'action="/play/"' in answered.text
    started = client.post("/play/", {"edition": "fluxx"})
    assert Game.objects.get().key in started.url


def test_an_invitation_leads_there(client, db):
    """Who never played is one press from the lessons."""
    token = tokens.make_invitation_token(invite(open_game()))
    page = client.get(f"/i/{token}/", follow=True)

    assert "/learn/" in {link["href"] for link in Html(page.content).all("a")}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_lesson_is_tried_again_in_a_browser(new_context, address):
    """On a phone: a wrong card, again, the right one, and on to the next lesson; nothing scrolls sideways."""
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{address}/learn/")
    page.get_by_role("button", name="Play it “Toast”").click()
    expect(page.get_by_role("heading", name="Not quite.")).to_be_visible()
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("button", name="Play it “Bread”").click()
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A goal")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_each_answer_stands_on_the_first_screen(new_context, address, size):
    """Nobody scrolls to find the right card: every button is whole in sight, in each language."""
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    below = []
    for language in LANGUAGES:
        for lesson in LESSONS:
            page.goto(f"{address}/learn/{lesson.slug}/?language={language}")
            bottoms = [button.bounding_box() for button in page.locator(".learn-ask button").all()]
            lowest = max(box["y"] + box["height"] for box in bottoms if box is not None)
            below += [(language, lesson.slug, lowest)] if lowest > size[1] else []

    assert [] == below
