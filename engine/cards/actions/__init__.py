"""The actions of the base game.  Each function is its card: the docstring says it, the body follows."""

from engine.card import Action
from engine.cards.actions import hands, keepers, rules

ACTIONS: list[Action] = sorted((*hands.ACTIONS, *keepers.ACTIONS, *rules.ACTIONS), key=lambda card: card.slug)
