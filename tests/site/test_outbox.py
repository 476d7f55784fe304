"""The outbox: every notice is mailed at least once, whatever breaks; repeats carry one Message-ID."""

import base64
import json
import smtplib
import socket
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.db.models import F

from games import clock
from games.core import wake
from games.delivery import dispatch, notice_status, writing
from games.delivery.batch import NoticeBatch
from games.delivery.dispatch import deliver
from games.delivery.smtp import MailConnection
from games.models import Game, Notice, Player, Question, Seat
from games.outbox import notices
from games.outbox.obsolete import Obsolete
from games.periodic.sweep import sweep_notices
from tests.support.smtp import Fault

from .plain import plain
from .play import answer, at_once, question_to
from .staff import pause_game, resume_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def outbox(ann, monkeypatch):
    """Write so many notices, each to a player of its own, and compose them as briefly as can be."""
    monkeypatch.setattr(writing, "compose", plain)
    game = Game.objects.create(host=ann, name="Friday game")

    def write(count: int) -> list[Notice]:
        players = Player.objects.bulk_create(
            Player(email=f"p{n}@players.example", name=f"P{n}") for n in range(count)
        )
        owed = [
            notices.build_notice(Notice.Kind.DECLINED, key=f"n{n}", game=game, player=player, seat=seat)
            for seat in [game.seats.create(number=9)]
            for n, player in enumerate(players)
        ]
        return Notice.objects.bulk_create(owed)

    return write


def statuses() -> dict[str, int]:
    counted: dict[str, int] = {}
    for status in Notice.objects.values_list("status", flat=True):
        counted[status] = counted.get(status, 0) + 1
    return counted


def later(**by: int) -> None:
    """Let waiting notices be due, as if so much time had passed, in which nobody looked at a game."""
    gone = timedelta(**by)
    waiting = Notice.objects.filter(status="waiting")
    waiting.update(next_try_at=F("next_try_at") - gone, created_at=F("created_at") - gone)
    Seat.objects.update(seen_at=F("seen_at") - gone)


def test_every_notice_is_sent_once(outbox, smtp):
    """A sweep empties the outbox, one mail to each address, and leaves a heartbeat."""
    outbox(45)

    tally = sweep_notices()

    assert (statuses(), tally.did, tally.failed) == ({"sent": 45}, 45, 0)
    assert len({mail.recipients for mail in smtp.received}) == len(smtp.received) == 45


def test_x1_a_queue_that_forgets_everything_costs_no_mail(ann, bob, start, smtp, broker, monkeypatch):
    """Flushing Redis in the middle of a game loses wake-up calls, never a notice.

    What one mail tells together, as a start and the turn that follows it, has one Message-ID.
    """
    monkeypatch.setattr(writing, "compose", plain)
    game = start(ann, bob)
    for _step in range(10):
        game.refresh_from_db()
        question = Question.objects.filter(game=game, closed_at=None).select_related("game", "seat").first()
        if question is None:
            break
        answer(question)
        broker.flushdb()

    later(minutes=11)
    sweep_notices()

    written = set(Notice.objects.exclude(status="skipped").values_list("message_id", flat=True))
    assert "waiting" not in statuses()
    assert sorted(mail.message["Message-ID"] for mail in smtp.received) == sorted(written)


def test_x3_a_rollback_leaves_no_notice_and_no_deadline(ann, bob, start, monkeypatch):
    """What fails after the notices were written takes them with it."""
    question = question_to(start(ann, bob), ann)

    def rows() -> list[set[int]]:
        return [set(model.objects.values_list("pk", flat=True)) for model in (Notice, Question)]

    def fail(_place):
        raise RuntimeError("the last line of the transaction")

    before = rows()
    monkeypatch.setattr("games.core.crash.point", fail)
    with pytest.raises(RuntimeError):
        answer(question)

    question.refresh_from_db()
    assert (rows(), question.is_open) == (before, True)


@pytest.mark.parametrize("fault", [Fault.BUSY, Fault.TRY_LATER, Fault.DROP])
def test_x5_a_passing_fault_is_tried_again_under_the_same_message_id(outbox, smtp, fault):
    """A 4xx reply, or none, means: later again, and a mailbox recognises the repeat."""
    (notice,) = outbox(1)
    smtp.fault = fault
    sweep_notices()
    failed = Notice.objects.get()
    smtp.fault = Fault.OK
    later(minutes=2)
    sweep_notices()

    sent = Notice.objects.get()
    assert (failed.status, failed.attempts, bool(failed.error)) == ("waiting", 1, True)
    assert failed.next_try_at - clock.now() > timedelta(seconds=50)
    assert (sent.status, sent.attempts, sent.error) == ("sent", 1, "")
    assert {mail.message["Message-ID"] for mail in smtp.received} == {notice.message_id}


