"""What a page says aloud when it is renewed: the last lines of the history, and what is asked now."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.keys import opaque_state

from .table_page import TablePage

MOST_LINES = 5


@dataclass(frozen=True)
class NewsLine:
    """A sentence, and a sign by which a page knows that it has shown it; nobody can count by it."""

    sign: str
    text: str


@dataclass(frozen=True)
class News:
    """The newest lines, and the call to the viewer; `asked` is its question, 0 where there is none."""

    lines: tuple[NewsLine, ...]
    asked: int
    call: str


def build_news(page: TablePage) -> News:
    """Return what a reader hears who does not see the page change."""
    lines = [line for turn in page.happened.turns for line in turn.lines if not line.is_undone]
    said = [
        NewsLine(opaque_state("games.news", page.game.key, str(line.version), line.text), line.text)
        for line in lines[-MOST_LINES:]
    ]
    if page.asked is None:
        return News(tuple(said), 0, "")
    own_turn = page.is_my_turn and page.asked.question.own_turn
    return News(
        tuple(said), page.asked.question.number, _("It’s your turn.") if own_turn else page.asked.text
    )
