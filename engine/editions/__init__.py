"""The editions: each is a deck with a name."""

from functools import cache

import msgspec

from engine.card import Deck
from engine.cards import CARDS
from engine.editions.fluxx import FLUXX


class Edition(msgspec.Struct, frozen=True):
    """A game of the rulebooks.  ``cards`` lists the slugs that are shuffled, copies included."""

    slug: str
    title: str
    text: str
    cards: tuple[str, ...]


_EDITIONS = {"fluxx": Edition("fluxx", *FLUXX)}


def editions() -> tuple[Edition, ...]:
    """All editions, in the order in which they are offered."""
    return tuple(_EDITIONS.values())


def edition(slug: str) -> Edition:
    """The edition of this name.  Raises ``KeyError`` for an unknown one."""
    return _EDITIONS[slug]


@cache
def deck_of(name: str) -> Deck:
    """The deck of an edition, with cards more or fewer: ``fluxx``, ``fluxx +draw-2 -sleep``.

    Raises ``KeyError`` for an unknown edition or card.
    """
    slug, *changes = name.split()
    cards = list(edition(slug).cards)
    for change in changes:
        card = CARDS[change[1:]].slug
        if change[0] == "+":
            cards.append(card)
        elif card in cards:
            cards.remove(card)
    return Deck(name, tuple(CARDS[card] for card in cards))
