"""Mails that come back and mails that are marked as spam (M11, M12), from the reports of mail servers."""

import smtplib
from datetime import timedelta

import pytest
import time_machine

from games.delivery import smtp
from games.inbound.receive import receive
from games.mail import addresses
from games.mail.compose import compose
from games.models import InboundMail, Notice, Player
from games.outbox.kinds import obsolete_reason
from games.outbox.obsolete import Obsolete
from games.people.preferences import clear_mail_error
from tests.mail.eml import eml
from tests.mail.kinds import invitation_notice, turn_of_ann
from tests.mail.tables import NOW, Stored, store

pytestmark = pytest.mark.django_db
ANN = "ann@example.org"


@pytest.fixture(autouse=True)
def mail_comes_in(settings):
    settings.INBOUND_DOMAIN = "reply.testserver.localhost"


@pytest.fixture
def stored() -> Stored:
    return store(turn_of_ann())


@pytest.fixture
def notice(stored) -> Notice:
    """A mail to Ann that was sent a moment ago."""
    return sent(stored.notice("turn", "ann"))


def sent(notice: Notice, *, ago: timedelta = timedelta(minutes=10)) -> Notice:
    notice.status, notice.sent_at = Notice.Status.SENT, NOW - ago
    notice.save()
    return notice


def report_on(name: str, notice: Notice, number: int = 1, **changes: str) -> bytes:
    """What a mail server sends back of the mail of a notice, under a Message-ID with this number."""
    words = {
        "to": addresses.make_bounce(notice),
        "recipient": notice.address,
        "message_id": notice.message_id,
    }
    return eml(name, **words | changes).replace(b"<dsn-1@", b"<dsn-%d@" % number)


def comes_back(name: str, notice: Notice, **changes: str) -> InboundMail:
    return receive(report_on(name, notice, **changes))


def ann() -> Player:
    return Player.objects.get(email=ANN)


@pytest.mark.parametrize(
    "name",
    [
        "no-such-box",
        "no-such-box-said-late",
        "several",
        "commented-action",
        "mixed-parts",
        "no-report-type",
        "yahoo",
        "qmail",
        "exim",
    ],
)
def test_m11_an_address_that_does_not_exist_is_sent_nothing_more(name, stored, notice):
    """5.1.1: the player is marked, their page says what the server said, later mails are skipped."""
    row = comes_back(name, notice)
    later = stored.notice("turn", "ann")

    assert ("bounce", "done", notice) == (row.kind, row.status, row.notice)
    assert (NOW, True) == (ann().mail_refused_at, "5.1.1" in ann().mail_error)
    assert "the address takes no mail" == obsolete_reason(Notice.objects.get(pk=later.pk))


def test_m11_the_table_is_told_once_and_not_the_address(stored, notice):
    """Ann is asked and is the host of her table: the others learn that she gets no mail, each once."""
    comes_back("no-such-box", notice)
    told = list(Notice.objects.filter(kind="unreachable").values_list("player__name", flat=True))

    assert ["Bob", "Cid"] == sorted(told)


def test_m11_the_host_is_told_about_a_guest(stored):
    """Of somebody else's silence the host alone is told."""
    stored.game.host = stored.players["bob"]
    stored.game.save()
    comes_back("no-such-box", sent(stored.notice("turn", "ann")))

    assert ["Bob"] == list(Notice.objects.filter(kind="unreachable").values_list("player__name", flat=True))


def test_m11_the_host_is_told_at_once_whoever_is_asked(stored):
    """Bob is not asked and gets no mail: Ann, the host, hears of it now, once; no address is named."""
    mail = sent(stored.notice("started", "bob"))
    for number in range(3):
        receive(report_on("no-such-box", mail, number))
    told = Notice.objects.get(kind="unreachable")
    body = compose(told).body

    assert ("Ann", None, "") == (told.player.name, told.question, obsolete_reason(told))
    assert "We can’t reach Bob." in body
    assert "bob@example.org" not in body
    Player.objects.filter(name="Bob").update(mail_refused_at=None)
    with pytest.raises(Obsolete):
        compose(told)


