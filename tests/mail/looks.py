"""How a mail looks, computed from its HTML: the colours of its text by day, by night and inverted."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("meta", "br", "img", "hr", "link", "input"))
DARK = re.compile(r"@media \(prefers-color-scheme: dark\)\s*\{(.*?\})\s*\}", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"#[0-9a-f]{6}")

Look = dict[str, str]


def declarations(css: str) -> Look:
    """`color: #fff; margin: 0` as a mapping."""
    pairs = (part.partition(":") for part in css.split(";") if ":" in part)
    return {name.strip(): value.replace("!important", "").strip() for name, _colon, value in pairs}


def dark_rules(html: str) -> list[tuple[str, frozenset[str], Look]]:
    """The rules of the dark palette: tag (or nothing), classes, declarations. Knows `tag.class` alone."""
    found = DARK.search(html)
    assert found, "there is no dark palette"
    rules = []
    for selectors, body in RULE.findall(found[1]):
        for selector in selectors.split(","):
            tag, _dot, name = selector.strip().partition(".")
            assert re.fullmatch(r"[\w-]+", name), f"{selector!r} is not understood"
            rules.append((tag, frozenset([name]), declarations(body)))
    return rules


@dataclass
class Piece:
    """One piece of visible text with its colours, said for it or for what it lies in."""

    text: str
    colour: str
    background: str


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    look: Look


@dataclass
class Page(HTMLParser):
    """Walks through a page and keeps its elements and its visible text with colours."""

    dark: list[tuple[str, frozenset[str], Look]] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.open: list[Element] = []

    @classmethod
    def of(cls, html: str, *, dark: bool = False) -> "Page":
        page = cls(dark_rules(html) if dark else [])
        page.feed(html)
        assert not page.open, f"never closed: {[element.tag for element in page.open]}"
        return page

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        look = declarations(attributes.get("style") or "")
        classes = set((attributes.get("class") or "").split())
        for of_tag, names, rule in self.dark:
            if (not of_tag or of_tag == tag) and names <= classes:
                look |= rule
        element = Element(tag, attributes, look)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert tag == self.open[-1].tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        text = " ".join(data.replace("\xa0", " ").split())
        unseen = ("style", "title")
        hidden = any(each.tag in unseen or each.look.get("display") == "none" for each in self.open)
        if text and not hidden:
            self.pieces.append(Piece(text, self._said("color"), self._said("background-color")))

    def _said(self, name: str) -> str:
        for element in reversed(self.open):
            if name in element.look:
                assert COLOUR.fullmatch(element.look[name]), f"{name} is {element.look[name]}"
                return element.look[name]
        raise AssertionError(f"nobody says the {name} of {[element.tag for element in self.open]}")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG 2, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def inverted(colour: str) -> str:
    """What a mail program makes of a colour that turns every mail dark by itself."""
    return "#" + "".join(f"{255 - int(colour[at : at + 2], 16):02x}" for at in (1, 3, 5))
