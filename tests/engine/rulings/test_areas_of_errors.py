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


def test_play_all_but_1_with_an_empty_hand_and_inflation():
    """Two drawn under inflated Basic Rules for two kept: one extra card, one play."""
    table = deal(ann=0, bob=0, rules=["play-all-but-1", "inflation"], deck=["bread", "milk", "love", "time"])
    ann, _bob = table.seats
    drawn = ann.hand
    ann.plays("bread")

    assert (drawn, ann.hand, table.turn) == (["bread", "love", "milk"], ["love", "milk"], "bob")


@pytest.mark.parametrize("remover", ["rules-reset", "no-limits", "trash-a-new-rule", "zap-a-card"])
def test_no_offender_means_no_question(remover):
    """Everybody is within the limit: the turn goes on without asking anyone."""
    table = deal(ann=[remover, "bread"], bob=1, cat=1, rules=["hand-limit-2", "play-2"], drawn=1)
    ann, _bob, _cat = table.seats
    ann.plays(remover)
    if ann.asked in ("discard-rule", "choose-in-play"):
        ann.answers("hand-limit-2")

    assert table.waiting_for in (["ann"], ["bob"])
