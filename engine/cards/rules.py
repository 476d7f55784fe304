"""The new rules.  Numbers are data, read by ``in_force``; what free actions do is in ``free_actions``."""

from typing import Any

from engine.card import NewRule
from engine.cards.words import words


def rule(slug: str, group: str = "", **says: Any) -> NewRule:
    """A rule that says this (see ``NewRule``); without a group it replaces nothing."""
    return NewRule(slug, *words(slug), "new rule", group=group or slug, **says)


RULES = [
    *(rule(f"draw-{n}", "draw", draw=n) for n in (2, 3, 4, 5)),
    *(rule(f"play-{n}", "play", play=n) for n in (2, 3, 4)),
    rule("play-all", "play", play_all_but=0),
    rule("play-all-but-1", "play", play_all_but=1),
    *(rule(f"hand-limit-{n}", "hand limit", hand_limit=n) for n in (0, 1, 2)),
    *(rule(f"keeper-limit-{n}", "keeper limit", keeper_limit=n) for n in (2, 3, 4)),
    *(
        rule(slug)
        for slug in (
            "no-hand-bonus",
            "party-bonus",
            "poor-bonus",
            "rich-bonus",
            "double-agenda",
            "first-play-random",
            "get-on-with-it",
            "goal-mill",
            "inflation",
            "mystery-play",
            "recycling",
            "swap-plays-for-draws",
        )
    ),
]
