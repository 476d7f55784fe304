"""When the last way to reach somebody is lost, mail takes over and says so; no clock runs out meanwhile."""

import time
from datetime import timedelta

import pytest

from games import clock
from games.core import outbound_http
from games.core.outbound_http import Unanswered
from games.models import (
    By,
    Channel,
    Group,
    Heartbeat,
    Mode,
    Move,
    Notice,
    NoticeChoices,
    Player,
    Question,
    Seat,
)
from games.models.channel import lost_channel
from games.models.question import IS_OPEN
from games.outbox import planning
from games.people.notification_settings import remove_channel, switch_on_channel
from games.people.seat_access import end_access
from games.periodic.retention import remove_old
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_reminders

from .play import answer, question_to

pytestmark = pytest.mark.django_db
DEVICE = {"kind": "push", "name": "Firefox, Android", "url": "https://push.example/1"}
KEYS = {
    "p256dh": "BCbvzr0O6eNKZpGH4Ys6kSKy9zOUW2Scyfn5Ien52tgSkCOL3pzHuzMNFQxncE3SWucFUgV0S28xv0BwdFhy0OY",
    "auth": "MDEyMzQ1Njc4OWFiY2RlZg",
}
NEVER = dict.fromkeys(Group.values, Mode.OFF)


@pytest.fixture
def service(monkeypatch):
    """A push service, or a webhook, that answers with `status`; 200 takes all."""

    class Service:
        status, calls = 200, 0

        def post(self, *_given):
            self.calls += 1
            if self.status != 200:
                raise Unanswered(f"the answer was {self.status}", self.status)

    service = Service()
    monkeypatch.setattr(outbound_http, "post", service.post)
    return service


def by_device(player: Player, **more) -> Channel:
    """Let a player choose never to get mail, and add a device."""
    NoticeChoices.objects.create(player=player, mail=NEVER)
    return Channel.objects.create(player=player, **DEVICE | KEYS | more)


def strikes(game) -> int:
    return Move.objects.filter(game=game, by=By.CLOCK).count()


def day(travel, hours: int = 24) -> None:
    """Let time pass as on a site where the sweeps run: here each hour."""
    for _hour in range(hours):
        travel(asleep=True, hours=1)
        Heartbeat.objects.update(at=clock.now())
        for sweep in (sweep_notices, sweep_reminders, sweep_deadlines):
            sweep()


def test_a_lost_device_is_replaced_by_mail_that_says_so(ann, bob, start, smtp, service, travel):
    """Mail never, one device, and the push service says 410: this turn and the next are mailed."""
    by_device(bob)
    game = start(ann, bob)
    sweep_notices()
    service.status = 410
    while not access_asks(game, bob):
        answer(Question.objects.get(IS_OPEN, game=game, is_side=False))
    sweep_notices()
    travel(minutes=11)
    sweep_notices()
    sweep_notices()
    (first,) = smtp.to(bob.email)
    while access_asks(game, bob):
        answer(question_to(game, bob))
    while not access_asks(game, bob):
        answer(Question.objects.get(IS_OPEN, game=game, is_side=False))
    travel(minutes=11)
    sweep_notices()
    second = smtp.to(bob.email)[-1]

    assert "“Firefox, Android” no longer gets our notifications" in first.text.replace("\n", " ")
    assert "Your turn, Bob" in first.text
    assert second.message["Message-ID"] != first.message["Message-ID"]
    assert "no longer gets our notifications" in second.text.replace("\n", " ")
    assert strikes(game) == 0


def access_asks(game, player) -> bool:
    """Whether the play waits for this player."""
    return Question.objects.filter(IS_OPEN, game=game, seat__player=player, is_side=False).exists()


@pytest.mark.slow
def test_no_turn_is_lost_in_silence_within_eight_days(ann, bob, start, smtp, service, travel):
    """A clock of a day, and a phone that is gone: Bob gets a mail before each turn that he misses."""
    by_device(bob)
    service.status = 410
    game = start(ann, bob)
    for _day in range(8):
        day(travel, hours=6)
        for _turn in range(20):
            if access_asks(game, bob) or Seat.objects.get(game=game, player=bob).on_autopilot:
                break
            answer(Question.objects.get(IS_OPEN, game=game, is_side=False))
    told = smtp.to(bob.email)
    missed = Question.objects.filter(game=game, seat__player=bob, closed_by=By.CLOCK)

    assert told
    assert "Firefox, Android" in told[0].text
    assert missed.exists()
    for question in missed:
        first = Notice.objects.filter(question__turn=question.turn, player=bob, channel=None, status="sent")
        assert first.exists()
        assert question.closed_at - first.earliest("sent_at").sent_at >= timedelta(hours=6)


@pytest.mark.slow
def test_a_webhook_that_failed_for_a_day_is_replaced_too(ann, bob, start, smtp, service, travel):
    """While it is tried no time runs out; then mail takes over, with what the webhook could not tell."""
    by_device(bob, kind="json", name="our server")
    service.status = 500
    game = start(bob, ann)
    day(travel, hours=23)
    before = (strikes(game), smtp.to(bob.email))
    day(travel, hours=4)

    assert before == (0, [])
    assert Channel.objects.get().off_at is not None
    assert any("“our server” no longer gets" in mail.text.replace("\n", " ") for mail in smtp.to(bob.email))
    assert strikes(game) == 0


