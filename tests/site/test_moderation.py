"""Acts of staff: a reason, one lock, and a line in the log in the same transaction."""

from functools import partial

import pytest

from games import actions
from games.models import Game, Notice, Question, StaffAct
from games.models.question import IS_OPEN

from .play import answer, open_questions, question_to

ACTS = {
    "end": actions.end_game,
    "pause": actions.pause_game,
    "resume": actions.resume_game,
    "extend": partial(actions.extend_deadlines, days=1),
}


@pytest.fixture
def game(ann, bob, start):
    return start(ann, bob)


@pytest.mark.parametrize("act", ACTS)
def test_only_staff_act(game, ann, act):
    """A player, even the host, is refused, and nothing is logged."""
    with pytest.raises(actions.NotAllowed):
        ACTS[act](game=game, by=ann, reason="because")

    assert not StaffAct.objects.exists()


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("reason", ["", "  \n"])
def test_an_act_needs_a_reason(game, moderator, act, reason):
    """Without words nothing happens."""
    with pytest.raises(actions.Illegal):
        ACTS[act](game=game, by=moderator, reason=reason)

    game.refresh_from_db()
    assert (game.status, game.paused_at, StaffAct.objects.count()) == ("running", None, 0)


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_to_a_game_that_is_over(game, moderator, act):
    """The end is the end."""
    actions.end_game(game=game, by=moderator, reason="first")
    with pytest.raises(actions.Resting):
        ACTS[act](game=game, by=moderator, reason="second")

    assert StaffAct.objects.count() == 1


def test_ending_a_game_closes_its_questions_and_tells_its_players(game, ann, bob, moderator):
    """Nothing is asked any more, and both read why."""
    actions.end_game(game=game, by=moderator, reason="Spam.")

    game.refresh_from_db()
    told = Notice.objects.filter(kind="ended").values_list("player", flat=True)
    assert (game.status, game.end_reason, set(told)) == ("ended", "Spam.", {ann.pk, bob.pk})
    assert not Question.objects.filter(IS_OPEN, game=game).exists()
    with pytest.raises(actions.Resting):
        answer(Question.objects.get(game=game), ["bread"])


def test_an_act_is_logged_with_before_and_after(game, moderator):
    """Who, what, why, and what it changed."""
    actions.pause_game(game=game, by=moderator, reason=" A holiday. ")

    act = StaffAct.objects.get()
    assert (act.who, act.act, act.game, act.reason) == (moderator, "pause", game, "A holiday.")
    assert (act.before["paused_at"], act.after["paused_at"] is not None) == (None, True)
    assert (list(act.before["due"].values()) != [None], list(act.after["due"].values())) == (True, [None])


def test_an_act_that_fails_is_not_logged(game, moderator, monkeypatch):
    """The log line and the act share one transaction."""

    def fail(**_fields):
        raise RuntimeError

    monkeypatch.setattr(StaffAct.objects, "create", fail)
    with pytest.raises(RuntimeError):
        actions.pause_game(game=game, by=moderator, reason="a test")

    game.refresh_from_db()
    assert game.paused_at is None


def test_a_paused_game_takes_no_answer_and_goes_on_where_it_was(game, ann, moderator):
    """In between it rests; afterwards the same question is open."""
    question = question_to(game, ann)
    actions.pause_game(game=game, by=moderator, reason="a test")
    with pytest.raises(actions.Resting, match="paused"):
        answer(question)
    with pytest.raises(actions.NotPossible):
        actions.pause_game(game=game, by=moderator, reason="again")
    actions.resume_game(game=game, by=moderator, reason="a test")
    with pytest.raises(actions.NotPossible):
        actions.resume_game(game=game, by=moderator, reason="again")

    assert answer(question).move.pk


@pytest.mark.parametrize("days", [0, -1, 61])
def test_more_time_is_one_to_sixty_days(game, moderator, days):
    """Anything else is refused."""
    with pytest.raises(actions.Illegal):
        actions.extend_deadlines(game=game, by=moderator, days=days, reason="flu")


def test_a_game_without_a_clock_gets_no_more_time(ann, bob, start, moderator):
    """There is nothing to extend."""
    with pytest.raises(actions.NotPossible):
        actions.extend_deadlines(game=start(ann, bob, pace=0), by=moderator, days=1, reason="flu")


def test_more_time_counts_in_a_paused_game_too(game, ann, moderator):
    """What is left on the stopped clock grows."""
    actions.pause_game(game=game, by=moderator, reason="a test")
    before = question_to(game, ann).time_left
    actions.extend_deadlines(game=game, by=moderator, days=2, reason="flu")

    assert (question_to(game, ann).time_left - before).days == 2


def test_an_open_game_can_be_ended(ann, moderator):
    """Staff end games that have not started, too."""
    game = actions.create_game(host=ann, name="Friday")
    actions.end_game(game=game, by=moderator, reason="Spam.")

    assert Game.objects.get().status == "ended"
    assert open_questions(game) == []
