"""Mails as plain text and as HTML.

The text is enough to play with, in a terminal, on a watch or read aloud. The HTML is one page of tables with
inlined styles, as mail programs drop style sheets.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import css_inline
from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from games.core.site_title import site_title
from games.core.typography import drop_second_stop, spaced_dash

from . import links, parts
from .bundle import Bundle
from .letter import (
    CardFace,
    Letter,
    Link,
    Note,
    PrintedChoice,
    PrintedQuestion,
    SeatSection,
    Situation,
    TableSection,
)
from .numbering import SeatLetter
from .situation import quote_title

WIDTH = 72
# At-rules cannot be inlined: the dark palette and the phone layout stay in a style sheet in the head.
INLINER = css_inline.CSSInliner(keep_at_rules=True, minify_css=True, load_remote_stylesheets=False)
# Fills the preview line of a mailbox, so that it shows nothing after the first sentences.
FILLING = "\u034f\u200c\u00a0" * 100


def render_html(mail: Bundle) -> str:
    """Return a mail as HTML, without indentation: Gmail cuts a mail at 102 kB."""
    return render_page(
        "mail/mail.html",
        {
            "mail": mail,
            "letter": mail.alone.letter if mail.alone is not None else None,
            "no_hurry": parts.side_question_deadline(),
            "site": links.absolute_url("dashboard"),
            "choices": "mail/_brief.html" if mail.is_brief else "mail/_asked.html",
        },
    )


def render_page(template: str, values: Mapping[str, object]) -> str:
    """Return a template that extends mail/page.html as the HTML of a mail, with its styles inlined."""
    direction = "rtl" if get_language_bidi() else "ltr"
    own = {"filling": FILLING, "language": get_language(), "direction": direction}
    rendered = render_to_string(template, {**own, **values})
    page = INLINER.inline(re.sub(r"\n[ \n]+", "\n", rendered))
    # Browsers look for it in the first 1,024 bytes, and the inliner begins the head with its style sheet.
    return drop_second_stop(page.replace("<head>", '<head><meta charset="utf-8">', 1))


def render_text(mail: Bundle) -> str:
    """Return a mail as plain text: enough to play with, by a reply or by the links, which are whole."""
    blocks = _letter(mail.alone) if mail.alone is not None else _bundle(mail)
    return drop_second_stop(join_blocks(blocks))


def join_blocks(blocks: Iterable[list[str]]) -> str:
    """Return paragraphs as one text, without those that are empty."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _letter(alone: SeatLetter) -> Iterator[list[str]]:
    letter = alone.letter
    # Each a paragraph: the first of a mail that comes back without marks may be read as an answer.
    yield wrapped(letter.headline)
    yield from map(wrapped, (*letter.refused, letter.deadline, *letter.lead))
    if not letter.question:
        yield link_lines(letter.button)
        yield [row for option in letter.options for row in link_lines(option)]
        yield wrapped(letter.below_button)
    elif letter.refused_below:
        yield link_lines(letter.button)
    yield from map(wrapped, letter.refused_below)
    if letter.situation:
        yield situation_lines(letter.situation)
    if letter.question:
        yield from _question(letter, letter.question)
    for asked in letter.side_questions:
        yield _heading(asked.text)
        yield wrapped("" if letter.deadline == (no_hurry := parts.side_question_deadline()) else no_hurry)
        yield from asked_blocks(asked, is_brief=letter.is_brief)
    sections = (
        (letter.hand_title, _cards(letter.hand)),
        (letter.history_title, _listing(letter.history)),
        (_("Said at the table"), _listing(letter.talk, "> ")),
        (_("The board"), letter.board.lines if letter.board else ()),
    )
    yield from ([*_heading(title), *rows] for title, rows in sections if rows)
    yield _table(letter.table) if letter.table else []
    yield from map(note_lines, letter.small_print)
    yield ["-- "]
    about = wrapped(_("%(site)s, “%(game)s”") % {"site": site_title(), "game": alone.game})
    yield [*about, *(f"{link.text}: {link.url}" for link in letter.links)]


def _bundle(mail: Bundle) -> Iterator[list[str]]:
    yield wrapped(mail.headline)
    yield wrapped(mail.how_to_answer.text)
    yield _listing(mail.results)
    if mail.first_link:
        yield link_lines(mail.first_link)
        yield wrapped(mail.below_link)
    yield _listing(mail.results_below)
    for part in mail.parts:
        yield from _part(part, is_brief=mail.is_brief)
    if mail.news:
        yield _heading(_("News from other games") if mail.parts else _("News"))
        yield from ([*wrapped(link.text, "- "), link.url] for link in mail.news)
    if mail.left_out:
        yield _heading(mail.left_out_sentence)
        yield from map(link_lines, mail.left_out)
    yield from map(wrapped, mail.help_lines)
    yield link_lines(mail.button)
    yield wrapped(mail.small_print)
    yield [*link_lines(mail.choices), *link_lines(mail.report)]


def _part(part: SeatLetter, *, is_brief: bool) -> Iterator[list[str]]:
    """Yield one game of several, shorter than a letter of its own."""
    letter, situation = part.letter, part.letter.situation
    yield _heading(part.game)
    yield _listing(part.results)
    yield [*wrapped("" if is_brief and part.is_plain_turn else letter.headline), *wrapped(letter.deadline)]
    yield from map(wrapped, letter.lead)
    if situation and is_brief:
        situation = replace(situation, has_keepers=False, remark="") if situation.goals else None
    yield situation_lines(situation) if situation else []
    yield wrapped(letter.board.words.goal if letter.board else "")
    if letter.question:
        yield wrapped(letter.question.text if is_brief or not letter.says_question else "")
        yield from _choices(letter.question, is_brief=is_brief)
    for asked in letter.side_questions:
        yield wrapped(f"{asked.text} {parts.side_question_deadline()}")
        yield from _choices(asked, is_brief=is_brief)
    if letter.hand and is_brief:
        yield wrapped(f"{letter.hand_title}: {', '.join(card.title for card in letter.hand)}")
    elif letter.hand:
        yield [f"{letter.hand_title}:"]
        yield _cards(letter.hand)
    yield note_lines(letter.order_hint) if letter.order_hint else []
    yield link_lines(letter.button)


