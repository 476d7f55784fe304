"""What mail programs ask of HTML (M16): nothing active, nothing from elsewhere, readable day and night."""

from urllib.parse import urlsplit

import pytest

from tests.mail.kinds import ALL
from tests.mail.looks import DARK, Page, contrast, inverted
from tests.mail.received import send

pytestmark = pytest.mark.django_db

ALLOWED = frozenset(
    (
        *("html", "head", "meta", "title", "style", "body", "div", "table", "tbody", "tr", "td"),
        *("h1", "h2", "h3", "p", "br", "ul", "li", "a", "b", "span", "bdi", "img"),
    )
)
REACHES_OUT = frozenset(("href", "src", "srcset", "background", "action", "data", "poster", "cite"))


HTML: dict[str, str] = {}


@pytest.fixture(params=ALL)
def html(request, same_picture) -> str:
    """The HTML part of every kind of mail, composed once for all tests."""
    if request.param not in HTML:
        HTML[request.param] = send(ALL[request.param]()).html
    return HTML[request.param]


def test_plain_elements_alone(html):
    """There is no form, script or style sheet elsewhere, nor anything else that may be refused.

    Images come with the mail, since programs load no others for a stranger, which the reader of an invitation
    is to us; they have a size and say in words what they show.
    """
    page = Page.of(html)

    assert set() == {element.tag for element in page.elements} - ALLOWED
    assert {"href", "src"} >= REACHES_OUT & {name for element in page.elements for name in element.attributes}
    for image in (element.attributes for element in page.elements if element.tag == "img"):
        assert image["src"].startswith("cid:")
        assert all(image.get(name) for name in ("alt", "width", "height"))
    assert not any(name.startswith("on") for element in page.elements for name in element.attributes)


def test_nothing_from_elsewhere(html):
    """Every address in the HTML is a link to this site; the styles name none."""
    links = [element.attributes["href"] for element in Page.of(html).elements if element.tag == "a"]

    assert links
    assert {"testserver.localhost"} == {urlsplit(link).hostname for link in links}
    assert "url(" not in html
    assert "@import" not in html
    assert "@font-face" not in html


def test_both_palettes_are_declared(html):
    """The page says that it has a light and a dark palette, in its head and in its styles."""
    metas = {
        element.attributes.get("name"): element.attributes.get("content")
        for element in Page.of(html).elements
        if element.tag == "meta"
    }

    assert "light dark" == metas["color-scheme"] == metas["supported-color-schemes"]
    assert DARK.search(html)
    assert "color-scheme:light dark" in html


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast(html, dark):
    """Every text has a colour and a background, readable in this palette and after a naive inversion."""
    pieces = Page.of(html, dark=dark).pieces

    assert len(pieces) > 3
    assert [] == [
        piece
        for piece in pieces
        if min(
            contrast(piece.colour, piece.background),
            contrast(inverted(piece.colour), inverted(piece.background)),
        )
        < 4.5
    ]


def test_text_and_background_go_together(html):
    """What has a background of its own has a colour of its own: neither palette lends to the other."""
    for element in Page.of(html).elements:
        if "background-color" in element.look:
            assert "color" in element.look, element


def test_styles_are_inline(html):
    """A mail program that drops the style sheet still shows the mail: only at-rules are left in it."""
    sheet = html.partition("<style>")[2].partition("</style>")[0]

    assert "@media" in sheet
    assert sheet.strip().startswith("@media")
    assert html.count(' style="') > 10


def test_the_charset_comes_first(html):
    """A mail that is saved as a page is read as UTF-8: browsers look at its first 1,024 bytes for that."""
    assert 1 == html.count("<meta charset=")
    assert html.index('<meta charset="utf-8">') < 200


def test_tables_are_for_layout(html):
    """Screen readers are told that tables are layout, which language they read, and what the headline is."""
    elements = Page.of(html).elements

    tables = [element for element in elements if element.tag == "table"]

    assert all(table.attributes.get("role") == "presentation" for table in tables)
    assert "en" == elements[0].attributes["lang"]
    assert 1 == sum(element.tag == "h1" for element in elements)


def test_inversion():
    """The arithmetic of this module: black on white is 21 to 1, either way round."""
    assert 21 == pytest.approx(contrast("#000000", "#ffffff"))
    assert "#000000" == inverted("#ffffff")
