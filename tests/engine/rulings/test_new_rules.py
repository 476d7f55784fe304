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


def test_R058_rules_about_different_things_stay_together():
    """Draw 3 and Hand Limit 2 hold at once."""
    table = deal(ann=["hand-limit-2"], bob=1, rules=["draw-3"], drawn=3)
    ann, _bob = table.seats
    ann.plays("hand-limit-2")

    assert (table.rules, table.discard) == (["draw-3", "hand-limit-2"], [])


def test_R059_a_rule_replaces_the_older_one_about_the_same_thing():
    """Draw 5 discards Draw 3."""
    table = deal(ann=["draw-5"], bob=1, rules=["draw-3"], drawn=3)
    ann, _bob = table.seats
    ann.plays("draw-5")

    assert (table.rules, table.discard) == (["draw-5"], ["draw-3"])


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


def test_R060_a_play_rule_leaves_the_rest_of_the_basic_rules():
    """Play 3 says nothing about drawing: one card is still drawn."""
    table = deal(ann=["play-3"], bob=0, deck=["bread", "milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("play-3")

    assert (bob.hand, table.game.view(2).draw_count, table.game.view(2).play_count) == (["bread"], 1, 3)


def test_R060_the_basic_rules_come_back_when_the_newer_rule_goes():
    """Draw 4 and Play 3 are reset: one and one again."""
    table = deal(ann=["rules-reset"], bob=1, rules=["draw-4", "play-3"], drawn=4)
    ann, _bob = table.seats
    ann.plays("rules-reset")

    assert (table.game.view(1).draw_count, table.game.view(1).play_count, table.turn) == (1, 1, "bob")


def test_R062_any_number_of_rules_may_be_in_play():
    """One of each group and all twelve others: sixteen rules in force."""
    others = [name for name in RULES if not any(name in names for names in GROUPS.values())]
    rules = ["draw-2", "play-all", "hand-limit-2", *others]
    table = deal(ann=["keeper-limit-4"], bob=0, rules=rules, drawn=3, played=1, deck=9)
    ann, _bob = table.seats
    ann.plays("keeper-limit-4")

    assert len(table.rules) == 16


def test_R065_a_rule_with_instant_effect_is_not_played_by_drawing_it():
    """Inflation in hand does nothing."""
    table = deal(ann=0, bob=0, deck=["inflation", "bread"])
    ann, _bob = table.seats

    assert (ann.hand, table.rules) == (["inflation"], [])


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


def test_R067_more_than_half_is_refused():
    """Four of five rules are too many, three are not."""
    rules = ["draw-4", "double-agenda", "keeper-limit-4", "poor-bonus", "hand-limit-2"]
    table = deal(ann=["lets-simplify"], bob=1, rules=rules, drawn=4)
    ann, _bob = table.seats
    ann.plays("lets-simplify")
    assert ann.cannot(*rules[:4])
    ann.answers("draw-4", "poor-bonus", "hand-limit-2")

    assert table.rules == ["double-agenda", "keeper-limit-4"]


def test_R067_choosing_none_is_allowed():
    """In this edition Let's Simplify may leave all rules as they are."""
    table = deal(ann=["lets-simplify"], bob=1, rules=["draw-4", "hand-limit-2"], drawn=4)
    ann, _bob = table.seats
    ann.plays("lets-simplify").answers()

    assert table.rules == ["draw-4", "hand-limit-2"]


def test_lets_simplify_without_rules_does_nothing():
    """Nothing to choose from."""
    table = deal(ann=["lets-simplify"], bob=["bread"], drawn=1)
    ann, bob = table.seats
    ann.plays("lets-simplify")

    assert (table.discard, bob.asked) == (["lets-simplify"], "play")


def test_R070_rules_reset_discards_every_new_rule_and_no_goal():
    """The goal stays, and the Basic Rules hold."""
    table = deal(
        ann=["rules-reset"], bob=1, rules=["draw-4", "hand-limit-2", "inflation"], goals=["toast"], drawn=5
    )
    ann, _bob = table.seats
    ann.plays("rules-reset")

    assert (table.rules, table.goals) == ([], ["toast"])
    assert sorted(table.discard) == ["draw-4", "hand-limit-2", "inflation", "rules-reset"]


def test_R072_zap_may_take_any_keeper_goal_or_new_rule_in_play():
    """One's own and others' keepers, goals and rules; no Basic Rules, nothing from the discard pile."""
    table = deal(
        ann=["zap-a-card"],
        bob=1,
        keepers={"ann": ["bread"], "bob": ["milk"]},
        rules=["draw-2", "keeper-limit-3"],
        goals=["toast"],
        discard=["jackpot", "play-3"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("zap-a-card")

    assert ann.options == ["bread@1", "draw-2", "keeper-limit-3", "milk@2", "toast"]


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


def test_zap_with_nothing_in_play_does_nothing():
    """The Basic Rules alone are no choice."""
    table = deal(ann=["zap-a-card"], bob=["bread"], drawn=1)
    ann, bob = table.seats
    ann.plays("zap-a-card")

    assert (ann.hand, table.discard, bob.asked) == ([], ["zap-a-card"], "play")


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


def test_trash_a_new_rule_without_rules_does_nothing():
    """The Basic Rules can't be trashed."""
    table = deal(ann=["trash-a-new-rule"], bob=["bread"], drawn=1)
    ann, bob = table.seats
    ann.plays("trash-a-new-rule")

    assert (table.discard, bob.asked) == (["trash-a-new-rule"], "play")


def test_no_limits_discards_both_kinds_of_limit_and_nothing_else():
    """Hand limit and keeper limit go, the rest stays."""
    table = deal(
        ann=["no-limits"], bob=1, rules=["draw-2", "hand-limit-1", "keeper-limit-3", "inflation"], drawn=3
    )
    ann, _bob = table.seats
    ann.plays("no-limits")

    assert table.rules == ["draw-2", "inflation"]
    assert sorted(table.discard) == ["hand-limit-1", "keeper-limit-3", "no-limits"]


def test_no_limits_without_limits_does_nothing():
    """Nothing to discard."""
    table = deal(ann=["no-limits"], bob=["bread"], rules=["draw-2"], drawn=2)
    ann, bob = table.seats
    ann.plays("no-limits")

    assert (table.rules, table.discard, bob.asked) == (["draw-2"], ["no-limits"], "play")