@pytest.mark.slow
def test_m11_a_hundred_copies_count_once(notice):
    """Copies under one Message-ID, and under a hundred, mark a player once and tell a table once."""
    for number in range(100):
        receive(report_on("no-such-box", notice, number // 2))

    assert (50, 2) == (InboundMail.objects.count(), Notice.objects.filter(kind="unreachable").count())
    assert NOW == ann().mail_refused_at


@pytest.mark.parametrize(
    ("name", "status"), [("no-route", "5.4.4"), ("box-full", "4.2.2"), ("content", "5.7.1")]
)
def test_m11_what_may_pass_is_counted_once_a_day(name, status, notice):
    """A full mailbox, a missing route, a mail called spam: shown to the player, and no mail is held back."""
    copies = [report_on(name, notice, number) for number in range(4)]
    for copy in copies[:3]:
        receive(copy)
    first = ann()
    with time_machine.travel(NOW + timedelta(hours=25), tick=False):
        receive(copies[3])

    assert (1, None, NOW, True) == (
        first.bounces,
        first.mail_refused_at,
        first.bounced_at,
        status in first.mail_error,
    )
    assert 2 == ann().bounces


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("report-without-status", {}, "User unknown"),
        ("exchange", {}, "The recipient name is not recognized"),
        ("unknown-form", {}, "Skrzynka jest nieczynna"),
        ("another-address", {}, "5.1.1"),
        ("qmail", {"recipient": "ann@home.example"}, "5.1.1"),
    ],
)
def test_m11_whatever_comes_back_to_the_address_of_a_mail_counts(name, changes, said, notice):
    """Servers write what they like, or name the mailbox that a player forwards to: counted, no mail held."""
    row = comes_back(name, notice, **changes)

    assert ("bounce", "done", notice) == (row.kind, row.status, row.notice)
    assert (None, 1, True) == (ann().mail_refused_at, ann().bounces, said in ann().mail_error)


@pytest.mark.parametrize(
    ("returned", "status"),
    [("", "done"), ("Return-Path: MAILER-DAEMON\r\n", "done"), ("Return-Path: <x@y.example>\r\n", "ignored")],
)
def test_m11_a_bounce_is_known_in_a_mailbox_that_keeps_no_envelope(returned, status, notice):
    """The fields are all that is left: without Return-Path, a mail of MAILER-DAEMON came back."""
    raw = report_on("qmail", notice).replace(b"Return-Path: <>\r\n", returned.encode())

    assert status == receive(raw).status


@pytest.mark.parametrize("name", ["delayed", "still-trying", "vacation-from-nobody"])
def test_m11_what_comes_from_nobody_and_is_no_failure_counts_for_nothing(name, notice):
    """A server that is still trying, and a person who is away: the mail has not come back."""
    row = comes_back(name, notice)

    assert ("bounce", "ignored: it tells of no failure") == (row.kind, row.reason)
    assert (None, 0, "") == (ann().mail_refused_at, ann().bounces, ann().mail_error)


def test_m11_the_mail_that_a_report_returns_says_nothing_about_its_failure(notice):
    """What stands in our own mail, below the server's words, is no status of the server's."""
    raw = report_on("qmail", notice).replace(b"550 5.1.1", b"550").replace(b"your turn.", b"your turn 5.1.1")
    row = receive(raw)

    assert ("done", None, 1) == (row.status, ann().mail_refused_at, ann().bounces)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("another-address", {"to": "turns@testserver.localhost"}),
        ("unknown-form", {"to": "turns@testserver.localhost"}),
        ("unknown-form", {"to": "bounce+1-aaaaaaaaaaaaaaaaaaaa@reply.testserver.localhost"}),
        ("no-such-box", {"to": "bounce+1-aaaaaaaaaaaaaaaaaaaa@reply.testserver.localhost"}),
        (
            "no-such-box",
            {"to": "turns@testserver.localhost", "message_id": "<g1.v1.turn.0badc0de@testserver.localhost>"},
        ),
        ("no-such-box", {"to": "turns@testserver.localhost", "recipient": "bob@example.org"}),
    ],
)
def test_m11_forged_and_foreign_reports_change_nothing(name, changes, notice):
    """Not about a mail of ours, not to whom it went, no report, no failure: taken, and ignored."""
    row = comes_back(name, notice, **changes)

    assert "ignored" == row.status
    assert (None, 0, "") == (ann().mail_refused_at, ann().bounces, ann().mail_error)


def test_m11_a_report_without_our_address_is_known_by_the_mail_in_it(notice):
    """A bounce may come to the sender's address; the Message-ID that it gives back was only in that mail."""
    row = comes_back("no-such-box", notice, to="turns@testserver.localhost")

    assert ("done", notice) == (row.status, row.notice)
    assert NOW == ann().mail_refused_at


@pytest.mark.parametrize(("ago", "marked"), [(47, True), (49, False)])
def test_m11_a_report_that_comes_too_late_changes_nothing(stored, ago, marked):
    """After two days a report may be somebody's copy of an old one."""
    comes_back("no-such-box", sent(stored.notice("turn", "ann"), ago=timedelta(hours=ago)))

    assert marked == (ann().mail_refused_at is not None)


