"""Rows of another release: what this one doesn't know is shown neutrally, counted, and holds up nobody."""

import logging
import re
import time
from datetime import timedelta

import pytest

import engine
from games import clock
from games.core import postponed, unknown
from games.core.event_log import note_event
from games.core.refusal import NotPossible
from games.delivery.dispatch import LEASE, deliver
from games.models import By, Heartbeat, Move, Notice, PostponedRow, Question, StaffAct, Vote
from games.moderation import desk
from games.periodic import reminders, sweep, timeouts
from games.periodic.health_report import check_health
from games.play import votes
from games.timing import outages

from .play import answer, question_to, seat_of

pytestmark = pytest.mark.other_release

NEUTRAL = "Something happened that this version of the site can’t describe."
SOON = 60.0


def read(client, player, path: str) -> str:
    """A page as somebody sees it."""
    client.force_login(player)
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


@pytest.mark.parametrize(
    "params",
    [
        {"what": "something-new", "name": "Ann"},
        {"what": "time-given", "giver": "Ann"},
        {"what": "away-stop", "name": "Ann", "until": "some day"},
        {},
    ],
    ids=["unknown code", "other parameters", "another form", "no code"],
)
def test_an_event_of_another_release(params, ann, bob, start, client):
    """Its line is neutral at the table, in the history and on the dashboard of all who sit there."""
    game = start(ann, bob)
    event = note_event(game, "pause-over")
    Move.objects.filter(pk=event.pk).update(params=params)

    for player in (ann, bob):
        for path in ("/", f"/g/{game.key}/", f"/g/{game.key}/history/"):
            assert NEUTRAL.rstrip(".") in read(client, player, path)  # a row has no stop
    assert len(check_health().figures["unknown_codes"]) == 1


def test_an_outcome_of_another_release(ann, bob, start, client):
    """Its line is neutral; what else came of the move is told as always."""
    game = start(ann, bob)
    move = answer(question_to(game, ann)).move
    Move.objects.filter(pk=move.pk).update(outcomes=[{"type": "levitated", "seat": 1}, *move.outcomes])

    page = read(client, bob, f"/g/{game.key}/history/")
    assert NEUTRAL in page
    assert re.search(r"Ann\S* (played|drew|used)", page)
    assert "levitated" not in page


def test_an_outcome_with_more_or_other_fields():
    """A field more is left out; an outcome that lacks one, or is none at all, is told neutrally."""
    more = {"type": "turnbegan", "seat": 2, "number": 3, "mood": "good"}
    less = {"type": "played", "seat": 2}

    assert engine.load_outcomes([more]) == (engine.TurnBegan(2, 3),)
    assert engine.load_outcomes([more, less]) == (engine.TurnBegan(2, 3), engine.Unknown("played"))
    for no_outcome in ({"seat": 2}, {"type": 3}, [], "turnbegan", None):
        assert engine.load_outcomes([no_outcome, more]) == (engine.Unknown(), engine.TurnBegan(2, 3))


def test_a_kind_of_move_of_another_release(ann, bob, start, client):
    """It has a neutral line in the history, in the replay and on the dashboard."""
    game = start(ann, bob)
    event = note_event(game, "pause-over")
    Move.objects.filter(pk=event.pk).update(kind="swap", params={})

    for path in ("/", f"/g/{game.key}/history/", f"/g/{game.key}/replay/"):
        assert NEUTRAL.rstrip(".") in read(client, ann, path) or path.endswith("replay/")


def due_notices(game, player, count: int, kind: str = Notice.Kind.STARTED) -> list[Notice]:
    """Notices that should leave now, the oldest first."""
    seat, now = seat_of(game, player), clock.now()
    rows = [
        Notice(
            key=f"{kind}/{number}",
            kind=kind,
            game=game,
            seat=seat,
            player=player,
            plan=Notice.Plan.READY,
            message_id=f"<{kind}{number}@x>",
            next_try_at=now - timedelta(minutes=count - number),
        )
        for number in range(count)
    ]
    return Notice.objects.bulk_create(rows)


