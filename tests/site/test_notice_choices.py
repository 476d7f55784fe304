"""When notices are mailed: as their player has chosen, never in quiet hours, several games in one mail."""

from datetime import UTC, datetime, time, timedelta

import pytest

from games import clock
from games.core.refusal import Illegal
from games.delivery import bundling, dispatch, writing
from games.delivery.dispatch import deliver
from games.models import Channel, Game, Group, Mode, MutedGame, Notice, NoticeChoices, Player, Question
from games.outbox import notices
from games.outbox.obsolete import Obsolete
from games.people.notification_settings import mute_game, replan_notices, set_notice_choices
from games.periodic.sweep import sweep_notices
from games.play import table_notices
from games.seats.invitations import invite
from games.seats.lobby import create_game
from games.seats.membership import mark_seen
from tests.support.smtp import Fault

from .play import question_to, seat_of
from .staff import end_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(time_machine):
    """Move the clock to an instant of November 2026, in UTC."""

    def go(day: int, hour: int, minute: int = 0) -> None:
        time_machine.move_to(datetime(2026, 11, day, hour, minute, tzinfo=UTC), tick=False)

    return go


def choose(player: Player, **modes: str) -> None:
    """Choose modes for groups of occasions: `choose(ann, turn="digest")`."""
    kept = NoticeChoices.objects.filter(player=player).first() or NoticeChoices(player=player)
    set_notice_choices(player=player, mail=modes, quiet_minutes=kept.quiet_minutes, digest_at=kept.digest_at)


def choose_mails(player: Player, **fields: bool) -> None:
    """Choose how many mails there are and how long they are: `choose_mails(ann, together=False)`."""
    set_notice_choices(player=player, mail={}, quiet_minutes=30, digest_at=time(8), **fields)


def notice_of(game: Game, player: Player) -> Notice:
    return Notice.objects.get(question=question_to(game, player), channel=None)


def sweep(smtp, to: Player) -> list:
    """Send what is due, and return the mails that came to a player; not who sat down at their tables."""
    Notice.objects.filter(kind="accepted").delete()
    before = len(smtp.to(to.email))
    sweep_notices()
    return smtp.to(to.email)[before:]


def test_mail_that_is_off_is_not_sent(ann, bob, start, smtp):
    """The row says why, and the clock of the question runs all the same."""
    choose(ann, turn=Mode.OFF)
    game = start(ann, bob)

    sent = sweep(smtp, ann)

    notice = notice_of(game, ann)
    assert (sent, notice.status, "chosen so" in notice.reason) == ([], "skipped", True)
    assert question_to(game, ann).due_at is not None


def test_a_choice_holds_for_what_waits_already(ann, bob, start, smtp):
    """Mail is switched off after the notice was written, and before it is sent."""
    start(ann, bob)
    choose(ann, turn=Mode.OFF)

    assert sweep(smtp, ann) == []


def test_a_muted_game_tells_nothing_but_its_end_and_what_staff_did(ann, bob, start, smtp, moderator):
    """Turns are not mailed; the result is, and so is why a moderator ended it."""
    game = start(ann, bob)
    mute_game(player=ann, game=game, muted=True)
    silent = sweep(smtp, ann)
    end_game(game=game, by=moderator, reason="a test")
    told = sweep(smtp, ann)

    assert (len(silent), [mail.message["X-Fluxx-Kind"] for mail in told]) == (0, ["staff", "ended"])


def test_a_digest_waits_for_its_hour_and_is_sent_once_a_day(ann, bob, start, smtp, at):
    """What happens in the evening is mailed next morning, and what happens then, the morning after."""
    at(21, 18)
    choose(ann, turn=Mode.DIGEST)
    game = start(ann, bob, pace=7)
    at_once = sweep(smtp, ann)
    at(22, 7, 59)
    early = sweep(smtp, ann)
    at(22, 8)
    digest = sweep(smtp, ann)
    at(22, 8, 5)
    start(ann, bob, pace=7, name="Another")
    later = sweep(smtp, ann)
    at(23, 8, 0)
    next_day = sweep(smtp, ann)

    assert [len(mails) for mails in (at_once, early, digest, later, next_day)] == [0, 0, 1, 0, 1]
    assert notice_of(game, ann).status == "sent"


