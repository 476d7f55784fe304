"""Games that sleep while the rules' code changes: at most one play is done again, and the table is told."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core import access
from games.core.refusal import Stale
from games.history import moves
from games.models import GameState, Move, Notice
from games.periodic.sweep import sweep_deadlines

from .conftest import make_player
from .play import (
    advice,
    answer,
    is_in_a_play,
    let_time_run_out,
    open_questions,
    play_to_end,
    position,
    set_table,
)


@pytest.fixture
def diverged(ann, bob, start):
    """A game in the middle of a play whose journal no longer fits the code."""
    game = start(ann, bob, make_player("Carol"))
    set_table(game, position(is_in_a_play))
    state = GameState.objects.get(game=game)
    stored = json.loads(bytes(state.data))
    assert stored["journal"]
    stored["journal"][0][1] = ["a-card-of-yesterday"]
    state.data = json.dumps(stored).encode()
    state.save()
    return game


def check() -> tuple[str, str]:
    """Run the command; return what it printed, and what it complained of."""
    out = StringIO()
    try:
        call_command("check_suspended", stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_a_diverged_play_is_taken_back_and_told(diverged):
    """An answer to the old question is refused in words; the play begins again and the game goes on."""
    (stale,) = open_questions(diverged)
    with pytest.raises(Stale):
        answer(stale, ["bread"])

    again = open_questions(diverged)
    told = [line.text for line in moves.lines(diverged, None)]
    assert Move.objects.filter(game=diverged, kind=Move.Kind.RESTORED).count() == 1
    assert any("taken back" in text for text in told)
    assert {question.number for question in again}.isdisjoint({stale.number})
    assert Notice.objects.filter(question__in=again).count() == len(again)
    assert play_to_end(diverged).is_over


def test_a_diverged_game_can_be_looked_at(diverged):
    """Its page shows the checkpoint, and changes nothing."""
    before = bytes(GameState.objects.get(game=diverged).data)

    assert access.view(diverged, None) is not None
    assert bytes(GameState.objects.get(game=diverged).data) == before


def test_check_suspended_is_content_with_games_that_load(ann, bob, start):
    """Every running game loads: exit code 0."""
    start(ann, bob)
    start(ann, bob, starter="first")

    assert check() == ("2 running games: all can go on.\n", "")


def test_check_suspended_finds_what_diverges(diverged):
    """A play that would be lost is reported, with the game's key and no secret, and the exit code is 1."""
    out, complaint = check()

    assert out.startswith(f"{diverged.key}: the play in progress is done again")
    assert complaint == "1 running games: 1 lose their play in progress, 0 cannot be loaded."


def test_check_suspended_finds_what_cannot_be_loaded(ann, bob, start):
    """A state that is no game is reported, and the others are looked at all the same."""
    broken = start(ann, bob)
    GameState.objects.filter(game=broken).update(data=b'{"format": 99}')
    start(ann, bob)
    out, complaint = check()

    assert out.startswith(f"{broken.key}: cannot be loaded: ")
    assert complaint == "2 running games: 0 lose their play in progress, 1 cannot be loaded."


def test_check_suspended_can_take_the_plays_back_itself(diverged):
    """With --restore the game is mended at once."""
    call_command("check_suspended", "--restore", stdout=StringIO())

    assert check()[1] == ""
    question = open_questions(diverged)[0]
    assert answer(question, advice(question)).move.pk


def test_the_clock_takes_a_diverged_play_back_too(diverged):
    """A sweep that meets a diverged game mends it, and strikes the next time."""
    let_time_run_out(diverged)
    sweep_deadlines()

    assert Move.objects.filter(game=diverged, kind=Move.Kind.RESTORED).count() == 1
