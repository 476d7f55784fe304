"""docs/scenarios.md says what is so."""

import re
from pathlib import Path

import pytest

from engine.cards import CARDS
from engine.scenario.case import Given, When, read_case, run_case
from engine.scenario.expect import Asked, Then
from engine.scenario.scene import WORDS

DOC = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_complete_example_holds():
    """A reader who copies the example sees it pass."""
    example = re.search(r"```toml\n(.*?)```", DOC, re.S)
    assert example

    run_case(read_case(example[1]))


def test_every_card_is_listed():
    """The list at the end names all cards and no others."""
    listed = set(re.findall(r"`([a-z0-9-]+)`", DOC[DOC.index("## The cards\n") :]))

    assert listed == {card for card in CARDS if "~" not in card} - {"basic-rules", "face-down"}


@pytest.mark.parametrize("form", [Given, When, Then, Asked])
def test_every_key_is_described(form):
    """No key of the format is missing from the tables."""
    described = set(re.findall(r"`([a-z_]+)`", DOC))

    assert set(form.__struct_fields__) <= described


def test_every_word_of_an_answer_is_described():
    """Each word that is neither card nor seat is in the table of answers."""
    assert {word for word in WORDS if f'"{word}"' in DOC} == WORDS


def test_every_question_is_described():
    """The table of questions has each kind that the engine asks."""
    sources = [
        path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "engine").rglob("*.py")
    ]
    asked = set()
    for source in sources:
        asked |= set(re.findall(r"(?:Ask|choose)\((?:table, )?[a-z.]+, \"([a-z-]+)\"", source))

    assert len(asked) > 15
    assert asked <= set(re.findall(r"`([a-z-]+)`", DOC))
