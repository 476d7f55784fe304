"""The list of a deck: its cards by name, in the order in which a table counts them."""

from collections import ChainMap
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.card import RULINGS, Card, Deck, KnownCards
from engine.cards import CARDS
from engine.deck_spec import DeckSpec
from engine.editions.edition import Edition
from engine.errors import Unreadable
from engine.made.build import build
from engine.translation import gettext_noop

NOT_MIXED = gettext_noop("The board game can’t be mixed with card games.")


class DeckList(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a deck is made of, as data: a stored game keeps this, whatever becomes of the editions.

    ``name`` says what the deck was made from, and holds the data of made cards.  The integer ``n`` on a table
    stands for ``cards[n]``.  ``rulings`` says which readings of the rules the game was begun with.
    """

    name: str
    cards: tuple[str, ...]
    start: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    game: Annotated[str, Meta(pattern="^(cards|board)$")] = "cards"
    rulings: int = 0


class UnknownCard(ValueError):
    """A stored game has cards that this code doesn't have; ``slugs`` names them."""

    def __init__(self, slugs: Iterable[str]) -> None:
        self.slugs = tuple(slugs)
        super().__init__(f"This code has no card called {', '.join(self.slugs)}.")


class UnknownDeck(KeyError):
    """A deck is made of an edition, a card or a reading of the rules that this code doesn't have."""


def list_deck(name: str, editions: Mapping[str, Edition], rulings: int = RULINGS) -> DeckList:
    """What a deck of this name is made of, where the editions and the rulings are these.

    Raises ``UnknownDeck``, a ``KeyError``, for an unknown edition and for a name without one; ``Unreadable``,
    a ``ValueError``, if it mixes games, and for JSON that is no deck.  Names of cards are not checked.
    """
    if name.startswith("{"):
        return _list_described(name, editions, rulings)
    words = name.split()
    mixed = _mix([word for word in words if word[0] not in "+-!"], editions)
    if not mixed:
        raise UnknownDeck(name)
    cards = [card for each in mixed for card in each.cards if card not in each.optional]
    for word in words:
        if word[0] == "+":
            cards.append(word[1:])
        elif word[0] == "-" and word[1:] in cards:
            cards.remove(word[1:])
    start = dict.fromkeys(card for each in mixed for card in each.start if card in cards)
    switches = {switch for each in mixed for switch in each.switches}
    switches.update(word[1:] for word in words if word[0] == "!")
    return DeckList(name, tuple(cards), tuple(start), tuple(sorted(switches)), mixed[0].game, rulings)


def _list_described(name: str, editions: Mapping[str, Edition], rulings: int) -> DeckList:
    """The list of a deck whose name is the JSON of a ``DeckSpec``: its made cards come last."""
    spec = DeckSpec.parse(name)
    printed = list_deck(spec.plain.name, editions, rulings)
    copies = ((each.card.slug, 1 + spec.more.get(key, 0)) for key, each in build(spec.made).items())
    made = [slug for slug, count in copies for _ in range(count)]
    return msgspec.structs.replace(printed, name=name, cards=(*printed.cards, *made))


def _mix(slugs: Iterable[str], editions: Mapping[str, Edition]) -> list[Edition]:
    """The editions of these names, which have to be of one game."""
    try:
        mixed = [editions[slug] for slug in slugs]
    except KeyError as unknown:
        raise UnknownDeck(*unknown.args) from None
    if len({each.game for each in mixed}) > 1:
        raise Unreadable(NOT_MIXED)
    return mixed


def list_of(deck: Deck) -> DeckList:
    """The list of a deck.  ``build_deck`` makes the same deck of it."""
    return DeckList(deck.slug, deck.slugs, deck.start, tuple(sorted(deck.switches)), deck.game, deck.rulings)


class _KnownCards(ChainMap[str, Card]):
    def __missing__(self, slug: str) -> Card:
        return Card(slug, slug, "", "action")


@lru_cache(maxsize=256)
def cards_of(name: str) -> KnownCards:
    """All cards that a game may speak of whose deck has this name, by slug: the printed and the made ones.

    What is none of them was a card of an earlier release: it is called by its slug, for old games tell of it.
    Raises ``Unreadable``, a ``ValueError``, for JSON that is no deck.
    """
    made = build(DeckSpec.parse(name).made) if name.startswith("{") else {}
    return _KnownCards(CARDS, {each.card.slug: each.card for each in made.values()})


@lru_cache(maxsize=256)
def build_deck(listed: DeckList) -> Deck:
    """The deck of a list.  Raises ``UnknownCard`` if this code doesn't have all of its cards."""
    known = cards_of(listed.name)
    unknown = [slug for slug in dict.fromkeys(listed.cards) if slug not in known]
    if unknown:
        raise UnknownCard(unknown)
    return Deck(
        listed.name,
        tuple(known[slug] for slug in listed.cards),
        listed.start,
        frozenset(listed.switches),
        game=listed.game,
        known_cards=known,
        rulings=listed.rulings,
    )
