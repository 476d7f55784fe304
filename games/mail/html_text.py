"""Reads a page as lines of text, without what is quoted, struck out or hidden."""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from html.parser import HTMLParser

from games.core.budgets import MAIL_HTML

LARGEST = MAIL_HTML.largest  # characters that are read
LONGEST_SIGN = 10  # characters: an emoji with its tone, sex and variant
QUOTED = "\n\n>\n"  # stands for a quotation that was left out
# What follows an element of this kind is quoted, to where the reader knows it again.
DIVIDER = "\n\n----- quoted -----\n\n"
BLANKS = re.compile(r"\s++")
NAMES = re.compile(r"[.#][\w-]++")  # in a selector


class _Text(HTMLParser):
    """Collects the text of a page; of a quotation only an empty line and the mark of one are left.

    Nothing is left of what is struck out or hidden, also by one of these `hiding` classes or ids.
    """

    LINES = ("p", "div", "li", "tr", "h1", "h2", "h3", "pre", "table")
    HOLD_TEXT = (*LINES, "span")
    QUOTES = re.compile(r"gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite|(?<!\S)quote(?!\S)")
    DIVIDES = re.compile(r"divRplyFwdMsg|appendonsend")
    SILENT = ("style", "script", "head", "title")
    UNREAD = ("template", "noscript", "textarea", "button", "svg", "select", "datalist", "iframe")
    VOID = ("br", "hr", "img", "input", "meta", "link", "wbr", "col")
    STRUCK = ("s", "strike", "del")
    STRIKES = re.compile(r"<(?:s|strike|del)[\s>]|line-through", re.I)
    STRUCK_BY_STYLE = re.compile(r"text-decoration[a-z-]{0,20}+\s*+:[^;]{0,60}line-through", re.I)
    HIDDEN_BY_STYLE = re.compile(
        r"display\s*+:\s*+none|visibility\s*+:\s*+(?:hidden|collapse)"
        r"|(?:font-size|opacity)\s*+:\s*+0++(?:\.0*+)?+(?![\d.])",
        re.I,
    )

    def __init__(self, hiding: Collection[str]) -> None:
        super().__init__()
        self.hiding = hiding
        self.found: list[str] = []
        self.silent = 0
        # The tag of what is quoted or struck out, and how many of its kind are open in it.
        self.quoted_in = ""
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or a quotation."""
        if self.quoted_in:
            self.depth += tag == self.quoted_in
            return
        given = dict(attrs)
        marks = " ".join(given.get(name) or "" for name in ("class", "id", "name"))
        if tag == "hr" or self.DIVIDES.search(marks):
            self.found.append(DIVIDER)
        elif tag == "blockquote" or (tag in self.HOLD_TEXT and self.QUOTES.search(marks)):
            self.quoted_in, self.depth = tag, 1
            self.found.append(QUOTED)
            return
        elif self.is_unread(tag, given):
            if tag not in self.VOID:
                self.quoted_in, self.depth = tag, 1
            return
        if tag == "img" and (sign := self.sign_of(given)):
            self.found.append(f" {sign} ")
        self.silent += tag in self.SILENT
        self.begin_line(tag)

    def sign_of(self, given: Mapping[str, str | None]) -> str:
        """Return the sign that a program has sent as a picture, such as 👎; not what other pictures show."""
        sign = (given.get("alt") or "").strip()
        return sign if len(sign) <= LONGEST_SIGN and not any(map(str.isalnum, sign)) else ""

    def is_unread(self, tag: str, given: Mapping[str, str | None]) -> bool:
        """Whether an element is struck out, hidden, or of a kind that holds no words of its writer."""
        style = given.get("style") or ""
        if tag in self.STRUCK or self.STRUCK_BY_STYLE.search(style):
            return True
        names = [f".{each}" for each in (given.get("class") or "").lower().split()]
        names.append(f"#{(given.get('id') or '').lower()}")
        return (
            tag in self.UNREAD
            or "hidden" in given
            or bool(self.HIDDEN_BY_STYLE.search(style))
            or any(name in self.hiding for name in names)
        )

    def handle_endtag(self, tag: str) -> None:
        """End a line, or a quotation."""
        if self.quoted_in:
            self.depth -= tag == self.quoted_in
            self.quoted_in = self.quoted_in if self.depth else ""
            return
        self.silent = max(0, self.silent - (tag in self.SILENT))
        self.begin_line(tag)

    def begin_line(self, tag: str) -> None:
        """Begin a line for a block tag, unless one has just begun."""
        if tag == "br" or (tag in self.LINES and self.found and not self.found[-1].endswith("\n")):
            self.found.append("\n")
        elif tag == "td":
            self.found.append(" ")

    def handle_data(self, data: str) -> None:
        """Collect visible text."""
        if not self.silent and not self.quoted_in:
            self.found.append(BLANKS.sub(" ", data))


def text_of_html(html: str) -> str:
    """Return the lines of an HTML page outside its quotations; of a broken one those above the fault."""
    reader = _Text(hiding_names(html[:LARGEST]))
    # To a browser `<![…` is a comment that ends at the next `>`; Python’s parser raises for most of them.
    with suppress(AssertionError, ValueError):
        reader.feed(html[:LARGEST].replace("<![", "<!"))
    lines = [" ".join(line.split()) for line in "".join(reader.found).split("\n")]
    return "\n".join(lines)


def hiding_names(html: str) -> frozenset[str]:
    """Return the classes and ids, as ``.old`` and ``#old``, that the styles of a page strike out or hide."""
    found: set[str] = set()
    lower = html.lower()
    at = lower.find("<style")
    while at >= 0:
        end = lower.find("</style", at)
        for rule in lower[at : end if end >= 0 else None].split("}"):
            selectors, _brace, style = rule.rpartition("{")
            if _Text.STRUCK_BY_STYLE.search(style) or _Text.HIDDEN_BY_STYLE.search(style):
                # Of a rule within “@media” what stands behind its brace.
                for each in selectors.rpartition("{")[2].split(","):
                    last = (each.split() or [""])[-1]
                    found.update(() if ":" in last else NAMES.findall(last))
        at = lower.find("<style", end) if end >= 0 else -1
    return frozenset(found)


def has_strikes(html: str) -> bool:
    """Whether something in a page may be struck out."""
    return bool(_Text.STRIKES.search(html[:LARGEST]))
