"""Seats that join and leave at every phase, and tables of two and of six."""

import pytest

from engine import Refused
from engine.scenario import deal

PHASES = {
    "before-drawing": ({"rules": ["mystery-play"]}, []),
    "play": ({"rules": ["play-2"], "drawn": 1}, []),
    "after the plays": ({"rules": ["mystery-play"], "drawn": 1}, ["bread"]),
    "hand-limit": ({"rules": ["hand-limit-1"], "drawn": 1}, ["bread"]),
    "keeper-limit": ({"rules": ["keeper-limit-2"], "keepers": {"ann": 3}, "drawn": 1}, ["bread"]),
}


def at(phase):
    """Ann's turn, at one of the questions of a turn itself."""
    given, answers = PHASES[phase]
    table = deal(ann=["bread", "jackpot", "draw-2"], bob=["toast"], cat=["draw-3"], deck=9, **given)
    for answer in answers:
        table.players["ann"].answers(answer)
    assert table.players["ann"].asked
    return table


@pytest.mark.parametrize("phase", PHASES)
def test_the_seat_in_turn_may_leave_at_every_phase(phase):
    """Its cards are discarded, and the next seat's turn begins from its start."""
    table = at(phase)
    ann, bob, _cat = table.seats
    held = {*ann.hand, *ann.keepers}
    ann.leaves()

    assert (table.turn, table.game.seats, ann.asked) == ("bob", (2, 3), "")
    assert held <= set(table.discard)
    assert bob.asked in ("before-drawing", "play")
    assert table.game.view(2).turn_number == 2


@pytest.mark.parametrize("phase", PHASES)
def test_another_seat_may_leave_at_every_phase(phase):
    """The turn goes on at the same question."""
    table = at(phase)
    ann, bob, _cat = table.seats
    before = (ann.asked, ann.options)
    bob.leaves()

    assert (ann.asked, ann.options) == before
    assert (table.turn, table.game.seats, table.discard[0]) == ("ann", (1, 3), "toast")


@pytest.mark.parametrize("phase", PHASES)
def test_a_seat_may_join_at_every_phase(phase):
    """The turn goes on at the same question; the newcomer has three cards, and a limit is asked beside it."""
    table = at(phase)
    ann = table.players["ann"]
    before = (ann.asked, ann.options)
    dan = table.join("dan")

    assert (ann.asked, ann.options) == before
    assert (len(dan.hand), dan.asked) == (3, "")
    assert [each.what.value for each in dan.beside] == (["hand-limit"] if phase == "hand-limit" else [])


def test_who_left_is_asked_nothing_and_can_answer_nothing():
    """Nor leave twice."""
    table = deal(ann=1, bob=1, cat=1, drawn=1)
    _ann, bob, _cat = table.seats
    bob.leaves()

    assert bob.cannot("any")
    with pytest.raises(Refused):
        bob.leaves()


def test_a_turn_that_was_gained_goes_with_its_seat():
    """Take Another Turn, and then Ann leaves: it is Bob's first turn, and he may gain a second."""
    table = deal(
        ann=["take-another-turn", "bread"],
        bob=["lets-do-that-again", "milk"],
        cat=1,
        rules=["play-2"],
        deck=["love", "time"],
        drawn=1,
    )
    ann, bob, _cat = table.seats
    ann.plays("take-another-turn").leaves()
    bob.plays("lets-do-that-again")
    bob.plays("milk")

    assert (table.turn, table.game.view(2).turn_number) == ("bob", 3)


def test_leaving_can_make_the_seat_in_turn_the_richest():
    """Bob had as many keepers; without him Ann owes one play more."""
    table = deal(
        ann=["bread"],
        bob=0,
        cat=0,
        keepers={"ann": 2, "bob": 3},
        rules=["rich-bonus", "mystery-play"],
        drawn=1,
        played=1,
    )
    ann, bob, _cat = table.seats
    before = ann.options
    bob.leaves()

    assert (before, ann.options) == (["end", "use:mystery-play"], ["bread", "use:mystery-play"])


def six(**given):
    """A table of six, Ann's turn."""
    hands = {"ann": [], "bob": 1, "cat": 1, "dan": 1, "eve": 1, "fay": 1, **given}
    return deal(**hands)


def test_everybody_gets_1_at_a_table_of_six():
    """Six cards, of which the last is nobody's choice."""
    table = six(ann=["everybody-gets-1"], rules=["play-2"], drawn=1, deck=6)
    ann = table.players["ann"]
    ann.plays("everybody-gets-1")
    for name in ("bob", "cat", "dan", "eve", "fay"):
        ann.answers(name)

    assert [len(player.hand) for player in table.seats][2:] == [2, 2, 2, 2]
    assert len(ann.hand) == 1


def test_random_tax_at_a_table_of_six():
    """Five cards, one from each."""
    table = six(ann=["random-tax"], rules=["play-2"], drawn=1)
    ann = table.players["ann"]
    ann.plays("random-tax")

    assert [len(player.hand) for player in table.seats] == [5, 0, 0, 0, 0, 0]


def test_a_hand_limit_asks_five_players_at_once():
    """In any order of answers."""
    table = six(ann=["hand-limit-1"], bob=3, cat=2, dan=2, eve=4, fay=2, drawn=1)
    table.players["ann"].plays("hand-limit-1")
    asked = table.waiting_for
    for name in ("fay", "bob", "eve", "dan", "cat"):
        player = table.players[name]
        player.answers(*["any"] * player.question.least)

    assert asked == ["bob", "cat", "dan", "eve", "fay"]
    assert [len(player.hand) for player in table.seats][2:] == [1, 1, 1, 1]
    assert table.turn == "bob"


def test_hands_rotate_round_a_table_of_six():
    """To the right: everybody has the left neighbour's hand."""
    hands = {"bob": ["bread"], "cat": ["milk"], "dan": ["love"], "eve": ["time"], "fay": ["sleep"]}
    table = six(ann=["rotate-hands", "peace"], **hands, rules=["play-2"], drawn=1)
    table.players["ann"].plays("rotate-hands").answers("right")

    assert [player.hand for player in table.seats] == [
        ["bread"],
        ["milk"],
        ["love"],
        ["time"],
        ["sleep"],
        ["peace"],
    ]


def test_share_the_wealth_at_a_table_of_six():
    """Eight keepers from Dan's seat on: Dan and Eve have two, the others one."""
    table = six(ann=1, dan=["share-the-wealth"], turn="dan", keepers={"fay": 8}, rules=["play-2"], drawn=1)
    table.players["dan"].plays("share-the-wealth")

    assert [len(player.keepers) for player in table.seats] == [1, 1, 1, 2, 2, 1]


def test_three_tied_players_win_nothing():
    """A tie of more than two is a tie."""
    table = six(ann=["5-keepers"], keepers={"ann": 5, "bob": 5, "cat": 5}, drawn=1)
    table.players["ann"].plays("5-keepers")

    assert table.winner == ""
