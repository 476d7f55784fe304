"""Mails written to stop the inbox: each is taken, costs little, and the mail behind it is played."""

import json
import smtplib
import time
from base64 import b64encode
from datetime import timedelta
from email.message import EmailMessage
from io import BytesIO

import pytest
import time_machine
from django.urls import reverse

from games import clock
from games.core import budgets
from games.delivery import bounce_reports
from games.inbound import claims, incoming, mailbox, receive, take_reply, webhooks
from games.inbound.claims import TryAgain
from games.inbound.incoming import NOT_OF_MAILS
from games.mail import addresses
from games.models import InboundMail, Notice
from tests.mail.eml import eml
from tests.mail.kinds import turn_of_ann
from tests.mail.tables import store
from tests.site.test_transports import (  # noqa: F401  # fixtures
    DOMAIN,
    answered,
    free_port,
    imap,
    moves,
    pipe,
    post,
    postmark,
    provider,
    signed,
)
from tests.support.hostile import costs, hostile_mails

pytestmark = pytest.mark.django_db(transaction=True)

FORGED = f"play+x@{DOMAIN}"
HEAD = b"From: ann@example.org\r\nTo: %b\r\n"


def poison(to: str = FORGED) -> dict[str, bytes]:
    """The mails that were fatal to an earlier reader."""
    head = HEAD % to.encode()
    fatal = ("type of comments", "type of named comments", "parameter of comments", "part of comments")
    mails = dict(hostile_mails(head))
    return {name: mails[name] for name in (*fatal, "page: section", "page: begun section", "page: numbers")}


@pytest.mark.slow
def test_no_mail_costs_more_than_its_budget(settings):
    """Whatever it consists of, and to whichever kind of address it goes: read, claimed, acted on, at once."""
    settings.INBOUND_DOMAIN = DOMAIN
    stored = store(turn_of_ann())
    notice = stored.notice("turn", "ann")
    slow, failed = [], []
    for to in (addresses.make_reply(notice), addresses.make_bounce(notice)):
        sender = "" if to.startswith("bounce") else "ann@example.org"
        for name, raw in hostile_mails(HEAD % to.encode()):
            rows = []

            def bring(raw=raw, to=to, sender=sender, rows=rows):
                rows.append(receive.receive(raw, recipients=[to], envelope_sender=sender))

            spent = costs(bring)
            slow += [f"{name}: {spent:.2f} s"] if spent > budgets.MAIL.seconds else []
            failed += [f"{name}: {row.reason}" for row in rows if row.status not in ("done", "ignored")]

    assert ([], []) == (slow, failed)


@pytest.mark.slow
def test_no_reader_of_mail_costs_much():
    """The same without a database, for every reader, whoever would call it."""
    slow = []
    for name, raw in hostile_mails(HEAD % b"play+x@reply.example"):
        mail = incoming.parse_mail(raw)
        readers = {
            "key": lambda mail=mail: mail.key,
            "text": lambda mail=mail: mail.text,
            "automatic": mail.why_automatic,
            "reaction": lambda mail=mail: mail.is_reaction,
            "report": lambda mail=mail: bounce_reports.read_bounce(mail.message, mail.whole_text),
            "ids": lambda mail=mail: bounce_reports.original_ids(mail.message),
        }
        spent = {label: costs(read) for label, read in readers.items()}
        slow += [f"{name}, {label}: {each:.2f} s" for label, each in spent.items() if each > 1]

    assert [] == slow


@pytest.mark.slow
def test_poison_in_a_mailbox(answered, imap):  # noqa: F811
    """It is seen, and the mail behind it is played, in one sweep."""
    bad = [imap.put(raw) for raw in poison().values()]
    good = imap.put(answered.as_bytes())
    tally = mailbox.sweep_inbox()

    assert (1, 0) == (moves(), tally.failed)
    assert {frozenset({"\\Seen"})} == {frozenset(mail.flags) for mail in [*bad, good]}


@pytest.mark.slow
def test_a_mail_that_cannot_even_be_claimed_holds_up_none(answered, imap, monkeypatch):  # noqa: F811
    """A fault that nobody knows yet costs the mail that has it, and the others are read."""
    take = receive.receive

    def fail(raw, **words):
        if b"<p>" in raw:
            raise RuntimeError("no")
        return take(raw, **words)

    monkeypatch.setattr(mailbox, "receive", fail)
    imap.put(poison()["page: section"])
    imap.put(answered.as_bytes())
    mailbox.sweep_inbox()

    assert 1 == moves()


