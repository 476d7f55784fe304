"""Requirement D5: no timeout without a delivered notice, and no stall either."""

from datetime import timedelta

import pytest

from games import clock
from games.history import game_history
from games.models import By, Channel, Move, Notice, NoticeChoices, Player, Question, Seat
from games.models.question import IS_OPEN
from games.periodic import unnotified
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_reminders
from games.periodic.timeout_facts import load_facts
from games.seats.membership import mark_seen
from games.timing import deadlines
from tests.support.smtp import Fault

from .play import answer, question_to, seat_of
from .staff import end_game

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ABOUT = timedelta(seconds=20)


def struck(game) -> bool:
    """Whether the clock has answered in a game, once or for the rest of a turn."""
    return Move.objects.filter(game=game, by=By.CLOCK).exists()


def run_out(game, **fields) -> Question:
    """Let the time of a game's only question run out; its notice stays as it is, but for these fields."""
    question = Question.objects.get(IS_OPEN, game=game, is_side=False)
    Question.objects.filter(pk=question.pk).update(due_at=clock.now() - deadlines.TIMEOUT_DELAY)
    if fields:
        Notice.objects.filter(question=question).update(**fields)
    return question


def left(question) -> timedelta:
    """How much time is left for a question."""
    question.refresh_from_db()
    return question.due_at - clock.now()


@pytest.mark.parametrize(("pace", "hours"), [(1, 6), (7, 12)])
def test_d5_who_was_not_told_does_not_run_out(ann, bob, start, pace, hours):
    """The notice waits: the clock moves to a quarter of what was given, at most twelve hours, again."""
    game = start(ann, bob, pace=pace)
    question = run_out(game, attempts=3)
    sweep_deadlines()
    first = left(question)
    run_out(game)
    sweep_deadlines()

    assert abs(first - hours * HOUR) < ABOUT
    assert abs(left(question) - hours * HOUR) < ABOUT
    assert not struck(game)


def test_d5_who_has_had_their_mails_of_the_hour_does_not_run_out(ann, bob, start, smtp, settings):
    """The limit of mails put the notice off beyond the deadline: nobody chose that."""
    settings.MAILS_AN_HOUR = 1
    start(ann, bob)
    sweep_notices()
    heard = len(smtp.to(ann.email))
    game = start(ann, bob)
    NoticeChoices.objects.filter(player=ann).update(mailed_game=None, together=False)
    Notice.objects.filter(player=ann, status="sent").update(sent_at=clock.now() - timedelta(minutes=5))
    NoticeChoices.objects.filter(player=ann).update(mailed_at=clock.now() - timedelta(minutes=5))
    sweep_notices()
    question = run_out(game)
    notice = Notice.objects.get(question=question, player=ann)
    sweep_deadlines()

    assert (notice.status, notice.attempts, notice.next_try_at > clock.now()) == ("waiting", 0, True)
    assert len(smtp.to(ann.email)) == heard
    assert not struck(game)
    assert abs(left(question) - 6 * HOUR) < ABOUT


def test_d5_from_the_sending_on_there_is_some_time(ann, bob, start):
    """The notice left an hour ago: the clock waits until six hours after that, and strikes then."""
    game = start(ann, bob)
    question = run_out(game, status="sent", sent_at=clock.now() - HOUR)
    sweep_deadlines()
    waits = left(question)
    run_out(game, sent_at=clock.now() - 7 * HOUR)
    sweep_deadlines()

    assert abs(waits - 5 * HOUR) < ABOUT
    assert struck(game) == 1


@pytest.mark.parametrize("how", ["muted", "bot", "digest", "looked", "spam", "push"])
def test_d5_who_was_told_or_chose_not_to_be_runs_out(ann, bob, start, how):
    """They want no notice, read it later or have looked at the table; spam has arrived, unlike a bounce."""
    game = start(ann, bob)
    sent = {"status": "sent", "sent_at": clock.now() - DAY}
    phone = Channel.objects.create(player=ann, kind=Channel.Kind.PUSH, url="https://push.example/a")
    fields = {
        "muted": {"status": "skipped", "reason": "the player has chosen so: the game is muted"},
        "bot": {"status": "skipped", "reason": "a bot keeps the seat"},
        "digest": {"plan": "digest", "next_try_at": clock.now() + 3 * HOUR},
        "looked": {"attempts": 3},
        "spam": sent,
        "push": sent | {"channel": phone},
    }[how]
    run_out(game, **fields)
    if how != "push":
        phone.delete()
    if how == "looked":
        mark_seen(seat=seat_of(game, ann), version=game.version)
        Seat.objects.filter(game=game, player=ann).update(seen_version=game.version + 5)
    if how in ("spam", "push"):
        Player.objects.filter(pk=ann.pk).update(complained_at=clock.now())
    sweep_deadlines()

    assert struck(game)


def test_d5_a_dead_address_extends_once_and_tells_the_host(ann, bob, start):
    """No notice reaches Bob: Ann, the host, hears of it, once; his time is doubled, and then it is over."""
    game = start(ann, bob)
    answer_until(game, ann, bob)
    question = run_out(game, status="dead", reason="the address takes no mail")
    Player.objects.filter(pk=bob.pk).update(mail_refused_at=clock.now())
    sweep_deadlines()
    extended = left(question)
    heard = list(Notice.objects.filter(kind=Notice.Kind.UNREACHABLE).values_list("player", flat=True))
    lines = [line.text for line in game_history.history_lines(game, None)]
    before = struck(game)
    run_out(game)
    sweep_deadlines()

    assert abs(extended - DAY) < ABOUT
    assert heard == [ann.pk]
    assert "Notifications to Bob aren’t getting through, so they got more time, once." in lines
    assert (before, struck(game)) == (0, 1)
    assert Notice.objects.filter(kind=Notice.Kind.UNREACHABLE).count() == 1


