"""A mail as text to read and to compare: what changes with every mail is replaced by a word."""

import re
from html.parser import HTMLParser

from tests.mail.received import Mail

CHANGING = ("Date", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")
BLOCKS = frozenset(("div", "h1", "h2", "h3", "li", "p", "td", "tr"))
MARKS = {"h1": "# ", "h2": "## ", "h3": "### ", "li": "- "}


class Lines(HTMLParser):
    """The text of a page, a line for each block, with where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = [""]
        self.links: list[str] = []
        self.skips = False

    @classmethod
    def of(cls, html: str) -> list[str]:
        parser = cls()
        parser.feed(html)
        rows = (" ".join(row.replace("\u034f\u200c", "").split()) for row in parser.rows)
        return [row for row in rows if row not in ("", *map(str.strip, MARKS.values()))]

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.skips = tag in ("style", "title")
        if tag in BLOCKS:
            self.rows.append(MARKS.get(tag, ""))
        elif tag == "br":
            self.rows.append("")
        elif tag == "a":
            self.links.append(given["href"] or "")
        elif tag == "img":
            self.rows[-1] += f"[{given['src']}: {given['alt']}]"

    def handle_endtag(self, tag):
        self.skips = False
        if tag in BLOCKS:
            self.rows.append("")
        elif tag == "a":
            self.rows[-1] += f" <{self.links.pop()}>"

    def handle_data(self, data):
        if not self.skips:
            self.rows[-1] += data


def without_secrets(text: str) -> str:
    """Replace tokens, keys and numbers of rows, which differ from run to run."""
    text = re.sub(r"(testserver\.localhost/[a-z]{1,6}/)[\w:.=-]{16,}", r"\1TOKEN", text)
    text = re.sub(r"/(g|decks)/[^/\s]+/", r"/\1/KEY/", text)
    text = re.sub(r"pick=\d+-", "pick=N-", text)
    text = re.sub(r"\b(play|games|unsub|invite|board|cards)([.+])[\w-]+@", r"\1\2SECRET@", text)
    text = re.sub(r"<g\d+\.([\w.-]+)\.\w+@", r"<gN.\1.N@", text)
    text = re.sub(r"\b(game|seat|games-of\.|g)(-?)\d+(?=[.@])", r"\1\2N", text)
    return text.replace("http://testserver.localhost", "")


def show_header(mail: Mail, name: str) -> str:
    """A header in one line; Python's versions fold long ones at other places, with one space more or less."""
    value = re.sub("[ \t]+", " ", mail.parsed[name]).strip()
    return f"{name}: {value}"


def show_text(mail: Mail) -> str:
    """The subject and the text part of a mail."""
    return without_secrets(f"{show_header(mail, 'Subject')}\n\n{mail.text}")


def show(mail: Mail) -> str:
    """Headers, text and HTML of a mail."""
    head = [show_header(mail, name) for name in mail.parsed if name not in CHANGING]
    parts = ["\n".join(head), "", mail.text]
    if mail.parsed.get_body(("html",)):
        parts += ["=" * 30 + " HTML", *Lines.of(mail.html), ""]
    return without_secrets("\n".join(parts))