def test_one_connection_serves_many_moves(outbox, smtp):
    """What follows from a move goes over the connection that the move before has left open."""
    for number, notice in enumerate(outbox(3), start=1):
        Notice.objects.exclude(pk=notice.pk).update(next_try_at=clock.now() + timedelta(hours=1))
        Notice.objects.filter(pk=notice.pk).update(next_try_at=clock.now())
        deliver(game=notice.game_id)
        assert (number, 1) == (len(smtp.received), len(smtp.connections))


def test_a_connection_that_was_dropped_is_opened_once_more(smtp):
    """A server that has hung up is noticed before a mail is handed over, so that nothing is sent twice."""
    for number in (1, 2, 2):
        with MailConnection() as connection:
            connection.send(EmailMultiAlternatives(to=["p@players.example"]))
        assert number == len(smtp.connections)
        if number == 1:
            smtp.hang_up()

    assert 3 == smtp.attempts


def test_a_server_that_hangs_up_after_a_mail_gets_it_once_in_an_attempt(smtp):
    """Nobody knows whether it has taken the mail: what sends it again is the outbox, not the connection."""
    smtp.fault = Fault.DROP
    with pytest.raises(smtplib.SMTPServerDisconnected), MailConnection() as connection:
        connection.send(EmailMultiAlternatives(to=["p@players.example"]))

    assert (1, 1) == (smtp.attempts, len(smtp.connections))


def test_an_idle_connection_is_closed(smtp, monkeypatch):
    """After some seconds without a mail the server is told, and the next mail gets a new connection."""
    monkeypatch.setattr("games.delivery.smtp.LONGEST_IDLE", 0.05)
    for _mail in range(2):
        with MailConnection() as connection:
            connection.send(EmailMultiAlternatives(to=["p@players.example"]))
        end = time.monotonic() + 30
        while not all(each.is_closing() for each in smtp.connections):
            assert time.monotonic() < end
            time.sleep(0.01)

    assert 2 == len(smtp.connections)


def test_no_two_threads_share_a_connection(smtp):
    """While one has it, another opens its own; one of the two is kept."""
    smtp.fault, smtp.delay = Fault.SLOW, 0.2

    def send(_number: int) -> None:
        with MailConnection() as connection:
            connection.send(EmailMultiAlternatives(to=["p@players.example"]))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(send, range(2)))
    send(3)

    assert (3, 2) == (len(smtp.received), len(smtp.connections))


def test_x5_a_refused_connection_is_tried_again(outbox, smtp):
    """A mail server that is away costs time, no mail."""
    outbox(3)
    smtp.refuse()
    sweep_notices()
    away = statuses()
    smtp.listen()
    later(minutes=2)
    sweep_notices()

    assert (away, statuses()) == ({"waiting": 3}, {"sent": 3})


def test_x5_an_address_that_takes_no_mail_is_marked(outbox, smtp):
    """550: no retry, the row is dead, and the player's later notices are skipped."""
    (notice,) = outbox(1)
    smtp.fault = Fault.NO_SUCH_BOX
    sweep_notices()
    dead = Notice.objects.get()
    smtp.fault = Fault.OK
    again = notices.build_notice(
        Notice.Kind.DECLINED, key="again", game=notice.game, player=notice.player, seat=notice.seat
    )
    notices.write([again])
    sweep_notices()

    player = Player.objects.get(pk=notice.player_id)
    skipped = Notice.objects.get(key="again")
    assert (dead.status, dead.reason, "550" in dead.error) == ("dead", "the address takes no mail", True)
    assert (player.mail_refused_at is not None, "550" in player.mail_error) == (True, True)
    assert (skipped.status, skipped.reason, smtp.received) == ("skipped", "the address takes no mail", [])


def test_x5_a_full_mailbox_loses_this_mail_only(outbox, smtp):
    """552: the row is dead, the error is shown to the player, and the next mail is tried."""
    (notice,) = outbox(1)
    smtp.fault = Fault.BOX_FULL
    sweep_notices()

    player = Player.objects.get(pk=notice.player_id)
    assert (Notice.objects.get().status, player.mail_refused_at) == ("dead", None)
    assert "552" in player.mail_error


