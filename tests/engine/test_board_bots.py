"""The sensible bot at the board game: it heads for the goal, and knows what cards and pegs are good for."""

from random import Random
from statistics import median

import msgspec
import pytest

from engine import Game, QuestionKind, QuestionView, bots
from engine.scenario import Scene, deal
from tests.engine.games import moments
from tests.engine.test_secrets import hide


def board(**given) -> Scene:
    """A position of the board game in which Ann has drawn; the tiles lie as the scenarios lay them."""
    return deal(**{"edition": "board", "ann": 0, "bob": 0, "drawn": 1, "stack": ["bread-toaster"]} | given)


def answer_of(table: Scene, seat: int = 1) -> tuple[str, ...]:
    """What the sensible bot answers."""
    return bots.sensible(table.game.view(seat))


def let_it_play(table: Scene) -> None:
    """Let the sensible bot answer for Ann until her turn or the game is over."""
    game = table.game
    while not game.over and game.turn == 1:
        (question,) = game.questions
        game.answer(question.seat, bots.sensible(game.view(question.seat)))


def collected(table: Scene, seat: int = 1) -> int:
    """How many goals a seat has."""
    return len(table.game.view(seat).board.collected[seat])


# It heads for the goal by the shortest way.


@pytest.mark.parametrize(
    ("pieces", "on"),
    [
        (["octagon-a", "octagon-e"], {"move": 3}),  # two steps
        (["dreams", "party"], {"move": 5}),
        (["bread", "start"], {"move": 3}),  # out of the start tile by an arrow
        (["portal-1", "bread"], {"move": 4}),  # a hop through the portals
        (["moon", "money"], {"wraparound": True}),  # over the edge of the board
    ],
)
def test_it_meets_a_goal_that_is_within_its_moves(pieces, on):
    """Whatever else could be done with them."""
    table = board(pieces={"ann": pieces}, pegs=on)
    let_it_play(table)

    assert collected(table) == 1


@pytest.mark.parametrize(
    ("on", "goal", "pieces"),
    [
        ("rotate", "television-toaster", ["portal-1", "toaster"]),
        ("uproot", "bread-toaster", ["coffee", "bread"]),
    ],
)
def test_it_turns_and_carries_tiles(on, goal, pieces):
    """Where two moves are too few to walk."""
    table = board(pieces={"ann": pieces}, stack=[goal], pegs={on: True})
    let_it_play(table)

    assert collected(table) == 1


def test_it_does_not_step_off_a_space_that_the_goal_wants():
    """The moves that it must make are made by other pieces."""
    table = board(pieces={"ann": ["bread", "octagon-f"]})
    let_it_play(table)

    assert "bread" in table.game.view(1).board.pieces["red"]


def test_it_bumps_whoever_is_about_to_meet_the_goal():
    """Bob stands on one space and beside the other."""
    table = board(pieces={"ann": ["peace", "sleep"], "bob": ["bread", "love"]})
    let_it_play(table)

    assert "bread" not in table.game.view(1).board.pieces["yellow"]


# It plays the cards that help most.


@pytest.mark.parametrize(
    ("hand", "pieces"),
    [
        (["love-music", "draw-more"], ["love", "music"]),  # a goal that it meets
        (["love-music", "draw-more"], ["money", "octagon-e", "music"]),  # or will after a move
        (["leap-to-bread", "three-more"], ["toaster"]),
        (["leap-to-bread", "three-more"], ["money"]),
        (["move-more", "goal-to-bottom"], ["octagon-a", "octagon-e"]),  # three moves do it
    ],
)
def test_it_plays_the_card_that_meets_a_goal(hand, pieces):
    """At once, or with the moves that are left."""
    table = board(ann=hand, pieces={"ann": pieces})
    let_it_play(table)

    assert collected(table) == 1


def test_it_leaps_onto_the_piece_that_stands_in_its_way():
    """Bob's piece goes back to the start tile."""
    table = board(
        ann=["leap-to-bread", "draw-more"], pieces={"ann": ["toaster"], "bob": ["bread", "octagon-e"]}
    )
    let_it_play(table)

    assert collected(table) == 1
    assert "bread" not in table.game.view(1).board.pieces["yellow"]


def test_it_lowers_the_win_peg_when_it_wins_by_that():
    """With three goals of four."""
    table = board(
        ann=["finish-line-shift", "draw-more"],
        pegs={"win": 4},
        collected={"ann": ["love-music", "eye-sun", "moon-sun"]},
    )
    let_it_play(table)

    assert table.winner == "ann"


