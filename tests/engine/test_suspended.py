"""Games that went to sleep under older code wake up at the same questions."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from engine import Game
from engine.invariants import violations
from engine.question_kind import QUESTIONS, QuestionKind
from tests.engine.games import by_chance, take
from tests.engine.make_suspended import FOLDER, Suspended

OF_THE_BOARD = (
    *("choose-opponent", "choose-recipient", "hand-limit", "leap", "pass-colours", "play-temporary"),
    *("rotate-tile", "send-back", "shift-peg", "switch-tiles", "uproot-tile"),
)
"""What its cards ask."""
FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> Suspended:
    """A sleeping game."""
    return msgspec.json.decode(path.read_bytes(), type=Suspended)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sleeping_game_wakes_at_its_questions(path):
    """The same seats are asked the same things, with the same options and numbers."""
    sleeping = read(path)
    game = Game.load(sleeping.game)

    assert game.questions == sleeping.questions
    assert violations(game) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sleeping_game_can_be_played_to_its_end(path):
    """Nothing is lost that the rest of the game needs."""
    game = Game.load(read(path).game)
    for step in by_chance(game, Random(0)):
        take(game, step)

    assert game.over
    assert violations(game) == []


def test_every_kind_of_question_sleeps():
    """Each kind is in the corpus, those that ask several seats also half answered, and plays in plays."""
    names = {path.stem for path in FILES}
    asked = {question.what for path in FILES for question in read(path).questions}

    assert asked == QUESTIONS - {QuestionKind.DISCARD_CARDS}  # made cards alone ask that
    assert {
        f"{what}-half-answered" for what in ("hand-limit", "keeper-limit", "rock-paper-scissors", "window")
    } <= names
    assert {"nested-3-deep", "temporary-hands-2", "over"} <= names


def test_every_kind_of_question_of_the_board_sleeps():
    """Those between plays and moves, those that cards ask, and those to several seats half answered."""
    names = {path.stem for path in FILES}

    assert {f"board-{what}-at-rest" for what in ("free-change", "play-or-move", "hand-limit")} | {
        f"board-{what}-in-a-play" for what in OF_THE_BOARD
    } <= names
    assert {"board-hand-limit-half-answered", "board-a-long-journal", "board-over"} <= names
    assert {"board-nested-3-deep", "board-temporary-hands-2"} <= names
