"""What the sentences and the questions share."""

from collections.abc import Iterable, Mapping
from typing import Self

from engine.card import Card
from engine.translation import Gettext, gettext_noop

Names = Mapping[int, str]


THROWS = {
    "rock": gettext_noop("Rock"),
    "paper": gettext_noop("Paper"),
    "scissors": gettext_noop("Scissors"),
}


class Inflected(str):
    """A word of which a translation may ask for a case: ``{card:accusative}`` instead of ``{card}``.

    What `gettext` is asked to translate is `Inflected`, too, so that it can tell such a word from any other
    message, and return its forms. Without them, a sentence shows the word as it is.
    """

    __slots__ = ("cases",)
    cases: Mapping[str, str]

    def __new__(cls, word: str, cases: Mapping[str, str] | None = None) -> Self:
        """Hold a word with its forms."""
        made = super().__new__(cls, word)
        made.cases = cases or {}
        return made

    def __format__(self, case: str) -> str:
        return self.cases.get(case, str(self)) if case else str(self)


class Title(Inflected):
    """The title of a card; `slug` says of which, where a single one is meant."""

    __slots__ = ("slug",)
    slug: str
    CASES = ("nominative", "accusative", "genitive")

    def __new__(cls, word: str, cases: Mapping[str, str] | None = None, slug: str = "") -> Self:
        """Hold a title with its forms."""
        made = super().__new__(cls, word, cases)
        made.slug = slug
        return made


class Colour(Inflected):
    """The colour of a piece: an adjective, which agrees with what a language calls a piece."""

    __slots__ = ()
    CASES = ("nominative", "accusative", "instrumental")


def title_of(card: Card, gettext: Gettext) -> Title:
    """Return what a reader calls a card."""
    said = gettext(Title(card.title, slug=card.slug))
    return said if isinstance(said, Title) else Title(said)


def colour_of(word: str, gettext: Gettext) -> Colour:
    """Return what a reader calls a colour."""
    said = gettext(Colour(word))
    return said if isinstance(said, Colour) else Colour(said)


def list_titles(cards: Iterable[Card], gettext: Gettext) -> Title:
    """Return what a reader calls several cards: “Bread”, “Milk”, a list that has the cases of its titles."""
    titles = [title_of(each, gettext) for each in cards]

    def quoted(title: Title, case: str) -> str:
        # A case brings its quotation marks, and the word “card” where a title isn’t declined: not in a list.
        plain = title.cases.get("nominative") or gettext("“{title}”").format(title=title)
        form = title.cases.get(case) or plain
        return plain if len(titles) > 1 and form.endswith(plain) else form

    def listed(case: str = "") -> str:
        return gettext(", ").join(quoted(each, case) for each in titles)

    return Title(listed(), {case: listed(case) for case in Title.CASES})
