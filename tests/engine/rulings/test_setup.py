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


def test_R006_who_joins_then_obeys_the_hand_limit():
    """The three cards are dealt first; a limit that leaves no choice takes them at once."""
    table = deal(ann=1, bob=0, rules=["hand-limit-0"], drawn=1)
    dan = table.join("dan")

    assert (dan.hand, dan.beside, len(table.discard)) == ([], [], 3)


@pytest.mark.parametrize("edition", ["fluxx", "board"])
def test_Z11_who_joins_over_the_limit_holds_nobody_up(edition):
    """Dan is asked beside Ann, who plays on; his answer counts from the next checkpoint on."""
    given = {"pegs": {"hand-limit": 2}} if edition == "board" else {"rules": ["hand-limit-2", "play-all"]}
    table = deal(edition=edition, ann=3, bob=1, drawn=1, **given)
    ann, _bob = table.seats
    before = ann.asked, ann.options
    dan = table.join("dan")
    (question,) = dan.beside

    assert (question.what.value, question.least, question.most, len(question.options)) == (
        "hand-limit",
        1,
        1,
        3,
    )
    assert ((ann.asked, ann.options), table.waiting_for) == (before, ["ann"])
    ann.answers("any")
    assert (len(dan.hand), table.turn) == (3, "ann")
    thrown = question.options[0]
    dan.answers(thrown)
    assert len(dan.hand) == 3
    ann.answers("any")
    assert (len(dan.hand), dan.beside, thrown in table.discard) == (2, [], True)


def test_Z11_at_anothers_limit_both_are_asked():
    """Ann discards at the end of her turn, and Dan what he has too many, whoever is first."""
    table = deal(ann=["bread", "milk", "love"], bob=1, rules=["hand-limit-1"], drawn=1)
    ann, bob = table.seats
    ann.plays("bread")
    dan = table.join("dan")

    assert (ann.asked, [each.what.value for each in dan.beside]) == ("hand-limit", ["hand-limit"])
    ann.answers("milk")
    assert (bob.asked, len(dan.hand)) == ("play", 3)


def test_Z11_the_question_goes_with_the_limit():
    """Ann takes the limit away: Dan keeps his cards, and is asked nothing."""
    table = deal(ann=["trash-a-new-rule"], bob=1, rules=["hand-limit-2"], drawn=1)
    ann, _bob = table.seats
    dan = table.join("dan")
    ann.plays("trash-a-new-rule")

    assert (len(dan.hand), dan.beside) == (3, [])


def test_Z11_who_doesnt_answer_obeys_at_the_end_of_the_own_turn():
    """Dan's turn comes: the question lapses, and the limit is looked at when he has played."""
    table = deal(ann=["bread"], bob=["milk"], rules=["hand-limit-2"], drawn=1, deck=8)
    ann, bob = table.seats
    dan = table.join("dan")
    ann.plays("bread")
    bob.plays("milk")
    dan.answers("any")

    assert (dan.beside, dan.asked, dan.question.own_turn, dan.question.least) == ([], "hand-limit", True, 1)


def test_Z11_two_cards_are_two_different_ones():
    """Who must discard two says which two."""
    table = deal(ann=1, bob=1, rules=["hand-limit-1"], drawn=1)
    dan = table.join("dan")
    first = dan.beside[0].options[0]

    assert "exactly 2" in dan.cannot(first)
    assert "twice" in dan.cannot(first, first)


def test_Z11_a_newcomers_answer_survives_sleep_in_the_middle_of_a_play():
    """It is given while Bob thinks about a new limit and counts as far as it goes; Dan is asked again."""
    table = deal(ann=["bread", "hand-limit-1"], bob=2, rules=["hand-limit-2", "play-2"], drawn=1)
    ann, bob = table.seats
    dan = table.join("dan")
    ann.plays("hand-limit-1")

    assert (bob.asked, dan.asked) == ("hand-limit", "")
    dan.answers(dan.beside[0].options[0])
    bob.answers("any")
    assert (len(dan.hand), ann.asked) == (2, "play")
    dan.answers(dan.beside[0].options[0])
    ann.answers("any")
    assert (len(dan.hand), dan.beside) == (1, [])


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
