"""The made cards that this process has met: those of every deck that it has read."""

from engine.card import Card
from engine.cards import CARDS, MADE
from engine.made.build import Built
from engine.made.data import MadeCard
from engine.made.words import Gettext, Ngettext, describe

_DATA: dict[str, MadeCard] = {}


def know(built: Built) -> None:
    """Let ``engine.card`` find a made card by its slug."""
    MADE[built.card.slug] = built.card
    _DATA[built.card.slug] = built.made


def made_card(slug: str) -> MadeCard | None:
    """The data of a made card, with other made cards named by their slugs; None for a printed card."""
    return _DATA.get(slug)


def text_of(card: Card, gettext: Gettext, ngettext: Ngettext) -> str:
    """What a card says, in the caller's language: also a made card whose maker wrote no text."""
    made = _DATA.get(card.slug)
    if made is None or made.text:
        return gettext(card.text)

    def title(slug: str) -> str:
        named = CARDS.get(slug) or MADE.get(slug)
        return gettext(named.title) if named else slug

    return describe(made, title, gettext, ngettext)
