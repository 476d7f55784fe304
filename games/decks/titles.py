"""The titles of cards in the cases of a language, as `locale/*/titles.toml` lists them."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language, gettext

import engine
from games.core.typography import keep_together


@dataclass(frozen=True)
class TitleRow:
    """A title in one language: in the nominative, in its other cases, and its gender.

    A phrase, such as “Who Are You?”, isn't declined and has no gender.
    """

    title: str
    accusative: str = ""
    genitive: str = ""
    gender: str = ""

    @property
    def is_declined(self) -> bool:
        """Whether it is a noun, and not a phrase."""
        return bool(self.gender)

    def in_case(self, case: str) -> str:
        """Return the title in a case."""
        return self.title if case == "nominative" else str(getattr(self, case))


@dataclass(frozen=True)
class TitleList:
    """The titles of all cards in one language, by the English ones.

    `quoted` puts quotation marks around a title, and `noun` is the word “card” in each case: it stands before
    a title that isn't declined. `colours` are the cases of the colours of pieces, and `places` those of what
    the board has besides keepers.
    """

    quoted: str = "“{title}”"
    noun: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, TitleRow] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def rows_by_title(self) -> Mapping[str, TitleRow]:
        """The rows by their titles in this language."""
        return {row.title: row for row in self.titles.values()}

    def in_sentence(
        self, english: str, translated: str, mark: Callable[[str], str] = str
    ) -> engine.text.Title:
        """Return a title with the forms in which the sentences of this language show it, each `mark`ed.

        Made cards are in no list: they aren't declined.
        """
        row = self.titles.get(english, TitleRow(translated))
        forms = {}
        for case, noun in self.noun.items():
            if case == "nominative" or row.is_declined:
                forms[case] = self.quoted.format(title=mark(row.in_case(case)))
            else:
                forms[case] = f"{noun} {self.quoted.format(title=mark(translated))}"
        return engine.text.Title(mark(translated), forms)


@cache
def read_titles(language: str) -> TitleList:
    """Return the titles of a language; nothing is declined in a language without a list, such as English."""
    path = Path(settings.LOCALE_PATHS[0]) / language / "titles.toml"
    if not path.exists():
        return TitleList()
    listed = tomllib.loads(path.read_text())
    rows = {
        english: TitleRow(**{name: keep_together(text, language) for name, text in row.items()})
        for english, row in listed["titles"].items()
    }
    return TitleList(listed["quoted"], listed["noun"], rows, listed["colours"], listed["places"])


def translate(message: str) -> str:
    """Translate a message as `gettext` does, and a title or a colour with its cases: for `engine.text`."""
    if isinstance(message, engine.text.Title):
        return translate_title(message)
    translated = gettext(message)
    if isinstance(message, engine.text.Colour):
        return engine.text.Colour(translated, _read_own_titles().colours.get(message))
    return translated


def translate_title(message: engine.text.Title, mark: Callable[[str], str] = str) -> engine.text.Title:
    """Translate a title with its cases, in each of which `mark` may set it off from what is around it."""
    return _read_own_titles().in_sentence(message, gettext(message), mark)


def _read_own_titles() -> TitleList:
    """Return the titles of the reader's language."""
    return read_titles(get_language() or settings.LANGUAGE_CODE)


def quoted_title(card: engine.Card) -> str:
    """Return the title of a card in the reader's language and quotation marks."""
    return gettext("“{title}”").format(title=gettext(card.title))


def declined_forms(english: str) -> Iterator[str]:
    """Yield the other cases of a title in the reader's language."""
    row = _read_own_titles().titles.get(english)
    if row is not None and row.is_declined:
        yield row.accusative
        yield row.genitive


def declined_space(message: str, case: str) -> str:
    """Translate what is on the board, such as “Bread” or “octagon {tile}”, into a case: for `engine.text`.

    A space has the forms of the card of its name. What has no forms stays in the nominative.
    """
    translated = gettext(message)
    listed = read_titles(get_language() or settings.LANGUAGE_CODE)
    if message in listed.places:
        return listed.places[message][case]
    row = listed.rows_by_title.get(translated)
    return row.in_case(case) if row is not None and row.is_declined else translated
