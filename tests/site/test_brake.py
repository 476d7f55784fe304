"""Many refusals at once are a fault of the mail server: all mail is held, and nobody is marked for it."""

import threading
import time
from datetime import timedelta

import pytest
from django.urls import reverse

from games import clock, tasks
from games.core.refusal import Illegal, NotAllowed, NotPossible
from games.delivery import brake, writing
from games.delivery.bounce_reports import Bounce
from games.delivery.bounces import take_bounce
from games.delivery.dispatch import deliver
from games.inbound.receive import receive
from games.mail import addresses
from games.models import Game, InboundMail, Notice, Player, Seat, StaffAct, Switch
from games.moderation.switches import press_switch, release_switch
from games.outbox import notices
from games.periodic.health_report import check_health
from games.periodic.sweep import sweep_notices
from tests.mail.eml import eml
from tests.site.staff import clear_refusal
from tests.support.smtp import Fault

from .plain import plain
from .play import at_once

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = "before"
ELSEWHERE = ["{}@one.example", "{}@two.example", "{}@three.example"]


@pytest.fixture
def outbox(ann, monkeypatch):
    """Write a notice to each of these addresses, or `count` at several domains; compose them briefly."""
    monkeypatch.setattr(writing, "compose", plain)
    game = Game.objects.create(host=ann, name="Friday game")
    seat = game.seats.create(number=9)

    def write(count: int = 0, *, to: str = "", key: str = "a", is_new: bool = False) -> list[Notice]:
        named = [(to or ELSEWHERE[number % 3]).format(f"p{number}", n=number) for number in range(count)]
        players = [Player.objects.get_or_create(email=address)[0] for address in named]
        if not is_new:
            establish(players)
        return Notice.objects.bulk_create(
            notices.build_notice(
                Notice.Kind.DECLINED, key=f"{key}/{player}", game=game, player=player, seat=seat
            )
            for player in players
        )

    return write


def establish(players: list[Player], days: int = 10) -> None:
    """Make accounts old, and let each have had a mail then."""
    then = clock.now() - timedelta(days=days)
    Player.objects.filter(pk__in=[player.pk for player in players]).update(joined_at=then)
    game, seat = Game.objects.first(), Seat.objects.first()
    rows = [
        notices.build_notice(
            Notice.Kind.DECLINED, key=f"{BEFORE}/{player.pk}", game=game, player=player, seat=seat
        )
        for player in players
    ]
    for row in rows:
        row.status, row.sent_at = Notice.Status.SENT, then
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def marked() -> int:
    return Player.objects.filter(mail_refused_at__isnull=False).count()


def held() -> bool:
    return Switch.objects.filter(name="mail", until=None).exists()


def statuses() -> set[str]:
    return set(Notice.objects.values_list("status", flat=True))


def bounce(notice: Notice, number: int) -> InboundMail:
    """Let the mail of a notice come back, as the mail with this number."""
    words = {"recipient": notice.address, "message_id": notice.message_id}
    raw = eml("no-such-box", to=addresses.make_bounce(notice), **words)
    return receive(raw.replace(b"<dsn-1@", b"<dsn-%d@" % number))


def release(moderator: Player) -> None:
    release_switch(switch=Switch.objects.get(until=None), by=moderator, reason="the relay is mended")


@pytest.mark.parametrize("fault", [Fault.NO_SUCH_BOX, Fault.POLICY])
def test_a_relay_that_refuses_everybody_holds_the_mail_and_silences_nobody(
    outbox, smtp, moderator, client, settings, fault
):
    """The fifth refusal holds all mail, health says so, and all leave when staff have released it."""
    settings.HEALTH_TOKEN = "a monitor's secret"
    outbox(8)
    smtp.fault = fault
    sweep_notices()
    attempts, is_held, refused = smtp.attempts, held(), marked()
    answer = client.get("/healthz", headers={"Authorization": f"Bearer {settings.HEALTH_TOKEN}"})
    client.force_login(moderator)
    page = client.get("/about/").content.decode()
    smtp.fault = Fault.OK
    release(moderator)
    sweep_notices()

    assert (5, True, 0) == (attempts, is_held, refused)
    assert 503 == answer.status_code
    sentence = next(each for each in answer.json()["wrong"] if each.startswith("mail held: "))
    assert "mail to 5 players was refused within 10 minutes" in sentence
    assert "one.example" in page
    assert (8, {"sent"}) == (len(smtp.received), statuses())


def test_a_few_dead_addresses_hold_nothing(outbox, smtp):
    """Four are what happens: they are marked, as always."""
    outbox(4)
    smtp.fault = Fault.NO_SUCH_BOX
    sweep_notices()

    assert (4, False) == (marked(), held())


def test_refusals_far_apart_hold_nothing(outbox, smtp, travel):
    """Five in an hour are no burst."""
    smtp.fault = Fault.NO_SUCH_BOX
    for number in range(6):
        outbox(1, to=f"p{number}@x{number}.example", key=str(number))
        sweep_notices()
        travel(minutes=11)

    assert (6, False) == (marked(), held())


