"""Under load: clocks strike while mails wait, and mails leave at a pace that looks like no spam."""

import json
import time
from datetime import timedelta

import pytest
import redis
import time_machine
from django.conf import settings as site
from django.db import transaction

from fluxx_site.celery import app
from games import clock
from games.core import wake
from games.delivery import pace, writing
from games.delivery.dispatch import deliver
from games.models import Game, Heartbeat, MailPace, Notice, Player
from games.outbox import notices
from games.periodic.health_report import check_health
from games.periodic.sweep import sweep_notices
from tests.support.smtp import Fault

from .plain import plain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paced(settings, monkeypatch):
    """A site that sends to a mail server, twenty mails a second, and composes them as briefly as can be."""
    settings.CATCH_UP_MAILS, settings.MAILS_GO_TO_FILES = 20.0, False
    monkeypatch.setattr(writing, "compose", plain)


@pytest.fixture
def outbox(ann):
    """Write so many notices about one game, each to a player of its own."""

    def write(count: int) -> Game:
        game = Game.objects.create(host=ann, name="Friday game")
        first = Player.objects.count()
        players = Player.objects.bulk_create(
            Player(email=f"p{first + n}@players.example", name=f"P{n}") for n in range(count)
        )
        seat = game.seats.create(number=9)
        Notice.objects.bulk_create(
            notices.build_notice(
                Notice.Kind.DECLINED, key=f"n{player.email}", game=game, player=player, seat=seat
            )
            for player in players
        )
        return game

    return write


def book_ahead(seconds: float) -> None:
    """Let so many seconds be booked already, as after a burst."""
    until = clock.now() + timedelta(seconds=seconds)
    MailPace.objects.update_or_create(pk=MailPace.ONLY, defaults={"booked_until": until})


def test_a_burst_of_new_mails_is_paced(paced, outbox, smtp):
    """Nothing is late, and still no more than twenty leave in a second once the first burst is over."""
    outbox(30)
    began = time.monotonic()
    book_ahead(pace.SWEEP_AHEAD.total_seconds())
    sweep_notices()
    took = time.monotonic() - began

    assert len(smtp.received) == 30
    assert 1.4 <= took < 10


def test_a_small_burst_leaves_at_once(paced, outbox, smtp, monkeypatch):
    """In normal times nobody waits: forty mails are less than ten seconds' worth."""
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail("a mail waited"))
    outbox(40)
    sweep_notices()

    assert len(smtp.received) == 40


def test_the_pace_is_that_of_all_workers(paced, db):
    """What one process has booked, another one finds."""
    with time_machine.travel(clock.now(), tick=False):
        while pace.book(pace.SWEEP_AHEAD):
            pass
        ahead = MailPace.objects.get().booked_until - clock.now()

        assert abs(ahead - pace.SWEEP_AHEAD) < timedelta(seconds=1)
        assert not pace.book(pace.SWEEP_AHEAD)


def test_the_mail_of_a_move_overtakes_a_backlog(paced, outbox, smtp):
    """While a sweep waits, it leaves; with twenty seconds' worth ahead it is left to the sweep."""
    game = outbox(1)
    book_ahead(pace.SWEEP_AHEAD.total_seconds() + 3)
    deliver(game=game.pk)
    assert len(smtp.received) == 1

    game = outbox(2)
    book_ahead(pace.MOVE_AHEAD.total_seconds() + 3)
    deliver(game=game.pk)
    held = len(smtp.received), Notice.objects.filter(status="waiting", lease=None).count()
    book_ahead(0)
    sweep_notices()

    assert (held, len(smtp.received)) == ((1, 2), 3)


def test_a_sweep_is_never_stopped_by_moves(paced, outbox, smtp, monkeypatch):
    """However many mails of moves leave, one of the sweep's goes after five seconds at most."""
    monkeypatch.setattr(pace, "LONGEST_WAIT", 0.3)
    monkeypatch.setattr(pace, "book", lambda ahead=None: ahead is None)
    outbox(2)
    sweep_notices()

    assert len(smtp.received) == 2


def test_a_time_that_jumped_back_does_not_hold_mails(paced, outbox, smtp):
    """What is booked for days ahead was booked by a clock that was wrong."""
    game = outbox(3)
    book_ahead(5 * 86_400)
    deliver(game=game.pk)
    sweep_notices()

    assert len(smtp.received) == 3


def test_many_strikes_do_not_fill_the_queue(db, monkeypatch):
    """A sweep calls workers for a few games; the sweep of the notices finds the others."""
    called = []
    monkeypatch.setattr(wake, "send_deliver", called.append)
    with wake.few_deliveries(3):
        for game in range(5):
            with transaction.atomic():
                wake.deliver_after_commit(game)
    with transaction.atomic():
        wake.deliver_after_commit(9)

    assert called == [0, 1, 2, 9]


def send_sweep(name: str) -> None:
    app.send_task(f"games.tasks.{name}")


def test_sweeps_have_a_queue_of_their_own(broker):
    """What beat sends does not stand in line behind calls for mails."""
    wake.send_deliver(1)
    for name in site.SWEEPS:
        send_sweep(name)

    with redis.Redis.from_url(site.REDIS_URL) as queue:
        sweeps = [json.loads(each)["headers"]["task"] for each in queue.lrange(site.SWEEPS_QUEUE, 0, -1)]
        assert {f"games.tasks.{name}" for name in site.SWEEPS} == set(sweeps)
        assert queue.llen(site.CELERY_TASK_DEFAULT_QUEUE) == 1


def test_health_says_that_nobody_takes_sweeps(broker, db, settings):
    """A worker of an older deployment that listens to the other queue alone is found out."""
    old = clock.now() - timedelta(hours=1)
    Heartbeat.objects.bulk_create(
        Heartbeat(name=name.removeprefix("sweep_"), at=old) for name in settings.SWEEPS
    )
    Heartbeat.objects.create(name="queue", at=clock.now())
    send_sweep("sweep_deadlines")

    assert ["no worker takes sweeps: 1 wait in the queue fluxx-sweeps"] == check_health().wrong


@pytest.mark.slow
def test_sweeps_run_while_mails_wait(start_worker, outbox, smtp):
    """A worker without -Q, a slow mail server and forty calls in line: the sweep of the clocks runs soon."""
    smtp.fault, smtp.delay = Fault.SLOW, 1.0
    for _game in range(40):
        wake.send_deliver(outbox(1).pk)
    worker = start_worker(concurrency=2)
    worker.wait_until(lambda: bool(smtp.received), "no mail left")
    send_sweep("sweep_deadlines")
    began = time.monotonic()
    worker.wait_until(Heartbeat.objects.filter(name="deadlines").exists, "no sweep ran", 60)

    assert time.monotonic() - began < 5
    assert Notice.objects.filter(status="waiting").exists()