def test_another_device_is_another_way(ann, bob, start, smtp, service):
    """As long as one works that takes the same news, mail stays silent as chosen."""
    by_device(bob)
    Channel.objects.create(player=bob, kind="json", name="our server", url="https://hook.example/")
    Channel.objects.filter(name="Firefox, Android").update(off_at=clock.now())
    start(bob, ann)
    sweep_notices()

    assert (smtp.to(bob.email), service.calls > 0) == ([], True)


def test_one_that_takes_other_news_is_no_other_way(ann, bob, start, smtp, service):
    """The webhook gets only table talk: of a turn it would never tell."""
    by_device(bob, off_at=clock.now())
    groups_off = [group for group in Group.values if group != Group.TALK]
    Channel.objects.create(player=bob, kind="json", name="x", url="https://x.example/", groups_off=groups_off)
    start(bob, ann)
    sweep_notices()

    assert smtp.to(bob.email)
    assert service.calls == 0


@pytest.mark.parametrize("mend", [switch_on_channel, remove_channel])
def test_the_choice_holds_again_once_the_player_has_seen_to_it(ann, bob, start, smtp, service, mend):
    """The device is switched on again, or removed: then there is no mail, as chosen."""
    channel = by_device(bob, off_at=clock.now())
    mend(channel=channel)
    start(bob, ann)
    sweep_notices()

    assert smtp.to(bob.email) == []


def test_who_chose_silence_is_left_in_peace(ann, bob, start, smtp, service):
    """Without any device, “never” means never; the page says what follows from it."""
    NoticeChoices.objects.create(player=bob, mail=NEVER)
    start(bob, ann)
    sweep_notices()

    assert smtp.to(bob.email) == []
    assert lost_channel(bob, Group.TURN) is None


def test_the_page_says_that_mail_stands_in(bob, client, db):
    """And how to end that."""
    by_device(bob, off_at=clock.now())
    client.force_login(bob)
    page = client.get("/account/notices/").content.decode()

    assert "“Firefox, Android” no longer gets our notifications, so we write to you by mail." in page
    assert "You won’t get mail when it’s your turn" not in page


def test_old_news_that_was_lost_long_ago_is_not_sent_again(ann, bob, start, smtp, service, travel):
    """What the device told while it worked, and what is settled since, comes in no mail."""
    channel = by_device(bob)
    game = start(bob, ann)
    sweep_notices()
    told = Notice.objects.filter(player=bob, channel=channel, status="sent").count()
    travel(minutes=2)
    while access_asks(game, bob):
        answer(question_to(game, bob))
    planning.replace_channel(channel)
    Channel.objects.update(off_at=clock.now())
    planning.replace_channel(channel)
    sweep_notices()

    assert told > 0, Channel.objects.get().error
    assert smtp.to(bob.email) == []


def test_mail_stands_in_for_as_long_as_it_is_needed(ann, bob, start, smtp, service, travel):
    """A device that was lost long ago is not forgotten: mail would fall silent, and turns run out unheard."""
    by_device(bob, off_at=clock.now() - timedelta(days=91))
    service.status = 410
    remove_old(stop_at=time.monotonic() + 60)
    game = start(bob, ann)
    day(travel, hours=23)

    assert smtp.to(bob.email)
    assert strikes(game) == 0


def test_devices_that_nothing_depends_on_are_forgotten(ann, bob, carol):
    """One that is replaced in all that it took goes; the last one for some group stays if mail is off."""
    long_ago = clock.now() - timedelta(days=100)

    def device(player, name, **more):
        Channel.objects.create(
            player=player, name=name, kind="push", url=f"https://push.example/{player.pk}/{name}", **more
        )

    by_device(ann, name="alive")
    device(ann, "replaced", off_at=long_ago)
    NoticeChoices.objects.create(player=bob, mail={Group.TURN: Mode.OFF})
    talk_off, turn_off = {"groups_off": [Group.TALK]}, {"groups_off": [Group.TURN, Group.TALK]}
    device(bob, "first", off_at=long_ago, **talk_off)
    device(bob, "last of turns", off_at=long_ago + timedelta(days=1), **talk_off)
    device(bob, "alive, without turns", **turn_off)
    device(carol, "mail is on", off_at=long_ago)
    remove_old(stop_at=time.monotonic() + 60)

    kept = set(Channel.objects.values_list("name", flat=True))
    assert kept == {"alive", "last of turns", "alive, without turns"}


def test_who_ends_all_access_gets_mail_instead(ann, bob, start, smtp, service, travel):
    """Their devices go with the rest: what only these told comes by mail, open questions included."""
    by_device(bob, groups_off=[Group.TALK])
    game = start(bob, ann)
    sweep_notices()
    end_access(player=bob, session_key=None)
    sweep_notices()
    mails = smtp.to(bob.email)
    choices = NoticeChoices.objects.get(player=bob)
    day(travel, hours=23)

    assert any("Your turn, Bob" in mail.text for mail in mails)
    assert {group for group in Group.values if choices.mode(group) == Mode.OFF} == {Group.TALK}
    assert strikes(game) == 0


def test_who_chose_silence_keeps_it_when_they_end_all_access(bob):
    """Without a device, and by an old choice, nothing changes."""
    NoticeChoices.objects.create(player=bob, mail=NEVER)
    end_access(player=bob, session_key=None)

    assert NoticeChoices.objects.get(player=bob).mail == NEVER


def test_the_page_says_that_mail_takes_over(bob, client):
    """Some mail is off when all access is ended."""
    by_device(bob)
    client.force_login(bob)
    page = client.get("/account/access/end/").content.decode()

    assert "You’ll get mail again about everything that only they showed you." in page
