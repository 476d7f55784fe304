"""Extracts the writer's own lines from a reply.

Quoted text must never count: it holds the numbers and the cards of the mail itself. So everything that may be
a quotation is cut off, and a doubtful line is lost rather than played.
"""

import re
from collections.abc import Set
from html.parser import HTMLParser

from django.conf import settings
from mailparser_reply.parser import EmailMessage

from games.mail import sent_lines

# The parser's patterns are slow on long texts, and answers are in the first lines.
MOST_LINES, MOST_CHARACTERS, LONGEST_LINE = 60, 2_500, 1_000
LANGUAGES = ["en", "de", "fr", "pl", "es", "it", "nl", "sv", "da", "cs"]
SIGNATURE = re.compile(r"^(--|—|__+|\*\*+)$")
SENT_FROM = re.compile(
    r"^(sent from|sent with|get outlook for|sent via|envoyé de|gesendet von|wysłan|pobierz|отправлено)", re.I
)
# The line above a quotation, in any language: a date or an address, and a colon at its end.
WHEN_OR_WHO = re.compile(r"\b\d{4}\b|\d{1,2}[:.]\d{2}|@|<")
UNMARKED = re.compile(r"(?=.*\b20\d\d\b)(?=.*\d{1,2}[:.]\d{2}).*:$")
HEADER = re.compile(r"^\**(from|von|od|de|från|fra|от)\**\s*:\**\s.*(@|<)", re.I)
# What signs a mail in its own text.
PGP_BEGIN = re.compile(r"\A\s*-----BEGIN PGP SIGNED MESSAGE-----\r?\n(?:\w+: .*\r?\n)*\r?\n")
# A line above a quotation: whose it is, a line of its headers, or a rule.
INTRODUCES = re.compile(r".*:$|\**[^\W\d][\w -]{1,20}\**:\s|[-_=*]{3,}")
DIVIDER = re.compile(r"^\s*-{2,}\s*\S.*\S\s*-{2,}\s*$")


def extract_reply(text: str, sent: Set[bytes] = frozenset()) -> str:
    """Return the writer's lines without quotations and signature; empty if none are left.

    `sent` are hashes of the lines of the mail that is answered: they are known without any mark.
    """
    lines = own_lines(text)
    if any(marked := mark_sent_lines(text, sent)):
        lines = own_lines("\n".join(marked)) or lines
    short = "\n".join(lines).strip()[:MOST_CHARACTERS]
    if not short:
        return ""
    replies = EmailMessage(text=short, languages=list(LANGUAGES), keep_hyphen_lists=True).read().replies
    return "" if not replies or replies[0].headers else replies[0].body


def own_lines(text: str) -> list[str]:
    """Return the lines that don't look quoted, with runs of blank lines as one.

    Lines below a quotation count, too: some people answer there.
    """
    found: list[str] = []
    text = PGP_BEGIN.sub("", text, count=1)
    lines = [line[:LONGEST_LINE].strip() for line in text.splitlines()[:2_000]]
    after = 0
    for number, line in enumerate(lines):
        after = after or attribution_at(lines, number)
        if after or line.startswith((">", "|")):
            after = max(0, after - 1)
            continue
        if len(found) >= MOST_LINES or is_end(line):
            break
        if line or (found and found[-1]):
            found.append(line)
    return found


def mark_sent_lines(text: str, sent: Set[bytes]) -> list[str]:
    """Return the lines of a text with the mail that is answered marked as quoted; nothing if it isn't there.

    It begins with three lines of it in a row and goes on to the last one: what stands between is lost, since
    a program may have broken a line in two. What introduces it, up to the last line of the writer, goes too.
    """
    lines = [line[:LONGEST_LINE].strip() for line in text.splitlines()[:2_000]]
    filled = [number for number, line in enumerate(lines) if line]
    known = [number for number in filled if sent_lines.hash_line(lines[number]) in sent]
    runs = zip(filled, filled[1:], filled[2:], strict=False)
    first = next((run[0] for run in runs if set(run) <= set(known)), None)
    if first is None or lines[first].startswith((">", "|")):
        return []
    begin = first
    while begin and (not lines[begin - 1] or INTRODUCES.match(lines[begin - 1])):
        begin -= 1
    return [*lines[:begin], "", ">", *lines[known[-1] + 1 :]]


def is_end(line: str) -> bool:
    """Whether the writer's lines end: at a signature, a divider, or a quotation without marks."""
    if any(pattern.match(line) for pattern in (SIGNATURE, SENT_FROM, DIVIDER, HEADER, UNMARKED)):
        return True
    lower = line.lower()
    return settings.SITE_URL.lower() in lower or f"@{settings.MAIL_DOMAIN}".lower() in lower


def attribution_at(lines: list[str], number: int) -> int:
    """Return how many lines, up to three, introduce the quotation below them."""
    for length in (1, 2, 3):
        said = lines[number : number + length]
        if not said or not all(said) or not WHEN_OR_WHO.search(said[0]):
            return 0
        below = next((line for line in lines[number + length : number + length + 3] if line), "")
        if said[-1].endswith(":") and below.startswith(">"):
            return length
    return 0


class _Text(HTMLParser):
    """Collects the text of a page; of a quotation only an empty line and the mark of one are left."""

    LINES = ("p", "div", "li", "tr", "h1", "h2", "h3", "pre", "table")
    HOLD_TEXT = (*LINES, "span")
    QUOTES = re.compile(r"gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite|(?<!\S)quote(?!\S)")
    # What follows these is quoted to the end of the page.
    LAST = re.compile(r"divRplyFwdMsg|appendonsend")
    SILENT = ("style", "script", "head", "title")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0
        self.is_over = False
        self.quoted_in = ""  # the tag of the quotation, and how many of its kind are open in it
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or a quotation."""
        if self.quoted_in or self.is_over:
            self.depth += tag == self.quoted_in
            return
        given = dict(attrs)
        marks = " ".join(given.get(name) or "" for name in ("class", "id", "name"))
        if tag == "hr" or self.LAST.search(marks):
            self.is_over = True
        elif tag == "blockquote" or (tag in self.HOLD_TEXT and self.QUOTES.search(marks)):
            self.quoted_in, self.depth = tag, 1
            self.found.append("\n\n>\n")
            return
        self.silent += tag in self.SILENT
        self.begin_line(tag)

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

    def handle_data(self, data: str) -> None:
        """Collect visible text."""
        if not self.silent and not self.is_over and not self.quoted_in:
            self.found.append(" ".join(data.split()) if data.strip() else " ")


def text_of_html(html: str) -> str:
    """Return the lines of an HTML page outside its quotations."""
    reader = _Text()
    reader.feed(html[:200_000])
    lines = [" ".join(line.split()) for line in "".join(reader.found).split("\n")]
    return "\n".join(lines)