def test_x5_a_server_that_hangs_holds_nobody_up_for_long(outbox, smtp, settings):
    """A mail without an answer is given up after EMAIL_TIMEOUT; the others go out."""
    settings.EMAIL_TIMEOUT = 0.5
    outbox(5)
    smtp.faults["p0@players.example"] = Fault.HANG
    begun = time.monotonic()
    sweep_notices()

    assert (statuses(), time.monotonic() - begun < 5) == ({"sent": 4, "waiting": 1}, True)


def test_x6_a_move_does_not_wait_for_a_broker_that_refuses(ann, bob, start, settings, monkeypatch, caplog):
    """With the broker's port closed a move is stored in a moment, and a warning logged."""
    check_move_without_broker(ann, bob, start, monkeypatch, "redis://127.0.0.1:1/0")

    assert "the broker does not answer" in caplog.text


def test_x6_a_move_does_not_wait_for_a_broker_that_is_silent(ann, bob, start, monkeypatch):
    """With a broker that takes the connection and says nothing, a move takes less than three seconds."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        check_move_without_broker(
            ann, bob, start, monkeypatch, f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        )


def check_move_without_broker(ann, bob, start, monkeypatch, url: str) -> None:
    from celery import Celery

    monkeypatch.setattr(wake, "_silent_until", 0.0)
    app = Celery("elsewhere", broker=url, set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = url
    monkeypatch.setattr(wake, "current_app", app)
    game = start(ann, bob)
    begun = time.monotonic()
    answered = answer(question_to(game, ann))

    assert answered.move.pk
    assert time.monotonic() - begun < 3
    assert wake._silent_until > 0
    monkeypatch.setattr(wake, "_silent_until", 0.0)


def test_x7_one_task_delivered_five_times_sends_once(outbox, smtp):
    """The same message, worked off by five workers at once, sends each mail once."""
    (notice,) = outbox(1)

    at_once(*[partial(deliver, game=notice.game_id)] * 5)

    assert (len(smtp.received), statuses()) == (1, {"sent": 1})


@pytest.mark.race
def test_x7_without_the_lock_of_the_lease_it_would_be_sent_twice(outbox, smtp, monkeypatch):
    """Five that take leases without a lock, and do not renew them, send more than one mail."""
    (notice,) = outbox(1)
    monkeypatch.setattr(dispatch, "lease_batch", partial(lease_without_lock, [5]))
    monkeypatch.setattr(dispatch, "deliver_one", send_whatever)

    at_once(*[partial(deliver, game=notice.game_id)] * 5)

    assert len(smtp.received) > 1


def lease_without_lock(left, *, game=None, to_channels=False, limit=20):
    ids = list(Notice.objects.filter(status="waiting").values_list("pk", flat=True))
    time.sleep(0.2)
    return (uuid.uuid4(), ids) if ids else None


def send_whatever(pk, batch, connection):
    notice = Notice.objects.get(pk=pk)
    connection.send(plain(notice))
    Notice.objects.filter(pk=pk).update(status="sent")
    return True


def test_x9_tasks_carry_ids_only(ann, bob, start, broker):
    """Whatever a game publishes, its messages hold whole numbers and nothing else."""
    game = start(ann, bob, bots=1)
    for _step in range(8):
        question = Question.objects.filter(game=game, closed_at=None).select_related("game", "seat").first()
        if question is not None:
            answer(question)

    messages = [json.loads(each) for each in broker.lrange("fluxx", 0, -1)]
    arguments = [json.loads(base64.b64decode(each["body"]))[:2] for each in messages]
    assert arguments
    assert all(kwargs == {} and all(isinstance(value, int) for value in args) for args, kwargs in arguments)


def test_x10_four_sweepers_send_each_notice_once(outbox, smtp):
    """Four senders at once, without the sweep's own lock, share the outbox without a repeat."""
    outbox(120)

    at_once(*[deliver] * 4)

    recipients = [mail.recipients for mail in smtp.received]
    assert (len(recipients), len(set(recipients)), statuses()) == (120, 120, {"sent": 120})


def test_x11_sweeps_that_pile_up_come_down_to_one(outbox, smtp):
    """While one sweep is at work another does nothing."""
    outbox(1)
    smtp.fault, smtp.delay = Fault.SLOW, 0.5

    tallies = at_once(sweep_notices, sweep_notices, sweep_notices)

    assert sorted(tally.did for tally in tallies) == [0, 0, 1]


