"""What holds in every game at every moment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Game, Refused, View
from engine.cli.simulate import simulate
from engine.invariants import violations
from engine.view import QuestionView
from tests.engine.games import DECKS, DECKS_OF_CARDS, moments

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS_OF_CARDS)
@pytest.mark.parametrize(("bot", "games"), [("random", 20), ("sensible", 5)])
@pytest.mark.parametrize("come_and_go", [False, True])
def test_every_game_ends_and_every_invariant_holds(deck, bot, games, come_and_go):
    """With 2 to 6 seats, played by chance or by sense, seats coming and going: each game ends soundly.

    On the board it is the same (tests/engine/test_board_properties.py).
    3,000 games by chance: python -m engine simulate --seats 2-6 --games 3000 --come-and-go
    """
    report = simulate(
        edition=deck, seats=range(2, 7), games=games, seed="tests", bot=bot, come_and_go=come_and_go
    )

    assert report.violations == []
    assert "unfinished" not in report.endings
    assert sum(report.endings.values()) == games


PLAY = """
import hashlib, sys
from random import Random
from engine import Game, bots, dump_outcomes
from tests.engine.games import an_answer, seats_of

digest = hashlib.sha256()
decks = sys.argv[1:]
for number in range(48):
    deck = decks[number % len(decks)]
    game, dice = Game.new(deck, seats_of(deck, number // 8), seed=str(number)), Random(number)
    while not game.over:
        question = dice.choice(game.questions)
        sensible = number % 3 == 0 and deck != "board"
        seen = game.view(question.seat)
        labels = bots.sensible(seen, question) if sensible else an_answer(game, question, dice)
        told = game.answer(question.seat, labels, question.number)
        digest.update(repr((question, dump_outcomes(told))).encode())
        digest.update(game.dump())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_two_hash_seeds_play_the_same_games():
    """Nothing depends on the order of a set."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAY, *DECKS],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }

    assert len(digests) == 1


def wrong_answers(game: Game, question: QuestionView) -> list[tuple[int, tuple[str, ...]]]:
    """Answers that the question must refuse, and one of a seat that isn't asked."""
    seat, options = question.seat, question.options
    asked = {each.seat for each in game.questions}
    idle = [other for other in (*game.seats, 99) if other not in asked]
    return [
        (seat, options[: question.least - 1] if question.least else (*options, "bread")),
        (seat, (*options[: question.most], "pass", "no-such-card")),
        (seat, ("no-such-card", *options[1 : question.most])),
        (seat, (options[0],) * max(2, question.least)),
        (seat, ("",)),
        *((other, options[: question.most]) for other in idle[:1]),
    ]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(2))
def test_a_refused_answer_changes_nothing(deck, number):
    """Too many, too few, unknown, twice the same, out of turn: refused, and nothing is different."""
    for game in moments(number, deck=deck):
        before = (game.dump(), game.questions, game.views(*game.seats))
        for question in [each for each in game.questions if not each.words]:
            for seat, labels in wrong_answers(game, question):
                with pytest.raises(Refused, match=r"\.$"):
                    game.answer(seat, labels, question.number)

        assert (game.dump(), game.questions, game.views(*game.seats)) == before


def test_joining_and_leaving_in_the_middle_is_refused_and_changes_nothing():
    """While a play is in progress nobody comes or goes."""
    middle = [game for number in range(4) for game in map(Game.load, dumps_in_the_middle(number))]
    for game in middle:
        before = game.dump()
        with pytest.raises(Refused):
            game.join()
        with pytest.raises(Refused):
            game.leave(game.seats[0])

        assert game.dump() == before

    assert len(middle) > 20


def dumps_in_the_middle(number: int) -> list[bytes]:
    """A game as it is stored at each of its moments in the middle of a play."""
    return [game.dump() for game in moments(number) if game.journal and not game.over]


def test_a_game_that_is_over_takes_no_answer():
    """After a win nothing can be answered, joined or left."""
    *_, game = moments(3)

    for act in (lambda: game.answer(1, ["bread"]), game.join, lambda: game.leave(1)):
        with pytest.raises(Refused):
            act()


@pytest.mark.parametrize("deck", DECKS)
def test_every_moment_has_a_view_for_everybody(deck):
    """Each seat sees its own hand and questions; a spectator sees none."""
    for game in moments(5, seats=3, come_and_go=0.02, deck=deck):
        spectator = game.view(None)
        assert (spectator.hand, spectator.temporary, spectator.question) == ((), (), None)
        for seat in game.seats:
            view = game.view(seat)
            assert isinstance(view, View)
            asked = [each for each in game.questions if each.seat == seat]
            assert view.question == next((each for each in asked if not each.beside), None)
            assert list(view.beside) == [each for each in asked if each.beside]
            assert sorted(view.hand) == sorted(game.table.slugs(game.table.hands[seat]))


def test_the_invariants_notice_what_is_wrong():
    """A check that finds nothing in a broken table would prove nothing."""
    game = Game.new(seats=3, seed="broken")
    table = game.table
    table.hands[2].append(table.hands[3].pop())
    assert violations(game) == []

    lost = table.slugs(table.draw_pile[-1:])[0]
    table.draw_pile.pop()
    keeper, goal = table.deck.numbers("bread")[0], table.deck.numbers("toast")[0]
    table.goals.append(keeper)
    table.keepers[1].append(goal)
    table.turn.drawn = -1

    found = violations(game)
    assert f"The card {lost} is in 0 places." in found
    assert "The card bread lies among the goals." in found
    assert "The card toast lies in front of a seat." in found
    assert "A counter is below zero." in found


def test_the_same_seed_is_the_same_game():
    """And another seed is another one."""
    first, second, other = (Game.new(seats=3, seed=letter * 64) for letter in "aab")

    assert first.dump() == second.dump()
    assert first.view(1).hand != other.view(1).hand


@pytest.mark.parametrize("seats", [0, 1, 7, 100, -2])
def test_a_table_has_2_to_6_seats(seats):
    """Any other number is refused with a sentence."""
    with pytest.raises(ValueError, match="2 to 6"):
        Game.new(seats=seats, seed="0")
