"""Made cards: what a card is that people make from a form, as validated data, never code."""

from engine.made.check import REF, check_card, key, read_card
from engine.made.data import (
    BonusFor,
    MadeAction,
    MadeCard,
    MadeCreeper,
    MadeGoal,
    MadeKeeper,
    MadeRule,
    Step,
    Wants,
)
from engine.made.problem import Problem

__all__ = [
    "REF",
    "BonusFor",
    "MadeAction",
    "MadeCard",
    "MadeCreeper",
    "MadeGoal",
    "MadeKeeper",
    "MadeRule",
    "Problem",
    "Step",
    "Wants",
    "check_card",
    "key",
    "read_card",
]