def test_it_trades_for_the_colour_that_stands_better():
    """Bob's pieces are where the goal wants them in two moves, Cyd's are not."""
    table = board(
        ann=["swap-colours", "draw-more"],
        cyd=0,
        pieces={"ann": ["cosmos"], "bob": ["bread", "money"], "cyd": ["moon", "television"]},
    )
    let_it_play(table)

    assert collected(table) == 1


# It does not hand over a win.


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("love-music", {"pieces": {"bob": ["love", "music"]}, "collected": {"bob": ["eye-sun", "moon-sun"]}}),
        (
            "finish-line-shift",
            {"pegs": {"win": 4}, "collected": {"bob": ["love-music", "eye-sun", "moon-sun"]}},
        ),
    ],
)
def test_it_does_not_hand_over_a_win(card, given):
    """A card that lets somebody else win stays in the hand, or is played the other way."""
    table = board(ann=[card, "tighter-grip"], **given)
    let_it_play(table)

    assert not table.game.over


# It gives up what helps it least.


def test_at_a_hand_limit_it_keeps_the_leaper_that_the_goal_wants():
    """A rule goes."""
    table = board(
        ann=["leap-to-bread", "draw-shift", "leap-to-moon"],
        bob=["tighter-grip"],
        turn="bob",
        pieces={"ann": ["toaster"]},
        pegs={"hand-limit": 3},
    )
    table.answer(2, ["tighter-grip"])

    assert answer_of(table) == ("draw-shift",)


def test_it_gives_others_the_cards_that_help_them_least():
    """Of the cards of One for Everyone Bob does not get the goal that he meets."""
    table = board(
        ann=["one-for-everyone"], deck=["love-music", "draw-more"], pieces={"bob": ["love", "music"]}
    )
    table.answer(1, ["one-for-everyone"])
    let_it_play(table)

    assert "love-music" not in table.game.view(2).hand


# It answers everything, and by what its seat knows.


def play_out(seats: int, number: int, sensible: tuple[int, ...], asked: set[str]) -> Game:
    """A game between bots, of which these seats are sensible."""
    game, dice = Game.new("board", seats, 1 + number % seats, seed=f"bots {number}"), Random(number)
    while not game.over:
        question = dice.choice(game.questions)
        if question.seat in sensible:
            asked.add(question.what.value)
            game.answer(question.seat, bots.sensible(game.view(question.seat)))
        else:
            game.answer(question.seat, bots.pick(question, dice))
    return game


EVERY_QUESTION = {
    "choose-opponent",
    "choose-recipient",
    "free-change",
    "hand-limit",
    "leap",
    "pass-colours",
    "play-or-move",
    "play-temporary",
    "rotate-tile",
    "send-back",
    "shift-peg",
    "switch-tiles",
    "uproot-tile",
}


@pytest.mark.slow
def test_it_beats_the_random_bot():
    """It wins nearly always."""
    games = [play_out(2, number, (1 + number % 2,), set()) for number in range(12)]

    assert sum(game.winner == 1 + number % 2 for number, game in enumerate(games)) >= 11


@pytest.mark.slow
def test_games_between_sensible_bots():
    """They end about as soon as those of people, and every kind of question comes up and is answered."""
    asked: set[str] = set()
    lengths = {
        seats: [play_out(seats, number, tuple(range(1, seats + 1)), asked).turn_number for number in range(3)]
        for seats in (2, 3, 4)
    }

    assert asked == EVERY_QUESTION
    assert all(6 <= median(turns) <= 40 and max(turns) <= 100 for turns in lengths.values())


def test_a_question_that_it_does_not_know_gets_an_answer_that_fits():
    """A card of tomorrow may ask what no bot has been taught."""
    view = board(ann=["love-music"]).game.view(1)
    question = QuestionView(1, 1, QuestionKind.UNKNOWN, ("@2", "@3", "@4"), 2, 2)

    labels = bots.sensible(msgspec.structs.replace(view, question=question))

    assert len(set(labels)) == 2
    assert set(labels) < set(question.options)


def test_the_same_view_gets_the_same_answer():
    """What its seat can't see makes no difference."""
    for at, game in enumerate(moments(2, seats=3, deck="board")):
        if at % 20:
            continue
        for question in game.questions:
            changed = Game.load(game.dump())
            hide(changed.table, question.seat, Random(1))
            view, same = game.view(question.seat), changed.view(question.seat)

            assert bots.sensible(view) == bots.sensible(view) == bots.sensible(same)
