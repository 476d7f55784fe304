"""Free actions, and what may be done out of turn (rulings R139 to R148, R161)."""

import pytest

from engine import Game
from engine.editions.format_1 import deck_of_format_1
from engine.outcomes import Drew
from engine.scenario import deal
from engine.set_up import lay_out

FREE = ["goal-mill", "mystery-play", "recycling"]


@pytest.mark.parametrize("rule", FREE)
def test_R139_a_free_action_may_be_used_before_drawing(rule):
    """The turn begins with the choice to draw or to use it."""
    table = deal(ann=2, bob=1, keepers={"ann": 1}, rules=[rule])
    ann, _bob = table.seats

    assert (ann.asked, ann.options, table.game.view(1).drawn) == (
        "before-drawing",
        ["draw", f"use:{rule}"],
        0,
    )


@pytest.mark.parametrize("rule", FREE)
def test_R139_a_free_action_may_be_used_between_plays(rule):
    """It is offered beside the cards."""
    table = deal(ann=["bread", "milk", 1], bob=1, keepers={"ann": 1}, rules=[rule, "play-2"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert f"use:{rule}" in ann.options


@pytest.mark.parametrize("rule", FREE)
def test_R139_a_free_action_may_be_used_after_the_last_play(rule):
    """The turn waits for it to be used or declined."""
    table = deal(ann=["bread", "milk"], bob=1, keepers={"ann": 1}, rules=[rule], drawn=1)
    ann, bob = table.seats
    ann.plays("bread")
    waiting = (ann.asked, ann.options, bob.asked)
    ann.answers("end")

    assert waiting == ("play", ["end", f"use:{rule}"], "")
    assert table.turn == "bob"


@pytest.mark.parametrize("rule", FREE)
def test_R140_nobody_uses_a_free_action_in_anothers_turn(rule):
    """Once Bob's turn has begun, Ann has missed hers."""
    table = deal(ann=["bread", "milk"], bob=["love"], keepers={"ann": 1, "bob": 1}, rules=[rule], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").answers("end")

    assert (table.waiting_for, bool(ann.cannot(rule))) == (["bob"], True)


@pytest.mark.parametrize("rule", FREE)
def test_each_free_action_is_used_once_a_turn(rule):
    """After the use it is no choice any more."""
    table = deal(
        ann=["bread", "milk"], bob=1, keepers={"ann": 2}, rules=[rule, "play-2"], deck=["love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays(rule)
    if rule == "recycling":
        ann.answers("any")

    assert f"use:{rule}" not in ann.options
    assert ann.cannot(rule)


def test_R143_goal_mill_changes_any_number_of_goals():
    """Two of three goals for two new cards; cards of other kinds are no choice."""
    table = deal(
        ann=["toast", "lullaby", "hippyism", "bread"],
        bob=1,
        rules=["goal-mill"],
        deck=["milk", "love", "time"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("goal-mill")
    asked = (ann.asked, ann.options, ann.question.least, ann.question.most)
    ann.answers("toast", "hippyism")

    assert asked == ("choose-goals", ["hippyism", "lullaby", "toast"], 0, 3)
    assert ann.hand == ["bread", "love", "lullaby", "milk"]
    assert sorted(table.discard) == ["hippyism", "toast"]


@pytest.mark.parametrize("phase", [{}, {"drawn": 1}])
def test_R145_get_on_with_it_needs_a_card_in_hand(phase):
    """With an empty hand it is not offered."""
    table = deal(ann=0, bob=1, keepers={"ann": 1}, rules=["get-on-with-it", "recycling"], **phase)
    ann, _bob = table.seats

    assert ann.options == ["end" if phase else "draw", "use:recycling"]


def test_get_on_with_it_under_play_all_but_1_needs_a_card_that_must_be_played():
    """With two cards one is owed; with the last one kept nothing is."""
    table = deal(
        ann=["bread", "milk"],
        bob=0,
        keepers={"ann": ["time"]},
        rules=["get-on-with-it", "play-all-but-1", "recycling"],
        drawn=1,
    )
    ann, _bob = table.seats
    before = ann.options
    ann.plays("bread")

    assert before == ["bread", "milk", "use:get-on-with-it", "use:recycling"]
    assert ann.options == ["end", "use:recycling"]


def test_mystery_play_before_drawing_may_turn_up_inflation():
    """Two cards are drawn afterwards, none before."""
    table = deal(ann=0, bob=1, rules=["mystery-play"], deck=["inflation", "bread", "milk", "love"])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert ann.hand == ["bread", "milk"]
    assert [each.count for each in table.happened if isinstance(each, Drew)] == [2]


def test_mystery_play_before_drawing_may_turn_up_take_another_turn():
    """The turn that it gives begins with a Mystery Play of its own."""
    table = deal(ann=["bread"], bob=2, rules=["mystery-play"], deck=["take-another-turn", "milk", "love"])
    ann, _bob = table.seats
    ann.plays("mystery-play").plays("bread")

    assert (table.turn, ann.asked, table.game.view(1).turn_number) == ("ann", "before-drawing", 2)


def test_recycling_before_drawing_does_not_undo_no_hand_bonus():
    """The bonus looked at the hand when the turn began."""
    table = deal(ann=0, bob=0, keepers={"ann": ["bread"]}, rules=["recycling", "no-hand-bonus"], deck=8)
    ann, _bob = table.seats
    bonus = len(ann.hand)
    ann.plays("recycling")

    assert (bonus, len(ann.hand)) == (3, 7)


@pytest.mark.parametrize("other", [*FREE, "get-on-with-it"])
def test_Z10_swap_ends_the_turn_with_every_free_action(other):
    """Its draw is the end of the turn: nothing else may follow, and Bob begins."""
    table = deal(
        ann=["bread", "milk"],
        bob=0,
        keepers={"ann": ["peace"]},
        rules=["swap-plays-for-draws", other, "play-2"],
        deck=["love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (ann.hand, ann.keepers, table.turn) == (["bread", "love", "milk", "time"], ["peace"], "bob")
    assert ann.cannot(other)


def test_Z10_a_game_that_slept_after_a_swap_can_still_be_answered():
    """By the rulings that it began with other free actions are open, and it wakes at that question."""
    older = Game.at(lay_out(deck_of_format_1("fluxx"), [1, 2], 1, "2" * 64))
    older.table.rules = [
        card
        for slug in ("swap-plays-for-draws", "recycling", "play-2")
        for card in older.table.deck.numbers(slug)
    ]
    older.table.keepers[1] = list(older.table.deck.numbers("bread"))
    older.table.turn.phase = "plays"
    game = Game.at(older.table)
    game.answer(1, ["use:swap-plays-for-draws"])
    woken = Game.load(game.dump())

    assert woken.table.turn.plays_over
    assert woken.view(1).question.options == ("end", "use:recycling")
    woken.answer(1, ["end"])
    assert woken.turn == 2


def test_swap_before_the_random_first_play_is_allowed():
    """Who stops playing before the first card needs no chance."""
    table = deal(
        ann=["bread", "milk"],
        bob=0,
        rules=["swap-plays-for-draws", "first-play-random", "play-2"],
        deck=["love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    offered = ann.options
    ann.plays("swap-plays-for-draws")

    assert offered == ["random", "use:swap-plays-for-draws"]
    assert (ann.hand, ann.keepers, table.turn) == (["bread", "love", "milk", "time"], [], "bob")


def test_swap_then_the_limits():
    """What was drawn for plays counts for the hand limit."""
    table = deal(ann=2, bob=0, rules=["swap-plays-for-draws", "hand-limit-2", "play-2"], deck=3, drawn=1)
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (ann.asked, ann.question.least) == ("hand-limit", 2)


@pytest.mark.parametrize("card", ["bread", "toast", "draw-4", "jackpot"])
def test_R161_no_card_is_played_out_of_turn(card):
    """There is nothing in this edition that Bob could play in Ann's turn."""
    table = deal(ann=1, bob=[card], drawn=1)
    _ann, bob = table.seats

    assert (bob.asked, bool(bob.cannot(card))) == ("", True)


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        ("goal-mill", {"ann": ["toast", 2]}),
        ("recycling", {"ann": 2, "keepers": {"ann": 1}}),
        ("mystery-play", {"ann": 2}),
        ("get-on-with-it", {"ann": 2}),
    ],
)
def test_a_free_action_that_leaves_play_is_gone_at_once(rule, given):
    """Its rule is trashed in the middle of the turn."""
    given = {**given, "ann": ["trash-a-new-rule", 3]}
    table = deal(bob=1, rules=[rule, "play-3"], drawn=1, turn="ann", **given)
    ann = table.players["ann"]
    before = f"use:{rule}" in ann.options
    ann.plays("trash-a-new-rule").answers(rule)

    assert (before, f"use:{rule}" in ann.options) == (True, False)
