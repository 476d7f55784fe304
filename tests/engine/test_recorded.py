"""Recorded games end as they did, and together they show everything that the base deck can do."""

from pathlib import Path

import msgspec
import pytest

from engine import Record, card, edition
from engine.cards.free_actions import FREE_ACTIONS
from engine.record import JOIN, LEAVE
from tests.engine.make_recorded import FOLDER, Recorded, features, replay
from tests.engine.test_bots import EVERY_QUESTION

FILES = sorted(FOLDER.glob("*.json"))


def read(path: Path) -> Recorded:
    """A recorded game."""
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


@pytest.fixture(scope="module")
def shown() -> set[str]:
    """All that the recorded games show."""
    found: set[str] = set()
    for path in FILES:
        _digest, told, asked = replay(read(path).record)
        found |= features(told, asked)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_as_it_was(path):
    """Each answer finds its question, and all that is asked and happens is the same.

    If a rule was changed on purpose: python -m tests.engine.make_recorded
    """
    recorded = read(path)
    game = recorded.record.check()
    digest, _told, _asked = replay(recorded.record)

    assert game.over
    assert digest == recorded.digest


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_reads_back_as_it_was_written(path):
    """parse(str(record)) == record."""
    record = read(path).record

    assert Record.parse(str(record)) == record


def test_every_card_is_played(shown):
    """All 99 cards occur."""
    assert {f"plays {slug}" for slug in edition("fluxx").cards} <= shown


def test_every_goal_is_won_by(shown):
    """Each of the 30 ways to win occurs."""
    goals = [slug for slug in edition("fluxx").cards if card(slug).kind == "goal"]

    assert len(goals) == 30
    assert {f"won by {goal}" for goal in goals} <= shown


def test_every_free_action_is_used_and_every_question_asked(shown):
    """Nothing that a seat can be asked is missing."""
    assert {f"uses {slug}" for slug in FREE_ACTIONS} <= shown
    assert {f"asks {what}" for what in EVERY_QUESTION} <= shown


def test_seats_come_and_go():
    """2 to 6 seats play, some join and some leave."""
    records = [read(path).record for path in FILES]
    acts = {step.act for record in records for step in record.steps}

    assert {record.seats for record in records} == {2, 3, 4, 5, 6}
    assert {JOIN, LEAVE} <= acts