@pytest.mark.parametrize(("others", "is_held"), [(4, True), (6, False)])
def test_refusals_of_one_domain_hold_the_mail_only_if_hardly_anybody_else_gets_any(
    outbox, smtp, others, is_held
):
    """Somebody with a domain and five accounts must not be able to stop the mail of the whole site."""
    outbox(others, to="{}@players.example", key="others")
    sweep_notices()
    smtp.fault = Fault.NO_SUCH_BOX
    outbox(5, to="{}@own.example")
    sweep_notices()

    assert (is_held, 0 if is_held else 5) == (held(), marked())


@pytest.mark.parametrize(
    ("to", "is_new", "others", "is_held"),
    [
        ("{}@one{n}.example", False, 10, True),
        ("{}@one{n}.example", False, 11, False),
        ("{}@one{n}.example", True, 0, False),
        ("{}@a{n}.own.example", False, 6, False),
        ("{}@a{n}.own.co.uk", False, 6, False),
        ("{}@own{n}.co.uk", False, 6, True),
    ],
)
def test_five_accounts_of_one_person_do_not_stop_the_mail(outbox, smtp, to, is_new, others, is_held):
    """Neither new ones, nor at subdomains of one domain, nor where most others get their mail."""
    outbox(others, to="{}@players.example", key="others")
    sweep_notices()
    smtp.fault = Fault.NO_SUCH_BOX
    outbox(5, to=to, is_new=is_new)
    sweep_notices()

    assert (is_held, 0 if is_held else 5) == (held(), marked())


def test_an_old_account_with_a_new_address_does_not_count(outbox, smtp):
    """Whoever has five accounts could give them addresses at new domains."""
    outbox(5)
    Player.objects.update(address_changed_at=clock.now() - timedelta(hours=1))
    smtp.fault = Fault.NO_SUCH_BOX
    sweep_notices()

    assert (False, 5) == (held(), marked())


@pytest.mark.parametrize(("mended", "result"), [(True, (False, 5)), (False, (True, 0))])
def test_a_refusal_that_comes_again_after_a_release_is_believed(outbox, smtp, moderator, mended, result):
    """Five dead addresses cannot hold the mail for ever; but a relay that is not mended yet still can."""
    outbox(5)
    outbox(1, to="{}@players.example", key="alive")
    smtp.fault = Fault.NO_SUCH_BOX
    sweep_notices()
    first = (held(), marked())
    if mended:
        smtp.fault = Fault.OK
        smtp.faults = {ELSEWHERE[number % 3].format(f"p{number}"): Fault.NO_SUCH_BOX for number in range(5)}
    release(moderator)
    sweep_notices()

    assert ((True, 0), result) == (first, (held(), marked()))


def test_bounces_that_come_while_the_mail_is_held_are_taken_back_too(outbox, smtp, moderator, settings):
    """A relay that takes everything and sends it back: no address is marked, and the mails leave again."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    mails = outbox(7)
    sweep_notices()
    rows = [bounce(notice, number) for number, notice in enumerate(mails)]
    refused, is_held = marked(), held()
    release(moderator)
    sweep_notices()

    assert (0, True) == (refused, is_held)
    assert [brake.HELD] * 3 == [row.reason for row in rows[4:]]
    assert (14, {"sent"}) == (len(smtp.received), statuses())


def test_every_notice_of_a_mail_that_came_back_leaves_again(outbox, smtp, moderator, settings):
    """A mail of several notices bounces to the address of the first."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    mails, more = outbox(5), outbox(5, key="b")
    Notice.objects.exclude(key__startswith=BEFORE).update(status="sent", sent_at=clock.now())
    for number, notice in enumerate(mails):
        bounce(notice, number)
    waiting = Notice.objects.filter(status="waiting")

    assert {notice.key for notice in (*mails, *more)} == set(waiting.values_list("key", flat=True))


def test_bounces_that_a_provider_tells_of_are_taken_back(outbox, smtp, moderator):
    """By a webhook, and not by a mail: each player's mail leaves again."""
    mails = outbox(6)
    sweep_notices()
    said = [
        take_bounce(
            notice=Notice.objects.get(pk=notice.pk),
            bounces=[Bounce(frozenset({notice.address}), "5.1.1", "no such user", is_address_dead=True)],
        )
        for notice in mails
    ]
    waiting = Notice.objects.filter(status="waiting").count()

    assert [brake.HELD] * 2 == said[4:]
    assert (0, 6) == (marked(), waiting)


@pytest.mark.race
def test_two_processes_that_find_one_burst_press_one_switch(outbox, monkeypatch):
    """Both have counted five refusals before either has pressed it."""
    outbox(5)
    Player.objects.filter(email__contains="@").update(mail_refused_at=clock.now())
    count, both = brake.describe_burst, threading.Barrier(2)

    def count_together(since):
        found = count(since)
        both.wait(30)
        return found

    monkeypatch.setattr(brake, "describe_burst", count_together)

    assert [True, True] == at_once(brake.stop_burst, brake.stop_burst)
    assert (0, 1) == (marked(), Switch.objects.count())


