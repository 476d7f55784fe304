"""A game of the reader as a row of the dashboard, drawn once for all pages that show the same."""

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.models import Face

ROWS_KEPT = 4096


class TimeShown(NamedTuple):
    """An instant as HTML and in full, both in the reader's zone, and how far away it is."""

    iso: str
    moment: str
    away: str


class RowShown(NamedTuple):
    """All that the row hangs on: what is kept can be shown only to somebody who has all of it already.

    `people` are names and faces; no row of the database is in it, as these are equal though they differ.
    """

    key: str
    name: str
    edition: str
    deck_title: str
    asked: str
    people: tuple[tuple[str, Face | None], ...]
    picks: str = ""
    headline: str = ""
    happened: TimeShown | None = None
    due: TimeShown | None = None
    urgency: str = ""
    is_mine: bool = False
    has_side_question: bool = False
    has_no_clock: bool = False
    has_news: bool = False
    is_unread: bool = False
    is_muted: bool = False


def render_row(row: RowShown) -> SafeString:
    """Return the row in the reader's language."""
    return _render(row, get_language() or "")


@lru_cache(maxsize=ROWS_KEPT)
def _render(row: RowShown, _language: str) -> SafeString:
    return render_to_string("games/_game_row.html", {"row": row})
