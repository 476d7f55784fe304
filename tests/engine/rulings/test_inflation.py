"""Inflation coming and leaving in the middle of anything (R066; the Inflation column of the card list)."""

import pytest

from engine.scenario import deal


def test_R066_double_agenda_and_take_another_turn_are_words():
    """Under Inflation there is still a second goal only, and a second turn only."""
    table = deal(
        ann=["toast", "take-another-turn"],
        bob=1,
        rules=["inflation", "double-agenda"],
        goals=["hippyism", "lullaby"],
        deck=4,
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("toast").answers("lullaby")
    ann.plays("take-another-turn")

    assert (table.goals, table.turn, table.game.view(1).turn_number) == (["hippyism", "toast"], "ann", 2)


@pytest.mark.parametrize("remover", ["trash-a-new-rule", "zap-a-card", "lets-simplify", "rules-reset"])
def test_inflation_that_leaves_takes_its_play_with_it_and_gives_no_card_back(remover):
    """Play 2 by Inflation, one played: nothing is owed any more, and what was drawn stays."""
    table = deal(ann=[remover, "bread", "milk"], bob=1, rules=["inflation"], drawn=2)
    ann, _bob = table.seats
    ann.plays(remover)
    if ann.asked in ("discard-rule", "discard-rules", "choose-in-play"):
        ann.answers("inflation")

    assert (table.turn, {"bread", "milk"} <= set(ann.hand)) == ("bob", True)


@pytest.mark.parametrize(
    ("rule", "limit", "keepers"),
    [("keeper-limit-2", 3, 4), ("keeper-limit-3", 4, 5), ("keeper-limit-4", 5, 6)],
)
def test_inflated_keeper_limits(rule, limit, keepers):
    """Each is one higher."""
    table = deal(ann=[rule], bob=0, keepers={"bob": keepers}, rules=["inflation"], drawn=2)
    ann, bob = table.seats
    ann.plays(rule)

    assert (bob.asked, bob.question.least, table.game.view(2).keeper_limit) == ("keeper-limit", 1, limit)


@pytest.mark.parametrize(("rule", "limit"), [("hand-limit-0", 1), ("hand-limit-1", 2), ("hand-limit-2", 3)])
def test_inflated_hand_limits(rule, limit):
    """Each is one higher."""
    table = deal(ann=[rule], bob=limit + 1, rules=["inflation"], drawn=2)
    ann, bob = table.seats
    ann.plays(rule)

    assert (bob.asked, bob.question.least, table.game.view(2).hand_limit) == ("hand-limit", 1, limit)


@pytest.mark.parametrize("draw", [2, 3, 4, 5])
def test_inflated_draw_rules(draw):
    """Each is one higher."""
    table = deal(ann=0, bob=0, rules=[f"draw-{draw}", "inflation"])
    ann, _bob = table.seats

    assert len(ann.hand) == draw + 1


@pytest.mark.parametrize("play", [2, 3, 4])
def test_inflated_play_rules(play):
    """Each is one higher."""
    table = deal(ann=7, bob=0, rules=[f"play-{play}", "inflation"], drawn=2)

    assert table.game.view(1).plays_left == play + 1


def test_Z12_under_nested_hands_the_innermost_draws_at_once_and_an_outer_one_when_it_goes_on():
    """Inflation comes out of Draw 2 and Use 'Em, which came out of Draw 3, Play 2 of Them."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=0,
        deck=["draw-2-and-use-em", "milk", "love", "inflation", "time", "sleep", "peace", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("draw-2-and-use-em").answers("inflation")
    outer, inner = table.table.temporary

    assert (len(outer.cards), len(inner.cards), len(ann.options)) == (2, 2, 2)
    ann.answers("time")
    assert len(table.table.temporary[0].cards) == len(ann.options) == 3
