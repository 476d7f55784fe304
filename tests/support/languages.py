"""What is left in English on a page or in a mail that somebody reads in another language."""

import re
from html import unescape
from html.parser import HTMLParser

# Names of people, games and decks in these tests; what is called so in every language; codes and addresses.
SAME_EVERYWHERE = re.compile(
    r"""https?://\w\S* | \S+@\S+ | [\w.-]+\.(?:org|example|localhost|json)\b | /[\w/.<>-]*
    | \b(?:Ann|Bob|Cid|Charlie|Mod|Dee|Robot|Friday\ game)\b
    | \b(?:Fluxx|Looney|Labs|Django|PostgreSQL|Python|Celery|Redis|Valkey|GitHub|Roboto|CC|BY)\b
    | \b(?:Enter|Gmail|Outlook|salt|seed)\b
    | \b(?:e-mail|[Ww]ebhooks?|Discord|Slack|Atom|JSON|SVG|PNG|UTC|SHA|HTML|ZIP)\b
    | \b(?:iCalendar|[Pp]ush|Message-ID|passkeys?|PIN)\b
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


def english_in_russian(text: str) -> list[str]:
    """Return the words in Latin letters of a text that is to be Russian, but for names and codes."""
    return sorted(set(ENGLISH_WORD.findall(SAME_EVERYWHERE.sub(" ", text))))


def said_by(page: str) -> str:
    """Return all that a page of HTML says, a line for each piece of it."""
    reader = _Words()
    reader.feed(ZONES.sub("", page))
    return unescape("\n".join(filter(str.strip, reader.found)))