def test_a_digest_gives_way_to_a_near_deadline(ann, bob, start, smtp, at):
    """With a day for the answer and a digest in 14 hours, the mail is sent at once."""
    at(21, 18)
    choose(ann, turn=Mode.DIGEST)
    start(ann, bob, pace=1)

    assert len(sweep(smtp, ann)) == 1


def test_who_takes_mails_at_once_again_does_not_wait_for_the_digest(ann, bob, start, smtp, at):
    """What waited for the morning goes out now."""
    at(21, 18)
    choose(ann, turn=Mode.DIGEST)
    start(ann, bob, pace=7)
    waiting = sweep(smtp, ann)
    choose(ann, turn=Mode.ONCE)

    assert (len(waiting), len(sweep(smtp, ann))) == (0, 1)


def test_looking_at_the_game_delays_the_mail_and_never_drops_it(ann, bob, start, smtp, at):
    """Thirty minutes of quiet: a look after twenty begins them anew, and then the mail comes."""
    at(21, 12)
    choose(ann, turn=Mode.QUIET)
    game = start(ann, bob, pace=3)
    first = sweep(smtp, ann)
    at(21, 12, 20)
    mark_seen(seat=seat_of(game, ann), version=game.version)
    at(21, 12, 30)
    second = sweep(smtp, ann)
    at(21, 12, 49)
    third = sweep(smtp, ann)
    at(21, 12, 50)
    fourth = sweep(smtp, ann)

    assert [len(each) for each in (first, second, third, fourth)] == [0, 0, 0, 1]


def test_a_question_that_follows_ones_own_answer_waits_while_one_is_there(ann, bob, start, smtp, at):
    """Ten minutes after the last look, not after the answer."""
    at(21, 12)
    game = start(ann, bob, pace=3)
    question = question_to(game, ann)
    Notice.objects.all().delete()
    notices.write([notices.build_for_question(question, delay=notices.AT_THE_PAGE)])
    at(21, 12, 5)
    mark_seen(seat=seat_of(game, ann), version=game.version)
    at(21, 12, 11)
    early = sweep(smtp, ann)
    at(21, 12, 15)

    assert (len(early), len(sweep(smtp, ann))) == (0, 1)


def sleeper(player: Player) -> None:
    player.quiet_from, player.quiet_to = time(22), time(7)
    player.save(update_fields=["quiet_from", "quiet_to"])


def test_d9_nothing_is_mailed_in_quiet_hours(ann, bob, start, smtp, at):
    """A turn that comes at night is mailed in the morning; so is one whose mail failed in the evening."""
    sleeper(ann)
    at(21, 23)
    start(ann, bob, pace=3)
    night = sweep(smtp, ann)
    at(22, 6, 59)
    still = sweep(smtp, ann)
    at(22, 7)

    assert [len(night), len(still), len(sweep(smtp, ann))] == [0, 0, 1]


def test_d9_a_retry_waits_for_the_morning_too(ann, bob, start, smtp, at):
    """The mail server was away in the evening; it is back at night."""
    sleeper(ann)
    at(21, 21, 59)
    start(ann, bob, pace=3)
    smtp.fault = Fault.TRY_LATER
    sweep(smtp, ann)
    smtp.fault = Fault.OK
    at(21, 22, 5)
    night = sweep(smtp, ann)
    at(22, 7)

    assert [len(night), len(sweep(smtp, ann))] == [0, 1]


def test_d9_what_is_due_soon_after_quiet_hours_is_mailed_in_them(ann, bob, start, smtp, at):
    """A deadline at eight in the morning does not wait for seven."""
    sleeper(ann)
    at(21, 12)
    game = start(ann, bob, pace=3)
    Question.objects.filter(game=game, seat=seat_of(game, ann)).update(
        due_at=datetime(2026, 11, 22, 8, tzinfo=UTC)
    )
    at(21, 23)

    assert len(sweep(smtp, ann)) == 1