@pytest.mark.django_db(transaction=True)
def test_a_notice_that_cant_be_prepared_holds_up_nobody(ann, bob, start, travel, mailoutbox):
    """The first of forty-five is of another release: it waits with its reason, and all others leave."""
    game = start(ann, bob)
    Notice.objects.all().delete()
    rows = due_notices(game, bob, 45)
    Notice.objects.filter(pk=rows[0].pk).update(kind="future")
    for _sweep in range(4):
        deliver()
        travel(seconds=LEASE.total_seconds() + 1)
    rows[0].refresh_from_db()

    waiting = Notice.objects.filter(status=Notice.Status.WAITING)
    assert [each.pk for each in waiting] == [rows[0].pk]
    assert rows[0].attempts >= 1
    assert rows[0].error == "this release doesn’t know the notice 'future'"
    assert check_health().figures["failing_notices"] == 1

    Notice.objects.filter(pk=rows[0].pk).update(kind=Notice.Kind.STARTED, next_try_at=clock.now())
    deliver()
    rows[0].refresh_from_db()
    assert rows[0].status == Notice.Status.SENT


@pytest.mark.django_db(transaction=True)
def test_a_check_that_raises_is_counted_and_given_up(ann, bob, start, travel, monkeypatch):
    """As an error of composing is: five attempts, and the operator reads why."""
    game = start(ann, bob)
    Notice.objects.all().delete()
    (row,) = due_notices(game, bob, 1)
    monkeypatch.setattr("games.outbox.planning.plan_notice", lambda notice: 1 / 0)
    for _sweep in range(6):
        deliver()
        travel(hours=1)
    row.refresh_from_db()

    assert (row.status, row.attempts) == (Notice.Status.DEAD, 5)
    assert row.error.startswith("ZeroDivisionError")


@pytest.mark.django_db(transaction=True)
def test_a_reminder_that_fails_stops_no_other(ann, bob, carol, start, travel, monkeypatch):
    """It waits for longer each time, the next one is written, and the sweep leaves its heartbeat."""
    first, second = start(ann, bob), start(carol, bob)
    travel(hours=20)
    due = [question_to(first, ann), question_to(second, carol)]
    Question.objects.filter(pk__in=[each.pk for each in due]).update(remind_at=clock.now())
    real = reminders.notify_reminder
    bad = due[0].pk
    monkeypatch.setattr(
        reminders,
        "notify_reminder",
        lambda *, question_pk: 1 / 0 if question_pk == bad else real(question_pk=question_pk),
    )
    Heartbeat.objects.filter(name="reminders").delete()
    sweep.sweep_reminders()
    reminded = Notice.objects.filter(kind=Notice.Kind.REMINDER)

    assert list(reminded.values_list("question", flat=True)) == [due[1].pk]
    assert Heartbeat.objects.get(name="reminders").failed == 1
    row = PostponedRow.objects.get()
    assert (row.work, row.row, row.attempts) == (reminders.REMINDER, bad, 1)
    assert row.error.startswith("ZeroDivisionError")

    monkeypatch.setattr(reminders, "notify_reminder", real)
    sweep.sweep_reminders()
    assert reminded.count() == 1  # it rests for a minute
    travel(minutes=2)
    sweep.sweep_reminders()
    assert reminded.count() == 2
    assert not PostponedRow.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_work_that_fails_as_a_whole_stops_neither_the_others_nor_the_heartbeat(
    ann, bob, start, monkeypatch
):
    """The sweep goes on behind it, and the health report names it once that is no chance any more."""
    start(ann, bob)

    def broken(*, stop_at: float) -> None:
        raise ValueError("a hidden card")

    done = []
    for _sweep in range(3):
        sweep.sweep("alerts", broken, lambda *, stop_at: done.append(stop_at) or sweep.Tally(1))

    assert len(done) == 3
    assert Heartbeat.objects.get(name="alerts").failed == 1
    report = check_health()
    assert report.figures["postponed_rows"] == 1
    assert "the work broken" in str(report.problems["postponed_rows"])
    assert "hidden card" not in str(report.problems["postponed_rows"])


