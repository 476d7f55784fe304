"""A question that is asked anew because somebody has come or gone: what was told of it still counts (D5)."""

from datetime import timedelta

import pytest

from games import clock
from games.delivery import writing
from games.models import By, Game, Move, Notice, Player, Question
from games.models.question import IS_OPEN
from games.periodic.sweep import sweep_deadlines, sweep_notices
from games.seats.membership import leave
from games.timing import deadlines

from .play import question_to, seat_of

HOUR = timedelta(hours=1)
ABOUT = timedelta(seconds=20)


@pytest.fixture
def anew(ann, bob, carol, start):
    """Ask Ann, let Carol leave, and ask Ann the same anew; the notice of it has these fields by then."""

    def run(**fields) -> tuple[Question, Question]:
        game = start(ann, bob, carol)
        before = question_to(game, ann)
        Notice.objects.filter(question=before).update(**fields)
        leave(seat=seat_of(game, carol))
        after = question_to(game, ann)
        assert before.number != after.number
        return before, after

    return run


def run_out(question: Question) -> Question:
    """Let the time of a question run out, sweep, and return what the seat is asked then."""
    Question.objects.filter(pk=question.pk).update(due_at=clock.now() - deadlines.TIMEOUT_DELAY)
    sweep_deadlines()
    question.refresh_from_db()
    return question


def is_struck(game: Game) -> bool:
    """Whether the clock has answered in a game."""
    return Move.objects.filter(game=game, by=By.CLOCK).exists()


def test_d5_a_notice_that_waits_is_sent_all_the_same(anew, ann, smtp):
    """Carol left before Ann's mail did: it asks what is asked now, and is not lost as answered."""
    _before, after = anew()
    waiting = Notice.objects.get(question=after)
    Notice.objects.filter(status="waiting").update(next_try_at=clock.now())
    sweep_notices()
    waiting.refresh_from_db()

    assert (waiting.kind, waiting.status) == ("turn", "sent")
    assert waiting.message_id in {mail.message["Message-ID"] for mail in smtp.to(ann.email)}


def test_d5_a_mail_in_the_making_is_made_anew(ann, bob, carol, start, smtp, monkeypatch):
    """Carol leaves while Ann's mail is being written: it counts as needed, and leaves a moment later."""
    game = start(ann, bob, carol)
    waiting = Notice.objects.get(question=question_to(game, ann))
    Notice.objects.exclude(pk=waiting.pk).delete()
    write, seat = writing.compose, seat_of(game, carol)

    def leave_and_write(notice, _snapshot):
        if Game.objects.get(pk=game.pk).version == game.version:
            leave(seat=seat)
        return write(notice)

    monkeypatch.setattr(writing, "compose", leave_and_write)
    Notice.objects.filter(status="waiting").update(next_try_at=clock.now())
    sweep_notices()
    waiting.refresh_from_db()

    assert (waiting.question, waiting.status) == (question_to(game, ann), "sent")


def test_d5_what_waited_too_long_is_not_taken_as_told(anew):
    """The notice could not be sent before Carol left, nor after: the clock waits for it."""
    _before, after = anew(attempts=3)

    assert abs(run_out(after).due_at - clock.now() - 6 * HOUR) < ABOUT
    assert not is_struck(after.game)


def test_d5_what_was_sent_before_still_gives_its_time(anew):
    """The mail left an hour before: six hours after it the clock strikes, as if nobody had left."""
    _before, after = anew(status="sent", sent_at=clock.now() - HOUR)
    waits = run_out(after).due_at - clock.now()
    Notice.objects.filter(status="sent").update(sent_at=clock.now() - 7 * HOUR)
    run_out(after)

    assert abs(waits - 5 * HOUR) < ABOUT
    assert is_struck(after.game)


def test_d5_an_address_that_is_dead_extends_once_however_often_it_is_asked(ann, bob, start):
    """Ann gets her extension before Bob leaves, and none again when she is asked anew."""
    game = start(ann, bob, Player.objects.create_user("dan@players.example", name="Dan"))
    Notice.objects.filter(game=game, question__isnull=False).update(status="dead", reason="no such address")
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now())
    first = run_out(question_to(game, ann))
    leave(seat=seat_of(game, bob))
    second = question_to(game, ann)
    before = is_struck(game)
    run_out(question_to(game, ann))

    assert first.extended_at is not None
    assert (second.extended_at, second.due_at, second.given) == (first.extended_at, first.due_at, first.given)
    assert (before, is_struck(game)) == (False, True)


def test_d5_a_dead_notice_of_before_still_extends(anew, ann):
    """No notice reached Ann before Carol left: the table is told, and Ann has her extension."""
    _before, after = anew(status="dead", reason="no such address")
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now())

    assert run_out(after).extended_at is not None
    assert Notice.objects.filter(kind="unreachable", question=after).exists()
    assert Question.objects.filter(IS_OPEN, seat=after.seat).get() == after