def test_d5_of_a_host_who_is_not_reached_everybody_else_hears(ann, bob, carol, start, smtp):
    """The host's address is dead: Bob and Carol are told, and their letter names no address."""
    game = start(ann, bob, carol)
    run_out(game, status="dead", reason="the address takes no mail")
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now())
    sweep_deadlines()
    Notice.objects.filter(status="waiting").update(next_try_at=clock.now(), quiet=timedelta())
    sweep_notices()

    told_of = [mail for mail in smtp.received if "We can’t reach Ann" in mail.text]
    assert {mail.recipients[0] for mail in told_of} == {bob.email, carol.email}
    assert not any(ann.email in mail.text for mail in told_of)


def test_d5_a_bounce_after_the_sending_counts(ann, bob, start):
    """The mail server took the mail, and its bounce came back: Ann was not told."""
    game = start(ann, bob)
    question = run_out(game, status="sent", sent_at=clock.now() - DAY)
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now())
    sweep_deadlines()

    assert (struck(game), question.extended_at) == (0, None)
    assert abs(left(question) - DAY) < ABOUT


def test_d5_who_marked_a_mail_as_spam_is_not_told_either(ann, bob, start):
    """No mail goes to Bob any more and he has no other channel: Ann hears of it, his time is doubled once."""
    game = start(ann, bob)
    answer_until(game, ann, bob)
    Player.objects.filter(pk=bob.pk).update(complained_at=clock.now())
    sweep_notices()
    question = run_out(game)
    reasons = set(Notice.objects.filter(question=question, player=bob).values_list("reason", flat=True))
    sweep_deadlines()
    extended, before = left(question), struck(game)
    heard = list(Notice.objects.filter(kind=Notice.Kind.UNREACHABLE).values_list("player", flat=True))
    run_out(game)
    sweep_deadlines()

    assert {"the player has marked a mail as spam"} == reasons
    assert abs(extended - DAY) < ABOUT
    assert ([ann.pk], False, True) == (heard, before, struck(game))


def postpone(question, seats):
    """Put the question with this key off as a clock does that would strike."""
    row, facts = Question.objects.get(pk=question), load_facts(question)
    return unnotified.postpone_if_unnotified(row, seats, facts.notices)


def test_d5_a_window_is_extended_once_by_its_own_hours(ann, bob, start, monkeypatch):
    """Surprises: nobody could be asked in time, so the window stays open once more, and no longer."""
    game = start(ann, bob, window_hours=4)
    monkeypatch.setattr(Question, "is_window", property(lambda _self: True))
    question = run_out(game, attempts=3)
    Question.objects.filter(pk=question.pk).update(given=4 * HOUR)
    seats = list(game.seats.select_related("player"))
    first = postpone(question.pk, seats)
    waits = left(question)
    run_out(game)
    again = postpone(question.pk, seats)

    assert (first, again) == (True, False)
    assert abs(waits - 4 * HOUR) < ABOUT


@pytest.mark.slow
def test_d5_twenty_hours_without_a_mail_server(ann, bob, start, travel, smtp, settings):
    """Nobody runs out meanwhile; when it is back one mail for each game, with a deadline ahead."""
    settings.CATCH_UP_MAILS = 0
    games = [start(ann, bob, name=f"Game {n}", pace=1) for n in range(2)]
    Question.objects.filter(IS_OPEN).update(due_at=clock.now() + 9 * HOUR, remind_at=clock.now() + 3 * HOUR)
    smtp.fault = Fault.BUSY
    for _quarter in range(80):
        travel(minutes=15)
        sweep_notices()
        sweep_deadlines()
        sweep_reminders()
    struck_meanwhile = sum(struck(game) for game in games)
    smtp.fault = Fault.OK
    smtp.received.clear()
    for _minute in range(5):
        travel(minutes=30)
        sweep_notices()
        sweep_deadlines()

    to_ann = [mail for mail in smtp.received if mail.recipients[0] == ann.email]
    assert struck_meanwhile == 0
    assert sum(mail.text.count("Game 0") > 0 for mail in to_ann) <= 2
    assert 1 <= len(to_ann) <= 2
    assert all(question_to(game, ann).due_at > clock.now() for game in games)


def test_d8_results_of_long_ago_are_not_mailed(ann, bob, start, smtp):
    """A result that could not be sent for more than a week is no news any more."""
    game = start(ann, bob)
    end_game(game=game, by=staff(), reason="over")
    ended = Notice.objects.filter(kind=Notice.Kind.ENDED)
    ended.update(created_at=clock.now() - 8 * DAY)
    sweep_notices()

    assert set(ended.values_list("status", "reason")) == {("skipped", "the game ended more than a week ago")}


def staff() -> Player:
    """Somebody of the staff."""
    return Player.objects.create_superuser("root@players.example", name="Root")


def answer_until(game, first, then) -> None:
    """Let one player answer until another is asked, and nobody else."""
    for _step in range(60):
        asked = Question.objects.filter(IS_OPEN, game=game, is_side=False)
        if set(asked.values_list("seat__player", flat=True)) == {then.pk}:
            return
        answer(question_to(game, first))
    raise AssertionError("it never was their turn")
