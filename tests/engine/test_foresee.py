"""What standing orders ask of a card that is being played: read from the view of one seat."""

from random import Random

import pytest

from engine import (
    Game,
    QuestionKind,
    bots,
    card,
    free_actions,
    going_together,
    is_needed,
    rule_group,
    surprises,
    winning_plays,
    wins_by,
    would_lose,
    would_win,
)
from engine.scenario import deal
from tests.engine.games import OF_CARDS, moments, seats_of
from tests.engine.test_secrets import hide

A_FEW = 0.1  # of the moments of a game
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


@pytest.mark.slow
@pytest.mark.parametrize("deck", [deck for deck in OF_CARDS if not surprises(deck)])
def test_a_play_that_is_said_to_win_wins(deck):
    """By the rules themselves, in games by chance: whoever answers with it has won at once."""
    said, won = 0, 0
    for number in range(12):
        for game in moments(number, seats=seats_of(deck, number), deck=deck):
            asked = next((each for each in game.questions if each.what is QuestionKind.PLAY), None)
            if asked is None:
                continue
            for slug in winning_plays(game.view(asked.seat)) & {*asked.options}:
                after = Game.load(game.dump())
                after.answer(asked.seat, [slug])
                if after.questions and after.questions[0].what is QuestionKind.DISCARD_GOAL:  # whichever goes
                    after.answer(asked.seat, bots.pick(after.questions[0], Random(number)))
                said, won = said + 1, won + (after.view(None).winner == asked.seat)

    assert said == won
    assert said


def test_a_play_that_wins_leaves_the_hand_first():
    """A goal of ten cards in hand is one of the ten itself; a keeper that completes the goal wins."""
    nine = deal(ann=["10-cards-in-hand", 9], bob=1, turn="ann", drawn=1)
    ten = deal(ann=["10-cards-in-hand", 10], bob=1, turn="ann", drawn=1)
    bread = deal(
        ann=["the-toaster", "love"], bob=1, keepers={"ann": ["bread"]}, goals=["toast"], turn="ann", drawn=1
    )

    assert winning_plays(nine.game.view(1)) == frozenset()
    assert winning_plays(ten.game.view(1)) == {"10-cards-in-hand"}
    assert winning_plays(bread.game.view(1)) == {"the-toaster"}


def test_a_keeper_played_face_down_wins_nothing():
    """Under a rule by which keepers lie face down, one that the goal wants counts for nothing."""
    scene = deal(
        edition="ice",
        ann=["the-toaster", "love"],
        bob=1,
        keepers={"ann": ["bread"]},
        goals=["toast"],
        rules=["government-cover-up"],
        turn="ann",
        drawn=1,
    )

    assert winning_plays(scene.game.view(1)) == frozenset()


@pytest.mark.parametrize("deck", OF_CARDS)
def test_what_wins_does_not_depend_on_what_is_hidden(deck):
    """Other hands, the draw pile and the seed change neither one's own hints nor those in a window."""
    dice = Random(deck)
    for number in range(2):
        for game in moments(number, seats=seats_of(deck, number), deck=deck):
            if game.over or (dice.random() > A_FEW and not game.view(None).window):
                continue
            for seat in (None, *game.seats):
                changed = Game.load(game.dump())
                hide(changed.table, seat, dice)
                before, after = game.view(seat), changed.view(seat)

                assert winning_plays(before) == winning_plays(after)
            if opened := game.view(None).window[:1]:
                told = {wins_by(game.view(seat), opened[0]) for seat in (None, *game.seats)}

                assert 1 == len(told)
