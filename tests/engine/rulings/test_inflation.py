"""Inflation coming and leaving in the middle of anything (R066; the Inflation column of the card list)."""

import pytest

from engine.scenario import deal


def test_R066_inflation_raises_the_basic_rules():
    """Draw 2, Play 2: one more card is drawn and one more must be played."""
    table = deal(ann=["inflation", "bread", "love"], bob=0, deck=["milk", "time", "the-sun"], drawn=1)
    ann, bob = table.seats
    ann.plays("inflation").plays("bread")

    assert (ann.hand, bob.hand) == (["love", "milk"], ["the-sun", "time"])


def test_R066_inflation_raises_every_numeral_on_the_table():
    """Draw, play and both limits; what is written as a word stays."""
    table = deal(
        ann=1, bob=1, rules=["inflation", "draw-3", "play-4", "hand-limit-1", "keeper-limit-2"], drawn=4
    )
    view = table.game.view(1)

    assert (view.draw_count, view.play_count, view.hand_limit, view.keeper_limit) == (4, 5, 2, 3)


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


def test_inflation_raises_the_draw_rule_and_every_active_draw_bonus():
    """Basic, party and poorest: one more each, so three cards at once."""
    table = deal(
        ann=["inflation", 2],
        bob=1,
        keepers={"bob": ["the-party"]},
        rules=["party-bonus", "poor-bonus"],
        deck=["bread", "milk", "love", "time"],
        drawn=3,
    )
    ann, _bob = table.seats
    ann.plays("inflation")

    assert {"bread", "milk", "love"} <= set(ann.hand)
    assert (len(ann.hand), table.game.view(1).drawn) == (5, 6)


def test_inflation_under_play_all_adds_no_play():
    """All is no numeral."""
    table = deal(ann=["inflation", "bread"], bob=1, rules=["play-all"], deck=["milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("inflation")

    assert (table.game.view(1).play_count, table.game.view(1).plays_left) == (None, 2)


@pytest.mark.parametrize("remover", ["trash-a-new-rule", "zap-a-card", "lets-simplify", "rules-reset"])
def test_inflation_that_leaves_takes_its_play_with_it_and_gives_no_card_back(remover):
    """Play 2 by Inflation, one played: nothing is owed any more, and what was drawn stays."""
    table = deal(ann=[remover, "bread", "milk"], bob=1, rules=["inflation"], drawn=2)
    ann, _bob = table.seats
    ann.plays(remover)
    if ann.asked in ("discard-rule", "discard-rules", "choose-in-play"):
        ann.answers("inflation")

    assert (table.turn, {"bread", "milk"} <= set(ann.hand)) == ("bob", True)


def test_inflation_that_leaves_and_comes_back_draws_nothing_twice():
    """Zapped and played again in one turn: the two cards were drawn already."""
    table = deal(ann=["zap-a-card", "bread"], bob=1, rules=["inflation", "play-3"], deck=["milk"], drawn=2)
    ann, _bob = table.seats
    ann.plays("zap-a-card").answers("inflation")
    ann.plays("inflation")

    assert (ann.hand, table.game.view(1).drawn) == (["bread"], 2)


def test_inflation_fetched_by_lets_do_that_again_works_at_once():
    """One more card, one more play."""
    table = deal(
        ann=["lets-do-that-again", "bread"], bob=1, discard=["inflation"], deck=["milk", "love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("lets-do-that-again")

    assert (ann.hand, ann.asked) == (["bread", "milk"], "play")


def test_inflation_stolen_by_use_what_you_take_works_for_the_thief():
    """It is Ann's play and Ann's turn that it raises."""
    table = deal(ann=["use-what-you-take", "bread"], bob=["inflation"], deck=["milk", "love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use-what-you-take")

    assert (ann.hand, ann.asked) == (["bread", "milk"], "play")


def test_inflation_as_the_random_first_play_counts_for_the_rest():
    """Play 2 becomes Play 3, one card is drawn, and the rest is free."""
    table = deal(
        ann=["inflation", "bread", "milk"],
        bob=1,
        rules=["first-play-random", "play-2"],
        random=["inflation"],
        deck=["love"],
        drawn=1,
    )
    ann, _bob = table.seats

    assert (ann.options, table.game.view(1).plays_left) == (["bread", "love", "milk"], 2)


def test_inflation_relaxes_the_limits_of_its_player_and_of_the_others():
    """Two cards under Hand Limit 1 are allowed now."""
    table = deal(
        ann=["inflation", "bread", "milk", "love"],
        bob=["time"],
        rules=["hand-limit-1"],
        deck=["sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("inflation").plays("bread")

    assert (ann.asked, ann.question.least, ann.hand) == ("hand-limit", 1, ["love", "milk", "sleep"])


def test_inflation_in_the_middle_of_draw_2_and_use_em_makes_it_three():
    """One more card aside, and all three are played."""
    table = deal(
        ann=["draw-2-and-use-em", "bread"],
        bob=1,
        deck=["inflation", "milk", "love", "time"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("inflation").answers("milk")

    assert (len(ann.keepers), ann.temporary) == (2, [])
    assert (len(ann.hand), table.turn, ann.asked) == (2, "ann", "play")


def test_inflation_as_the_last_card_of_draw_3_play_2_makes_it_a_third_play():
    """The cards not yet discarded and the new one are still to be chosen from."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=1,
        deck=["inflation", "milk", "love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("milk").answers("inflation")
    offered = ann.options
    ann.answers("love")

    assert len(offered) == 2
    assert "love" in offered
    assert ann.keepers == ["love", "milk"]


def test_inflation_reaches_every_open_level_of_nested_actions():
    """Played in the inner action it gives each level one card and one play more."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=0,
        deck=[
            *("draw-2-and-use-em", "milk", "love"),
            *("inflation", "time"),
            *("sleep", "peace", "the-sun", "the-moon", "the-eye"),
        ],
        exact_deck=True,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("draw-2-and-use-em").answers("inflation")
    inner = ann.options
    ann.answers("time")
    outer = ann.options
    ann.answers("milk")
    last = ann.options

    assert (len(inner), len(outer), len(last)) == (2, 3, 2)
    assert {"milk", "love"} < set(outer)


def test_inflation_leaving_in_the_inner_action_takes_a_play_from_each_level():
    """Four and three drawn; without Inflation each level plays two."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=0,
        rules=["inflation"],
        deck=[
            *("draw-2-and-use-em", "milk", "love", "sleep"),
            *("rules-reset", "time", "peace"),
            *("the-sun", "the-moon"),
        ],
        drawn=2,
        played=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("draw-2-and-use-em").answers("rules-reset")
    ann.answers("time")
    ann.answers("milk")

    assert (ann.keepers, ann.temporary, table.turn) == (["milk", "time"], [], "bob")


def test_inflation_comes_too_late_to_save_a_tie_of_ten_cards():
    """It leaves Ann's hand first: Bob alone has ten, and wins before eleven are asked for."""
    table = deal(
        ann=["inflation", 9], bob=10, goals=["10-cards-in-hand"], rules=["play-3"], deck=["bread"], drawn=1
    )
    ann, bob = table.seats
    ann.plays("inflation")

    assert table.winner == "bob"
    assert (len(ann.hand), len(bob.hand)) == (9, 10)


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