def _choices(asked: PrintedQuestion, *, is_brief: bool) -> Iterator[list[str]]:
    """Yield the choices of a question; in brief their names alone, without links."""
    if not is_brief:
        yield from asked_blocks(asked)
        return
    rows = [] if asked.is_hand else [row for remark in asked.remarks for row in wrapped(remark)]
    for choice in asked.choices:
        rows += wrapped(f"{choice.heading}:") if choice.heading else []
        rows += wrapped(_titled(choice.title, choice.card), f"{choice.number}. ")
    yield rows
    yield from map(wrapped, asked.written)


def _question(letter: Letter, asked: PrintedQuestion) -> Iterator[list[str]]:
    """Yield the question of a letter, with the link to its page above the choices, unless it came before."""
    remarks = [row for remark in asked.remarks for row in wrapped(remark)]
    about = [row for card in asked.about for row in _card(card)]
    yield [*([] if letter.says_question else _heading(asked.text)), *about, *remarks]
    yield [*wrapped(letter.how_to_answer.text), *([] if letter.refused_below else link_lines(letter.button))]
    yield from asked_blocks(asked, is_brief=letter.is_brief)


def situation_lines(situation: Situation) -> list[str]:
    """Return the goals with who has what, and the reader's keepers, a line each."""
    rows = []
    for goal in situation.goals:
        title = f"{goal.kind_name}: {quote_title(goal.title)}"
        wanted = " + ".join(f"{quote_title(card.title)} ({card.owner})" for card in goal.wanted)
        said = f"{title}. {goal.text}" if goal.text else title
        rows += wrapped(spaced_dash(get_language() or "").join(filter(None, (said, wanted))))
    if not situation.goals:
        rows.append(_("No goal is in play yet."))
    if situation.has_keepers:
        rows += wrapped(_("Your keepers: %(cards)s") % {"cards": _listed(situation.keepers) or _("none yet")})
    return [*rows, *wrapped(capfirst(situation.remark))]


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


def note_lines(note: Note) -> list[str]:
    """Return a paragraph of small print with its link below it."""
    return [*wrapped(note.text), *([note.link.url] if note.link else [])]


def _listing(lines: Iterable[str], mark: str = "- ") -> list[str]:
    return [row for line in lines for row in wrapped(line, mark)]


def _heading(text: str) -> list[str]:
    return wrapped(text, "== ")


def asked_blocks(asked: PrintedQuestion, *, is_brief: bool = False) -> Iterator[list[str]]:
    """Yield the choices of a question, and what explains them."""
    width = max((len(str(choice.number)) for choice in asked.choices), default=1) + 2
    rows = []
    for choice in asked.choices:
        if choice.heading and not is_brief:
            rows += wrapped(f"{choice.heading}:")
        rows += _choice(choice, width, is_brief=is_brief)
    yield rows
    if not is_brief:
        yield from map(wrapped, asked.written)
        yield _listing(asked.places)
    if asked.page:
        yield link_lines(asked.page)


def _choice(choice: PrintedChoice, width: int, *, is_brief: bool) -> list[str]:
    number = f"{choice.number}.".ljust(width)
    if is_brief:
        return wrapped(choice.title, number)
    rows = wrapped(_titled(choice.title, choice.card), number)
    for text in (choice.hint, choice.card.text if choice.card else "", choice.note):
        rows += wrapped(text, " " * width)
    return rows


def _titled(title: str, card: CardFace | None) -> str:
    return f"{title} ({card.kind_name})" if card else title


def _cards(cards: Iterable[CardFace]) -> list[str]:
    return [row for card in cards for row in _card(card)]


def _card(card: CardFace) -> list[str]:
    return [*wrapped(_titled(card.title, card), "* "), *wrapped(card.text, "  ")]


def _listed(cards: Iterable[CardFace]) -> str:
    """Return titles in quotation marks, with notes on their state; the back of a card is no title."""
    titles = []
    for card in cards:
        title = card.title[:1].lower() + card.title[1:] if card.is_back else quote_title(card.title)
        titles.append(f"{title} ({card.note})" if card.note else title)
    return _(", ").join(titles)


def _table(table: TableSection) -> list[str]:
    rows = _heading(_("The table"))
    if table.resolving:
        rows += wrapped(f"{table.resolving_title}: {_listed(table.resolving)}")
    for seat in table.seats:
        rows += _seat(seat)
    numbers = [f"{number.name} {number.value}" for number in table.numbers]
    rules = [quote_title(card.title) for card in table.rules]
    rows += wrapped(" · ".join(filter(None, (*numbers, *rules, table.remark))))
    rows += wrapped(table.piles)
    if table.removed:
        rows += wrapped(_("Out of the game: %(cards)s.") % {"cards": _listed(table.removed)})
    return rows


def _seat(seat: SeatSection) -> list[str]:
    name = f"{seat.name} ({seat.remark})" if seat.remark else seat.name
    if seat.pieces:
        held = "; ".join(filter(None, (seat.pieces, _listed(seat.goals))))
    else:
        held = _listed((*seat.keepers, *seat.creepers)) or _("no keepers")
    return wrapped(f"{name} · {seat.hand} · {held}", "* ")