def test_d9_the_deadline_of_another_wakes_nobody(ann, bob, start, smtp, at):
    """Bob is told in the morning that Ann is silent, though she has until eight."""
    sleeper(bob)
    at(21, 12)
    game = start(ann, bob, pace=3, silence="end", patience=1)
    sweep(smtp, bob)
    Question.objects.update(due_at=datetime(2026, 11, 22, 8, tzinfo=UTC))
    at(21, 23)
    notices.write(table_notices.build_warnings(question_to(game, ann)))
    night = sweep(smtp, bob)
    at(22, 7)

    assert [len(night), len(sweep(smtp, bob))] == [0, 1]


def many(start, ann, bob, count: int) -> list[Game]:
    return [start(ann, bob, pace=3, name=f"Game {number}") for number in range(1, count + 1)]


@pytest.mark.slow
def test_m17_thirty_games_at_once_make_two_mails(ann, bob, start, smtp, at):
    """The first game is mailed at once; all others come together, two minutes later, each with its link."""
    at(21, 12)
    first = start(ann, bob, pace=3, name="Game 0")
    begin = sweep(smtp, ann)
    many(start, ann, bob, 29)
    meanwhile = sweep(smtp, ann)
    at(21, 12, 2)
    together = sweep(smtp, ann)

    (mail,) = together
    rows = Notice.objects.filter(player=ann, kind="turn").exclude(game=first)
    assert (len(begin), len(meanwhile)) == (1, 0)
    assert mail.message["Subject"] == "[Fluxx] 29 games are waiting for you"
    assert mail.text.count("== Game") == 29
    assert all(f"Game {number}\n" in mail.text for number in range(1, 30))
    assert {row.status for row in rows} == {"sent"}
    assert {row.message_id for row in rows} == {mail.message["Message-ID"]}
    assert len(mail.html.encode()) < 92_000


def test_m17_several_games_that_are_ready_together_are_one_mail_at_once(ann, bob, start, smtp):
    """Whoever was not mailed lately gets all of them in the first mail."""
    many(start, ann, bob, 3)
    (mail,) = sweep(smtp, ann)

    assert "3 games are waiting for you, Ann." in mail.text
    assert len(sweep(smtp, bob)) == 0


def test_who_wants_one_mail_for_each_game_gets_it_always(ann, bob, start, smtp):
    """Three games that are ready at once make three mails at once, each in the thread of its game."""
    choose_mails(ann, together=False)
    games = [start(ann, bob, name=f"Game {number}") for number in range(3)]

    mails = sweep(smtp, ann)

    assert [f"[Fluxx] {game.name}" for game in games] == sorted(mail.message["Subject"] for mail in mails)
    assert 3 == len({mail.message["References"] for mail in mails})


def test_one_mail_for_each_game_holds_for_the_digest_and_keeps_the_caps(ann, bob, start, smtp, settings, at):
    """A digest comes as several mails at its hour, but never as more than an hour allows."""
    settings.MAILS_AN_HOUR = 2
    at(21, 18)
    choose_mails(ann, together=False)
    choose(ann, turn=Mode.DIGEST)
    for number in range(3):
        start(ann, bob, name=f"Game {number}", pace=7)
    at_once = sweep(smtp, ann)
    at(22, 8)

    mails = sweep(smtp, ann)

    assert (0, 2) == (len(at_once), len(mails))
    assert {"turn"} == {mail.message["X-Fluxx-Kind"] for mail in mails}


def test_a_mail_of_several_games_names_no_card_and_has_a_thread_of_its_own(ann, bob, start, smtp):
    """Golden headers: no game's List-Id, one root for all such mails, nobody's answer expected."""
    many(start, ann, bob, 2)
    (mail,) = sweep(smtp, ann)

    message = mail.message
    assert message["Subject"] == "[Fluxx] 2 games are waiting for you"
    assert message["List-Id"].startswith("Fluxx <games.")
    assert message["References"] == message["In-Reply-To"]
    assert f"<games-of.{ann.pk}@" in message["References"]
    assert message["X-Fluxx-Kind"] == "several"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Reply-To"].startswith("noreply@")
    assert message["To"] == ann.email
    assert " drew " not in mail.text[:200]
    assert "List-Unsubscribe" in message


