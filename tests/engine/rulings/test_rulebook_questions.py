"""The Polish rulebook's examples, and its questions and answers, in its order."""

from engine.scenario import deal


def test_example_draw_2_and_use_em_with_draw_3_play_2_among_them():
    """Both are carried out, the third card of the inner one is discarded, and all of it was one play."""
    table = deal(
        ann=["draw-2-and-use-em", "bread"],
        bob=1,
        deck=["milk", "draw-3-play-2-of-them", "love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("milk")
    ann.answers("love").answers("sleep")

    assert (ann.keepers, ann.hand, table.turn) == (["love", "milk", "sleep"], ["bread"], "bob")
    assert "time" in table.discard


def test_example_draw_4_then_draw_2():
    """Three more cards for Ann; Bob draws four and, with Draw 2, no more; Draw 4 is discarded."""
    table = deal(ann=["draw-4"], bob=["draw-2"], cat=1, drawn=1)
    ann, bob, cat = table.seats
    ann.plays("draw-4")
    sizes = (len(ann.hand), len(bob.hand))
    bob.plays("draw-2")

    assert (sizes, len(bob.hand), len(cat.hand), table.discard) == ((3, 5), 4, 3, ["draw-4"])


def test_question_a_new_rule_beside_another():
    """Nothing in common: both stay.  The same subject: the new one replaces the old one."""
    table = deal(ann=["keeper-limit-3", "draw-2"], bob=1, rules=["draw-4", "play-2"], drawn=4)
    ann, _bob = table.seats
    ann.plays("keeper-limit-3").plays("draw-2")

    assert (table.rules, table.discard) == (["draw-2", "keeper-limit-3", "play-2"], ["draw-4"])


def test_question_a_new_rule_against_the_basic_rules():
    """Play 3 holds, and the Basic Rules are not discarded."""
    table = deal(ann=["play-3"], bob=1, drawn=1)
    ann, _bob = table.seats
    ann.plays("play-3")

    assert (table.discard, table.game.view(1).play_count, table.game.view(1).draw_count) == ([], 3, 1)


def test_question_two_cards_for_four_plays():
    """As many as there are; the turn ends with an empty hand."""
    table = deal(ann=["bread", "milk"], bob=1, rules=["play-4"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread").plays("milk")

    assert (ann.hand, table.turn) == ([], "bob")


def test_question_play_3_as_the_second_of_two_plays():
    """One more must be played."""
    table = deal(ann=["play-3", "milk", "love"], bob=1, rules=["play-2"], drawn=1, played=1)
    ann, _bob = table.seats
    ann.plays("play-3")
    owed = ann.asked
    ann.plays("milk")

    assert (owed, ann.hand, table.turn) == ("play", ["love"], "bob")


def test_question_play_all_empties_the_hand():
    """Always, at the end of the turn."""
    table = deal(ann=["play-all", "milk", "love"], bob=0, drawn=1)
    ann, bob = table.seats
    ann.plays("play-all").plays("milk").plays("love")

    assert (ann.hand, table.turn, len(bob.hand)) == ([], "bob", 1)


def test_question_many_keepers():
    """Playing one never discards another; under a limit the choice is made at the end of the turn."""
    table = deal(
        ann=["bread", "milk", "love"],
        bob=1,
        keepers={"ann": ["time"]},
        rules=["keeper-limit-2", "play-3"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("bread").plays("milk").plays("love")
    standing = ann.keepers
    ann.answers("time", "milk")

    assert (standing, ann.keepers) == (["bread", "love", "milk", "time"], ["bread", "love"])


def test_question_a_limit_that_is_gone_at_the_end_of_the_turn():
    """It is not obeyed any more."""
    table = deal(
        ann=["hand-limit-2", "no-limits", "bread", "milk", "love"],
        bob=0,
        keepers={"ann": 4},
        rules=["play-2", "keeper-limit-2"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("hand-limit-2").plays("no-limits")

    assert (ann.hand, len(ann.keepers), table.turn) == (["bread", "love", "milk"], 4, "bob")


def test_question_fewer_cards_than_the_hand_limit():
    """Nothing happens, and nothing is drawn."""
    table = deal(ann=["hand-limit-2"], bob=["bread"], cat=0, drawn=1)
    ann, bob, cat = table.seats
    ann.plays("hand-limit-2")

    assert (ann.hand, len(bob.hand), cat.hand) == ([], 2, [])


def test_question_who_chooses_the_discards():
    """The player who discards."""
    table = deal(ann=["hand-limit-1"], bob=["bread", "milk"], drawn=1)
    ann, bob = table.seats
    ann.plays("hand-limit-1")
    bob.answers("bread")

    assert table.discard == ["bread"]


def test_question_the_other_half_of_the_goal():
    """It can't just be taken; Steal a Keeper does exactly that."""
    table = deal(
        ann=["steal-a-keeper"],
        bob=1,
        keepers={"ann": ["bread"], "bob": ["the-toaster"]},
        goals=["toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    assert ann.cannot("the-toaster")
    ann.plays("steal-a-keeper")

    assert table.winner == "ann"


def test_question_looking_through_the_discard_pile():
    """Any player, at any time."""
    table = deal(ann=1, bob=1, discard=["bread", "milk"], drawn=1)

    assert table.game.view(2).discard == ("bread", "milk")


def test_question_trade_hands_with_nobody_holding_cards():
    """The card is carried out: the whole hand goes for nothing."""
    table = deal(ann=["trade-hands", "bread", "milk"], bob=0, cat=0, drawn=1)
    ann, bob, _cat = table.seats
    ann.plays("trade-hands").answers("bob")

    assert ann.hand == []
    assert {"bread", "milk"} <= set(bob.hand)


def test_question_acting_in_anothers_turn():
    """Only forced changes of the own cards, such as a new hand limit asks for."""
    table = deal(ann=["hand-limit-1", "time"], bob=["bread", "jackpot"], drawn=1)
    ann, bob = table.seats
    before = bob.asked
    ann.plays("hand-limit-1")

    assert (before, bob.asked) == ("", "hand-limit")


def test_question_two_goals_one_after_the_other():
    """The one that makes the opponent win ends the game, however short it would have counted."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=1,
        keepers={"bob": ["peace", "love"]},
        deck=["hippyism", "toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("hippyism")

    assert table.winner == "bob"


def test_question_two_goals_in_the_other_order_still_lets_the_opponent_win():
    """The harmless one first only puts it off by a card: the second must be played, too."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=1,
        keepers={"bob": ["peace", "love"]},
        deck=["hippyism", "toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2-and-use-em").answers("toast")

    assert table.winner == "bob"


def test_question_a_keeper_by_use_what_you_take():
    """It is the one's who plays it."""
    table = deal(ann=["use-what-you-take"], bob=["bread"], drawn=1)
    ann, _bob = table.seats
    ann.plays("use-what-you-take")

    assert ann.keepers == ["bread"]


def test_question_an_action_by_use_what_you_take():
    """Its taker carries it out: Bob's Steal a Keeper robs Bob."""
    table = deal(ann=["use-what-you-take"], bob=["steal-a-keeper"], keepers={"bob": ["bread"]}, drawn=1)
    ann, _bob = table.seats
    ann.plays("use-what-you-take")

    assert (ann.keepers, table.discard) == (["bread"], ["use-what-you-take", "steal-a-keeper"])


def test_question_extra_cards_inside_draw_3_play_2():
    """They join the hand set aside, not the temporary one."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["jackpot", "milk", "love", "time", "sleep", "peace"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("jackpot")

    assert (ann.hand, ann.temporary) == (["bread", "peace", "sleep", "time"], ["love", "milk"])


def test_question_when_a_free_action_may_be_used():
    """Before drawing, between the plays, after all of them; not once the next player has begun."""
    table = deal(
        ann=["bread", "milk"], bob=["love"], keepers={"ann": ["time"]}, rules=["recycling", "play-2"], deck=9
    )
    ann, _bob = table.seats
    moments = ["use:recycling" in ann.options]
    ann.answers("draw").plays("bread")
    moments.append("use:recycling" in ann.options)
    ann.plays("milk")
    moments.append("use:recycling" in ann.options)
    ann.answers("end")

    assert (moments, ann.asked, table.turn) == ([True, True, True], "", "bob")


def test_question_the_cards_of_no_hand_bonus():
    """They don't count for the draw rule: a raise from 2 to 4 still draws two."""
    table = deal(
        ann=0,
        bob=0,
        rules=["no-hand-bonus", "draw-2"],
        deck=["draw-4", "bread", "milk", "love", "time", "sleep", "peace", "the-sun"],
    )
    ann, _bob = table.seats
    before = len(ann.hand)
    ann.plays("draw-4")

    assert (before, len(ann.hand)) == (5, 6)


def test_no_card_is_discarded_at_will():
    """Discarding isn't playing: without a limit there is no way to get rid of a card but to play it."""
    table = deal(ann=["toast"], bob=1, keepers={"bob": ["bread", "the-toaster"]}, drawn=1)
    ann, _bob = table.seats

    assert (ann.asked, ann.options) == ("play", ["toast"])
    assert ann.cannot("end")
