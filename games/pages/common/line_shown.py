"""A sentence of the history as an item of a list, drawn once for all pages that show the same."""

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

LINES_KEPT = 8192


class LineShown(NamedTuple):
    """All that the item hangs on: what is kept can be shown only to somebody who has all of it already.

    `move` is the number of its move where the item leads to the replay at `url`; `at` is the time in the
    reader's zone as HTML and as people write it, nothing where it is not shown.
    """

    sentence: SafeString
    kind: str = ""
    is_new: bool = False
    is_mine: bool = False
    is_shown: bool = False
    move: int = 0
    url: str = ""
    at: tuple[str, str] | None = None


def render_line(line: LineShown) -> SafeString:
    """Return the item in the reader's language."""
    return _render(line, get_language() or "")


@lru_cache(maxsize=LINES_KEPT)
def _render(line: LineShown, _language: str) -> SafeString:
    return render_to_string("games/_line.html", {"line": line})