@pytest.mark.slow
def test_x12_a_poisonous_row_is_given_up_and_blocks_nobody(outbox, smtp, monkeypatch):
    """One cannot be composed, one has a line break in a header: the 98 behind them go out."""
    first, second, *_rest = outbox(100)

    def poisonous(notice: Notice, _snapshot: object) -> EmailMultiAlternatives:
        if notice.pk == first.pk:
            raise KeyError("bread")
        message = plain(notice)
        if notice.pk == second.pk:
            message.subject = "two\nlines"
        return message

    monkeypatch.setattr(writing, "compose", poisonous)
    sweep_notices()
    at_first = statuses()
    for _attempt in range(notice_status.MOST_ATTEMPTS_TO_COMPOSE):
        later(hours=2)
        sweep_notices()

    given_up = Notice.objects.filter(status="dead").order_by("pk")
    assert (at_first, statuses()) == ({"sent": 98, "waiting": 2}, {"sent": 98, "dead": 2})
    assert [notice.reason for notice in given_up] == ["the mail cannot be written"] * 2
    assert ["bread" in notice.error for notice in given_up] == [False, False]


def test_x13_a_sender_that_lost_its_lease_leaves_the_notice_alone(outbox, smtp):
    """Who was slower than the lease finds that another has the notice now, and sends nothing."""
    outbox(1)
    lease, ids = dispatch.lease_batch()
    Notice.objects.update(leased_until=clock.now() - timedelta(seconds=1))
    other, _ids = dispatch.lease_batch()

    with dispatch.MailConnection() as connection:
        dispatch.deliver_one(ids[0], NoticeBatch(lease, ids), connection)
        late = len(smtp.received)
        dispatch.deliver_one(ids[0], NoticeBatch(other, ids), connection)

    assert (late, len(smtp.received), statuses()) == (0, 1, {"sent": 1})


def change_seat(question: Question, **fields: object) -> None:
    Seat.objects.filter(pk=question.seat_id).update(**fields)


def change_player(question: Question, **fields: object) -> None:
    Player.objects.filter(pk=question.seat.player_id).update(**fields)


CHANGES = {
    "the question is answered": answer,
    "the player has left the table": partial(change_seat, status="left"),
    "the game is over": lambda _question: Game.objects.update(status="ended"),
    "the address takes no mail": lambda question: change_player(question, mail_refused_at=clock.now()),
    "the account is closed": partial(change_player, is_active=False),
    "a bot keeps the seat": partial(change_seat, on_autopilot=True),
}


@pytest.mark.parametrize("reason", CHANGES)
def test_x14_what_is_no_longer_so_is_not_mailed(ann, bob, start, smtp, reason):
    """Right before it is sent a notice is asked whether it still has something to say."""
    question = question_to(start(ann, bob), ann)
    CHANGES[reason](question)
    sweep_notices()

    notice = Notice.objects.get(question=question)
    assert (notice.status, notice.reason) == ("skipped", reason)
    assert notice.message_id not in {mail.message["Message-ID"] for mail in smtp.received}


def test_a_mail_that_has_nothing_to_say_is_skipped_with_its_reason(outbox, smtp, monkeypatch):
    """The composer, too, can find that a notice is obsolete."""
    outbox(1)

    def nothing(_notice, _snapshot):
        raise Obsolete("nothing to say")

    monkeypatch.setattr(writing, "compose", nothing)
    sweep_notices()

    assert (Notice.objects.get().reason, smtp.received) == ("nothing to say", [])


def test_a_notice_written_twice_is_one_row(ann, bob, start):
    """The key of a notice is unique: who was told is not told again."""
    game = start(ann, bob)
    question = question_to(game, ann)
    with transaction.atomic():
        notices.write([notices.build_for_question(question)])

    assert Notice.objects.filter(question=question).count() == 1


def test_the_sweep_finds_notices_by_their_index(outbox):
    """Among many that were sent, those that wait are found without reading the table."""
    outbox(300)
    Notice.objects.update(status="sent")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_notice")
        cursor.execute("SET enable_seqscan = off")
        due = Notice.objects.filter(status="waiting", next_try_at__lte=clock.now()).order_by(
            "next_try_at", "pk"
        )
        plan = due.explain()
        cursor.execute("RESET enable_seqscan")

    assert "notice_waiting" in plan


def test_a_paused_game_keeps_its_mail_until_it_goes_on(ann, bob, start, smtp, moderator):
    """Nobody is asked to move in a game that stands still; when it goes on, they are."""
    game = start(ann, bob)
    notice = Notice.objects.get(question=question_to(game, ann))
    pause_game(game=game, by=moderator, reason="a test")
    sweep_notices()
    paused = {mail.message["Message-ID"] for mail in smtp.received}
    resume_game(game=game, by=moderator, reason="a test")
    sweep_notices()

    gone_on = {mail.message["Message-ID"] for mail in smtp.received}
    assert (notice.message_id in paused, notice.message_id in gone_on) == (False, True)
