"""What standing orders ask of a card that is being played: read from the view of one seat."""

import pytest

from engine import (
    card,
    free_actions,
    going_together,
    is_needed,
    rule_group,
    surprises,
    would_lose,
    would_win,
)
from engine.scenario import deal

GOAL = "oysters-come-and-walk"  # the Walrus and the Carpenter


def view(card, name="bob", **given):
    """What a seat sees in the window of a card that Ann plays."""
    scene = deal(
        **{"edition": "wonderland", "ann": [card, 1], "bob": 2, "cid": 1, "drawn": 1, "rules": ["play-2"]}
        | given
    )
    scene.seats[0].plays(card)
    return scene.game.view(1 + [player.name for player in scene.seats].index(name))


def test_the_surprises_of_a_deck_by_what_they_answer():
    """Any of them answers a Surprise, and an Ungoal is answered like a goal; base Fluxx has none."""
    found = surprises("wonderland")

    assert found["goal"] == found["ungoal"] == ("canceled-plans",)
    assert set(found["surprise"]) == {"canceled-plans", "stop-that", "thats-mine", "veto"}
    assert surprises("fluxx") == {}


@pytest.mark.parametrize(
    ("keepers", "winners"),
    [
        ({"ann": ["walrus", "carpenter"]}, (1,)),
        ({"cid": ["walrus", "carpenter"]}, (3,)),
        ({"ann": ["walrus"], "bob": ["carpenter"]}, ()),
        ({}, ()),
    ],
)
def test_who_would_win_by_a_goal(keepers, winners):
    """Whoever meets it alone."""
    assert would_win(view(GOAL, keepers=keepers), GOAL) == winners


def test_nobody_would_win_by_a_goal_with_a_creeper_in_the_way():
    """The Jabberwock blocks its owner."""
    seen = view(GOAL, keepers={"ann": ["walrus", "carpenter"]}, creepers={"ann": ["jabberwock"]})

    assert would_win(seen, GOAL) == ()


def test_under_double_agenda_either_goal_may_stay():
    """Ann would win by the goal that is there only if it stays: then the new one counts beside it."""
    given = {"rules": ["double-agenda"], "goals": ["tea-for-two"]}
    seen = view(GOAL, keepers={"ann": ["walrus", "carpenter"]}, **given)

    assert would_win(seen, GOAL) == (1,)


@pytest.mark.parametrize(("keepers", "winners"), [({"ann": ["walrus"]}, (1,)), ({"bob": ["walrus"]}, ())])
def test_who_would_win_by_a_keeper(keepers, winners):
    """It lies in front of who plays it."""
    assert would_win(view("carpenter", keepers=keepers, goals=[GOAL]), "carpenter") == winners


def test_of_an_action_nobody_can_tell():
    """What it does is up to chance and to people."""
    assert would_win(view("rules-reset"), "rules-reset") == ()


def test_whether_all_would_lose():
    """Virus and Bacteria cling to one keeper: Sepsis ends the game for everybody, and Cancer does not."""
    scene = deal(
        edition="anatomy wonderland",
        ann=["sepsis", "cancer"],
        bob=1,
        keepers={"ann": ["liver"], "bob": ["spleen"]},
        creepers={"ann": ["virus", "bacteria"]},
        attached={"virus": "liver", "bacteria": "liver"},
        drawn=1,
    )
    scene.seats[0].plays("sepsis")
    seen = scene.game.view(2)

    assert (would_lose(seen, "sepsis"), would_lose(seen, "cancer")) == (True, False)
    assert would_win(seen, "sepsis") == ()


def test_all_would_lose_by_a_keeper_to_which_loose_creepers_cling():
    """Ann has Virus and Bacteria and no keeper yet: both cling to the first that she plays."""
    scene = deal(
        edition="anatomy wonderland",
        ann=["liver"],
        bob=1,
        creepers={"ann": ["virus", "bacteria"]},
        goals=["sepsis"],
        rules=["name-that-organ"],
        drawn=1,
    )
    scene.seats[0].plays("liver")
    seen = scene.game.view(2)
    for player in scene.seats:
        if player.asked == "window":
            player.answers("pass")

    assert would_lose(seen, "liver")
    assert (scene.game.over, scene.winner) == (True, "")