@pytest.mark.slow
def test_poison_by_lmtp(answered, start_program, free_port, ann):  # noqa: F811
    """The mail server is told that each was taken; those to made-up addresses are refused before."""
    start_program(
        "manage", "receive_lmtp", "--listen", f"127.0.0.1:{free_port}", INBOUND_DOMAIN=DOMAIN
    ).wait_for_line("Taking mail to")
    codes = []
    with smtplib.LMTP("127.0.0.1", free_port) as server:
        for raw in poison(answered["To"]).values():
            server.ehlo_or_helo_if_needed()
            server.mail("a@example.org")
            codes.append((server.rcpt(FORGED)[0], server.rcpt(answered["To"])[0], server.data(raw)[0]))
        server.sendmail(ann.email, [answered["To"]], answered.as_bytes())

    assert ({(550, 250, 250)}, 1) == (set(codes), moves())


@pytest.mark.slow
def test_poison_by_a_pipe(answered, site_env):  # noqa: F811
    """The exit code is that of a mail that was taken."""
    done = [pipe(site_env, raw, "--recipient", answered["To"]) for raw in list(poison().values())[:3]]
    good = pipe(site_env, answered.as_bytes())

    assert ([0, 0, 0], 0, 1) == ([each.returncode for each in done], good.returncode, moves()), done
    assert not any(b"Traceback" in each.stderr for each in done)


@pytest.mark.slow
def test_poison_by_a_provider(answered, provider):  # noqa: F811
    """The provider need not bring it again, and no mail costs the web worker more than its budget."""
    address = reverse("webhook", args=["mailgun/inbound_mime/"])
    for name, raw in hostile_mails(HEAD % answered["To"].encode()):
        words = {"sender": "a@example.org", "recipient": answered["To"], "body-mime": raw.decode("latin-1")}
        if len(raw) < 1_000_000 and b"\0" not in raw:
            statuses: list[int] = []
            spent = costs(
                lambda words=words, statuses=statuses: statuses.append(
                    provider.post(address, signed(words)).status_code
                )
            )
            assert ([200], True) == (statuses, spent < budgets.MAIL.seconds + 1), (name, spent)

    assert 200 == post(provider, "postmark/inbound/", postmark(answered))
    assert 1 == moves()


@pytest.mark.slow
def test_a_call_that_is_too_large_is_not_taken_as_done(answered, provider):  # noqa: F811
    """The provider keeps the mail, and its log shows the operator why."""
    words = {**postmark(answered), "Attachments": [{"Content": "A" * budgets.WEBHOOK_BODY.largest}]}

    assert (413, 0) == (post(provider, "postmark/inbound/", words), InboundMail.objects.count())


