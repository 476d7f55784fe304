"""The new rules.  Numbers are data, read by ``in_force``; what free actions do is in ``free_actions``."""

from engine.card import NewRule
from engine.cards.words import words


def _rule(slug: str, group: str = "", **numbers: int) -> NewRule:
    title, text = words(slug)
    return NewRule(slug=slug, title=title, text=text, kind="new rule", group=group or slug, **numbers)


RULES = [
    *(_rule(f"draw-{n}", "draw", draw=n) for n in (2, 3, 4, 5)),
    *(_rule(f"play-{n}", "play", play=n) for n in (2, 3, 4)),
    _rule("play-all", "play", play_all_but=0),
    _rule("play-all-but-1", "play", play_all_but=1),
    *(_rule(f"hand-limit-{n}", "hand limit", hand_limit=n) for n in (0, 1, 2)),
    *(_rule(f"keeper-limit-{n}", "keeper limit", keeper_limit=n) for n in (2, 3, 4)),
    *(
        _rule(slug)
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
