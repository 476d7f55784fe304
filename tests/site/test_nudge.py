"""Nudging somebody whom the game waits for: once a day, in their waking hours, and nobody in secret."""

from datetime import UTC, datetime, time, timedelta

import pytest

from games import clock
from games.core.refusal import Capped, NotAllowed, NotPossible, Resting
from games.models import Notice, Question, Seat
from games.models.question import WINDOW
from games.outbox import kinds, planning
from games.play.nudge import nudge

from .play import answer, question_to, seat_of
from .staff import pause_game


@pytest.fixture
def game(ann, bob, carol, start, travel):
    """A game that has waited two hours for Ann."""
    game = start(ann, bob, carol)
    travel(hours=2)
    return game


def nudges() -> list[Notice]:
    return list(Notice.objects.filter(kind="nudge").order_by("pk"))


def test_who_is_asked_gets_one_nudge_a_day(game, ann, bob, carol, travel):
    """Whoever sends it, the next one goes a day later; it names who nudges, and is about the question."""
    nudge(seat=seat_of(game, bob), to=seat_of(game, ann))
    for again in (bob, carol):
        with pytest.raises(Capped):
            nudge(seat=seat_of(game, again), to=seat_of(game, ann))
    (first,) = nudges()

    assert (ann, question_to(game, ann), 2) == (first.player, first.question, first.params["by"])

    Question.objects.filter(game=game).update(due_at=clock.now() + timedelta(days=3))
    travel(hours=24, minutes=1)
    nudge(seat=seat_of(game, carol), to=seat_of(game, ann))

    assert [2, 3] == [each.params["by"] for each in nudges()]


def test_an_answer_makes_a_nudge_obsolete(game, ann, bob):
    """Who has played meanwhile isn't asked to."""
    nudge(seat=seat_of(game, bob), to=seat_of(game, ann))
    answer(question_to(game, ann))
    (owed,) = nudges()

    assert kinds.obsolete_reason(owed)


def test_a_nudge_leaves_after_quiet_hours(game, ann, bob, travel):
    """Even where the deadline is near, which a reminder would be sent for."""
    type(ann).objects.filter(pk=ann.pk).update(quiet_from=time(13), quiet_to=time(22))
    Question.objects.filter(game=game).update(due_at=clock.now() + timedelta(hours=3))
    nudge(seat=seat_of(game, bob), to=seat_of(game, ann))
    (owed,) = nudges()

    assert datetime(2026, 11, 20, 22, tzinfo=UTC) == planning.plan_notice(owed).at


def test_nobody_is_nudged_in_a_window(game, ann, bob):
    """Who may answer a card with a Surprise is secret, so nobody is said to be waited for."""
    Question.objects.filter(game=game, seat=seat_of(game, ann)).update(what=WINDOW)
    with pytest.raises(NotPossible):
        nudge(seat=seat_of(game, bob), to=seat_of(game, ann))

    assert [] == nudges()


def test_only_players_nudge_and_only_whom_the_game_waits_for(game, ann, bob, carol, moderator):
    """Not oneself, not who isn't asked, not a bot, not on vacation, not in a pause, and no outsider."""
    mine, his = seat_of(game, ann), seat_of(game, bob)
    for by, to in ((mine, mine), (mine, his), (his, seat_of(game, carol))):
        with pytest.raises(NotPossible):
            nudge(seat=by, to=to)
    for state in ({"on_autopilot": True}, {"away": "stop", "away_until": clock.now() + timedelta(days=1)}):
        before = Seat.objects.filter(pk=mine.pk).values(*state).get()
        Seat.objects.filter(pk=mine.pk).update(**state)
        with pytest.raises(NotPossible):
            nudge(seat=his, to=mine)
        Seat.objects.filter(pk=mine.pk).update(**before)
    pause_game(game=game, by=moderator, reason="A dispute.")
    with pytest.raises(Resting):
        nudge(seat=his, to=mine)
    Seat.objects.filter(pk=his.pk).update(status="left")
    with pytest.raises(NotAllowed):
        nudge(seat=his, to=mine)

    assert [] == nudges()


def test_who_was_asked_just_now_is_left_alone(ann, bob, start, travel):
    """The mail that asks them is under way."""
    game = start(ann, bob)
    with pytest.raises(NotPossible):
        nudge(seat=seat_of(game, bob), to=seat_of(game, ann))
