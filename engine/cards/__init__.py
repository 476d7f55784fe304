"""Every card of the engine, by its slug."""

from engine.card import Card
from engine.cards import anatomy, ice, wonderland
from engine.cards.actions import ACTIONS
from engine.cards.goals import GOALS
from engine.cards.keepers import KEEPERS
from engine.cards.rules import RULES
from engine.cards.words import words

BASIC_RULES = Card("basic-rules", *words("basic-rules"), "basic rules")
_BASE: list[Card] = [BASIC_RULES, *KEEPERS, *GOALS, *RULES, *ACTIONS]

CARDS: dict[str, Card] = {card.slug: card for card in (*_BASE, *ice.CARDS, *wonderland.CARDS, *anatomy.CARDS)}


def card(slug: str) -> Card:
    """The card of this name.  Raises ``KeyError`` for a name that no card has."""
    return CARDS[slug]
