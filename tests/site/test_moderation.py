"""Acts of staff: a reason, one lock, and a line in the log in the same transaction."""

from functools import partial

import pytest

from games.core.refusal import Illegal, NotAllowed, NotPossible, Resting
from games.models import Game, StaffAct
from games.seats.lobby import create_game

from .play import answer, open_questions, question_to
from .staff import end_game, extend_deadlines, pause_game, resume_game

ACTS = {
    "end": end_game,
    "pause": pause_game,
    "resume": resume_game,
    "extend": partial(extend_deadlines, days=1),
}


@pytest.fixture
def game(ann, bob, start):
    return start(ann, bob)


@pytest.mark.parametrize("act", ACTS)
def test_only_staff_act(game, ann, act):
    """A player, even the host, is refused, and nothing is logged."""
    with pytest.raises(NotAllowed):
        ACTS[act](game=game, by=ann, reason="because")

    assert not StaffAct.objects.exists()


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("reason", ["", "  \n"])
def test_an_act_needs_a_reason(game, moderator, act, reason):
    """Without words nothing happens."""
    with pytest.raises(Illegal):
        ACTS[act](game=game, by=moderator, reason=reason)

    game.refresh_from_db()
    assert (game.status, game.paused_at, StaffAct.objects.count()) == ("running", None, 0)


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_to_a_game_that_is_over(game, moderator, act):
    end_game(game=game, by=moderator, reason="first")
    with pytest.raises(Resting):
        ACTS[act](game=game, by=moderator, reason="second")

    assert StaffAct.objects.count() == 1


def test_an_act_is_logged_with_before_and_after(game, ann, moderator):
    """Who, what, why, and what it changed."""
    pause_game(game=game, by=moderator, reason=" A holiday. ")

    act = StaffAct.objects.get()
    assert (act.who, act.act, act.game, act.reason) == (moderator, "pause", game, "A holiday.")
    key, question = str(game.pk), str(question_to(game, ann).pk)
    assert (act.before["game"][key]["paused_at"], act.after["game"][key]["paused_at"] is None) == (
        None,
        False,
    )
    assert act.before["question"][question]["due_at"] is not None
    assert act.after["question"][question]["due_at"] is None


def test_an_act_that_fails_is_not_logged(game, moderator, monkeypatch):
    """The log line and the act share one transaction."""

    def fail(**_fields):
        raise RuntimeError

    monkeypatch.setattr(StaffAct.objects, "create", fail)
    with pytest.raises(RuntimeError):
        pause_game(game=game, by=moderator, reason="a test")

    game.refresh_from_db()
    assert game.paused_at is None


def test_a_paused_game_takes_no_answer_and_goes_on_where_it_was(game, ann, moderator):
    """In between it rests; afterwards the same question is open."""
    question = question_to(game, ann)
    pause_game(game=game, by=moderator, reason="a test")
    with pytest.raises(Resting, match="paused"):
        answer(question)
    with pytest.raises(NotPossible):
        pause_game(game=game, by=moderator, reason="again")
    resume_game(game=game, by=moderator, reason="a test")
    with pytest.raises(NotPossible):
        resume_game(game=game, by=moderator, reason="again")

    assert answer(question).move.pk


@pytest.mark.parametrize("days", [0, -1, 61])
def test_more_time_is_one_to_sixty_days(game, moderator, days):
    with pytest.raises(Illegal):
        extend_deadlines(game=game, by=moderator, days=days, reason="flu")


def test_a_game_without_a_clock_gets_no_more_time(ann, bob, start, moderator):
    with pytest.raises(NotPossible):
        extend_deadlines(game=start(ann, bob, pace=0), by=moderator, days=1, reason="flu")


def test_more_time_counts_in_a_paused_game_too(game, ann, moderator):
    """What is left on the stopped clock grows."""
    pause_game(game=game, by=moderator, reason="a test")
    before = question_to(game, ann).time_left
    extend_deadlines(game=game, by=moderator, days=2, reason="flu")

    assert (question_to(game, ann).time_left - before).days == 2


def test_an_open_game_can_be_ended(ann, moderator):
    """Staff end games that have not started, too."""
    game = create_game(host=ann, name="Friday")
    end_game(game=game, by=moderator, reason="Spam.")

    assert Game.objects.get().status == "ended"
    assert open_questions(game) == []
