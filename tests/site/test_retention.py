"""What is removed after KEEP_DAYS, and what stays for as long as a game needs it (O14)."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection

from games import clock
from games.models import (
    Channel,
    Heartbeat,
    InboundMail,
    Move,
    Notice,
    NumberedMail,
    Outage,
    Question,
    Reply,
    SentMail,
    Vote,
)
from games.periodic import retention, unnotified
from games.periodic.sweep import sweep_notices, sweep_old
from games.periodic.timeout_facts import load_facts

from .play import answer, question_to, seat_of

pytestmark = pytest.mark.django_db(transaction=True)


def age(days: int) -> None:
    """Let all notices and mails be so old."""
    then = clock.now() - timedelta(days=days)
    Notice.objects.update(created_at=then)
    Notice.objects.filter(sent_at__isnull=False).update(sent_at=then)
    InboundMail.objects.update(received_at=then)
    Reply.objects.update(received_at=then)
    SentMail.objects.update(sent_at=then)
    NumberedMail.objects.update(written_at=then)


def test_old_rows_are_removed_and_what_an_open_question_needs_stays(ann, bob, start, smtp):
    """Sent and skipped notices, mails and replies go; those of the open question, and what waits, stay."""
    game = start(ann, bob)
    sweep_notices()
    answered = question_to(game, ann)
    answer(answered)
    asked = Question.objects.filter(game=game, closed_at=None)
    Notice.objects.filter(question__in=asked).update(status="sent", sent_at=clock.now())
    InboundMail.objects.create(key="a", status="done", kind="reply")
    InboundMail.objects.create(key="b", status="working")
    Reply.objects.create(seat=seat_of(game, ann), player=ann, key="a")
    SentMail.objects.create(message_id="<a@b>", lines=b"12345", sent_at=clock.now())
    NumberedMail.objects.create(message_id="<a@b>", player=ann, written_at=clock.now())
    Vote.objects.create(game=game, seat=seat_of(game, ann), kind="silence", closes_at=clock.now())
    Outage.objects.create(
        started_at=clock.now() - timedelta(days=200), ended_at=clock.now() - timedelta(days=199)
    )
    moves = Move.objects.count()
    before = Notice.objects.count()
    age(91)
    sweep_old()
    left = set(Notice.objects.values_list("question", flat=True))

    assert before > Notice.objects.count() > 0
    assert left == {question.pk for question in asked}
    assert set(InboundMail.objects.values_list("key", flat=True)) == {"b"}
    assert not Reply.objects.exists()
    assert not SentMail.objects.exists()
    assert not NumberedMail.objects.exists()
    assert (Vote.objects.count(), Outage.objects.count(), Move.objects.count()) == (1, 1, moves)
    row = asked[0]
    known = load_facts(row.pk).notices
    assert unnotified.notification_state(row, row.seat, known)[0] is unnotified.NotificationState.KNOWS


def test_what_is_younger_and_what_waits_stays(ann, bob, start, smtp, settings):
    """KEEP_DAYS counts from when a notice was written, and, if that was later, sent."""
    settings.KEEP_DAYS = 40
    start(ann, bob)
    age(200)
    waiting = Notice.objects.filter(status="waiting").count()
    sweep_old()
    assert Notice.objects.count() == waiting > 0
    sweep_notices()
    Heartbeat.objects.filter(name=retention.NAME).delete()
    sweep_old()

    assert Notice.objects.filter(status="sent").exists()


def test_rows_go_in_batches_once_an_hour(ann, bob, start, smtp, monkeypatch):
    """However many there are; the next sweep within the hour looks at one row alone."""
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(7):
        InboundMail.objects.create(key=str(number), status="ignored")
    age(91)
    first, second = sweep_old(), sweep_old()

    assert (first.did, second.did) == (7, 0)


def test_a_device_that_was_lost_long_ago_goes_after_its_notices(ann):
    """Its row was kept for what it was told."""
    Channel.objects.create(
        player=ann,
        kind="push",
        name="phone",
        url="https://push.example/1",
        off_at=clock.now() - timedelta(days=91),
    )
    Channel.objects.create(
        player=ann,
        kind="json",
        name="hook",
        url="https://hook.example/1",
        off_at=clock.now() - timedelta(days=91),
    )
    sweep_old()

    assert [channel.name for channel in Channel.objects.all()] == ["hook"]


def test_counters_go_when_they_have_expired(client, travel):
    """They name the network of a visitor, for a day at most as /privacy/ says; Django's cache keeps them."""
    client.post("/accounts/login/", {"login": "eve@players.example", "password": "x"})
    assert stored_counters("127.0.0.1") > 0
    travel(days=1)
    cache.set("of-today", 1)
    sweep_old()

    assert 0 == stored_counters("127.0.0.1")
    assert 1 == cache.get("of-today")


def stored_counters(part: str) -> int:
    """How many rows of the cache are stored whose key has this part."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM site_cache WHERE cache_key LIKE %s", [f"%{part}%"])
        return int(cursor.fetchone()[0])


def test_sessions_go_when_they_have_expired(ann, client):
    """A browser that is signed in keeps its session; one that was not used for long leaves nothing."""
    client.force_login(ann)
    kept = Session.objects.get()
    Session.objects.create(session_key="old", session_data="", expire_date=clock.now() - timedelta(minutes=1))
    sweep_old()

    assert list(Session.objects.values_list("session_key", flat=True)) == [kept.session_key]