def test_x4_a_crash_repeats_the_same_mail_of_the_same_games(ann, bob, start, smtp, monkeypatch):
    """After the server took the mail and before it was marked: the repeat takes nothing in."""
    many(start, ann, bob, 2)
    point = dispatch.crash.point

    def die(place):
        if place == "after_send" and smtp.to(ann.email):
            raise SystemExit
        point(place)

    monkeypatch.setattr(dispatch.crash, "point", die)
    with pytest.raises(SystemExit):
        deliver()
    monkeypatch.undo()
    start(ann, bob, name="A third")
    Notice.objects.filter(status="waiting").update(leased_until=clock.now() - timedelta(seconds=1))
    deliver()

    first, second, *_others = smtp.to(ann.email)
    said = [(each.message["Message-ID"], each.text, each.html) for each in (first, second)]
    assert said[0] == said[1]
    assert Notice.objects.filter(player=ann, kind="turn", status="sent").count() == 2


def test_a_passing_fault_repeats_the_same_mail_of_the_same_games(ann, bob, start, smtp, at):
    """451: both rows wait, and go out together under the one Message-ID."""
    at(21, 12)
    many(start, ann, bob, 2)
    smtp.fault = Fault.TRY_LATER
    sweep(smtp, ann)
    smtp.fault = Fault.OK
    at(21, 12, 3)
    (mail,) = sweep(smtp, ann)

    assert {row.message_id for row in Notice.objects.filter(player=ann, kind="turn")} == {
        mail.message["Message-ID"]
    }


def test_notices_of_one_seat_that_are_ready_together_are_told_by_one_letter(ann, bob, start, smtp):
    """A reminder that is due with the turn's own mail says nothing more: both are settled by it."""
    game = start(ann, bob)
    question = question_to(game, ann)
    notices.write(
        [
            notices.build_notice(
                Notice.Kind.REMINDER, key="extra", game=game, seat=question.seat, question=question
            )
        ]
    )
    mails = sweep(smtp, ann)

    rows = Notice.objects.filter(player=ann, question=question)
    assert [mail.message["X-Fluxx-Kind"] for mail in mails] == ["turn"]
    assert {(row.status, row.message_id) for row in rows} == {("sent", mails[0].message["Message-ID"])}


def test_the_obsolete_letter_is_skipped_not_the_notice_before_it(ann, bob, start, smtp, monkeypatch):
    """A reminder was written before the turn whose letter covers both: the turn is skipped, it goes alone."""
    game = start(ann, bob)
    turn = notice_of(game, ann)
    reminder = notices.build_notice(
        Notice.Kind.REMINDER, key="extra", game=game, seat=turn.seat, question=turn.question
    )
    reminder.created_at = reminder.next_try_at = turn.next_try_at - timedelta(seconds=1)
    notices.write([reminder])
    compose = writing.compose

    def compose_reminder(notice, _snapshot):
        if notice.pk == turn.pk:
            raise Obsolete("nothing to say")
        return compose(notice)

    monkeypatch.setattr(writing, "compose", compose_reminder)
    (mail,) = sweep(smtp, ann)

    rows = Notice.objects.filter(player=ann, question=turn.question)
    assert dict(rows.values_list("kind", "status")) == {"turn": "skipped", "reminder": "sent"}
    assert (rows.get(kind="turn").reason, mail.message["X-Fluxx-Kind"]) == ("nothing to say", "reminder")


def test_each_obsolete_letter_of_a_mail_is_skipped_with_its_own_reason(ann, bob, start, smtp, monkeypatch):
    """The first of two games has nothing to say, and the second neither when the mail is written."""
    games = many(start, ann, bob, 2)
    letter_of = writing.letter_of

    def letter_of_second(notice, snapshot):
        if notice.game == games[0]:
            raise Obsolete("the first")
        return letter_of(notice, snapshot)

    def compose(notice, _snapshot):
        raise Obsolete(f"the other: {notice.game.name}")

    monkeypatch.setattr(writing, "letter_of", letter_of_second)
    monkeypatch.setattr(writing, "compose", compose)
    sent = sweep(smtp, ann)

    rows = [notice_of(game, ann) for game in games]
    assert [(row.status, row.reason, row.lease) for row in rows] == [
        ("skipped", "the first", None),
        ("skipped", "the other: Game 2", None),
    ]
    assert sent == []


