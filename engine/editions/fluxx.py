"""Base Fluxx, the Polish edition: 99 shuffled cards, one of each, and the Basic Rules on the table (R184)."""

from engine.cards.actions import ACTIONS
from engine.cards.goals import GOALS
from engine.cards.keepers import KEEPERS
from engine.cards.rules import RULES
from engine.translation import gettext_noop

FLUXX = (
    gettext_noop("Fluxx"),
    gettext_noop("The base game: 100 cards, four kinds, and rules that never stay the same for long."),
    tuple(card.slug for card in (*KEEPERS, *GOALS, *RULES, *ACTIONS)),
)

FLUXX_ABOUT = gettext_noop(
    "These are the 100 cards of the Polish edition, Basic Rules included, one copy of each. None of them is "
    "ours; only the sentences on the cards are in our own words."
)
