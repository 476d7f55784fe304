"""Letters as plain text and as HTML.

The text is enough to play with, in a terminal, on a watch or read aloud. The HTML is one page of tables with
inlined styles, as mail programs drop style sheets.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator

import css_inline
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from games.history.formatting import one_line
from games.models import Game

from . import links, parts
from .letter import CardFace, Letter, Link, PrintedChoice, PrintedQuestion, SeatSection, TableSection

WIDTH = 72
# At-rules cannot be inlined: the dark palette and the phone layout stay in a style sheet in the head.
INLINER = css_inline.CSSInliner(keep_at_rules=True, minify_css=True, load_remote_stylesheets=False)
# Fills the preview line of a mailbox, so that it shows nothing after the first sentences.
FILLING = "\u034f\u200c\u00a0" * 100


def render_html(letter: Letter, game: Game) -> str:
    """Return the letter as HTML."""
    return render_template(
        "mail/letter.html",
        letter=letter,
        game_name=one_line(game.name),
        no_hurry=parts.side_question_deadline(),
        site=links.absolute_url("dashboard"),
    )


def render_template(template: str, **context: object) -> str:
    """Return the HTML of a mail, without indentation: Gmail cuts a mail at 102 kB."""
    context |= {
        "filling": FILLING,
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
    }
    page = INLINER.inline(re.sub(r"\n[ \n]+", "\n", render_to_string(template, context)))
    # Browsers look for it in the first 1,024 bytes, and the inliner begins the head with its style sheet.
    return page.replace("<head>", '<head><meta charset="utf-8">', 1)


def render_text(letter: Letter, game: Game) -> str:
    """Return the letter as plain text. Every link is whole, on a line of its own."""
    return join_blocks(_blocks(letter, game))


def join_blocks(blocks: Iterable[list[str]]) -> str:
    """Return paragraphs as one text, without those that are empty."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _blocks(letter: Letter, game: Game) -> Iterator[list[str]]:
    yield wrapped(letter.headline)
    yield wrapped(letter.deadline)
    for paragraph in letter.lead:
        yield wrapped(paragraph)
    yield link_lines(letter.button)
    yield wrapped(letter.below_button)
    if letter.history:
        yield _heading(letter.history_title)
        yield [row for line in letter.history for row in wrapped(line, "- ")]
    if letter.talk:
        yield _heading(_("Said at the table"))
        yield [row for line in letter.talk for row in wrapped(line, "> ")]
    if letter.board:
        yield _heading(_("The board"))
        yield list(letter.board.lines)
    if letter.question:
        yield _heading(letter.question.text)
        yield from _asked(letter.question)
    for asked in letter.side_questions:
        yield _heading(asked.text)
        yield wrapped(parts.side_question_deadline())
        yield from _asked(asked)
    if letter.hand:
        yield _heading(letter.hand_title)
        yield from _cards(letter.hand)
    if letter.table:
        yield from _table(letter.table)
    if letter.notes:
        yield _heading(_("Good to know"))
    for note in letter.notes:
        yield [*wrapped(note.text), *([f"{note.link.text}:", note.link.url] if note.link else [])]
    yield ["-- "]
    yield [
        *wrapped(_("Fluxx by mail, “%(game)s”") % {"game": one_line(game.name)}),
        links.absolute_url("dashboard"),
    ]


def wrapped(text: str, first: str = "") -> list[str]:
    """Return the lines of a paragraph: the first after `first`, the others indented as far."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )


def link_lines(link: Link) -> list[str]:
    """Return a link below its text."""
    return [*wrapped(f"{link.text}:"), link.url]


def _heading(text: str) -> list[str]:
    return wrapped(text, "== ")


def _asked(asked: PrintedQuestion) -> Iterator[list[str]]:
    yield from _cards(asked.about)
    yield [row for remark in asked.remarks for row in wrapped(remark)]
    width = len(str(len(asked.choices))) + 2
    for choice in asked.choices:
        if choice.heading:
            yield wrapped(f"{choice.heading}:")
        yield _choice(choice, width)
    for paragraph in asked.written:
        yield wrapped(paragraph)
    yield [row for line in asked.places for row in wrapped(line, "- ")]
    if asked.page:
        yield link_lines(asked.page)


def _choice(choice: PrintedChoice, width: int) -> list[str]:
    rows = wrapped(_titled(choice.title, choice.card), f"{choice.number}.".ljust(width))
    for text in (choice.card.text if choice.card else "", choice.note):
        rows += wrapped(text, " " * width)
    return [*rows, choice.link]


def _titled(title: str, card: CardFace | None) -> str:
    return f"{title} ({card.kind_name})" if card else title


def _cards(cards: Iterable[CardFace]) -> Iterator[list[str]]:
    for card in cards:
        yield [*wrapped(_titled(card.title, card), "* "), *wrapped(card.text, "  ")]


def _table(table: TableSection) -> Iterator[list[str]]:
    yield _heading(_("The table"))
    if table.resolving:
        yield [f"{table.resolving_title}:"]
        yield from _cards(table.resolving)
    if not table.is_board:
        yield from _rules(table)
    yield [row for seat in table.seats for row in _seat(seat)]
    discard = _("The discard pile is empty.")
    if top := table.discard_top:
        discard = _("On top of the discard pile: %(card)s.") % {"card": _titled(top.title, top)}
    yield [*wrapped(discard), *wrapped(table.piles)]
    if table.removed:
        removed = ", ".join(_titled(card.title, card) for card in table.removed)
        yield wrapped(_("Out of the game: %(cards)s.") % {"cards": removed})


def _rules(table: TableSection) -> Iterator[list[str]]:
    """Yield the goals and the rules in force of a card game."""
    yield [_("Goal:")] if table.goals else [_("No goal is in play yet.")]
    yield from _cards(table.goals)
    numbers = " · ".join(f"{number.name} {number.value}" for number in table.numbers)
    yield wrapped(f"{table.numbers_of}: {numbers}")
    yield wrapped(table.remark)
    if table.meta:
        yield [_("In force for the whole game:")]
        yield from _cards(table.meta)
    yield [_("New rules in play:")] if table.rules else [_("No new rule is in play.")]
    yield from _cards(table.rules)


def _seat(seat: SeatSection) -> list[str]:
    name = f"{seat.name} ({seat.remark})" if seat.remark else seat.name
    if seat.pieces:
        goals = ", ".join(card.title for card in seat.goals) or _("no goals yet")
        return wrapped(f"{name}: {seat.pieces}; {goals}; {seat.hand}", "* ")
    noted = [f"{card.title} ({card.note})" if card.note else card.title for card in seat.keepers]
    keepers = ", ".join(noted) or _("no keepers")
    creepers = "".join(f"; {_titled(card.title, card)}" for card in seat.creepers)
    return wrapped(f"{name}: {keepers}{creepers}; {seat.hand}", "* ")
