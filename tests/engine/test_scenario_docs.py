"""docs/scenarios.md says what is so."""

import re
from pathlib import Path

import pytest

from engine.board.deck import BOARD_CARDS
from engine.board.layout import cells, layout_of
from engine.board.spaces import PEGS
from engine.cards import CARDS
from engine.question_kind import QUESTIONS
from engine.scenario import BoardPosition, Position
from engine.scenario.case import When, read_cases, run_case
from engine.scenario.expect import Asked, Then
from engine.scenario.expect_board import BoardThen
from engine.scenario.labels import WORDS
from engine.scenario.spelling import said

DOC = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BOARD = DOC[DOC.index("## The board game\n") : DOC.index("## The cards\n")]


EXAMPLES = [text for text in re.findall(r"```toml\n(.*?)```", DOC, re.S) if re.search("^.?given", text, re.M)]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_complete_example_holds(example):
    """A reader who copies an example sees it pass."""
    for case in read_cases(example):
        run_case(case)


def test_both_kinds_of_games_have_an_example():
    """One of a game of cards, alone and with another in one file, one of the board game."""
    assert ["board" in example for example in EXAMPLES] == [False, False, True]


def test_the_standard_layout_is_drawn_as_it_is():
    """The words of the drawing, line by line, are the cells of a board of which nothing is said."""
    drawing = re.search(r"```text\n(.*?)```", DOC, re.S)[1]
    lines = [re.findall(r"[a-z]+(?:-[a-h1-2])?", line.partition("|")[2]) for line in drawing.splitlines()]
    spaces = cells(layout_of(BoardPosition(["A", "B"], "board").table().tiles))

    assert [line for line in lines if line] == [
        [spaces[across, down] for across in range(-2, 4)] for down in range(-2, 4)
    ]


@pytest.mark.parametrize("peg", PEGS)
def test_what_a_peg_can_say_is_described(peg):
    """Each of its holes, in order."""
    row = re.search(rf"^\| .*`{peg.replace('-', '_')}`.* \| (.*) \|$", BOARD[BOARD.index("| peg |") :], re.M)
    listed = re.sub(r"\(.*\)", "", row[1]).replace("`", "").replace('"', "")

    assert listed.strip().split(", ") == [str(said(peg, hole)) for hole in range(len(PEGS[peg]))]


@pytest.mark.parametrize("slug", dict.fromkeys(BOARD_CARDS))
def test_how_many_copies_of_a_card_there_are_is_described(slug):
    """Its name in the list is followed by their number, if there are two."""
    listed = DOC[DOC.index("### Fluxx: The Board Game") :]
    copies = BOARD_CARDS.count(slug)

    assert f"`{slug}` (2)" in listed if copies == 2 else f"`{slug}` |" in listed


def test_every_card_is_listed():
    """The list at the end names all cards and no others."""
    listed = set(re.findall(r"`([a-z0-9-]+)`", DOC[DOC.index("## The cards\n") :]))

    assert listed == {card for card in CARDS if "~" not in card} - {"basic-rules", "face-down"}


@pytest.mark.parametrize("form", [Position, BoardPosition, When, Then, BoardThen, Asked])
def test_every_key_is_described(form):
    """No key of the format is missing from the tables."""
    described = set(re.findall(r"`([a-z_]+)`", DOC))

    assert set(form.__struct_fields__) <= described


def test_every_word_of_an_answer_is_described():
    """Each word that is neither card nor seat is in the table of answers."""
    assert {word for word in WORDS if f'"{word}"' in DOC} == WORDS


def test_every_question_is_described():
    """The table of questions has each kind that the engine asks."""
    assert set(map(str, QUESTIONS)) <= set(re.findall(r"`([a-z-]+)`", DOC))
