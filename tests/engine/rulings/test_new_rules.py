"""New rules: what replaces what, and what removes them (rulings R058 to R072)."""

import pytest

from engine import card, edition_of
from engine.outcomes import Drew
from engine.scenario import deal

RULES = [slug for slug in edition_of("fluxx").cards if card(slug).kind == "new rule"]
GROUPS = {
    "draw": ["draw-2", "draw-3", "draw-4", "draw-5"],
    "play": ["play-2", "play-3", "play-4", "play-all", "play-all-but-1"],
    "hand limit": ["hand-limit-0", "hand-limit-1", "hand-limit-2"],
    "keeper limit": ["keeper-limit-2", "keeper-limit-3", "keeper-limit-4"],
}


@pytest.mark.parametrize(
    ("old", "new"), [(old, new) for group in GROUPS.values() for old in group for new in group if old != new]
)
def test_R059_within_a_group_every_rule_replaces_every_other(old, new):
    """Draw rules, play rules, hand limits and keeper limits each have one place."""
    table = deal(ann=[new, "bread"], bob=0, rules=[old], drawn=6)
    ann, _bob = table.seats
    ann.plays(new)

    assert (table.rules, table.discard[-1]) == ([new], old)


@pytest.mark.parametrize("rule", RULES)
def test_R058_no_rule_touches_one_of_another_group(rule):
    """A rule of each other kind stays when a rule is played."""
    group = next((group for group in GROUPS.values() if rule in group), [rule])
    others = [name for name in ("draw-4", "play-all", "hand-limit-2", "keeper-limit-4") if name not in group]
    others += [
        name for name in RULES if name not in group and not any(name in names for names in GROUPS.values())
    ]
    table = deal(ann=[rule], bob=0, rules=others, drawn=9, played=1, deck=9)
    ann, _bob = table.seats
    if "random" in ann.options:
        ann.answers("random")
    else:
        ann.plays(rule)

    assert table.rules == sorted([rule, *others])


def test_R062_any_number_of_rules_may_be_in_play():
    """One of each group and all twelve others: sixteen rules in force."""
    others = [name for name in RULES if not any(name in names for names in GROUPS.values())]
    rules = ["draw-2", "play-all", "hand-limit-2", *others]
    table = deal(ann=["keeper-limit-4"], bob=0, rules=rules, drawn=3, played=1, deck=9)
    ann, _bob = table.seats
    ann.plays("keeper-limit-4")

    assert len(table.rules) == 16


def test_R065_a_rule_with_instant_effect_is_not_playable_out_of_turn():
    """Bob can't play Inflation while Ann is asked."""
    table = deal(ann=1, bob=["inflation"], drawn=1)
    _ann, bob = table.seats

    assert (bob.asked, bool(bob.cannot("inflation"))) == ("", True)


def test_a_rule_that_comes_back_the_same_turn_draws_nothing_new():
    """R063 in a deck without doubles: Draw 2 trashed, fetched from the discard pile, and nobody draws."""
    table = deal(
        ann=["trash-a-new-rule", "lets-do-that-again", "bread"],
        bob=1,
        rules=["draw-2", "play-3"],
        deck=3,
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule").answers("draw-2")
    ann.plays("lets-do-that-again").answers("draw-2")

    assert (ann.hand, table.rules) == (["bread"], ["draw-2", "play-3"])
    assert not any(isinstance(each, Drew) for each in table.happened)


@pytest.mark.parametrize(("rules", "most"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_R067_lets_simplify_takes_at_most_half_rounded_up(rules, most):
    """From none to half of the new rules in play, rounded up."""
    in_play = ["draw-4", "recycling", "double-agenda", "keeper-limit-4", "poor-bonus", "hand-limit-2"][:rules]
    table = deal(ann=["lets-simplify"], bob=1, rules=in_play, drawn=4)
    ann, _bob = table.seats
    ann.plays("lets-simplify")

    assert (ann.asked, ann.question.least, ann.question.most, ann.options) == (
        "discard-rules",
        0,
        most,
        sorted(in_play),
    )


@pytest.mark.parametrize("zapped", ["bread", "draw-2", "toast"])
def test_R072_what_is_zapped_goes_to_the_hand_and_stops_working(zapped):
    """It is in nobody's play any more."""
    table = deal(
        ann=["zap-a-card"], bob=1, keepers={"bob": ["bread"]}, rules=["draw-2"], goals=["toast"], drawn=2
    )
    ann, bob = table.seats
    ann.plays("zap-a-card").answers(zapped)

    assert ann.hand == [zapped]
    assert zapped not in [*table.rules, *table.goals, *bob.keepers]


def test_trash_a_new_rule_takes_any_new_rule_and_only_those():
    """Neither goals nor keepers, nor the Basic Rules."""
    table = deal(
        ann=["trash-a-new-rule"],
        bob=1,
        keepers={"bob": ["bread"]},
        rules=["draw-2", "keeper-limit-3"],
        goals=["toast"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule")
    offered = ann.options
    ann.answers("keeper-limit-3")

    assert (offered, table.rules) == (["draw-2", "keeper-limit-3"], ["draw-2"])
