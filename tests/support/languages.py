"""What is left in English on a page or in a mail that somebody reads in another language."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.pofile import read_po

from fluxx_site.catalogues.faults import PLACES, as_texts, is_gap
from fluxx_site.catalogues.paths import get_path
from fluxx_site.catalogues.sources import build_template

# Names of people, games and decks in these tests; what is called so in every language; codes and addresses.
SAME_EVERYWHERE = re.compile(
    r"""https?://\w\S* | \S+@\S+ | [\w.-]+\.(?:org|example|localhost|json)\b | /[\w/.<>-]*
    | \b(?:Ann|Bob|Cid|Charlie|Mod|Dee|Robot|Friday\ game)\b
    | \b(?:Fluxx|Looney|Labs|Django|PostgreSQL|Python|Celery|Redis|Valkey|GitHub|Roboto|CC|BY)\b
    | \b(?:Enter|Esc|Gmail|Outlook|salt|seed|mod)\b | \{[a-z]+\}
    | \b(?:e-mail|[Ww]ebhooks?|Discord|Slack|Atom|JSON|SVG|PNG|UTC|SHA|SHAKE|HTML|HTTPS|ZIP)\b
    | \b(?:iCalendar|[Pp]ush|Message-ID|passkeys?|PIN)\b
    | \b(?:beat|fluxx(?:-sweeps)?|[A-Z]+_[A-Z_]+)\b
    | @all\b | \b(?:ICE|iPhone|JavaScript|https|[Cc]ookies?|Incoming|Integrations)\b
    | \b(?:Europe|Asia|Warsaw|Tokyo)\b
    | \b(?:English|polski|русский)\b
    | [+-][a-z0-9-]{3,} | \b(?:c0ffee|[0-9a-f]{12,})\b | \b[A-Z]{2,3}-[A-Z0-9-]+\b""",
    re.VERBOSE,
)
READ_ALOUD = ("alt", "title", "aria-label", "placeholder")
ZONES = re.compile(r"<select[^>]*\btimezone\b.*?</select>", re.DOTALL)
ENGLISH_WORD = re.compile(r"[A-Za-z]{3,}(?:[ ’'-][A-Za-z]+)*")


class _Words(HTMLParser):
    """Collects what a page says, to eyes and to ears; what names its own language is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.silent = self.silent or (tag if tag in ("script", "style", "textarea", "code") else "")
        self.found += [given[name] or "" for name in READ_ALOUD if name in given]

    def handle_endtag(self, tag: str) -> None:
        self.silent = "" if tag == self.silent else self.silent

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)


def assert_russian(text: str) -> None:
    """Fail for English in a text that is to be Russian, unless it only waits for its translation."""
    found = english_in_russian(text)
    if found:  # so only a run that finds something reads the sources, which takes seconds
        found = english_in_russian(text, list_untranslated(get_path("ru", ".po")))

    assert not found, (
        f"English on a Russian page or in a Russian mail: {found}. Let these words go through gettext. Then"
        " they need no translation yet: `manage.py catalogues` lists them (docs/translating.md). A name that"
        " is the same in every language belongs to SAME_EVERYWHERE in tests/support/languages.py."
    )


def english_in_russian(text: str, untranslated: Iterable[str] = ()) -> list[str]:
    """Return the words in Latin letters of a text, but for names, codes and untranslated messages."""
    text = SAME_EVERYWHERE.sub(" ", text)
    pieces = {piece for message in untranslated for piece in _split(message)}
    if pieces:
        longest_first = "|".join(
            r"\s+".join(map(re.escape, piece.split())) for piece in sorted(pieces, key=len, reverse=True)
        )
        text = re.sub(rf"(?<![A-Za-z])(?:{longest_first})(?![A-Za-z])", " ", text, flags=re.IGNORECASE)
    return sorted(set(ENGLISH_WORD.findall(text)))


def _split(message: str) -> Iterator[str]:
    """Yield what a page says of a message between names, numbers and tags, without the marks around it."""
    for piece in PLACES.split(message):
        words = re.search(r"[A-Za-z].*[A-Za-z]", SAME_EVERYWHERE.sub(" ", piece), re.DOTALL)
        if words and ENGLISH_WORD.search(words[0]):
            yield words[0]


@cache
def list_untranslated(path: Path) -> list[str]:
    """Return the messages of the site that a catalogue lacks, or has without a translation that counts."""
    with path.open("rb") as file:
        catalog = read_po(file)
    found = [(message, catalog.get(message.id, message.context)) for message in build_template()]
    return [
        text
        for message, stored in found
        if message.id and (stored is None or is_gap(stored))
        for text in as_texts(message.id)
    ]


def said_by(page: str) -> str:
    """Return all that a page of HTML says, a line for each piece of it."""
    reader = _Words()
    reader.feed(ZONES.sub("", page))
    return unescape("\n".join(filter(str.strip, reader.found)))
