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


def test_R139_drawing_comes_when_the_free_action_is_declined():
    """Ann draws, and may still use it afterwards."""
    table = deal(ann=["bread"], bob=1, rules=["mystery-play"], deck=["milk", "love"])
    ann, _bob = table.seats
    ann.answers("draw")

    assert (ann.hand, ann.options) == (["bread", "milk"], ["bread", "milk", "use:mystery-play"])


@pytest.mark.parametrize("rule", FREE)
def test_R140_nobody_uses_a_free_action_in_anothers_turn(rule):
    """Once Bob's turn has begun, Ann has missed hers."""
    table = deal(ann=["bread", "milk"], bob=["love"], keepers={"ann": 1, "bob": 1}, rules=[rule], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").answers("end")

    assert (table.waiting_for, bool(ann.cannot(rule))) == (["bob"], True)


def test_R140_the_turn_ends_by_itself_only_when_nothing_is_open():
    """Mystery Play used, the last card played: Bob's turn begins without a word from Ann."""
    table = deal(ann=["bread"], bob=["love"], rules=["mystery-play"], used=["mystery-play"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert table.turn == "bob"


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


def test_R142_a_free_action_is_open_on_every_own_turn():
    """What Ann used last turn she may use again."""
    table = deal(
        ann=["bread"],
        bob=["milk"],
        rules=["mystery-play"],
        deck=["love", "time", "the-sun", "the-moon", "the-eye"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("mystery-play").plays("bread")
    bob.answers("draw").plays("milk").answers("end")

    assert (ann.asked, ann.options) == ("before-drawing", ["draw", "use:mystery-play"])


def test_R142_using_a_power_is_no_play():
    """Mystery Play, Recycling and Goal Mill leave the one play of the Basic Rules."""
    table = deal(
        ann=["bread", "toast"],
        bob=1,
        keepers={"ann": ["milk"]},
        rules=["mystery-play", "recycling", "goal-mill"],
        deck=["love", "time", "the-sun", "the-moon", "the-eye"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")
    ann.plays("recycling").answers("milk")
    ann.plays("goal-mill").answers("toast")

    assert (table.game.view(1).played, table.game.view(1).plays_left) == (0, 1)
    assert ann.options == ["bread", "the-eye", "the-moon", "the-sun", "time"]


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


def test_R143_goal_mill_with_no_goal_chosen_draws_nothing():
    """None is a number, too; the use is spent."""
    table = deal(ann=["toast", "bread"], bob=1, rules=["goal-mill"], drawn=1)
    ann, _bob = table.seats
    ann.plays("goal-mill").answers()

    assert (ann.hand, ann.options) == (["bread", "toast"], ["bread", "toast"])


def test_R143_cards_of_the_goal_mill_are_not_the_turns_draw():
    """Used before drawing; the draw rule is followed in full, and a raised one as well."""
    table = deal(
        ann=["toast", "draw-2"],
        bob=1,
        rules=["goal-mill"],
        deck=["milk", "love", "time", "the-sun"],
    )
    ann, _bob = table.seats
    ann.plays("goal-mill").answers("toast")
    drawn = ann.hand
    ann.plays("draw-2")

    assert (drawn, ann.hand) == (["draw-2", "love", "milk"], ["love", "milk", "time"])


def test_R186_goal_mill_changes_ungoals_too():
    """In a mix with Anatomy an Ungoal in the hand is a goal."""
    table = deal(
        edition="fluxx anatomy",
        ann=["cancer", "toast", "liver"],
        bob=1,
        rules=["goal-mill", "name-that-organ"],
        deck=["brain", "love"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("goal-mill")
    options = ann.options
    ann.answers("cancer", "toast")

    assert options == ["cancer", "toast"]
    assert (ann.hand, sorted(table.discard)) == (["brain", "liver", "love"], ["cancer", "toast"])


def test_R143_goal_mill_without_a_goal_is_spent_without_a_question():
    """It was offered, so that nobody learns what the hand holds; nothing comes of it."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["goal-mill"], drawn=1)
    ann, _bob = table.seats
    ann.plays("goal-mill")

    assert (ann.asked, ann.options, table.discard) == ("play", ["bread", "milk"], [])


def test_goal_mill_can_break_a_tie_by_its_discard():
    """Eleven cards each; one goal of Ann's goes, and Bob wins before she draws."""
    table = deal(ann=["toast", 10], bob=11, rules=["goal-mill"], goals=["10-cards-in-hand"], drawn=1)
    ann, _bob = table.seats
    ann.plays("goal-mill").answers("toast")

    assert (table.winner, len(ann.hand)) == ("bob", 10)


def test_the_goal_in_play_is_no_grist_for_the_goal_mill():
    """Only goals in hand."""
    table = deal(ann=["toast", "bread"], bob=1, rules=["goal-mill"], goals=["lullaby"], drawn=1)
    ann, _bob = table.seats
    ann.plays("goal-mill")

    assert ann.options == ["toast"]


def test_R144_get_on_with_it_instead_of_the_only_play():
    """The hand goes, three cards come, and the turn is over."""
    table = deal(
        ann=["bread", "milk"],
        bob=0,
        rules=["get-on-with-it"],
        deck=["love", "time", "the-sun", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("get-on-with-it")

    assert (ann.hand, ann.keepers, table.turn) == (["love", "the-sun", "time"], [], "bob")
    assert sorted(table.discard) == ["bread", "milk"]


def test_R144_get_on_with_it_before_the_last_of_several_plays():
    """Under Play 3, after two."""
    table = deal(
        ann=["bread", "milk", "love", "time"], bob=0, rules=["get-on-with-it", "play-3"], deck=4, drawn=1
    )
    ann, _bob = table.seats
    ann.plays("bread").plays("milk").plays("get-on-with-it")

    assert (ann.keepers, len(ann.hand), table.turn) == (["bread", "milk"], 3, "bob")


def test_R144_get_on_with_it_is_gone_after_the_last_play():
    """With cards left and no play left the turn just ends."""
    table = deal(ann=["bread", "milk"], bob=0, rules=["get-on-with-it"], deck=["love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.hand, table.turn) == (["milk"], "bob")


def test_R144_get_on_with_it_before_drawing_ends_the_turn_without_a_draw():
    """A free action may come before the draw, and this one ends the turn at once."""
    table = deal(
        ann=["bread"],
        bob=0,
        rules=["get-on-with-it", "draw-2"],
        deck=["love", "time", "the-sun", "sleep", "milk"],
    )
    ann, _bob = table.seats
    ann.plays("get-on-with-it")

    assert (ann.hand, table.turn) == (["love", "the-sun", "time"], "bob")


def test_R144_the_limits_still_hold_after_get_on_with_it():
    """Three cards under Hand Limit 1: two are discarded."""
    table = deal(
        ann=["bread"],
        bob=0,
        rules=["get-on-with-it", "hand-limit-1"],
        deck=["love", "time", "the-sun"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("get-on-with-it")

    assert (ann.asked, ann.question.least, ann.options) == ("hand-limit", 2, ["love", "the-sun", "time"])


def test_R144_inflated_get_on_with_it_draws_four():
    """The numeral counts one more."""
    table = deal(ann=["bread", "milk"], bob=0, rules=["get-on-with-it", "inflation"], deck=5, drawn=2)
    ann, _bob = table.seats
    ann.plays("get-on-with-it")

    assert len(ann.hand) == 4


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


def test_get_on_with_it_in_the_second_turn_ends_that_one():
    """The first turn gave it, the second is over at once."""
    table = deal(
        ann=["take-another-turn"],
        bob=0,
        rules=["get-on-with-it"],
        deck=["bread", "milk", "love", "time"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("take-another-turn").plays("get-on-with-it")

    assert (table.turn, ann.hand, table.discard) == (
        "bob",
        ["love", "milk", "time"],
        ["bread", "take-another-turn"],
    )


def test_get_on_with_it_then_take_another_turn():
    """The turn that was gained is not lost."""
    table = deal(
        ann=["take-another-turn", "bread"], bob=1, rules=["get-on-with-it", "play-2"], deck=5, drawn=1
    )
    ann, _bob = table.seats
    ann.plays("take-another-turn").plays("get-on-with-it")

    assert (table.turn, ann.asked, len(ann.hand)) == ("ann", "before-drawing", 3)


def test_get_on_with_it_can_break_a_tie_by_its_discard():
    """Eleven cards each; Ann's go, and Bob wins before she draws."""
    table = deal(ann=11, bob=11, rules=["get-on-with-it"], goals=["10-cards-in-hand"], drawn=1)
    ann, _bob = table.seats
    ann.plays("get-on-with-it")

    assert (table.winner, ann.hand) == ("bob", [])


def test_mystery_play_plays_the_top_card_unseen():
    """The top of the pile, not a card of the hand; not one of the turn's plays."""
    table = deal(ann=["bread"], bob=1, rules=["mystery-play"], deck=["milk", "love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (ann.keepers, ann.hand, table.deck[0], ann.options) == (["milk"], ["bread"], "love", ["bread"])


def test_mystery_play_before_drawing_may_turn_up_a_draw_rule_which_counts_once():
    """Draw 3 played unseen: three cards are drawn in the draw step, and no more."""
    table = deal(ann=0, bob=1, rules=["mystery-play"], deck=["draw-3", "bread", "milk", "love", "time"])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (ann.hand, table.game.view(1).drawn) == (["bread", "love", "milk"], 3)


def test_mystery_play_before_drawing_may_turn_up_inflation():
    """Two cards are drawn afterwards, none before."""
    table = deal(ann=0, bob=1, rules=["mystery-play"], deck=["inflation", "bread", "milk", "love"])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert ann.hand == ["bread", "milk"]
    assert [each.count for each in table.happened if isinstance(each, Drew)] == [2]


def test_mystery_play_before_drawing_may_turn_up_no_hand_bonus_which_is_too_late():
    """The beginning of the turn is over."""
    table = deal(ann=0, bob=1, rules=["mystery-play"], deck=["no-hand-bonus", "bread", "milk"])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert ann.hand == ["bread"]


def test_mystery_play_before_drawing_may_turn_up_a_compound_action():
    """Draw 2 and Use 'Em before the draw: two are played, then the draw step comes."""
    table = deal(
        ann=["bread"],
        bob=1,
        rules=["mystery-play"],
        deck=["draw-2-and-use-em", "milk", "draw-2", "love", "time"],
    )
    ann, _bob = table.seats
    ann.plays("mystery-play").answers("draw-2")
    drawn_inside = table.game.view(1).drawn

    assert (ann.keepers, ann.hand, drawn_inside) == (["milk"], ["bread", "love", "time"], 2)


def test_mystery_play_before_drawing_may_bring_a_limit():
    """Hand Limit 0 turned up unseen: Bob's hand goes at once, then Ann draws, and hers goes at the end."""
    table = deal(ann=["bread"], bob=2, rules=["mystery-play"], deck=["hand-limit-0", "milk", "love", "time"])
    ann, bob = table.seats
    ann.plays("mystery-play")
    drawn = (bob.hand, ann.hand)
    ann.plays("bread")

    assert drawn == ([], ["bread", "milk"])
    assert (ann.hand, table.discard[0], table.turn) == ([], "milk", "bob")


def test_mystery_play_before_drawing_may_turn_up_take_another_turn():
    """The turn that it gives begins with a Mystery Play of its own."""
    table = deal(ann=["bread"], bob=2, rules=["mystery-play"], deck=["take-another-turn", "milk", "love"])
    ann, _bob = table.seats
    ann.plays("mystery-play").plays("bread")

    assert (table.turn, ann.asked, table.game.view(1).turn_number) == ("ann", "before-drawing", 2)


def test_mystery_play_before_drawing_may_take_rules_away():
    """Rules Reset played unseen: the draw step follows the Basic Rules."""
    table = deal(ann=0, bob=1, rules=["mystery-play", "draw-5"], deck=["rules-reset", "bread", "milk"])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (ann.hand, table.rules) == (["bread"], [])


def test_mystery_play_before_drawing_may_turn_up_another_free_action():
    """Recycling comes into play and may be used before the draw as well."""
    table = deal(ann=0, bob=1, keepers={"ann": ["bread"]}, rules=["mystery-play"], deck=["recycling", 5])
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (ann.asked, ann.options) == ("before-drawing", ["draw", "use:recycling"])


def test_mystery_play_after_the_last_play_may_raise_the_plays():
    """Play 3 played unseen after one play: two more are owed."""
    table = deal(ann=["bread", "milk", "love"], bob=1, rules=["mystery-play"], deck=["play-3"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").plays("mystery-play")

    assert (ann.options, table.game.view(1).plays_left) == (["love", "milk"], 2)


def test_mystery_play_after_the_last_play_catches_up_with_a_draw_rule():
    """Draw 3 played unseen: two more cards at once."""
    table = deal(
        ann=["bread"], bob=0, rules=["mystery-play"], deck=["draw-3", "milk", "love", "time"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("bread").plays("mystery-play")

    assert (ann.hand, table.turn) == (["love", "milk"], "bob")


def test_mystery_play_can_make_somebody_win():
    """A goal turned up unseen counts like any other."""
    table = deal(
        ann=1,
        bob=1,
        keepers={"bob": ["bread", "the-toaster"]},
        rules=["mystery-play"],
        deck=["toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert table.winner == "bob"


def test_mystery_play_with_both_piles_empty_is_not_offered():
    """There is no top card."""
    table = deal(ann=["bread"], bob=1, rules=["mystery-play"], exact_deck=True, drawn=1)
    ann, _bob = table.seats

    assert ann.options == ["bread"]


def test_mystery_play_on_an_empty_pile_renews_it():
    """The discard pile is shuffled first."""
    table = deal(ann=["bread"], bob=1, rules=["mystery-play"], discard=["milk"], exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays("mystery-play")

    assert (ann.keepers, table.discard, table.deck) == (["milk"], [], [])


def test_mystery_play_that_was_used_stays_used_when_its_rule_comes_back():
    """Once a turn means once a turn, also after Trash a New Rule and Let's Do That Again."""
    table = deal(
        ann=["trash-a-new-rule", "lets-do-that-again", "bread"],
        bob=1,
        rules=["mystery-play", "play-3"],
        deck=["milk"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")
    ann.plays("trash-a-new-rule").answers("mystery-play")
    ann.plays("lets-do-that-again").answers("mystery-play")

    assert ("mystery-play" in table.rules, ann.options) == (True, ["bread"])


def test_R148_recycling_discards_an_own_keeper_for_three_cards():
    """The rule itself lets Ann discard; only her own keepers are a choice."""
    table = deal(
        ann=0,
        bob=0,
        keepers={"ann": ["bread", "milk"], "bob": ["love"]},
        rules=["recycling"],
        deck=["time", "the-sun", "the-moon", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("recycling")
    asked = (ann.asked, ann.options)
    ann.answers("milk")

    assert asked == ("discard-keeper", ["bread", "milk"])
    assert (ann.keepers, table.discard, ann.hand) == (["bread"], ["milk"], ["the-moon", "the-sun", "time"])


def test_inflated_recycling_draws_four():
    """The numeral counts one more."""
    table = deal(ann=0, bob=0, keepers={"ann": ["bread"]}, rules=["recycling", "inflation"], drawn=2)
    ann, _bob = table.seats
    ann.plays("recycling")

    assert len(ann.hand) == 4


def test_recycling_needs_a_keeper():
    """Without one it is not offered."""
    table = deal(ann=["bread"], bob=0, keepers={"bob": 2}, rules=["recycling"], drawn=1)
    ann, _bob = table.seats

    assert ann.options == ["bread"]


def test_recycling_before_drawing_is_not_the_draw():
    """Three cards for the keeper, then one of the draw rule."""
    table = deal(ann=0, bob=0, keepers={"ann": ["bread"]}, rules=["recycling"], deck=6)
    ann, _bob = table.seats
    ann.plays("recycling")

    assert (len(ann.hand), table.game.view(1).drawn) == (4, 1)


def test_recycling_before_drawing_does_not_undo_no_hand_bonus():
    """The bonus looked at the hand when the turn began."""
    table = deal(ann=0, bob=0, keepers={"ann": ["bread"]}, rules=["recycling", "no-hand-bonus"], deck=8)
    ann, _bob = table.seats
    bonus = len(ann.hand)
    ann.plays("recycling")

    assert (bonus, len(ann.hand)) == (3, 7)


def test_cards_of_recycling_after_the_last_play_stay_in_hand():
    """They are drawn too late to be played."""
    table = deal(ann=["bread"], bob=0, rules=["recycling"], deck=["milk", "love", "time", "sleep"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").plays("recycling")

    assert (ann.hand, table.turn) == (["love", "milk", "time"], "bob")


def test_cards_of_recycling_under_play_all_must_be_played():
    """The hand is empty, but the rule asks for all cards gained on the way."""
    table = deal(
        ann=["bread"], bob=0, rules=["recycling", "play-all"], deck=["milk", "love", "time"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("bread").plays("recycling")

    assert ann.options == ["love", "milk", "time"]


def test_recycling_the_party_before_drawing_loses_its_bonus():
    """Totals are read when they are needed."""
    table = deal(
        ann=0,
        bob=0,
        keepers={"ann": ["the-party"]},
        rules=["recycling", "party-bonus"],
        deck=["bread", "milk", "love", "time", "sleep"],
    )
    ann, _bob = table.seats
    ann.plays("recycling")

    assert ann.hand == ["bread", "love", "milk", "time"]


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


def test_R146_a_creeper_drawn_by_the_swap_stays_until_the_next_turn():
    """It is laid and replaced; the power of the Jabberwock waits for Ann's next turn."""
    table = deal(
        edition="fluxx wonderland",
        without=["thats-mine", "veto", "stop-that", "canceled-plans"],
        ann=["alice"],
        bob=0,
        keepers={"ann": ["tea"]},
        rules=["swap-plays-for-draws"],
        deck=["jabberwock", "tarts"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (ann.creepers, ann.hand, table.turn) == (["jabberwock"], ["alice", "tarts"], "bob")


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


def test_swap_is_not_offered_before_drawing():
    """It trades plays for cards, and the plays come after the draw: the turn begins with drawing."""
    table = deal(ann=["bread"], bob=0, rules=["swap-plays-for-draws", "mystery-play"], deck=3)
    ann, _bob = table.seats

    assert (ann.asked, ann.options) == ("before-drawing", ["draw", "use:mystery-play"])


def test_swap_needs_a_play_left():
    """After the last play it is not offered, and the turn ends by itself."""
    table = deal(ann=["bread", "milk"], bob=0, rules=["swap-plays-for-draws"], deck=["love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.hand, table.turn) == (["milk"], "bob")


def test_swap_with_an_empty_hand_is_not_offered():
    """There are no plays that a hand without cards could make."""
    table = deal(
        ann=0, bob=0, keepers={"ann": 1}, rules=["swap-plays-for-draws", "play-3", "recycling"], drawn=1
    )
    ann, _bob = table.seats

    assert ann.options == ["end", "use:recycling"]


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


def test_swap_under_inflation_counts_the_raised_plays():
    """Play 2 inflated is three plays."""
    table = deal(ann=5, bob=0, rules=["swap-plays-for-draws", "play-2", "inflation"], deck=5, drawn=2)
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert len(ann.hand) == 8


def test_swap_can_win_by_the_cards_it_draws():
    """Eight and two are ten."""
    table = deal(ann=8, bob=0, rules=["swap-plays-for-draws", "play-2"], goals=["10-cards-in-hand"], drawn=1)
    ann, _bob = table.seats
    ann.plays("swap-plays-for-draws")

    assert (table.winner, len(ann.hand)) == ("ann", 10)


@pytest.mark.parametrize("card", ["bread", "toast", "draw-4", "jackpot"])
def test_R161_no_card_is_played_out_of_turn(card):
    """There is nothing in this edition that Bob could play in Ann's turn."""
    table = deal(ann=1, bob=[card], drawn=1)
    _ann, bob = table.seats

    assert (bob.asked, bool(bob.cannot(card))) == ("", True)


def test_R161_waiting_players_make_forced_choices_only():
    """Bob is asked what to discard, and his answer is about that alone."""
    table = deal(ann=["hand-limit-1"], bob=["jackpot", "bread"], rules=["mystery-play"], drawn=1)
    ann, bob = table.seats
    ann.plays("hand-limit-1")

    assert (bob.asked, bob.options) == ("hand-limit", ["bread", "jackpot"])
    assert bob.cannot("mystery-play")


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