@pytest.mark.slow
def test_many_senders_are_stopped_and_nothing_is_lost(outbox, smtp, moderator):
    """Four are refused in turns; who is being sent to when the mail is held is not marked either."""
    outbox(24)
    smtp.fault = Fault.NO_SUCH_BOX
    failed = at_once(*[deliver] * 4)
    refused, switches = marked(), Switch.objects.count()
    smtp.fault = Fault.OK
    release(moderator)
    sweep_notices()

    assert ([], 0, 1) == ([each for each in failed if isinstance(each, Exception)], refused, switches)
    assert (24, {"sent"}) == (len({mail.recipients for mail in smtp.received}), statuses())


@pytest.mark.slow
def test_real_workers_are_stopped_and_lose_nothing(start, start_worker, smtp, moderator):
    """Two processes mail a game of six while the relay knows nobody, and again when it is mended."""
    people = [
        Player.objects.create_user(ELSEWHERE[number % 3].format(f"p{number}"), name=f"P{number}")
        for number in range(6)
    ]
    smtp.fault = Fault.NO_SUCH_BOX
    game = start(*people)
    establish(people)
    start_worker(concurrency=2)
    for _process in range(2):
        tasks.deliver.delay(game.pk)
    in_flight = Notice.objects.filter(lease__isnull=False)
    wait_until(lambda: held() and not marked() and not in_flight.exists())
    received = len(smtp.received)
    smtp.fault = Fault.OK
    release(moderator)
    tasks.deliver.delay(game.pk)
    due = Notice.objects.filter(status__in=("waiting", "dead"), next_try_at__lte=clock.now())
    wait_until(lambda: not due.exists())

    assert (0, 0) == (received, marked())
    assert {player.email for player in people} == {mail.recipients[0] for mail in smtp.received}


def wait_until(true, seconds=300):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, statuses()
        time.sleep(0.1)


def test_mail_that_staff_hold_stays_held_by_them(outbox, smtp, moderator, settings):
    """A burst of bounces meanwhile is taken back, and the switch is that of staff."""
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"
    mails = outbox(5)
    sweep_notices()
    press_switch(name="mail", by=moderator, reason="a loop")
    for number, notice in enumerate(mails):
        bounce(notice, number)

    assert (0, moderator) == (marked(), Switch.objects.get().who)


def test_health_is_red_at_once_when_the_site_holds_the_mail(db):
    """Not after an hour, as with a switch that staff have pressed themselves."""
    Switch.objects.create(name="mail", since=clock.now(), reason="mail to 5 players was refused")

    assert "mail held: mail to 5 players was refused" in check_health().wrong


def test_staff_clear_refusals_in_bulk_with_a_reason(client, moderator, ann, bob, carol):
    """The admin offers it in the list of players; each is logged; who complained still gets no mail."""
    now = clock.now()
    Player.objects.filter(pk__in=[ann.pk, bob.pk]).update(mail_refused_at=now, mail_error="550 5.1.1 no")
    Player.objects.filter(pk=bob.pk).update(complained_at=now, bounces=2, bounced_at=now)
    client.force_login(moderator)
    chosen = {"action": "clear_refusal", "_selected_action": [ann.pk, bob.pk, carol.pk]}
    url = reverse("admin:games_player_changelist")
    asked = client.post(url, chosen).content.decode()
    unreasoned = (client.post(url, chosen | {"confirmed": "1", "reason": " "}), marked())[1]
    done = client.post(url, chosen | {"confirmed": "1", "reason": "the relay was wrong"}, follow=True)

    assert "whose mail servers rejected it" in asked
    assert (2, 0) == (unreasoned, marked())
    assert "Carol: No mail server rejects mail to them." in done.content.decode()
    bob.refresh_from_db()
    assert ("", 0, None, now) == (bob.mail_error, bob.bounces, bob.bounced_at, bob.complained_at)
    acts = StaffAct.objects.values_list("who", "act", "player", "reason")
    logged = {(moderator.pk, "clear-refusal", each.pk, "the relay was wrong") for each in (ann, bob)}
    assert logged == set(acts)
    assert StaffAct.objects.get(player=bob).before["player"][str(bob.pk)]["bounces"] == "2"


def test_clearing_a_refusal_is_for_staff_and_needs_a_reason(ann, bob, moderator):
    """Nothing changes otherwise."""
    Player.objects.filter(pk=ann.pk).update(mail_refused_at=clock.now() - timedelta(days=1))
    with pytest.raises(NotAllowed):
        clear_refusal(player=ann, by=bob, reason="please")
    with pytest.raises(Illegal):
        clear_refusal(player=ann, by=moderator, reason=" ")
    before = marked()
    clear_refusal(player=ann, by=moderator, reason="a mistake")
    with pytest.raises(NotPossible):
        clear_refusal(player=ann, by=moderator, reason="again")

    assert (1, 0) == (before, marked())
