"""The order of a turn, and drawing (rulings R013 to R034)."""

import pytest

from engine.scenario import deal


def test_R013_limits_come_after_the_plays_hand_before_keepers():
    """With four cards and three keepers under two limits of two: first two cards, then one keeper."""
    table = deal(
        ann=["empty-the-trash", "bread", "milk", "love", "time"],
        bob=1,
        keepers={"ann": ["the-sun", "the-moon", "the-eye"]},
        rules=["hand-limit-2", "keeper-limit-2"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("empty-the-trash")
    first = (ann.asked, ann.question.least, ann.question.most)
    ann.answers("bread", "milk")
    second = (ann.asked, ann.question.least, ann.question.most)
    ann.answers("the-sun")

    assert (first, second, bob.asked) == (("hand-limit", 2, 2), ("keeper-limit", 1, 1), "play")
    assert (ann.hand, ann.keepers) == (["love", "time"], ["the-eye", "the-moon"])


def test_R014_a_raised_draw_rule_is_caught_up_at_once():
    """Draw 4 after one card was drawn: three more at once, into the hand."""
    table = deal(ann=["draw-4", "love"], bob=3, deck=["bread", "milk", "time", "the-sun"], drawn=1)
    ann, _bob = table.seats
    ann.plays("draw-4")

    assert ann.hand == ["bread", "love", "milk", "time"]


def test_R014_the_next_player_draws_the_new_number_and_a_lower_rule_takes_nothing_back():
    """The rulebook's example: four cards for Bob, who plays Draw 2, draws none, and Draw 4 is discarded."""
    table = deal(ann=["draw-4"], bob=["draw-2"], cat=1, deck=3 + 4 + 2, drawn=1)
    ann, bob, cat = table.seats
    ann.plays("draw-4")
    drawn = len(bob.hand)
    bob.plays("draw-2")

    assert (drawn, len(bob.hand), len(cat.hand)) == (5, 4, 3)
    assert (table.rules, table.discard) == (["draw-2"], ["draw-4"])


def test_R015_draw_3_after_one_card_gives_two_more():
    """The same with the numbers of the other rulebook."""
    table = deal(ann=["draw-3"], bob=3, deck=["bread", "milk", "love"], drawn=1)
    ann, _bob = table.seats
    ann.plays("draw-3")

    assert ann.hand == ["bread", "milk"]


def test_R017_only_the_difference_is_drawn():
    """Three drawn, then Draw 4: exactly one."""
    table = deal(ann=["draw-4"], bob=3, rules=["draw-3"], deck=["bread", "milk"], drawn=3)
    ann, _bob = table.seats
    ann.plays("draw-4")

    assert ann.hand == ["bread"]


def test_R018_what_was_drawn_this_turn_counts_even_when_its_rule_is_gone():
    """Five drawn, the rule trashed, then Draw 4: nothing is drawn."""
    table = deal(
        ann=["trash-a-new-rule", "draw-4", "bread"], bob=3, rules=["draw-5", "play-3"], deck=["milk"], drawn=5
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule").answers("draw-5")
    ann.plays("draw-4")

    assert ann.hand == ["bread"]


def test_R019_inflation_after_a_lost_draw_rule_draws_nothing():
    """Three drawn, the rule gone: Inflation makes it Draw 2, and three is enough."""
    table = deal(
        ann=["trash-a-new-rule", "inflation", "bread"],
        bob=3,
        rules=["draw-3", "play-3"],
        deck=["milk"],
        drawn=3,
    )
    ann, _bob = table.seats
    ann.plays("trash-a-new-rule").answers("draw-3")
    ann.plays("inflation")

    assert ann.hand == ["bread"]


def test_R019_inflation_on_a_standing_draw_rule_draws_one():
    """Three drawn under Draw 3: Inflation makes it four."""
    table = deal(
        ann=["inflation", "bread"], bob=3, rules=["draw-3", "play-2"], deck=["milk", "love"], drawn=3
    )
    ann, _bob = table.seats
    ann.plays("inflation")

    assert ann.hand == ["bread", "milk"]


def test_R020_a_draw_goes_on_after_the_reshuffle():
    """Two cards left, three to draw: the discard pile is shuffled in the middle of the draw."""
    table = deal(ann=1, bob=1, rules=["draw-3"], deck=2, discard=10, exact_deck=True)
    ann, _bob = table.seats

    assert (len(ann.hand), len(table.deck), table.discard) == (4, 9, [])


def test_R021_a_pile_drawn_exactly_is_not_renewed_until_the_next_draw():
    """Let's Do That Again still finds the discard pile."""
    table = deal(
        ann=["lets-do-that-again"],
        bob=1,
        rules=["draw-3"],
        deck=["bread", "milk", "love"],
        discard=["jackpot", 9],
        exact_deck=True,
    )
    ann, _bob = table.seats
    untouched = (table.deck, len(table.discard))
    ann.plays("lets-do-that-again").answers("jackpot")

    assert untouched == ([], 10)
    assert len(ann.hand) == 6


def test_R022_who_draws_all_there_is_goes_on_to_play():
    """Three cards in both piles together under Draw 4: three are drawn."""
    table = deal(ann=0, bob=1, rules=["draw-4"], deck=1, discard=2, exact_deck=True)
    ann, _bob = table.seats

    assert (len(ann.hand), ann.asked, table.deck, table.discard) == (3, "play", [], [])


def test_R023_cards_that_were_not_there_are_not_drawn_later():
    """An action that lands in the discard pile is no late draw."""
    table = deal(ann=["empty-the-trash", "bread"], bob=1, rules=["draw-4", "play-2"], exact_deck=True)
    ann, _bob = table.seats
    ann.plays("empty-the-trash")

    assert (ann.hand, table.discard) == (["bread"], ["empty-the-trash"])


def test_R023_a_later_raise_draws_only_what_it_adds():
    """Draw 4 was denied; Draw 5 asks for one more, and the old rule is the only card to be had."""
    table = deal(ann=["draw-5", "bread"], bob=1, rules=["draw-4", "play-2"], exact_deck=True)
    ann, _bob = table.seats
    ann.plays("draw-5")

    assert ann.hand == ["bread", "draw-4"]


def test_R025_a_win_is_declared_after_the_whole_draw():
    """Ten cards are reached with the first of four; all four are drawn."""
    table = deal(ann=9, bob=2, rules=["draw-4"], goals=["10-cards-in-hand"])
    ann, _bob = table.seats

    assert (table.winner, len(ann.hand)) == ("ann", 13)


def test_R026_a_later_raise_counts_without_a_bonus_that_is_gone():
    """Two drawn thanks to the party; it is trashed; Draw 4 then means four in all, so two more."""
    table = deal(
        ann=["trash-a-keeper", "draw-4", 1],
        bob=1,
        keepers={"bob": ["the-party"]},
        rules=["party-bonus", "play-3"],
        deck=["milk", "love", "time"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("trash-a-keeper")
    ann.plays("draw-4")

    assert {"milk", "love"} <= set(ann.hand)
    assert "time" not in ann.hand


def test_R027_no_hand_bonus_comes_before_the_draw_and_does_not_count_for_it():
    """Three bonus cards, then the two of the draw rule."""
    table = deal(ann=0, bob=1, rules=["no-hand-bonus", "draw-2"], deck=6)
    ann, _bob = table.seats

    assert (len(ann.hand), table.game.view(1).drawn) == (5, 2)


def test_R027_with_cards_in_hand_there_is_no_bonus():
    """One card is not an empty hand."""
    table = deal(ann=1, bob=1, rules=["no-hand-bonus", "draw-2"])
    ann, _bob = table.seats

    assert len(ann.hand) == 3


def test_R028_no_hand_bonus_does_nothing_in_the_turn_in_which_it_is_played():
    """It looks at the beginning of a turn only."""
    table = deal(ann=["no-hand-bonus"], bob=2, rules=["play-2"], began_empty=True, drawn=1)
    ann, _bob = table.seats
    ann.plays("no-hand-bonus")

    assert ann.hand == []


def test_R029_inflation_adds_no_fourth_bonus_card_but_one_draw():
    """The bonus was taken at the start; the draw rule still rises by one."""
    table = deal(
        ann=0,
        bob=1,
        rules=["no-hand-bonus", "play-2"],
        deck=["bread", "milk", "love", "inflation", "time", "the-sun"],
    )
    ann, _bob = table.seats
    ann.plays("inflation")

    assert ann.hand == ["bread", "love", "milk", "time"]


def test_R029_inflated_no_hand_bonus_is_four_cards():
    """In force together at the start of a turn: four bonus cards, then Draw 2."""
    table = deal(ann=0, bob=1, rules=["no-hand-bonus", "inflation"])
    ann, _bob = table.seats

    assert len(ann.hand) == 6


def test_R031_a_bonus_comes_on_top_of_a_raised_rule():
    """Basic plus one extra, two drawn: Draw 4 makes it five, so three more."""
    table = deal(
        ann=["draw-4"],
        bob=1,
        keepers={"bob": ["the-party"]},
        rules=["party-bonus"],
        deck=["bread", "milk", "love", "time"],
        drawn=2,
    )
    ann, _bob = table.seats
    ann.plays("draw-4")

    assert ann.hand == ["bread", "love", "milk"]


@pytest.mark.parametrize(
    ("keepers", "drawn"),
    [
        ({"bob": 1, "cat": 2}, 2),
        ({"ann": 1, "bob": 1, "cat": 3}, 1),
        ({}, 1),
        ({"ann": 1, "bob": 2, "cat": 2}, 2),
    ],
)
def test_R032_the_poorest_alone_draws_one_extra(keepers, drawn):
    """Strictly fewest keepers, none included; a tie gives nothing to anybody."""
    table = deal(ann=0, bob=0, cat=0, keepers=keepers, rules=["poor-bonus"], deck=4)
    ann, _bob, _cat = table.seats

    assert len(ann.hand) == drawn


def test_R033_who_was_poorest_keeps_the_draw_and_may_become_richest():
    """The extra card stays; the extra play comes with the richest table."""
    table = deal(
        ann=["bread", "milk", "love"],
        bob=0,
        keepers={"bob": ["time"]},
        rules=["poor-bonus", "rich-bonus", "play-2"],
        deck=["the-sun", "the-moon", "the-eye"],
    )
    ann, _bob = table.seats
    drawn = len(ann.hand)
    ann.plays("bread").plays("milk")

    assert (drawn, len(ann.hand), ann.asked, table.game.view(1).plays_left) == (5, 3, "play", 1)


def test_a_bonus_for_the_poorest_is_drawn_at_once_when_it_comes_up_in_the_turn():
    """Poor Bonus is a formula: it also applies when the rule is played."""
    table = deal(ann=["poor-bonus"], bob=1, keepers={"bob": 1}, deck=["bread", "milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("poor-bonus")

    assert ann.hand == ["bread"]


def test_a_bonus_for_the_poorest_is_drawn_once_a_turn():
    """Poorest, no longer, and poorest again: the extra card was drawn already."""
    table = deal(
        ann=["steal-a-keeper", "trash-a-keeper", "time"],
        bob=0,
        keepers={"bob": ["love", "the-sun"]},
        rules=["poor-bonus", "play-3"],
        deck=["bread", "milk", "the-eye"],
    )
    ann, _bob = table.seats
    ann.plays("steal-a-keeper").answers("love@bob")
    ann.plays("trash-a-keeper").answers("love@ann")

    assert ann.hand == ["bread", "milk", "time"]


def test_draw_rules_that_follow_each_other_draw_only_what_each_adds():
    """Draw 2, 5, 3, 4 in one turn: five cards in all."""
    table = deal(
        ann=["draw-2", "draw-5", "draw-3", "draw-4"],
        bob=0,
        rules=["play-4"],
        deck=9,
        exact_deck=True,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-2").plays("draw-5").plays("draw-3").plays("draw-4")

    assert (len(ann.hand), table.discard) == (4, ["draw-3", "draw-5", "draw-2"])


def test_cards_drawn_by_an_action_do_not_count_as_drawn():
    """After Jackpot a raised draw rule is still caught up with."""
    table = deal(
        ann=["jackpot", "draw-2"], bob=0, rules=["play-2"], deck=["bread", "milk", "love", "time"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("jackpot")
    ann.plays("draw-2")

    assert ann.hand == ["bread", "love", "milk", "time"]


def test_a_hand_limit_does_not_stop_the_draw():
    """Five cards are drawn under Hand Limit 0; what is left goes at the end of the turn."""
    table = deal(ann=0, bob=0, rules=["hand-limit-0", "draw-5"])
    ann, _bob = table.seats

    assert len(ann.hand) == 5
