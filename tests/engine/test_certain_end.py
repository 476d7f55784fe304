"""The end that is sure to come of a card: what is said happens, in every world that the view allows."""

from random import Random

import pytest

from engine import End, Game, QuestionKind, end_of_window, ends_by_hand
from engine.certain_end import FORESEEN
from engine.scenario import deal
from tests.engine.games import DECKS, moments, seats_of
from tests.engine.test_secrets import hide

A_FEW = 0.1  # of the moments of a game
PLAYS = (QuestionKind.PLAY, QuestionKind.PLAY_TEMPORARY, QuestionKind.PLAY_OR_MOVE)


def ends(**given):
    """What Ann, who is asked to play, is told of the cards in her hand."""
    scene = deal(**{"ann": 1, "bob": 1, "cid": 1, "turn": "ann", "drawn": 1} | given)
    return ends_by_hand(scene.game.view(1))


@pytest.mark.parametrize(
    ("keepers", "expected"),
    [
        ({"ann": ["bread", "the-toaster"]}, {"toast": End(1)}),
        ({"cid": ["bread", "the-toaster"]}, {"toast": End(3)}),
        ({"ann": ["bread"], "cid": ["the-toaster"]}, {}),
    ],
)
def test_who_wins_by_a_goal(keepers, expected):
    """Whoever has its keepers, whoever plays it."""
    assert ends(ann=["toast", "love"], keepers=keepers) == expected


def test_a_keeper_that_completes_the_goal_wins():
    """The other card in hand does nothing."""
    found = ends(ann=["the-toaster", "love"], keepers={"ann": ["bread"]}, goals=["toast"])

    assert found == {"the-toaster": End(1)}


def test_a_creeper_in_the_way_saves_the_table():
    """The Jabberwock keeps Cid from winning by one goal, and wins by the other, which names it."""
    found = ends(
        edition="wonderland",
        ann=["oysters-come-and-walk", "king-of-beasts"],
        keepers={"cid": ["walrus", "carpenter", "crown"]},
        creepers={"cid": ["jabberwock"]},
    )

    assert found == {"king-of-beasts": End(3)}


def test_an_ungoal_that_holds_is_lost_by_all():
    """Virus and Bacteria cling to one keeper: Sepsis ends the game for everybody."""
    found = ends(
        edition="anatomy",
        ann=["sepsis", "lungs"],
        keepers={"bob": ["liver"]},
        creepers={"bob": ["virus", "bacteria"]},
        attached={"virus": "liver", "bacteria": "liver"},
    )

    assert found == {"sepsis": End(all_lose=True)}


def test_an_end_that_a_choice_decides_is_somebody_elses():
    """Bob and Cid tie by two goals of Double Agenda: whichever goes for Ann's, the other one wins."""
    found = ends(
        ann=["party-snacks", "love"],
        rules=["double-agenda"],
        goals=["toast", "milk-and-cookies"],
        keepers={"bob": ["bread", "the-toaster"], "cid": ["milk", "cookies"]},
    )

    assert found == {"party-snacks": End()}


def test_a_choice_by_which_one_wins_or_not_is_nothing_certain():
    """Cid wins by the new goal in any case, but not while Bob's stays beside it."""
    found = ends(
        ann=["toast", "love"],
        rules=["double-agenda"],
        goals=["milk-and-cookies", "party-snacks"],
        keepers={"bob": ["milk"], "cid": ["bread", "the-toaster"]},
    )

    assert found == {"toast": End(3)}


def test_a_play_leaves_the_hand_before_it_takes_effect():
    """A goal of ten cards in hand is one of the ten itself."""
    assert ends(ann=["10-cards-in-hand", 9]) == {}
    assert ends(ann=["10-cards-in-hand", 10]) == {"10-cards-in-hand": End(1)}


def test_a_card_that_leaves_a_hand_may_decide_before_it_takes_effect():
    """Ann and Cid tie with eleven cards each: any card that Ann plays lets Cid win (R100)."""
    found = ends(
        ann=["toast", 10],
        cid=11,
        goals=["10-cards-in-hand"],
        keepers={"ann": ["bread", "the-toaster"]},
    )

    assert found["toast"] == End(3)
    assert len(found) == 11


def test_a_rule_that_goes_may_decide():
    """Without Inflation ten cards are enough for Cid."""
    found = ends(ann=["rules-reset", "love"], cid=10, goals=["10-cards-in-hand"], rules=["inflation"])

    assert found == {"rules-reset": End(3)}


def test_what_is_drawn_first_is_not_foreseen():
    """Ann would have ten cards in hand by Draw 4, but a Creeper may be among them."""
    assert ends(edition="ice", ann=["draw-4", 7], goals=["10-cards-in-hand"]) == {}


def test_a_keeper_played_face_down_wins_nothing():
    """Under a rule by which keepers lie face down, one that the goal wants counts for nothing."""
    found = ends(
        edition="ice",
        ann=["the-toaster", "love"],
        keepers={"ann": ["bread"]},
        goals=["toast"],
        rules=["government-cover-up"],
    )

    assert found == {}


def test_a_card_of_a_temporary_hand():
    """Its keeper wins as well as one of the hand that is set aside."""
    scene = deal(
        ann=["draw-2-and-use-em", "love"],
        bob=1,
        turn="ann",
        drawn=1,
        keepers={"ann": ["bread"]},
        goals=["toast"],
        deck=["the-toaster", "milk"],
    )
    scene.seats[0].plays("draw-2-and-use-em")

    assert ends_by_hand(scene.game.view(1)) == {"the-toaster": End(1)}


