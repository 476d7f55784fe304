"""A letter as HTML: one page of tables, its styles inlined for mail programs that drop a style sheet."""

import re

import css_inline
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_bidi

from games.history.formatting import one_line
from games.models import Game

from . import links, parts
from .letter import Letter

# At-rules cannot be inlined: the dark palette and the phone layout stay in a style sheet in the head.
INLINER = css_inline.CSSInliner(keep_at_rules=True, minify_css=True, load_remote_stylesheets=False)
# Fills the line that a mailbox shows below the subject, so that nothing of the hand comes after the call.
FILLING = "\u034f\u200c\u00a0" * 100


def lay_out(letter: Letter, game: Game) -> str:
    """Return the letter as HTML."""
    return render(
        "mail/letter.html",
        letter=letter,
        game_name=one_line(game.name),
        no_hurry=parts.no_hurry(),
        site=links.absolute("dashboard"),
    )


def render(template: str, **context: object) -> str:
    """Return a template as the HTML of a mail, without its indentation: Gmail cuts a mail at 102 kB."""
    context |= {
        "filling": FILLING,
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
    }
    return INLINER.inline(re.sub(r"\n[ \n]+", "\n", render_to_string(template, context)))
