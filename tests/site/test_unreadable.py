"""A game that this release can't read rests: its people are told, they can leave, and staff can end it."""

import pytest
from django.core import mail

from games import clock
from games.delivery.dispatch import deliver
from games.mail.compose import compose
from games.models import Game, GameState, Move, Notice, Question, Wish
from games.moderation import desk
from games.periodic import sweep, timeouts
from games.periodic.health_report import check_health
from games.play import unreadable
from games.seats.membership import leave

from .play import let_time_run_out, question_to, seat_of
from .staff import carry_out_now

pytestmark = pytest.mark.django_db(transaction=True)
HEADLINE = "This game can’t be opened: this version of the site can’t read it."


def take_card_away(game: Game) -> bytes:
    """Let the table have a card that this release doesn't have; return what was stored."""
    state = GameState.objects.get(game=game)
    before = bytes(state.data)
    after = before.replace(b'"milk"', b'"gone-card"')
    assert before != after
    GameState.objects.filter(game=game).update(data=after)
    return before


def mails_about(game: Game) -> dict[str, list[str]]:
    """The first lines of the mails that have left, by their readers."""
    found: dict[str, list[str]] = {}
    for each in mail.outbox:
        found.setdefault(each.to[0].partition("@")[0], []).append(each.body.strip().splitlines()[0])
    return found


def test_it_rests_and_its_people_are_told(ann, bob, carol, start, travel):
    """As soon as the clock finds it: once, with the way out; other games go on."""
    game, sound = start(ann, bob), start(carol, bob)
    take_card_away(game)
    let_time_run_out(game, sound)
    Notice.objects.all().delete()
    sweep.sweep_deadlines()
    sweep.sweep_deadlines()
    deliver()
    report = check_health()

    assert [each.player.name for each in Notice.objects.filter(game=game)] == ["Bob", "Ann"]
    assert mails_about(game)["ann"] == [HEADLINE]
    body = next(each.body for each in mail.outbox if each.to == [ann.email])
    assert "Nothing is lost" in body
    assert "?to=leave" in body
    assert report.figures["unreadable_games"] == 1
    assert "unreadable_games" in report.problems
    assert report.figures["stuck_questions"] == 0
    assert Move.objects.filter(game=sound, by="clock").exists()


def test_a_mail_that_asks_finds_it_too(ann, bob, start, travel):
    """It is not sent, nor given up; the players hear why, and no reminder follows."""
    game = start(ann, bob)
    take_card_away(game)
    deliver()
    deliver()
    asked = Notice.objects.get(game=game, kind=Notice.Kind.TURN)

    assert (asked.status, asked.reason) == (Notice.Status.SKIPPED, unreadable.SAID)
    assert mails_about(game)["ann"] == [HEADLINE]
    travel(hours=23)
    sweep.sweep_reminders()
    assert not Notice.objects.filter(kind=Notice.Kind.REMINDER).exists()
    assert not Notice.objects.filter(status=Notice.Status.DEAD).exists()


def test_its_people_can_leave(ann, bob, start, client):
    """The page opens and takes it; the last one to leave ends the game."""
    game = start(ann, bob)
    take_card_away(game)
    client.force_login(ann)
    assert client.get(f"/g/{game.key}/leave/").status_code == 200
    assert client.post(f"/g/{game.key}/leave/").status_code == 302
    game.refresh_from_db()
    seat = seat_of(game, ann)

    assert game.is_running
    assert seat.on_autopilot
    assert Wish.objects.get(seat=seat).kind == Wish.Kind.LEAVE
    assert leave(seat=seat_of(game, bob))
    game.refresh_from_db()
    assert (game.status, game.end_reason) == (Game.Status.ENDED, "Everyone left.")
    assert not Question.objects.filter(game=game, closed_at=None).exists()


def test_staff_can_end_it_and_everybody_hears_of_it(ann, bob, start, moderator):
    """The mails leave, without the table."""
    game = start(ann, bob)
    take_card_away(game)
    Notice.objects.all().delete()
    carry_out_now(desk.perform("end", game=game, by=moderator, reason="It can’t be read.").record)
    deliver()
    game.refresh_from_db()

    assert game.is_over
    assert set(mails_about(game)) == {"ann", "bob"}
    assert {each.kind for each in Notice.objects.filter(status=Notice.Status.SENT)} == {"staff", "ended"}
    assert not Notice.objects.exclude(status=Notice.Status.SENT).exists()


def test_it_goes_on_when_it_can_be_read_again(ann, bob, start, travel):
    """Its people are asked anew, with all their time; it is looked at once an hour."""
    game = start(ann, bob)
    before = take_card_away(game)
    let_time_run_out(game)
    sweep.sweep_deadlines()
    assert unreadable.parked_games() == [game.pk]
    travel(minutes=61)
    sweep.sweep_wishes()
    assert unreadable.parked_games() == [game.pk]
    GameState.objects.filter(game=game).update(data=before)
    travel(minutes=61)
    Notice.objects.all().delete()
    sweep.sweep_wishes()
    question = question_to(game, ann)

    assert unreadable.parked_games() == []
    assert question.stuck_at is None
    assert (question.due_at - clock.now()).total_seconds() > 23 * 3600
    asked = Notice.objects.get(question=question)
    assert "Ann" in compose(asked).body
    assert timeouts.due_questions() == []