@pytest.mark.slow
@pytest.mark.parametrize("size", [3_000_000, budgets.LMTP_MAIL.largest])
def test_a_mail_with_large_attachments_is_played(answered, provider, size):  # noqa: F811
    """As by LMTP: whatever its writer attaches, as long as a mail server takes it."""
    content = b64encode(b"%PDF" * (size // 4)).decode()
    attached = {"Name": "a.pdf", "ContentType": "application/pdf", "Content": content}
    words = {**postmark(answered), "Attachments": [attached]}
    statuses: list[int] = []
    spent = costs(lambda: statuses.append(post(provider, "postmark/inbound/", words)))

    assert ([200], 1) == (statuses, moves())
    assert spent < budgets.WEBHOOK_BODY.seconds


def test_large_bodies_are_for_providers_alone(client, provider):  # noqa: F811
    """A form has its own limit, and a caller without the secret is refused before anything is read."""
    body = b"a" * (budgets.REQUEST_BODY.largest + 1)
    sent = {"data": body, "content_type": "application/x-www-form-urlencoded"}

    assert [400, 400] == [client.post(path, **sent).status_code for path in ("/new/", "/push/renew/")]
    unread = BytesIO(body)
    answer = client.post("/anymail/postmark/inbound/", **sent, **{"wsgi.input": unread})
    assert (403, 0) == (answer.status_code, unread.tell())


@pytest.mark.slow
def test_few_large_calls_are_read_at_once(answered, provider):  # noqa: F811
    """A call beyond them comes again, and a small one is taken meanwhile."""
    content = "A" * budgets.REQUEST_BODY.largest
    attached = {"Name": "a.pdf", "ContentType": "application/pdf", "Content": content}
    large = {**postmark(answered), "Attachments": [attached]}
    for _each in range(budgets.WEBHOOKS_AT_ONCE.largest):
        webhooks.ROOM.acquire()
    try:
        assert 503 == post(provider, "postmark/inbound/", large)
        assert 200 == post(provider, "postmark/inbound/", postmark(answered))
    finally:
        for _each in range(budgets.WEBHOOKS_AT_ONCE.largest):
            webhooks.ROOM.release()
    assert 200 == post(provider, "postmark/inbound/", large)
    assert 1 == moves()


INBOUND = (
    *("mailgun", "sendgrid", "amazon_ses", "resend", "brevo", "mailersend", "mailjet", "postal"),
    *("postmark", "sparkpost"),
)


@pytest.mark.parametrize("name", INBOUND)
def test_without_the_secret_nothing_is_read_or_stored(client, settings, name):
    """Also at the address of a provider that this site isn't set up for."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:secret"}
    for sent in ("", "Basic", "Basic bmFtZTp3cm9uZw==", "Basic ü", "Bearer bmFtZTpzZWNyZXQ="):
        headers = {"authorization": sent.encode().decode("latin-1")} if sent else {}
        answer = client.post(
            f"/anymail/{name}/inbound/", "{}", content_type="application/json", headers=headers
        )
        assert (403, 0) == (answer.status_code, InboundMail.objects.count())


def test_a_call_for_which_a_key_is_missing_comes_again(client, settings):
    """Its mail isn't lost, and the log tells the operator what to set."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "name:secret"}
    sent = {"recipient": "play+x@y.example", "body-mime": "From: a@b.example\r\n\r\n2"}
    answer = client.post(
        "/anymail/mailgun/inbound/", sent, headers={"authorization": "Basic bmFtZTpzZWNyZXQ="}
    )

    assert (503, 0) == (answer.status_code, InboundMail.objects.count())


@pytest.mark.slow
def test_long_headers_that_a_provider_took_apart(answered, provider):  # noqa: F811
    """A From of half a megabyte, and a Content-Type of comments, are text to us."""
    words = postmark(answered)
    words["Headers"] = [
        *words["Headers"],
        {"Name": "From", "Value": "a@b, " * 100_000},
        {"Name": "To", "Value": '"' * 300_000},
        {"Name": "Content-Type", "Value": "(" * 5_000},
    ]
    spent = costs(lambda: post(provider, "postmark/inbound/", words))

    assert spent < budgets.MAIL.seconds
    assert ["reply"] == list(InboundMail.objects.values_list("kind", flat=True))


def test_what_a_provider_brings_and_nobody_can_read_is_kept(provider, monkeypatch):  # noqa: F811
    """A row says why, and the provider need not bring it again."""

    def fail(_message):
        raise RecursionError

    monkeypatch.setattr(webhooks.mime, "copy_mail", fail)
    message = EmailMessage()
    message["To"], message["From"], message["Message-ID"] = FORGED, "a@example.org", "<a@b>"
    message.set_content("1")

    assert 200 == post(provider, "postmark/inbound/", postmark(message))
    assert [("failed", "RecursionError")] == [
        (row.status, row.reason.split()[0]) for row in InboundMail.objects.all()
    ]


@pytest.fixture
def address(db, settings) -> str:
    """The address that plays Ann's turn."""
    settings.INBOUND_DOMAIN = DOMAIN
    return addresses.make_reply(store(turn_of_ann()).notice("turn", "ann"))


def test_what_reading_raises_is_a_row(address, monkeypatch):
    """Its reason is there, and the same mail is not read again."""

    def fail(_raw, **_words):
        raise RecursionError

    monkeypatch.setattr(incoming, "parse_mail", fail)
    raw = eml("reply", to=address, sender="ann@example.org")
    rows = [receive.receive(raw) for _copy in range(3)]

    assert ({"failed"}, 1) == ({row.status for row in rows}, InboundMail.objects.count())
    assert rows[0].reason.startswith("RecursionError")


def test_copies_that_took_different_ways_count_once(address, monkeypatch):
    """Their Received headers differ, and their claims before anything is read; the Message-ID is the same."""
    played = []
    monkeypatch.setattr(take_reply, "play_reply", lambda **words: played.append(words))
    raw = eml("reply", to=address, sender="ann@example.org")
    copies = [b"Received: by mx%d.example\r\n" % number + raw for number in range(3)]
    rows = [receive.receive(each) for each in [*copies, *copies]]

    assert (1, 1, 1) == (len(played), len({row.pk for row in rows}), InboundMail.objects.count())


def test_a_mail_of_an_earlier_release_counts_once(address, monkeypatch):
    """It wrote no hash of all that came."""
    played = []
    monkeypatch.setattr(take_reply, "play_reply", lambda **words: played.append(words))
    raw = eml("reply", to=address, sender="ann@example.org")
    first = receive.receive(raw)
    InboundMail.objects.update(raw_key=None)

    assert (first.pk, 1) == (receive.receive(raw).pk, len(played))


def test_a_mail_over_which_processes_die_is_given_up(address, monkeypatch):
    """After three of them it is a row that failed, with its reason, and not brought again."""
    begun = []

    def die(**_words):
        begun.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(take_reply, "play_reply", die)
    raw = eml("reply", to=address, sender="ann@example.org")
    for minutes in range(0, 60, 6):
        with time_machine.travel(clock.now() + timedelta(minutes=minutes), tick=False):
            try:
                row = receive.receive(raw)
            except (KeyboardInterrupt, TryAgain):
                continue

    assert (claims.MOST_ATTEMPTS, "failed") == (len(begun), row.status)
    assert "never finished" in row.reason


@pytest.mark.parametrize("purpose", ["play", "games", "unsub", "bounce"])
def test_a_forged_address_leaves_no_row(address, purpose):
    """It looks like one of ours and has no proof."""
    to = f"{purpose}+1-2-3-{'a' * 20}@{DOMAIN}"
    receive.receive(eml("reply", to=to, sender="ann@example.org"), recipients=[to])

    assert 0 == InboundMail.objects.count()


@pytest.mark.slow
def test_lmtp_takes_few_recipients(answered, start_program, free_port):  # noqa: F811
    """Of 500 made-up ones none is taken, of ours not more than the budget, and none of them costs much."""
    program = start_program(
        "manage", "receive_lmtp", "--listen", f"127.0.0.1:{free_port}", INBOUND_DOMAIN=DOMAIN
    )
    program.wait_for_line("Taking mail to")
    began = time.monotonic()
    with smtplib.LMTP("127.0.0.1", free_port) as server:
        server.ehlo_or_helo_if_needed()
        server.mail("a@example.org")
        forged = {server.rcpt(f"play+x{number}@{DOMAIN}")[0] for number in range(500)}
        taken = [server.rcpt(answered["To"])[0] for _each in range(budgets.LMTP_RECIPIENTS.largest + 2)]

    assert ({550}, [250] * 20 + [452, 452]) == (forged, taken)
    assert time.monotonic() - began < 30
    assert (0, 0) == (InboundMail.objects.count(), moves())
    assert Notice.objects.exists()


FIELDS_OF_SENDGRID = {
    "headers": "From: {sender}\r\nTo: {to}\r\nSubject: Re: Fluxx\r\nMessage-ID: <x@example.org>\r\n",
    "envelope": '{{"from": "{sender}", "to": ["{to}"]}}',
}


@pytest.mark.filterwarnings("ignore:django-anymail has dropped official support for SendGrid")
@pytest.mark.parametrize(
    "charset",
    [*NOT_OF_MAILS, "us-ascii", "gb2312", "latin-1", "no-such-codec", "rot13", "undefined", "\\u0000", 7],
)
def test_a_provider_may_name_any_character_set(answered, provider, charset):  # noqa: F811
    """SendGrid passes on what the writer of a mail names: what no mail is written in is read as UTF-8."""
    sender = answered["From"].addresses[0].addr_spec
    words = {name: text.format(to=answered["To"], sender=sender) for name, text in FIELDS_OF_SENDGRID.items()}
    text = answered.get_payload(decode=True).decode() + "\n-- \n’é" + "a" * 900_000
    words |= {"text": text, "html": "<p>x", "charsets": json.dumps({"text": charset, "html": charset})}
    statuses: list[int] = []
    spent = costs(lambda: statuses.append(provider.post("/anymail/sendgrid/inbound/", words).status_code))

    assert ([200], "done") == (statuses, InboundMail.objects.get().status)
    assert spent < budgets.WEBHOOK_BODY.seconds
