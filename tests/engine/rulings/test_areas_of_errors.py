"""Where other programs for this game went wrong: interactions of two cards, limits and wins in the middle."""

import pytest

from engine.scenario import deal


def everywhere(table):
    """Every card of the table, wherever it lies."""
    state = table.table
    zones = [state.draw_pile, state.discard, state.rules, state.goals, state.resolving]
    zones += [*state.hands.values(), *state.keepers.values(), *(aside.cards for aside in state.temporary)]
    return sorted(card for zone in zones for card in zone)


def test_cards_in_flight_are_in_one_place_and_in_no_hand():
    """Two actions being resolved and five cards aside: each card once, the hand as it was."""
    table = deal(
        ann=["draw-3-play-2-of-them", "bread"],
        bob=1,
        deck=["draw-2-and-use-em", "milk", "love", "time", "sleep"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("draw-2-and-use-em")

    assert everywhere(table) == list(range(99))
    assert (ann.hand, table.game.view(2).seats[0].hand_size, table.game.view(2).seats[0].temporary) == (
        ["bread"],
        1,
        4,
    )
    assert table.game.view(2).resolving == ("draw-3-play-2-of-them", "draw-2-and-use-em")


@pytest.mark.parametrize("card", ["everybody-gets-1", "jackpot", "discard-and-draw", "draw-5"])
def test_a_card_being_played_is_not_drawn_by_its_own_effect(card):
    """The only card in no pile is the one on the table."""
    table = deal(ann=[card, "bread"], bob=0, rules=["play-2"], exact_deck=True, drawn=1)
    ann, _bob = table.seats
    ann.plays(card)

    assert card not in ann.hand


def test_first_play_random_counts_plays_after_the_draw():
    """An empty hand before the draw is no reason to ignore the rule."""
    table = deal(
        ann=0,
        bob=0,
        rules=["first-play-random", "play-2", "draw-3"],
        deck=["bread", "milk", "love"],
        random=["milk"],
    )
    ann, _bob = table.seats

    assert (ann.keepers, ann.hand) == (["milk"], ["bread", "love"])


def test_play_all_but_1_with_an_empty_hand_and_inflation():
    """Two drawn under inflated Basic Rules for two kept: one extra card, one play."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1", "inflation"], deck=["bread", "milk", "love", "time"])
    ann, _bob = table.seats
    drawn = ann.hand
    ann.plays("bread")

    assert (drawn, ann.hand, table.turn) == (["bread", "love", "milk"], ["love", "milk"], "bob")


def test_play_all_but_1_with_an_empty_hand_and_first_play_random():
    """One play allowed: it is free."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1", "first-play-random"], deck=["bread", "milk"])
    ann, _bob = table.seats

    assert (ann.keepers, ann.options) == ([], ["bread", "milk"])


def test_play_all_but_1_with_an_empty_hand_and_poor_bonus():
    """Two are drawn anyway: no extra card."""
    table = deal(ann=0, bob=0, keepers={"bob": 1}, rules=["play-all-but-1", "poor-bonus"], deck=4)
    ann, _bob = table.seats

    assert (len(ann.hand), table.game.view(1).plays_left) == (2, 1)


def test_play_all_but_1_with_an_empty_hand_and_party_bonus():
    """Two drawn by the party, and its play bonus makes it Play All."""
    table = deal(
        ann=0, bob=0, keepers={"bob": ["the-party"]}, rules=["play-all-but-1", "party-bonus"], deck=4
    )
    ann, _bob = table.seats

    assert (len(ann.hand), table.game.view(1).plays_left) == (2, 2)


