"""Sentences that know which cards and seats they name, so that a page can show these as more than words.

A title or a name is put into a sentence between marks. The marks are taken out again before anybody reads it:
what is left is the plain sentence, or its parts. So translations stay as they are, with their quotation marks
and cases (docs/decisions/0055-cards-in-sentences.md).
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

import engine
from games.decks.titles import translate, translate_title

# Nobody can write these marks into a name or a rhyme: they are others in each process.
_BEGIN, _MIDDLE, _END = (f"\ue000{secrets.token_hex(6)}{kind}\ue001" for kind in "bme")
_NAMED = re.compile(f"{_BEGIN}(?P<what>[cs])(?P<key>.*?){_MIDDLE}(?P<text>.*?){_END}", re.DOTALL)
SENTENCES_KEPT = 4096
STOPS = ("!", "?", "…")
_QUOTES = (("“", "”"), ("„", "”"), ("«", "»"))


@dataclass(frozen=True)
class Part:
    """A piece of a sentence: plain words, or the name of the `card` or the `seat` that is given."""

    text: str
    card: str = ""
    seat: int = 0


@dataclass(frozen=True)
class Told:
    """A sentence with marks around the cards and seats that it names; as a string it has none."""

    marked: str

    def __str__(self) -> str:
        """Return the sentence without the marks."""
        return _NAMED.sub(lambda found: found["text"], self.marked)

    @property
    def seat(self) -> int | None:
        """The first seat that it names or, where its name is empty, calls “you”."""
        found = (each for each in _NAMED.finditer(self.marked) if each["what"] == "s")
        return next((int(each["key"]) for each in found), None)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The pieces of the sentence in their order; a card without its quotation marks."""
        return _parts(self.marked)

    def after_name(self, seat: int) -> "Told":
        """Return the sentence without the name of a seat that it begins with, for who shows that already."""
        found = _NAMED.match(self.marked)
        is_first = found is not None and found["what"] == "s" and found["key"] == str(seat)
        return Told(self.marked[found.end() :].lstrip()) if found is not None and is_first else self


def mark_card(slug: str, title: str) -> str:
    """Mark a title, or a form of it, as that of the card with this slug."""
    return f"{_BEGIN}c{slug}{_MIDDLE}{title}{_END}"


def mark_seat(number: int, name: str) -> str:
    """Mark a name as that of the seat with this number."""
    return f"{_BEGIN}s{number}{_MIDDLE}{name}{_END}"


def translate_marked(message: str) -> str:
    """Translate a message for `engine.text`, with its title, if it is one, marked in all its cases."""
    if isinstance(message, engine.text.Title) and message.slug:
        return translate_title(message, lambda title: mark_card(message.slug, title))
    return translate(message)


def marked_title(slug: str, cards: engine.KnownCards) -> str:
    """Return the title of a card in the reader's language, marked."""
    return mark_card(slug, _(cards[slug].title))


def quoted_marked(slugs: Iterable[str], cards: engine.KnownCards) -> str:
    """Return marked titles in the reader's language and quotation marks: “Bread”, “Milk”."""
    return _(", ").join(_("“{title}”").format(title=marked_title(slug, cards)) for slug in slugs)


@lru_cache(maxsize=SENTENCES_KEPT)
def _parts(marked: str) -> tuple[Part, ...]:
    return tuple(_split(marked))


def _split(marked: str) -> Iterator[Part]:
    end, closing, title = 0, "", ""
    for found in _NAMED.finditer(marked):
        before, is_card = _after(marked[end : found.start()], closing, title), found["what"] == "c"
        opening, closing = _quotes_around(before, marked[found.end() :]) if is_card else ("", "")
        if before := before.removesuffix(opening):
            yield Part(before)
        key = found["key"]
        if not found["text"]:
            end = found.end()
            continue
        yield Part(found["text"], card=key) if is_card else Part(found["text"], seat=int(key))
        end, title = found.end(), found["text"]
    if rest := _after(marked[end:], closing, title):
        yield Part(rest)


def _after(text: str, closing: str, title: str) -> str:
    """Return what follows a title without its quotation mark, and without a full stop after “Party Time!”."""
    rest = text.removeprefix(closing)
    has_two = bool(closing) and title.endswith(STOPS) and rest.startswith(".") and not rest.startswith("..")
    return rest.removeprefix(".") if has_two else rest


def _quotes_around(before: str, after: str) -> tuple[str, str]:
    """Return the quotation marks in which a title stands between two texts; nothing where there are none."""
    for opening, closing in _QUOTES:
        if before.endswith(opening) and after.startswith(closing):
            return opening, closing
    return "", ""