@pytest.mark.parametrize(("mine", "needed"), [(["walrus"], True), (["alice"], False), ([], False)])
def test_a_keeper_is_needed_with_one_that_i_have(mine, needed):
    """The goal names both."""
    assert is_needed(view("carpenter", keepers={"bob": mine}, goals=[GOAL]), "carpenter") == needed


def test_the_group_of_a_rule():
    """Rules of one group replace each other; what is no rule has none."""
    assert (*(rule_group(card(slug)) for slug in ("draw-4", "hand-limit-1", "alice")),) == (
        "draw",
        "hand limit",
        "",
    )


def test_nothing_follows_from_what_a_seat_does_not_know():
    """Bob foresees the same whatever Ann and Cid hold."""
    seen = [
        view(GOAL, keepers={"ann": ["walrus", "carpenter"]}, ann=[GOAL, hidden], cid=[other])
        for hidden, other in (("veto", "tea"), ("tea", "veto"))
    ]

    assert [would_win(each, GOAL) for each in seen] == [(1,), (1,)]


# The board game.


def board(name="ann", **given):
    """What a seat sees in a turn of Ann."""
    scene = deal(**{"edition": "board", "ann": 2, "bob": 2, "drawn": 1, "stack": ["bread-toaster"]} | given)
    return scene.game.view(1 + [player.name for player in scene.seats].index(name))


@pytest.mark.parametrize(
    ("card", "given", "winners"),
    [
        ("love-music", {"pieces": {"ann": ["love", "music"]}}, (1,)),
        ("love-music", {"pieces": {"bob": ["love", "music"]}}, (2,)),
        ("love-music", {"pieces": {"ann": ["love"], "bob": ["music"]}}, ()),
        ("leap-to-bread", {"pieces": {"ann": ["toaster"]}}, (1,)),
        ("leap-to-bread", {"pieces": {"bob": ["toaster"]}}, ()),
        ("leap-to-octagon", {}, ()),
        (
            "finish-line-shift",
            {"pegs": {"win": 4}, "collected": {"bob": ["moon-sun", "moon-rocket", "eye-sun"]}},
            (2,),
        ),
        ("swap-colours", {"pieces": {"bob": ["bread", "love"]}}, ()),
    ],
)
def test_who_would_win_the_board_game_by_a_card(card, given, winners):
    """Each has two goals of three, unless it says otherwise; Ann may answer as she likes."""
    two_each = {"ann": ["dreams-money", "eye-television"], "bob": ["dreams-cosmos", "brain-eye"]}
    seen = board(**{"collected": two_each} | given, ann=[card, 1])

    assert would_win(seen, card) == winners
    assert not would_lose(seen, card)


@pytest.mark.parametrize(("mine", "needed"), [("toaster", True), ("bread", False), ("love", False)])
def test_a_leaper_is_needed_to_where_the_goal_wants_one_more_piece(mine, needed):
    """While another piece stands on the other space already."""
    assert is_needed(board(pieces={"ann": [mine]}), "leap-to-bread") == needed


def test_what_goes_together_on_the_board():
    """Goals that name a space where the seat stands, and leapers to what these or the goal on top name."""
    hand = ["love-music", "moon-sun", "leap-to-music", "leap-to-bread", "leap-to-moon", "draw-more"]
    seen = board(ann=hand, pieces={"ann": ["love"]})

    assert going_together(seen) == {"love-music", "leap-to-music", "leap-to-bread"}


def test_what_the_deck_of_the_board_has_not():
    """No Surprises and no free actions; the group of a rule is its peg."""
    assert (surprises("board"), free_actions("board"), rule_group(card("grip-shift"))) == (
        {},
        frozenset(),
        "hand-limit",
    )
