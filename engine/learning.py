"""Learning Mode: one of two learning rules is in play from the deal to the end (R178)."""

from collections.abc import Sequence

from engine.outcomes import RuleEntered, RuleStayed
from engine.table import Table

MODE = "learning-mode"
LEARNING = ("name-that-organ", "knowledge-bonus")


def release_rules(table: Table, rules: Sequence[int]) -> list[int]:
    """Those of these rules in play that may leave it.

    For a learning rule the other one comes into play, out of the draw pile or the discard pile; if that is
    in somebody's hand, the one in play stays.
    """
    going = list(rules)
    names = table.slugs(going)
    leaving = [slug for slug in LEARNING if slug in names]
    if not leaving or MODE not in table.slugs(table.meta) or _another_stays(table, going):
        return going
    if _enter(table, next(slug for slug in LEARNING if slug not in leaving)):
        return going
    table.tell(RuleStayed(leaving[0], MODE))
    return [rule for rule in going if table.deck.slugs[rule] not in LEARNING]


def _another_stays(table: Table, going: list[int]) -> bool:
    staying = [rule for rule in table.rules if rule not in going]
    return any(slug in LEARNING for slug in table.slugs(staying))


def _enter(table: Table, slug: str) -> bool:
    for pile in (table.discard, table.draw_pile):
        for rule in table.deck.numbers(slug):
            if rule in pile:
                pile.remove(rule)
                table.rules.append(rule)
                table.tell(RuleEntered(slug, MODE))
                return True
    return False