def test_play_all_but_1_under_a_hand_limit_of_none():
    """The card that was kept is discarded at the end."""
    table = deal(
        ann=["bread", "milk"], bob=0, rules=["play-all-but-1", "hand-limit-0"], deck=["love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.hand, table.discard, table.turn) == ([], ["milk"], "bob")


def test_draw_rules_replacing_each_other_count_cards_and_not_rules():
    """Draw 5 after three under Draw 3, then Draw 2 and Draw 4: two cards in all."""
    table = deal(
        ann=["draw-5", "draw-2", "draw-4"],
        bob=0,
        rules=["draw-3", "play-4"],
        deck=["bread", "milk", "love"],
        drawn=3,
    )
    ann, _bob = table.seats
    ann.plays("draw-5").plays("draw-2").plays("draw-4")

    assert (ann.hand, table.game.view(1).drawn) == (["bread", "milk"], 5)


@pytest.mark.parametrize("remover", ["rules-reset", "no-limits", "trash-a-new-rule", "zap-a-card"])
def test_no_offender_means_no_question(remover):
    """Everybody is within the limit: the turn goes on without asking anyone."""
    table = deal(ann=[remover, "bread"], bob=1, cat=1, rules=["hand-limit-2", "play-2"], drawn=1)
    ann, _bob, _cat = table.seats
    ann.plays(remover)
    if ann.asked in ("discard-rule", "choose-in-play"):
        ann.answers("hand-limit-2")

    assert table.waiting_for in (["ann"], ["bob"])


def test_a_limit_is_looked_at_again_after_every_exchange():
    """Trade Hands gives Bob two cards under Hand Limit 1; he comes down before Ann plays on."""
    table = deal(
        ann=["trade-hands", "rotate-hands", "bread"],
        bob=0,
        cat=["milk"],
        rules=["hand-limit-1", "play-2"],
        deck=["love", "time"],
        drawn=1,
    )
    ann, bob, _cat = table.seats
    ann.plays("trade-hands").answers("bob")

    assert (table.waiting_for, bob.asked, bob.options) == (["bob"], "hand-limit", ["bread", "rotate-hands"])


def test_both_limits_of_one_player_are_asked_one_after_the_other():
    """Inflation goes, and Bob has a card and a keeper too many."""
    table = deal(
        ann=["rules-reset", "trash-a-new-rule", 1],
        bob=2,
        keepers={"bob": 3},
        rules=["inflation", "hand-limit-1", "keeper-limit-2", "play-2"],
        drawn=2,
    )
    ann, bob = table.seats
    ann.plays("trash-a-new-rule").answers("inflation")
    first = bob.asked
    bob.answers("any")

    assert (first, bob.asked, ann.asked) == ("hand-limit", "keeper-limit", "")


def test_everybody_gets_1_and_the_win_by_ten_cards():
    """Bob's tenth card counts once all have been given."""
    table = deal(
        ann=["everybody-gets-1", 8],
        bob=9,
        goals=["10-cards-in-hand"],
        rules=["play-2"],
        deck=["bread", "milk"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("everybody-gets-1").answers("bob")

    assert (len(ann.hand), len(bob.hand), table.winner) == (9, 10, "bob")


def test_a_hand_won_by_rock_paper_scissors_can_win_by_ten_cards():
    """Five and five are ten, and ten win by whoever throws better."""
    table = deal(ann=["rock-paper-scissors-showdown", 5], bob=5, goals=["10-cards-in-hand"], drawn=1)
    ann, bob = table.seats
    ann.plays("rock-paper-scissors-showdown")
    for _ in range(2):
        ann.answers("rock")
        bob.answers("paper")

    assert (table.winner, len(bob.hand)) == ("bob", 10)


def test_rock_paper_scissors_inside_a_compound_action_goes_on_with_it():
    """After the last throw the next temporary card is chosen."""
    table = deal(
        ann=["draw-3-play-2-of-them"],
        bob=["bread"],
        deck=["rock-paper-scissors-showdown", "milk", "love"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-3-play-2-of-them").answers("rock-paper-scissors-showdown")
    for _ in range(2):
        bob.answers("scissors")
        ann.answers("rock")

    assert (ann.hand, ann.asked, ann.options) == (["bread"], "play-temporary", ["love", "milk"])


def test_take_another_turn_played_and_repeated_gives_one_turn():
    """Two copies' worth in one turn are one extra turn."""
    table = deal(
        ann=["draw-2-and-use-em"],
        bob=["jackpot"],
        deck=["take-another-turn", "lets-do-that-again", "bread", "milk"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("draw-2-and-use-em").answers("take-another-turn")
    ann.answers("take-another-turn")
    second = (table.turn, ann.hand)
    ann.plays("bread")

    assert (second, bob.asked) == (("ann", ["bread"]), "play")


def test_a_third_goal_inside_a_forced_play_asks_before_anybody_wins():
    """Use What You Take turns up Toast under Double Agenda; the choice comes first, the win after it."""
    table = deal(
        ann=["use-what-you-take"],
        bob=["toast"],
        keepers={"bob": ["bread", "the-toaster"]},
        rules=["double-agenda"],
        goals=["hippyism", "lullaby"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("use-what-you-take")
    before = (ann.asked, table.winner)
    ann.answers("lullaby")

    assert (before, table.goals, table.winner) == (("discard-goal", ""), ["hippyism", "toast"], "bob")


def test_mystery_play_before_drawing_removes_double_agenda():
    """The goal is chosen before the draw."""
    table = deal(
        ann=["bread"],
        bob=1,
        rules=["mystery-play", "double-agenda"],
        goals=["toast", "hippyism"],
        deck=["rules-reset", "milk"],
    )
    ann, _bob = table.seats
    ann.plays("mystery-play")
    asked = (ann.asked, ann.hand)
    ann.answers("toast")

    assert asked == ("discard-goal", ["bread"])
    assert (table.goals, ann.hand, ann.asked) == (["hippyism"], ["bread", "milk"], "play")


def test_a_rich_bonus_earned_by_the_last_play_is_one_more_play():
    """The keeper makes Ann the richest: the turn is not over."""
    table = deal(ann=["bread", "milk"], bob=0, rules=["rich-bonus"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.asked, ann.options) == ("play", ["milk"])


def test_party_bonus_played_with_the_party_in_play_counts_at_once():
    """One card and one play more."""
    table = deal(
        ann=["party-bonus", "bread"], bob=0, keepers={"bob": ["the-party"]}, deck=["milk", "love"], drawn=1
    )
    ann, _bob = table.seats
    ann.plays("party-bonus")

    assert (ann.hand, ann.asked, table.game.view(1).plays_left) == (["bread", "milk"], "play", 1)


def test_a_goal_zapped_and_played_again_wins_like_any_other():
    """Zap takes Toast; played again it is met."""
    table = deal(
        ann=["zap-a-card", "bread"],
        bob=1,
        keepers={"ann": ["the-toaster"]},
        rules=["play-3"],
        goals=["toast"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("zap-a-card").answers("toast")
    ann.plays("bread")
    before = table.winner
    ann.plays("toast")

    assert (before, table.winner) == ("", "ann")