def test_in_the_turn_of_another_nothing_is_said():
    """Ann can't play her card now, and Bob can't see it."""
    scene = deal(
        ann=["toast"], bob=1, turn="bob", drawn=1, keepers={"ann": ["bread", "the-toaster"]}, rules=["play-2"]
    )

    assert (ends_by_hand(scene.game.view(1)), ends_by_hand(scene.game.view(None))) == ({}, {})


@pytest.mark.parametrize(
    ("card", "given", "expected"),
    [
        ("love-music", {"pieces": {"bob": ["love", "music"]}}, {"love-music": End(2)}),
        ("love-music", {"pieces": {"ann": ["love", "music"]}}, {"love-music": End(1)}),
        ("love-music", {"pieces": {"ann": ["love"], "bob": ["music"]}}, {}),
        ("leap-to-bread", {"pieces": {"ann": ["toaster"]}}, {}),
    ],
)
def test_on_the_board(card, given, expected):
    """Each has two goals of three: the third wins; where a piece leaps decides, and that is up to Ann."""
    two_each = {"ann": ["dreams-money", "eye-television"], "bob": ["dreams-cosmos", "brain-eye"]}
    scene = deal(
        edition="board", ann=[card, 1], bob=2, drawn=1, stack=["bread-toaster"], collected=two_each, **given
    )

    assert ends_by_hand(scene.game.view(1)) == expected


# Windows.


def window(*answers, **given):
    """What is said of a window in which these have answered."""
    scene = deal(**{"edition": "wonderland", "drawn": 1, "rules": ["play-2"]} | given)
    scene.seats[0].plays(given["ann"][0])
    for name, card in answers:
        next(each for each in scene.seats if each.name == name).answers(card)
    seen = {end_of_window(scene.game.view(seat)) for seat in (None, 1, 2, 3)}
    assert len(seen) == 1
    return seen.pop()


def test_a_window_says_who_wins():
    """By the goal that is being played, if nobody objects."""
    given = {
        "ann": ["oysters-come-and-walk", 1],
        "bob": 2,
        "cid": 1,
        "keepers": {"cid": ["walrus", "carpenter"]},
    }

    assert window(**given) == End(3)


def test_a_window_says_who_wins_by_the_keeper_they_take():
    """A Surprise takes the keeper; another one against it gives it back."""
    given = {
        "ann": ["carpenter", "stop-that"],
        "bob": ["thats-mine"],
        "cid": 1,
        "goals": ["oysters-come-and-walk"],
        "keepers": {"bob": ["walrus"]},
    }

    assert window(**given) is None
    assert window(("bob", "thats-mine"), **given) == End(2)


# Games by chance.


def play_on(game, player, dice):
    """Go on until a card has taken effect: nobody objects, and ``player`` chooses at random."""
    while not game.over and (asked := [each for each in game.questions if not each.beside]):
        question = asked[0]
        if question.what is QuestionKind.WINDOW:
            game.answer(question.seat, ["pass"])
        elif question.seat == player and question.what in FORESEEN:
            game.answer(player, dice.sample(question.options, question.least))
        else:
            return


def happens(game, end, seat):
    """Whether a game has ended as it was said to ``seat``."""
    if end == End():
        return game.over and game.view(None).winner != seat
    return game.over and game.view(None).winner == end.winner


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
def test_what_is_said_happens_whatever_is_hidden(deck):
    """By the rules themselves, in games by chance: however hidden cards lie, and whatever is chosen."""
    said, dice = 0, Random(deck)
    for number in range(12):
        for game in moments(number, seats=seats_of(deck, number), deck=deck):
            asked = next((each for each in game.questions if each.what in PLAYS), None)
            found = {} if asked is None else ends_by_hand(game.view(asked.seat))
            for slug, end in found.items():
                label = next(option.label for option in asked.read_options if option.card == slug)
                for _ in range(4):
                    after = Game.load(game.dump())
                    hide(after.table, asked.seat, dice)
                    after.answer(asked.seat, [label])
                    play_on(after, asked.seat, dice)
                    said += 1

                    assert happens(after, end, asked.seat), (number, slug, end)
            if (end := end_of_window(game.view(None))) is not None:
                after, player = Game.load(game.dump()), game.view(None).window_by[0]
                play_on(after, player, dice)
                said += 1

                assert happens(after, end, None), (number, end)

    assert said


@pytest.mark.parametrize("deck", DECKS)
def test_what_is_said_does_not_depend_on_what_is_hidden(deck):
    """Other hands, the draw pile and the seed change neither one's own hints nor those in a window."""
    dice = Random(deck)
    for number in range(2):
        for game in moments(number, seats=seats_of(deck, number), deck=deck):
            if game.over or (dice.random() > A_FEW and not game.view(None).window):
                continue
            for seat in (None, *game.seats):
                changed = Game.load(game.dump())
                hide(changed.table, seat, dice)

                assert ends_by_hand(game.view(seat)) == ends_by_hand(changed.view(seat))
            if game.view(None).window:
                assert 1 == len({end_of_window(game.view(seat)) for seat in (None, *game.seats)})
