"""Every printed card, by its slug."""

from engine.board.cards import ACTIONS as BOARD_ACTIONS
from engine.board.deck import GOALS as BOARD_GOALS
from engine.board.deck import LEAPERS
from engine.board.deck import RULES as BOARD_RULES
from engine.card import Card
from engine.cards import anatomy, ice, wonderland
from engine.cards.actions import ACTIONS
from engine.cards.goals import GOALS
from engine.cards.keepers import KEEPERS
from engine.cards.rules import RULES
from engine.cards.words import words

BASIC_RULES = Card("basic-rules", *words("basic-rules"), "basic rules")
_BASE: list[Card] = [BASIC_RULES, *KEEPERS, *GOALS, *RULES, *ACTIONS]

_BOARD: list[Card] = [*BOARD_GOALS, *LEAPERS, *BOARD_RULES, *BOARD_ACTIONS]

CARDS: dict[str, Card] = {
    card.slug: card for card in (*_BASE, *ice.CARDS, *wonderland.CARDS, *anatomy.CARDS, *_BOARD)
}


def card(slug: str) -> Card:
    """The printed card of this name.  Raises ``KeyError`` for a name that none has.

    Made cards belong to their deck: ``Deck.known_cards`` and ``cards_of`` have them, too.
    """
    return CARDS[slug]
