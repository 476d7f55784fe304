"""The ICE edition: its deck, its rulings, and the cards that it alone has."""

from collections import Counter

import pytest

from engine.cards import CARDS
from engine.editions import deck_of, edition_of
from engine.outcomes import Discarded, NoEffect, Played
from engine.scenario import deal


def ice(**given):
    """A position of the ICE edition."""
    return deal(edition="ice", **given)


# The deck


def test_the_deck_has_82_shuffled_cards_of_four_kinds_one_of_each():
    """With the Basic Rules and the blank card that is 84, and no card is of a kind that came later."""
    deck = deck_of("ice")
    kinds = Counter(card.kind for card in deck.cards)

    assert kinds == {"keeper": 21, "goal": 24, "new rule": 22, "action": 15}
    assert len(set(deck.slugs)) == 82


def test_the_deck_has_nothing_that_came_after_it():
    """No Inflation, Double Agenda, First Play Random, free action of the base game, or later keeper."""
    later = {
        *("inflation", "double-agenda", "first-play-random", "goal-mill", "recycling", "mystery-play"),
        *("get-on-with-it", "swap-plays-for-draws", "dreams", "sleep", "bed-time", "dreamland"),
    }

    assert later.isdisjoint(edition_of("ice").cards)


def test_the_edition_says_which_cards_are_ours():
    """Each of them is in the deck, and what people of those years named is not among them."""
    ours = set(edition_of("ice").ours)

    assert ours < set(edition_of("ice").cards)
    assert ours.isdisjoint({"war", "taxes", "death", "coffee", "government-cover-up", "final-card-random"})
    assert {"coffee-break", "doughnut-bonus", "toast"} <= ours
    assert edition_of("ice").about


def test_every_goal_can_be_met_and_every_keeper_is_wanted():
    """No goal asks for a keeper that this deck lacks, and each keeper helps to meet one."""
    cards = [CARDS[slug] for slug in edition_of("ice").cards]
    keepers = {each.slug for each in cards if each.kind == "keeper"}
    wanted = {name for each in cards if each.kind == "goal" for name in each.wants.keepers}

    assert wanted == keepers


def test_R009_the_blank_card_is_not_dealt():
    """Every card of the plain deck has a title and a text."""
    assert all(card.title and card.text for card in deck_of("ice").cards)
    assert not any("blank" in slug for slug in deck_of("ice").slugs)


@pytest.mark.parametrize("label", ["pass", "end"])
def test_R047_nobody_may_pass_while_a_card_can_be_played(label):
    """With a play left and a card in hand a card must be played."""
    table = ice(ann=["bread"], bob=1, drawn=1)
    ann, _bob = table.seats

    assert ann.cannot(label)


def test_R048_an_action_without_effect_may_be_played():
    """No keeper is in play: Trash a Keeper is a play all the same, and goes to the discard pile."""
    table = ice(ann=["trash-a-keeper", "bread"], bob=0, deck=["milk"], drawn=1)
    ann, _bob = table.seats
    ann.plays("trash-a-keeper")

    assert NoEffect(1, "trash-a-keeper") in table.happened
    assert (table.discard, table.turn, ann.hand) == (["trash-a-keeper"], "bob", ["bread"])


# R138: an action and what is played through it


def test_R138_a_card_is_played_face_up_unless_something_says_otherwise():
    """Everybody reads which keeper it is."""
    table = ice(ann=["bread"], bob=1, drawn=1)
    table.seats[0].plays("bread")

    assert Played(1, "bread") in table.happened
    assert table.game.view(2).seats[0].keepers == ("bread",)


# X4: limits and the seat in turn


def test_X4_by_default_a_limit_binds_the_seat_in_turn_at_its_end():
    """Bob comes down at once, Ann when she has played all three."""
    table = ice(ann=["hand-limit-1", "bread", "milk", 2], bob=3, rules=["play-3"], drawn=1)
    ann, bob = table.seats
    ann.plays("hand-limit-1")
    asked = table.waiting_for
    bob.answers("any", "any")
    ann.plays("bread").plays("milk")

    assert asked == ["bob"]
    assert (ann.asked, ann.question.own_turn) == ("hand-limit", True)


