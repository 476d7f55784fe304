"""Rules of the style sheets: one scale of type, nothing for elements that no page has."""

import re
from collections.abc import Iterator
from pathlib import Path

import django

from tests.support.processes import ROOT

OF_ADMIN = Path(django.__file__).parent / "contrib/admin/static/admin/css"  # its classes
SHEETS = sorted((ROOT / "static/css").glob("*.css"))
SCALE = {".75rem", ".8125rem", ".875rem", "1rem", "1.125rem", "1.25rem", "1.5rem", "2rem"}
CALL = "ending__call"  # who has won, as large as its stage
SIZE = re.compile(r"font(?:-size)?: (?:\d00 )?([^\s;/]+)[^;]*;")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
# Some names are put together: `card--{{ kind }}`.
WORDS = re.compile(r"[A-Za-z][\w-]*")
COMPOSED = re.compile(r"([A-Za-z][\w-]*-)\{[{%]|([A-Za-z][\w-]*-)\{\w")


def rules(sheet: Path) -> Iterator[tuple[str, str]]:
    """Selector and declarations of each rule."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    yield from ((selector.strip(), words) for selector, words in RULE.findall(text))


def sheets_by_class() -> dict[str, set[str]]:
    """In which sheets each class has a style of its own, wherever it stands."""
    found: dict[str, set[str]] = {}
    for sheet in SHEETS:
        for selector, _words in rules(sheet):
            for name in re.findall(r"(?:^|,\s*)\.([A-Za-z][\w-]*)", selector):
                found.setdefault(name, set()).add(sheet.name)
    return found


def sources() -> Iterator[str]:
    """Whatever makes the elements of a page."""
    places = [(ROOT / "templates", "html"), (ROOT / "games", "py"), (ROOT / "fluxx_site", "py")]
    places += [(ROOT / "static", "js"), (Path(django.__file__).parent, "html"), (OF_ADMIN, "css")]
    for folder, ending in places:
        yield from (path.read_text() for path in folder.rglob(f"*.{ending}"))


def test_letters_have_one_of_eight_sizes():
    """But for the call of an end; where a size is that of what is around, it says `inherit`."""
    other = [
        f"{sheet.name}: {selector} {size}"
        for sheet in SHEETS
        for selector, words in rules(sheet)
        for size in SIZE.findall(words)
        if size not in SCALE | {"inherit"} and CALL not in selector
    ]

    assert [] == other


def test_every_class_is_that_of_an_element():
    """What a page no longer has needs no style."""
    texts = list(sources())
    words = {word for text in texts for word in WORDS.findall(text)}
    begun = tuple({one or other for text in texts for one, other in COMPOSED.findall(text)})
    begun = (*begun, "field-")  # a column of the admin
    named = {
        name
        for sheet in SHEETS
        for selector, _words in rules(sheet)
        for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)
    }
    unknown = {name for name in named - words if not name.startswith(begun)}

    assert set() == unknown
