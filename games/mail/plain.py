"""A letter as plain text: enough to play with, for whoever reads mail in a terminal, on a watch or by ear."""

import textwrap
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from games.history.formatting import one_line
from games.models import Game

from . import links, parts
from .letter import CardFace, Letter, PrintedChoice, PrintedQuestion, SeatSection, TableSection

WIDTH = 72


def lay_out(letter: Letter, game: Game) -> str:
    """Return the letter as text. Every link is whole, on a line of its own."""
    blocks = [block for block in _blocks(letter, game) if block]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _blocks(letter: Letter, game: Game) -> Iterator[list[str]]:
    yield wrapped(letter.call)
    yield wrapped(letter.due)
    for paragraph in letter.lead:
        yield wrapped(paragraph)
    yield [*wrapped(f"{letter.button.text}:"), letter.button.url]
    yield wrapped(letter.below_button)
    if letter.happened:
        yield _heading(letter.happened_title)
        yield [row for line in letter.happened for row in wrapped(line, "- ")]
    if letter.talk:
        yield _heading(_("Said at the table"))
        yield [row for line in letter.talk for row in wrapped(line, "> ")]
    if letter.board:
        yield _heading(letter.board.title)
        yield list(letter.board.lines)
    if letter.asked:
        yield _heading(letter.asked.text)
        yield from _asked(letter.asked)
    for asked in letter.side_questions:
        yield _heading(asked.text)
        yield wrapped(parts.no_hurry())
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
        links.absolute("dashboard"),
    ]


def wrapped(text: str, first: str = "") -> list[str]:
    """Return a paragraph in short lines, the first of them after `first`, the others as far to the right."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )


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
        yield [*wrapped(f"{asked.page.text}:"), asked.page.url]


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
    yield [*wrapped(_discard(table)), *wrapped(table.piles)]
    if table.removed:
        removed = ", ".join(_titled(card.title, card) for card in table.removed)
        yield wrapped(_("Out of the game: %(cards)s.") % {"cards": removed})


def _rules(table: TableSection) -> Iterator[list[str]]:
    """What a game of cards has in the middle of the table."""
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
    if seat.pieces:
        goals = ", ".join(card.title for card in seat.goals) or _("no goals yet")
        remark = f" ({seat.remark})" if seat.remark else ""
        return wrapped(f"{seat.name}{remark}: {seat.pieces}; {goals}; {seat.hand}", "* ")
    keepers = ", ".join(_noted(card) for card in seat.keepers) or _("no keepers")
    remark = f" ({seat.remark})" if seat.remark else ""
    creepers = "".join(f"; {_titled(card.title, card)}" for card in seat.creepers)
    return wrapped(f"{seat.name}{remark}: {keepers}{creepers}; {seat.hand}", "* ")


def _noted(card: CardFace) -> str:
    return f"{card.title} ({card.note})" if card.note else card.title


def _discard(table: TableSection) -> str:
    if table.discard_top is None:
        return _("The discard pile is empty.")
    return _("On top of the discard pile: %(card)s.") % {
        "card": _titled(table.discard_top.title, table.discard_top)
    }