@pytest.mark.parametrize(
    ("name", "days", "counted"), [("box-full", 5, 1), ("no-such-box", 5, 1), ("box-full", 8, 0)]
)
def test_m11_a_mail_that_a_server_gave_up_after_days_counts(stored, name, days, counted):
    """A full box gives a mail back after five days; the proven address is enough for that, and no more."""
    comes_back(name, sent(stored.notice("turn", "ann"), ago=timedelta(days=days)))

    assert (None, counted) == (ann().mail_refused_at, ann().bounces)


def test_m11_a_mail_that_was_never_sent_does_not_come_back(stored):
    """The outbox knows what has left it."""
    row = comes_back("no-such-box", stored.notice("turn", "ann"))

    assert ("ignored", None) == (row.status, ann().mail_refused_at)


def test_m11_an_invitation_that_comes_back_is_marked(db):
    """The host sees on the page of the game that this address takes no mail."""
    notice = sent(invitation_notice("invitation"))
    comes_back("no-such-box", notice)
    notice.invitation.refresh_from_db()

    assert NOW == notice.invitation.refused_at


@pytest.mark.parametrize("status", ["5.1.1", "5.1.2", "5.1.10", "5.2.1"])
def test_a_dead_address(status):
    """The address itself is wrong, or closed: in a report, and in a reply to the sender."""
    assert smtp.is_address_dead(status)
    assert smtp.judge_reply(550, f"{status} <ann@example.org>: no") == smtp.Verdict.REFUSED


@pytest.mark.parametrize("status", ["5.4.4", "4.1.1", "4.2.2", "5.7.1", "5.2.2", "5.1.8", "5.0.0", ""])
def test_an_address_that_is_not_dead(status):
    """The mail, the way, or the sender is wrong, or nothing is known."""
    assert not smtp.is_address_dead(status)
    assert smtp.judge_reply(554, f"{status} <ann@example.org>: no") != smtp.Verdict.REFUSED


@pytest.mark.parametrize("status", ["5.1.7", "5.1.8"])
def test_a_bad_sender_address_is_retried(status):
    """The server does not accept the address of this site: the operator mends that, no player is marked."""
    replied = (550, f"{status} <games@testserver.localhost>: Sender address rejected".encode())
    error = smtplib.SMTPRecipientsRefused({"ann@example.org": replied})

    assert smtp.judge(error) == smtp.Verdict.AGAIN


def test_an_ip_address_is_no_status():
    """The numbers in a server's name for us say nothing of the recipient."""
    assert smtp.status_in("550 no mail from 10.5.1.1") == smtp.status_in("550 from 5.1.1.7") == ""
    assert smtp.status_in("smtp;550-5.1.1 no such user") == "5.1.1"


def test_m12_a_complaint_ends_all_mail_about_games(stored, notice):
    """A reader who calls a mail spam gets none about games any more; moderators see since when."""
    row = comes_back("complaint", notice, to="abuse@reply.testserver.localhost")
    later = stored.notice("turn", "ann")

    assert ("complaint", "done", NOW) == (row.kind, row.status, ann().complained_at)
    assert "the player has marked a mail as spam" == obsolete_reason(Notice.objects.get(pk=later.pk))


@pytest.mark.parametrize("name", ["complaint", "box-full", "no-such-box"])
@pytest.mark.parametrize(("minutes", "status"), [(5, "ignored"), (15, "done")])
def test_what_comes_of_a_mail_to_an_old_address_silences_no_new_one(notice, name, minutes, status):
    """Somebody else may have that mailbox. The mail left before the address changed, or after."""
    Player.objects.filter(email=ANN).update(address_changed_at=NOW - timedelta(minutes=minutes))
    to = {"to": "abuse@reply.testserver.localhost"} if name == "complaint" else {}
    row = comes_back(name, notice, **to)
    player = ann()
    is_marked = bool(player.complained_at or player.mail_refused_at or player.bounces)

    assert (row.status, is_marked) == (status, status == "done")


def test_m12_a_complaint_about_nothing_of_ours_changes_nothing(notice):
    """Who complains about a made up mail mutes nobody."""
    row = comes_back("complaint", notice, message_id="<g1.v1.turn.0badc0de@testserver.localhost>")
    forged = comes_back("complaint", notice, to="x@y.example", message_id="<made-up@testserver.localhost>")

    assert "ignored" == forged.status
    assert row.kind == "complaint"


def test_mail_is_sent_again_when_its_reader_says_so(notice):
    """The account page offers it: everything that held mail back is forgotten."""
    comes_back("no-such-box", notice)
    comes_back("complaint", notice, to="abuse@reply.testserver.localhost")
    clear_mail_error(player=ann())

    assert (None, None, "", 0) == (
        ann().mail_refused_at,
        ann().complained_at,
        ann().mail_error,
        ann().bounces,
    )