def test_a_mail_of_which_nothing_is_needed_has_not_failed(ann, bob, start, monkeypatch):
    """Neither of two games has anything to say when the mail is written: that is so for one game, too."""
    games = many(start, ann, bob, 2)

    def letter_of(notice, _snapshot):
        raise Obsolete(f"nothing in {notice.game.name}")

    monkeypatch.setattr(writing, "letter_of", letter_of)
    Notice.objects.exclude(player=ann, game__in=games).delete()
    tally = sweep_notices()

    reasons = {(row.status, row.reason) for row in (notice_of(game, ann) for game in games)}
    assert reasons == {("skipped", "nothing in Game 1"), ("skipped", "nothing in Game 2")}
    assert tally.failed == 0


def test_m17_caps_hold_and_the_rest_comes_as_one(ann, bob, start, smtp, settings, at):
    """With two mails an hour, the third and the fourth game come together when the hour is over."""
    settings.MAILS_AN_HOUR = 2
    at(21, 12)
    sent = []
    for number, minute in enumerate((0, 5, 10, 15)):
        at(21, 12, minute)
        start(ann, bob, pace=3, name=f"Game {number}")
        sent.append(len(sweep(smtp, ann)))
    at(21, 12, 59)
    sent.append(len(sweep(smtp, ann)))
    at(21, 13, 1)
    (mail,) = sweep(smtp, ann)

    assert sent == [1, 1, 0, 0, 0]
    assert "2 games are waiting for you" in mail.message["Subject"]


def test_invitations_are_in_nobodys_choices(ann, smtp):
    """Whoever wants no mail at all gets the invitation of a friend."""
    bob = Player.objects.create_user("bob@players.example", name="Bob")
    choose(bob, **dict.fromkeys(Group.values, Mode.OFF))
    game = create_game(host=ann, name="Friday game", seats=2)
    invite(game=game, by=ann, email=bob.email, name="Bob")

    assert [mail.message["X-Fluxx-Kind"] for mail in sweep(smtp, bob)] == ["invitation"]


def test_a_mail_that_is_refused_is_told_by_other_channels(ann, bob, start, smtp):
    """550: the device is told, though its player had spared it this."""
    device = Channel.objects.create(
        player=ann, kind="push", url="https://push.example/1", groups_off=Group.values
    )
    smtp.fault = Fault.NO_SUCH_BOX
    game = start(ann, bob)
    deliver()

    told = Notice.objects.filter(channel=device, question=question_to(game, ann))
    assert (told.count(), Player.objects.get(pk=ann.pk).mail_refused_at is not None) == (1, True)


def test_nobody_is_asked_to_wait_by_a_clock_that_went_backwards(ann):
    """A last mail in the future holds nothing up."""
    now = clock.now()
    last = bundling.LastMail(now + timedelta(hours=1), None)

    assert bundling.check_mail_pace(Notice(player=ann, game_id=1), last, now) is None


def test_choices_that_do_not_exist_are_refused(ann):
    """A group or a mode that nobody knows changes nothing."""
    for mail in ({"turn": "sometimes"}, {"weather": "once"}):
        with pytest.raises(Illegal):
            set_notice_choices(player=ann, mail=mail, quiet_minutes=30, digest_at=time(8))
    with pytest.raises(Illegal):
        set_notice_choices(player=ann, mail={}, quiet_minutes=0, digest_at=time(8))

    assert not NoticeChoices.objects.filter(player=ann).exists()


def test_muting_twice_is_once(ann, bob, start):
    """And so is ending it."""
    game = start(ann, bob)
    for muted in (True, True):
        mute_game(player=ann, game=game, muted=muted)
    count = MutedGame.objects.count()
    for muted in (False, False):
        mute_game(player=ann, game=game, muted=muted)

    assert (count, MutedGame.objects.count()) == (1, 0)


def test_planning_anew_touches_nobody_else(ann, bob, start, smtp, at):
    """What waits for Bob's digest goes on waiting when Ann chooses anew."""
    at(21, 18)
    choose(bob, news=Mode.DIGEST)
    start(ann, bob, pace=7)
    sweep(smtp, bob)
    replan_notices(ann)

    assert sweep(smtp, bob) == []