def test_X4_with_the_switch_a_hand_limit_binds_everybody_at_once():
    """Ann and Bob are asked at the same time, and Ann plays on with what she has kept."""
    table = ice(
        ann=["hand-limit-1", "bread", "milk"],
        bob=["love", "money"],
        rules=["play-3"],
        switches=["limits-at-once"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("hand-limit-1")
    asked = (table.waiting_for, ann.asked, ann.options)
    bob.answers("love")
    sealed = bob.hand
    ann.answers("milk")

    assert asked == (["ann", "bob"], "hand-limit", ["bread", "milk"])
    assert sealed == ["love", "money"]
    assert (ann.hand, bob.hand, ann.asked) == (["bread"], ["money"], "play")


def test_X4_with_the_switch_a_keeper_limit_binds_everybody_at_once():
    """Ann has to give up one of her three keepers before she plays on."""
    table = ice(
        ann=["keeper-limit-2", "milk"],
        bob=1,
        keepers={"ann": ["bread", "love", "money"]},
        rules=["play-3"],
        switches=["limits-at-once"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("keeper-limit-2")
    asked = (ann.asked, ann.question.least)
    ann.answers("love")

    assert asked == ("keeper-limit", 1)
    assert (ann.keepers, ann.asked) == (["bread", "money"], "play")


def test_X4_with_the_switch_the_seat_in_turn_obeys_at_its_end_too():
    """The limit is kept at once, and what is taken up afterwards goes at the end."""
    table = ice(
        ann=["discard-and-draw", "bread", "milk"],
        bob=1,
        rules=["hand-limit-1"],
        switches=["limits-at-once"],
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("discard-and-draw")

    assert (ann.asked, len(ann.hand), ann.question.least) == ("hand-limit", 2, 1)


# Final Card Random


def test_final_card_random_picks_the_last_of_three_plays():
    """The first two are chosen, the third is not."""
    table = ice(
        ann=["bread", "milk", "love", "money"],
        bob=1,
        rules=["play-3", "final-card-random"],
        random=["money"],
        drawn=1,
    )
    ann, _bob = table.seats
    first = ann.options
    ann.plays("bread").plays("milk")

    assert first == ["bread", "love", "milk", "money"]
    assert (ann.keepers, table.turn) == (["bread", "milk", "money"], "bob")
    assert Played(1, "money", "final-card-random") in table.happened


@pytest.mark.parametrize("rules", [[], ["play-2"]])
def test_final_card_random_is_ignored_with_fewer_plays(rules):
    """One or two plays are chosen freely."""
    table = ice(ann=["bread", "milk", "love"], bob=1, rules=["final-card-random", *rules], drawn=1)
    ann, _bob = table.seats
    for keeper in ["bread", "milk"][: len(rules) + 1]:
        ann.plays(keeper)

    assert ann.keepers == ["bread", "milk"][: len(rules) + 1]
    assert not any(isinstance(each, Played) and each.via for each in table.happened)


def test_final_card_random_under_play_all_plays_the_last_card_by_itself():
    """The one card that is left is picked; what it brings is played on."""
    table = ice(ann=["bread", "take-another-turn"], bob=1, rules=["play-all", "final-card-random"], drawn=1)
    ann, _bob = table.seats
    ann.plays("bread")

    assert Played(1, "take-another-turn", "final-card-random") in table.happened


def test_final_card_random_waits_where_a_free_action_is_possible():
    """Ann may turn up a keeper before chance picks."""
    table = ice(
        ann=["bread", "milk"],
        bob=1,
        keepers={"ann": ["love"]},
        face_down={"ann": ["love"]},
        rules=["play-3", "final-card-random", "secret-data"],
        random=["bread"],
        drawn=1,
        played=2,
    )
    ann, _bob = table.seats
    options = ann.options
    ann.answers("random")

    assert options == ["random", "use:secret-data"]
    assert (ann.hand, ann.face_down) == (["milk"], ["bread", "love"])


def test_first_and_final_card_random_in_one_turn():
    """In a mix: the second of three plays is the only one that is chosen."""
    table = deal(
        edition="ice fluxx",
        ann=["bread", "milk", "love", "money"],
        bob=3,
        rules=["play-3", "first-play-random", "final-card-random"],
        random=["bread", "love"],
        drawn=1,
    )
    ann, _bob = table.seats
    options = ann.options
    ann.plays("milk")

    assert options == ["love", "milk", "money"]
    assert (ann.keepers, table.turn) == (["bread", "love", "milk"], "bob")


# Goals and bonuses


@pytest.mark.parametrize(
    ("goal", "keepers"),
    [
        ("all-that-is-certain", ["death", "taxes"]),
        ("coffee-break", ["coffee", "doughnuts"]),
        ("death-by-chocolate", ["death", "chocolate"]),
        ("on-the-dollar-bill", ["the-eye", "the-pyramid"]),
        ("war-equals-death", ["war", "death"]),
    ],
)
def test_a_goal_of_two_keepers(goal, keepers):
    """Both win, one alone does not."""
    half = ice(ann=[goal], bob=1, keepers={"ann": keepers[:1], "bob": keepers[1:]}, drawn=1)
    half.seats[0].plays(goal)
    whole = ice(ann=[goal], bob=1, keepers={"ann": keepers}, drawn=1)
    whole.seats[0].plays(goal)

    assert (half.winner, whole.winner) == ("", "ann")


@pytest.mark.parametrize(
    ("goal", "keeper", "absent"),
    [
        ("peace-no-war", "peace", "war"),
        ("money-no-taxes", "money", "taxes"),
        ("the-brain-no-tv", "the-brain", "television"),
    ],
)
def test_R115_a_goal_without_a_keeper_waits_until_it_has_left(goal, keeper, absent):
    """Nobody wins while it lies in front of anybody; when it is trashed Ann wins on Bob's turn."""
    table = ice(
        ann=[goal], bob=["trash-a-keeper"], keepers={"ann": [keeper], "bob": [absent]}, deck=1, drawn=1
    )
    ann, bob = table.seats
    ann.plays(goal)
    before = table.winner
    bob.plays("trash-a-keeper").answers(f"{absent}@bob")

    assert (before, table.winner) == ("", "ann")


def test_coffee_and_doughnut_bonus_reward_their_owners():
    """Two plays and two cards to draw for Ann, one of each for Bob."""
    table = ice(
        ann=["milk", "bread"],
        bob=2,
        keepers={"ann": ["coffee", "doughnuts"]},
        rules=["coffee-bonus", "doughnut-bonus"],
        drawn=2,
    )
    ann, bob = table.seats
    mine = (table.game.view(1).draw_count, table.game.view(1).play_count)
    ann.plays("milk").plays("bread")
    his = (table.game.view(2).draw_count, table.game.view(2).play_count)

    assert (mine, his, bob.asked) == ((2, 2), (1, 1), "play")


# Scramble Keepers


def test_scramble_keepers_without_any_keeper_has_no_effect():
    """It is a play all the same."""
    table = ice(ann=["scramble-keepers"], bob=1, drawn=1)
    table.seats[0].plays("scramble-keepers")

    assert NoEffect(1, "scramble-keepers") in table.happened


# Keepers that lie face down: more of them in tests/engine/test_face_down.py


def test_R088_keepers_that_lie_face_down_count_towards_the_keeper_limit():
    """Bob has two face down and one face up: he chooses by name which goes, and that one is open then."""
    table = ice(
        ann=["keeper-limit-2"],
        bob=1,
        keepers={"bob": ["bread", "war", "love"]},
        face_down={"bob": ["bread", "war"]},
        rules=["secret-data"],
        drawn=1,
    )
    ann, bob = table.seats
    ann.plays("keeper-limit-2")
    options = bob.options
    bob.answers("war")

    assert options == ["bread", "love", "war"]
    assert (bob.face_down, table.discard) == (["bread"], ["war"])
    assert Discarded(("war",), "keepers", "keeper-limit", 2) in table.happened
