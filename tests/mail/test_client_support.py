"""Mails use what mail programs know, or what they may leave out without harm."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.mail.kinds import ALL
from tests.mail.looks import Page
from tests.mail.received import send
from tests.mail.test_heights import with_pictures
from tests.mail.word import as_word_shows

pytestmark = pytest.mark.django_db

ROWS = [row.split("\t") for row in (Path(__file__).parent / "client_support.tsv").read_text().splitlines()]
PROGRAMS = ROWS[0][1:]
SUPPORT = {row[0]: dict(zip(PROGRAMS, row[1:], strict=True)) for row in ROWS[1:]}
"""For each feature and program: yes, partly, no or unknown. From the data of caniemail.com, 2025-09-08."""

HARMLESS = {
    "border-radius": "corners are square",
    "box-sizing": "only for the wide button of a phone",
    "color-scheme": "the light palette is shown, or inverted",
    "height": "only of lines without text, which stay thin by their size of type",
    "max-height": "of the preheader, which is not displayed anyway",
    "opacity": "of the preheader, which is not displayed anyway",
    "overflow": "of the preheader, which is not displayed anyway",
    "overflow-wrap": "programs that don't know it break long words by themselves, or know word-wrap",
    "word-wrap": "Word widens its table by a word that is too long",
    "white-space": "the name of the site may break",
    "html bdi": "names in the other direction take their signs along",
    "html body": "all of its colours stand on the table in it, too",
    "html style": "styles are inline; the page is light, and wide on a phone",
}
# Parts of these stand for the whole; the others say nothing that a program could leave out.
PART_OF = {
    "border-top": "border",
    "border-bottom": "border",
    "border-color": "border",
    "padding-left": "padding",
    "font-family": "font",
}
ALWAYS_KNOWN = frozenset(
    ("color", "mso-hide", "mso-padding-alt", "-webkit-text-size-adjust", "supported-color-schemes")
)
ELEMENTS = {
    **dict.fromkeys(("h1", "h2", "h3"), "h1-h6"),
    **dict.fromkeys(("ul", "li"), "lists"),
    **dict.fromkeys(("tr", "td", "th", "tbody"), "table"),
    "b": "strong",
}
PLAIN = frozenset(("html", "head", "meta", "title", "br", "a"))


def features_of(html: str) -> set[str]:
    """What a mail asks of a program: properties and elements, by their names in the table."""
    elements = Page.of(html).elements
    properties = {PART_OF.get(name, name) for each in elements for name in each.look} - ALWAYS_KNOWN
    tags = {ELEMENTS.get(each.tag, each.tag) for each in elements if each.tag not in PLAIN}
    return properties | {f"html {tag}" for tag in tags}


@pytest.mark.parametrize("kind", ALL)
def test_all_programs_know_it_or_it_is_harmless(kind, same_picture):
    """What is new in a mail has to be looked up first."""
    asked = features_of(send(ALL[kind]()).html)

    assert set() == asked - set(SUPPORT), "not in client_support.tsv"
    assert set() == {each for each in asked if "no" in SUPPORT[each].values()} - set(HARMLESS)


def test_harmless_features_are_in_use(same_picture):
    """The list of excuses has none for what every program knows."""
    assert set() == {each for each in HARMLESS if "no" not in SUPPORT[each].values()}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["turn", "edition-window"])
def test_in_outlook_for_windows(kind, browser: Browser):
    """The letter is 600 pixels wide, its button is one, and no text touches the number of its choice."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_content(as_word_shows(with_pictures(send(ALL[kind]()))))

    assert 600 == page.locator(".sheet").bounding_box()["width"]
    assert 340 == pytest.approx(page.locator(".sheet").bounding_box()["x"], abs=10)
    button = page.locator(".button").first.bounding_box()
    assert button["height"] >= 40
    assert button["width"] >= 120
    number = page.locator(".number").first.bounding_box()
    face = page.locator(".number + .face").first.bounding_box()
    title = page.locator(".number + .face .title").first.bounding_box()
    assert number["x"] + number["width"] == pytest.approx(face["x"], abs=0.5)
    assert title["x"] - face["x"] >= 10
    page.close()
