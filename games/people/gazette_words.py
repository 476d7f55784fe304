"""The sentences of a gazette: each language has its own, in `headlines/`, written there and not translated.

Which of its sentences a kind has follows from the week and the circle, so none is read twice in a month.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import engine
from games.core.typography import drop_second_stop, keep_together
from games.decks.titles import translate
from games.models.names import one_line

from .gazette_values import Headline, Week

FOLDER = Path(__file__).parent / "headlines"
USUAL = "en"


@cache
def read_sentences(language: str) -> Mapping[str, Sequence[str]]:
    """Return the sentences of a language by their kinds; the English ones where it has none."""
    path = FOLDER / f"{language}.toml"
    if not path.exists():
        return read_sentences(USUAL)
    listed: Mapping[str, Sequence[str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {kind: [keep_together(each, language) for each in sentences] for kind, sentences in listed.items()}


def choose_sentence(kind: str, circle: str, week: Week) -> str | None:
    """Return the sentence of a kind for a circle, by its key, and a week; ``None`` of an unknown kind."""
    sentences = read_sentences(get_language() or USUAL).get(kind)
    return sentences[(week.number + sum(map(ord, circle))) % len(sentences)] if sentences else None


def tell(headline: Headline, circle: str, week: Week, names: Sequence[str], game: str) -> str:
    """Return a headline in the reader's language; nothing where this release has no words for it.

    `names` are those of its people in their order, `game` that of its game.
    """
    sentence = choose_sentence(headline.kind, circle, week)
    if sentence is None or ("{names}" in sentence and not names):
        return ""
    words: dict[str, Any] = dict(zip("ab", map(one_line, names), strict=False))
    words["names"] = _(", ").join(map(one_line, names))
    if headline.card:
        try:
            words["card"] = translate(engine.text.Title(engine.card(headline.card).title))
        except KeyError:  # of another release
            return ""
    words["game"] = _("“{title}”").format(title=one_line(game))
    try:
        return drop_second_stop(sentence.format(**words, **_numbers(headline.n)))
    except (KeyError, ValueError):  # a row of another release lacks what this one tells
        return ""


def _numbers(n: int) -> Mapping[str, object]:
    """Return a number, alone and with each noun that a sentence may count."""
    return {
        "n": n,
        "turns": ngettext("%(n)s turn", "%(n)s turns", n) % {"n": n},
        "games": ngettext("%(n)s game", "%(n)s games", n) % {"n": n},
        "days": ngettext("%(n)s day", "%(n)s days", n) % {"n": n},
        "cards": ngettext("%(n)s keeper", "%(n)s keepers", n) % {"n": n},
    }
