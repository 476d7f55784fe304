"""A game that is over, exported: its record verifies, a tampered one doesn't, its history reads as text."""

import json
from html import unescape

import pytest
from django.urls import reverse

import engine
from engine.__main__ import main
from games.core import access
from games.core.refusal import NotPossible
from games.history.export import export_record, export_text
from games.models import Game, Move
from games.play.undo import undo

from .conftest import browser_of
from .play import advice, answer, open_questions, play_to_end, seat_of

MOST_ANSWERS = 1000

pytestmark = pytest.mark.django_db


def finish(game: Game) -> Game:
    """Answer sensibly whatever is asked, side questions too, until the game is over."""
    for _answer in range(MOST_ANSWERS):
        game.refresh_from_db()
        if game.is_over:
            return game
        question = open_questions(game)[-1]
        view = access.view(game, question.seat)
        asked = next(each for each in (*view.beside, view.question) if each.number == question.number)
        answer(question, engine.bots.sensible(view, asked))
    raise AssertionError("the game does not end")


def verify(path, data: bytes) -> int:
    """What the command says of a file."""
    path.write_bytes(data)
    return main(["verify", str(path)])


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["fluxx", "anatomy", "wonderland", "board"])
def test_the_record_of_a_finished_game_verifies(start, ann, bob, edition, tmp_path):
    """The command takes the file as it is downloaded, and neither another answer nor another seed."""
    game = finish(start(ann, bob, bots=1, edition=edition))
    response = browser_of(ann).get(reverse("record", args=[game.key]))
    record = json.loads(response.content)
    fewer = {**record, "steps": record["steps"][:-1]}
    other_seed = {**record, "seed": "5" * 64}

    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert record["winner"] == game.winner.number
    assert verify(tmp_path / "game.json", response.content) == 0
    assert verify(tmp_path / "fewer.json", json.dumps(fewer).encode()) == 1
    assert verify(tmp_path / "other.json", json.dumps(other_seed).encode()) == 1


@pytest.mark.slow
def test_moves_that_were_taken_back_are_not_in_the_record(start, ann, bob):
    """An answer that was undone, and given again in another way, is recorded once."""
    game = start(ann, bob)
    undone = 0
    while not (game := Game.objects.get(pk=game.pk)).is_over and game.version < 400:
        question = open_questions(game)[0]
        answer(question, advice(question))
        if undone < 5:
            try:
                undo(seat=question.seat_id)
            except NotPossible:
                continue
            undone += 1
    if not game.is_over:
        game = play_to_end(game)

    record = export_record(game)

    assert undone == 5
    assert record.check().winner == game.winner.number
    assert len(record.steps) == game.moves.filter(kind=Move.Kind.ANSWER).count() - undone


def test_a_running_game_keeps_its_secrets(start, ann, bob):
    """Its page says why there is no record yet, and nothing of the seed is in what comes."""
    game = start(ann, bob)
    response = browser_of(ann).get(reverse("record", args=[game.key]))

    assert response.status_code == 409
    assert "can export a game when it’s over" in unescape(response.content.decode())
    assert game.state.seed not in response.content.decode()


def test_a_game_that_ended_early_has_a_record_without_a_winner(start, ann, bob, carol):
    """What was played until then can be checked as well."""
    game = start(ann, bob, carol)
    for _move in range(5):
        question = open_questions(game)[0]
        answer(question, advice(question))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    game.refresh_from_db()

    assert export_record(game).check().winner is None


def test_the_text_tells_the_game_without_what_was_taken_back(start, ann, bob):
    """It begins with the names, and has a line for each thing that happened."""
    game = play_to_end(start(ann, bob))
    lines = list(export_text(game, seat_of(game, ann)))

    assert lines[:2] == ["Friday game", "Ann, Bob"]
    assert any("Ann" in line or "Bob" in line for line in lines[3:])
