"""Setting up, joining and leaving (rulings R001 to R012, R183, R184)."""

from collections import Counter

import pytest

from engine import Game, Refused, card, edition_of
from engine.outcomes import GameBegan
from engine.scenario import deal, new_game

KEEPERS = [slug for slug in edition_of("fluxx").cards if card(slug).kind == "keeper"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_R001_a_new_game_has_three_cards_each_and_nothing_in_play(seats):
    """Every hand is dealt three cards; nothing is in play; the first seat has drawn one."""
    names = ["ann", "bob", "cat", "dan", "eve", "fay"][:seats]
    table = new_game(names)

    assert [len(player.hand) for player in table.seats] == [4] + [3] * (seats - 1)
    assert (table.rules, table.goals, table.discard) == ([], [], [])
    assert len(table.deck) == 99 - 3 * seats - 1


def test_R001_the_basic_rules_hold_at_the_start():
    """One card is drawn, one is played, and nothing limits hands or keepers."""
    view = Game.new(seats=2, seed="0" * 64).view(1)

    assert (view.draw_count, view.play_count, view.hand_limit, view.keeper_limit) == (1, 1, None, None)


def test_R005_without_a_goal_nobody_wins():
    """Who owns every keeper but one and plays that one still doesn't win while no goal is in play."""
    table = deal(
        ann=["bread"], bob=1, keepers={"ann": [name for name in KEEPERS if name != "bread"]}, drawn=1
    )
    ann, _bob = table.seats
    ann.plays("bread")

    assert (ann.keepers, table.winner) == (sorted(KEEPERS), "")


def test_R006_who_joins_gets_three_cards_whatever_the_draw_rule():
    """A newcomer is dealt exactly three, not what a rule says about draws."""
    table = deal(ann=2, bob=2, rules=["draw-5", "no-hand-bonus"], drawn=5)
    dan = table.join("dan")

    assert (len(dan.hand), dan.asked) == (3, "")


def test_R006_who_joins_then_obeys_the_hand_limit_like_anyone_who_waits():
    """The three cards are dealt first; then the newcomer discards down to the limit at once."""
    table = deal(ann=1, bob=1, rules=["hand-limit-1"], drawn=1)
    dan = table.join("dan")

    assert (len(dan.hand), dan.asked, dan.question.least) == (3, "hand-limit", 2)


def test_R006_who_joins_plays_before_the_first_seat():
    """The newcomer sits between the last seat and the first."""
    table = deal(ann=["bread"], bob=["milk"], deck=2, drawn=1)
    ann, bob = table.seats
    dan = table.join("dan")
    ann.plays("bread")
    bob.plays("milk")

    assert table.waiting_for == [dan.name]


def test_R006_joining_an_empty_pile_reshuffles_it():
    """The three cards of a newcomer come out of a renewed pile if need be."""
    table = deal(ann=1, bob=1, deck=1, discard=4, exact_deck=True, drawn=1)
    dan = table.join("dan")

    assert (len(dan.hand), len(table.deck), table.discard) == (3, 2, [])


def test_R006_a_seventh_seat_is_refused():
    """The table has at most six seats."""
    table = deal(ann=1, bob=1, cat=1, dan=1, eve=1, fay=1, drawn=1)

    with pytest.raises(Refused):
        table.join("gil")


def test_R007_who_leaves_discards_hand_and_keepers_and_what_they_played_stays():
    """Hand and keepers go to the discard pile; rules and goal stay."""
    table = deal(
        ann=1,
        bob=["milk", "jackpot"],
        cat=1,
        keepers={"bob": ["bread"]},
        rules=["draw-2"],
        goals=["toast"],
        drawn=2,
    )
    _ann, bob, _cat = table.seats
    bob.leaves()

    assert sorted(table.discard) == ["bread", "jackpot", "milk"]
    assert (table.rules, table.goals, table.game.seats) == (["draw-2"], ["toast"], (1, 3))


def test_R007_when_the_seat_in_turn_leaves_the_next_one_begins():
    """The turn passes on clockwise."""
    table = deal(ann=2, bob=["bread"], cat=1, deck=["milk"], drawn=1)
    ann, bob, _cat = table.seats
    ann.leaves()

    assert (table.turn, bob.hand) == ("bob", ["bread", "milk"])


def test_R007_leaving_can_make_somebody_win():
    """The Brain (No TV): the television goes with the seat that leaves, and the brain's owner wins."""
    table = deal(
        ann=1,
        bob=1,
        cat=1,
        keepers={"bob": ["television"], "cat": ["the-brain"]},
        goals=["the-brain-no-tv"],
        drawn=1,
    )
    _ann, bob, _cat = table.seats
    bob.leaves()

    assert table.winner == "cat"


def test_R007_the_last_seat_left_does_not_win():
    """With one seat left the game is over without a winner."""
    table = deal(
        ann=1, bob=1, keepers={"ann": ["television"], "bob": ["the-brain"]}, goals=["toast"], drawn=1
    )
    ann, _bob = table.seats
    ann.leaves()

    assert (table.game.over, table.winner) == (True, "")


@pytest.mark.parametrize("first", ["ann", "bob", "cat"])
def test_R008_any_seat_can_be_chosen_to_begin(first):
    """The rules name no first player; who begins is given."""
    table = new_game(["ann", "bob", "cat"], first=first)

    assert table.turn == first


def test_R008_the_start_is_told():
    """The first outcome of a game names the seats and who begins."""
    table = new_game(["ann", "bob", "cat"], first="cat")

    assert table.happened[0] == GameBegan((1, 2, 3), 3)


def test_R010_play_goes_clockwise_and_round():
    """After the last seat it is the first one's turn again."""
    table = deal(ann=["bread"], bob=["milk"], cat=["love"], deck=["the-sun", "the-moon", "time"], drawn=1)
    ann, bob, cat = table.seats
    turns = [table.turn]
    for player, keeper in ((ann, "bread"), (bob, "milk"), (cat, "love")):
        player.plays(keeper)
        turns.append(table.turn)

    assert turns == ["ann", "bob", "cat", "ann"]


def test_R012_a_goal_whose_keeper_is_missing_can_be_played_and_replaces_the_goal():
    """Without Bread in the game Toast is a goal like any other; nobody can meet it."""
    table = deal(
        ann=["toast", "the-toaster"],
        bob=["milk"],
        goals=["hippyism"],
        rules=["play-2"],
        deck=["love"],
        exact_deck=True,
        drawn=1,
    )
    ann, _bob = table.seats
    ann.plays("toast").plays("the-toaster")

    assert (table.goals, table.discard, table.winner) == (["toast"], ["hippyism"], "")


def test_R184_the_play_deck_has_99_cards_of_four_kinds_one_of_each():
    """19 keepers, 30 goals, 27 new rules and 23 actions; the Basic Rules lie on the table."""
    cards = edition_of("fluxx").cards
    kinds = Counter(card(slug).kind for slug in cards)

    assert kinds == {"keeper": 19, "goal": 30, "new rule": 27, "action": 23}
    assert len(set(cards)) == 99
    assert card("basic-rules").kind == "basic rules"
    assert "basic-rules" not in cards


@pytest.mark.parametrize("seats", [1, 7])
def test_a_game_has_two_to_six_seats(seats):
    """Other numbers are refused."""
    with pytest.raises(ValueError, match="2 to 6"):
        Game.new(seats=seats, seed="0" * 64)
