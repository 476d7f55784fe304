"""Recorded games end as they did, and together they show everything that the decks can do."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine import Record, Refused, card, edition_of
from engine.board.table import BoardTable
from engine.cards.free_actions import FREE_ACTIONS
from engine.record import JOIN, LEAVE
from tests.engine import make_recorded
from tests.engine.board_features import RARE, SETTINGS
from tests.engine.boards import is_one_group
from tests.engine.games import OF_CARDS
from tests.engine.make_recorded import FOLDER, Recorded, breaks_a_tie, features, replay
from tests.engine.test_bots import EVERY_QUESTION
from tests.engine.test_suspended import OF_THE_BOARD

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


@pytest.mark.slow
@pytest.mark.parametrize("deck", OF_CARDS)
def test_every_card_is_played(shown, deck):
    """All cards occur, of each edition: Creepers and meta rules lie there, and are not played."""
    cards = {slug for slug in edition_of(deck).cards if card(slug).kind not in ("creeper", "meta rule")}
    cards -= {*edition_of(deck).optional, *edition_of(deck).start}

    assert {f"plays {slug}" for slug in cards} <= shown


@pytest.mark.slow
@pytest.mark.parametrize("deck", OF_CARDS)
def test_every_goal_is_won_by(shown, deck):
    """Each way to win occurs, and each way to lose."""
    goals = [slug for slug in edition_of(deck).cards if card(slug).kind == "goal"]
    ungoals = [slug for slug in edition_of(deck).cards if card(slug).kind == "ungoal"]

    assert len(goals) >= 15
    assert {f"won by {goal}" for goal in goals} <= shown
    assert {f"lost by {ungoal}" for ungoal in ungoals} <= shown


def test_surprises_answer_surprises(shown):
    """A chain of four occurs, and each Surprise out of turn."""
    surprises = {
        slug for deck in OF_CARDS for slug in edition_of(deck).cards if card(slug).kind == "surprise"
    }

    assert "chain of 4" in shown
    assert {f"surprises with {surprise}" for surprise in surprises} <= shown


def test_a_tie_is_broken():
    """Two seats meet goals at once, and then one of them alone."""
    assert any(breaks_a_tie(read(path).record) for path in FILES)


def test_every_free_action_is_used_and_every_question_asked(shown):
    """Nothing that a seat can be asked is missing."""
    assert {f"uses {slug}" for slug in FREE_ACTIONS} <= shown
    assert {f"asks {what}" for what in EVERY_QUESTION} <= shown


def test_all_of_the_board_occurs(shown):
    """Each card is played, each goal collected, each peg set to each of its settings; and what is rare."""
    cards = {*edition_of("board").cards}
    goals = {slug for slug in cards if card(slug).kind == "goal"}

    assert len(goals) == 33
    assert {f"plays {slug}" for slug in cards} <= shown
    assert {f"collects {goal}" for goal in goals} <= shown
    assert shown >= SETTINGS
    assert shown >= RARE


def splitting(table: BoardTable) -> Iterator[str]:
    """Uprootings that would leave a tile without a side in common with the others."""
    places = {name: (tile.x, tile.y) for name, tile in table.tiles.items()}
    for name in places:
        for x, y in [(x + 1, y + 1) for x, y in places.values()]:
            carried = places | {name: (x, y)}
            if (x, y) not in places.values() and not is_one_group(list(carried.values())):
                yield f"uproot:{name}:{x}/{y}"


@pytest.mark.slow
def test_a_move_that_splits_the_tiles_is_refused():
    """In no recorded position can a tile be carried to where the nine are not one group (B27)."""
    refused = 0
    for path in [path for path in FILES if path.stem.startswith("board")]:
        for game, _told in read(path).record.replay():
            table = game.table
            assert isinstance(table, BoardTable)
            if not table.setting("uproot") or not game.at_rest or game.view(None).phase != "plays":
                continue
            before = game.dump()
            for label in list(splitting(table))[:3]:
                with pytest.raises(Refused, match="can’t be chosen here"):
                    game.answer(game.turn, [label])
                refused += 1

            assert game.dump() == before

    assert refused > 100


def test_every_question_of_the_board_is_asked():
    """In its own records, those that the games of cards ask, too."""
    asked = set().union(*(replay(read(path).record)[2] for path in FILES if path.stem.startswith("board")))

    assert asked == {"free-change", "play-or-move", *OF_THE_BOARD}


def test_seats_come_and_go():
    """2 to 6 seats play, some join and some leave."""
    records = [read(path).record for path in FILES]
    acts = {step.act for record in records for step in record.steps}

    assert {record.seats for record in records} == {2, 3, 4, 5, 6}
    assert {JOIN, LEAVE} <= acts


def test_a_recorded_game_is_never_written_again(tmp_path, monkeypatch):
    """Games of decks that begin alike and show the same have files of their own; another is refused."""
    monkeypatch.setattr(make_recorded, "FOLDER", tmp_path)
    mixed = read(FOLDER / "anatomy-uses-heartbeat.json").record
    plain = read(FOLDER / "anatomy-won-by-bile.json").record
    files = {make_recorded.add(record, "uses-heartbeat") for record in (mixed, plain)}
    before = {path: path.read_bytes() for path in files}
    with pytest.raises(FileExistsError):
        make_recorded.add(plain, "uses-heartbeat")

    assert mixed.edition != plain.edition
    assert len(files) == 2
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir()}