@pytest.mark.django_db(transaction=True)
def test_a_checkpoint_that_cant_be_restored_stops_nobody(ann, bob, carol, start, monkeypatch, travel):
    """The question of the broken game is tried again later, and the others are answered."""
    broken, sound = start(ann, bob), start(carol, bob)
    travel(days=3)
    bad, real = question_to(broken, ann).pk, timeouts.strike

    class DivergedTable(Exception):
        game = broken.pk

    def strike(*, question_pk: int) -> bool:
        if question_pk == bad:
            raise DivergedTable
        return real(question_pk=question_pk)

    monkeypatch.setattr(timeouts, "DivergedTable", DivergedTable)
    monkeypatch.setattr(timeouts, "strike", strike)
    monkeypatch.setattr(timeouts, "restore_checkpoint", lambda game: 1 / 0)
    tally = timeouts.strike_all(stop_at=time.monotonic() + SOON)

    assert (tally.did, tally.failed) == (2, 1)
    assert Question.objects.get(pk=bad).error.startswith("ZeroDivisionError")
    assert Move.objects.filter(game=sound, by=By.CLOCK).exists()


def test_an_act_of_another_release_waits(ann, bob, start, moderator, travel):
    """It is not carried out, holds up no other, and can't be taken back here."""
    game = start(ann, bob)
    record = desk.perform("end", game=game, by=moderator, reason="Enough.").record
    StaffAct.objects.filter(pk=record.pk).update(act="applaud")
    travel(days=2)
    tally = desk.carry_out_due(stop_at=time.monotonic() + SOON)
    again = desk.carry_out_due(stop_at=time.monotonic() + SOON)
    record.refresh_from_db()

    assert (tally.failed, again.did) == (1, 0)
    assert record.status == StaffAct.Status.PENDING
    with pytest.raises(NotPossible):
        desk.revert(record, by=moderator)


def test_a_vote_of_another_release_waits(ann, bob, carol, start, travel):
    """Nobody can vote in it here, and the sweep leaves it open."""
    game = start(ann, bob, carol)
    vote = votes.do_open(game, seat_of(game, ann), Vote.Kind.SILENCE, choices=["bot", "end"])
    Vote.objects.filter(pk=vote.pk).update(kind="swap")
    with pytest.raises(NotPossible, match="doesn’t know"):
        votes.cast(vote=vote, seat=seat_of(game, bob), choice="bot")
    travel(days=5)
    tally = votes.close_due(stop_at=time.monotonic() + SOON)
    vote.refresh_from_db()

    assert tally.failed == 1
    assert vote.is_open


@pytest.mark.django_db(transaction=True)
def test_a_game_whose_time_cant_be_given_back_stops_no_other(ann, bob, carol, start, monkeypatch, travel):
    """Its clocks rest until staff have looked at it; everybody else's run on."""
    broken, sound = start(ann, bob), start(carol, bob)
    Heartbeat.objects.create(name="deadlines", at=clock.now())
    due_at = question_to(sound, carol).due_at
    travel(hours=3, asleep=True)
    real = outages.credit_games
    monkeypatch.setattr(
        outages, "credit_games", lambda games, outage: 1 / 0 if broken in games else real(games, outage)
    )
    assert outages.credit_outages("deadlines", stop_at=time.monotonic() + SOON)

    assert question_to(broken, ann).stuck_at is not None
    assert question_to(sound, carol).due_at > due_at


def test_codes_are_logged_once_and_counted_for_a_day(db, caplog, travel):
    """However many rows have it."""
    with caplog.at_level(logging.WARNING):
        for _line in range(5):
            unknown.note_unknown("event", "something-new")
    assert len(caplog.records) == 1
    assert unknown.codes_seen() == ["event 'something-new'"]
    travel(hours=25)
    assert unknown.codes_seen() == []


def test_a_row_waits_twice_as_long_after_each_failure(db, travel):
    """A minute, two, four, and an hour at most."""
    waits = []
    for _failure in range(8):
        postponed.postpone("some work", 7, ValueError())
        waits.append(PostponedRow.objects.get().retry_at - clock.now())

    assert [round(each.total_seconds() / 60) for each in waits] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert list(postponed.waiting("some work")) == [7]
    assert list(postponed.waiting("other work")) == []
