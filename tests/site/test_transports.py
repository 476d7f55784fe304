"""Each way in, tried with a real mail: sent by the site, answered by its reader, brought in, and played."""

import base64
import email.policy
import hashlib
import hmac
import json
import os
import smtplib
import subprocess
import sys
import time
from email.message import EmailMessage

import pytest
from django.db import DataError, IntegrityError, OperationalError
from django.test import Client
from django.urls import reverse

from games.core.priority import BEHIND_PAGES
from games.inbound import mailbox, receive, take_reply
from games.mail import addresses
from games.models import By, Heartbeat, InboundMail, Move, Notice
from games.periodic.sweep import sweep_notices
from tests.mail.eml import eml
from tests.support.imap import ImapServer
from tests.support.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
DOMAIN = "reply.testserver.localhost"
SECRET = "provider:long-enough-to-guess"


@pytest.fixture
def answered(ann, bob, start, smtp, settings) -> EmailMessage:
    """Ann's mail program answers the mail that asked her for her turn, as it came from the mail server."""
    settings.INBOUND_DOMAIN = DOMAIN
    start(ann, bob)
    sweep_notices()
    mail = next(each for each in smtp.to(ann.email) if each.message["X-Fluxx-Kind"] == "turn")
    assert mail.sender.startswith("bounce+")
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"] = f"Ann <{ann.email}>", mail.message["Reply-To"]
    reply["Subject"] = f"Re: {mail.message['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = "<answer-1@players.example>", mail.message["Message-ID"]
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    reply.set_content(f"1\n\nOn Sat, Nov 21, 2026 at 6:30 PM Fluxx wrote:\n\n{quoted}")
    return reply


def moves() -> int:
    """How many answers came by mail."""
    return Move.objects.filter(by=By.REPLY).count()


def test_lmtp(answered, start_program, smtp, tmp_path, ann):
    """A mail server hands the answer over by LMTP, in another process; the move is made and confirmed.

    Its HTML part is one line of a million letters.
    """
    program = start_program(
        "manage", "receive_lmtp", "--listen", f"unix:{tmp_path}/lmtp", INBOUND_DOMAIN=DOMAIN
    )
    program.wait_for_line("Taking mail to")
    urgency = os.getpriority(os.PRIO_PROCESS, program.process.pid)
    answered.add_alternative(f"<p>1</p><!--{'x' * 1_000_000}-->", subtype="html", cte="8bit")
    raw = answered.as_bytes(policy=email.policy.SMTP.clone(max_line_length=None))
    assert max(map(len, raw.splitlines())) > 1_000_000
    with smtplib.LMTP(f"{tmp_path}/lmtp") as server:
        refused = server.sendmail(ann.email, [answered["To"], f"nobody@{DOMAIN}"], raw)
        again = server.sendmail(ann.email, [answered["To"]], raw)
    sweep_notices()

    assert ([f"nobody@{DOMAIN}"], {}) == (list(refused), again)
    assert (1, 1) == (moves(), InboundMail.objects.count())
    assert "auto-replied" in [mail.message["Auto-Submitted"] for mail in smtp.to(ann.email)]
    assert answered["To"].partition("@")[0] not in program.output
    assert 0 == program.stop()
    assert urgency >= BEHIND_PAGES  # web processes go first


def test_check_mail_tells_what_comes_in(start_program, smtp, free_port):
    """An operator's test, all in processes of their own: its copy arrives, and the mail itself comes back."""
    start_program(
        "manage", "receive_lmtp", "--listen", f"127.0.0.1:{free_port}", INBOUND_DOMAIN=DOMAIN
    ).wait_for_line("Taking mail to")
    program = start_program(
        "manage", "check_mail", "me@elsewhere.example", "--wait", "20", INBOUND_DOMAIN=DOMAIN
    )
    first, copy = smtp.wait_for(2)
    words = {"to": first.sender, "recipient": "me@elsewhere.example", "message_id": "<x@y>"}
    with smtplib.LMTP("127.0.0.1", free_port) as server:
        assert {} == server.sendmail(copy.sender, copy.recipients, copy.raw)
        assert {} == server.sendmail("<>", [first.sender], eml("no-such-box", **words))
    program.wait_for_line("CommandError: The mail to me@elsewhere.example came back: 5.1.1")

    assert "The mail to this site itself arrived; without a DKIM signature." in program.output
    assert 1 == program.process.wait(300)
    assert {"bounce", "automatic"} == set(InboundMail.objects.values_list("kind", flat=True))


def test_lmtp_answers_for_each_recipient(answered, start_program, ann, bob, free_port):
    """One of two recipients may have to come again, and the other not."""
    program = start_program(
        "manage", "receive_lmtp", "--listen", f"127.0.0.1:{free_port}", INBOUND_DOMAIN=DOMAIN
    )
    program.wait_for_line("Taking mail to")
    busy = InboundMail(status="working", key="")
    other = addresses.make_reply(Notice.objects.filter(player=bob).first())
    raw = answered.as_bytes()
    from games.inbound import incoming

    busy.key = incoming.parse_mail(raw, recipients=[other]).key
    busy.save()
    with smtplib.LMTP("127.0.0.1", free_port) as server:
        server.ehlo_or_helo_if_needed()
        server.mail(ann.email)
        server.rcpt(answered["To"])
        server.rcpt(other)
        server.putcmd("data")
        assert 354 == server.getreply()[0]
        server.send(raw + b"\r\n.\r\n")
        replies = [server.getreply()[0], server.getreply()[0]]

    assert ([250, 451], 1) == (replies, moves())


@pytest.fixture
def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def pipe(env: dict[str, str], raw: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "receive_mail", *words],
        input=raw,
        env={**env, "INBOUND_DOMAIN": DOMAIN},
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_pipe(answered, site_env):
    """A mail server starts the command with the mail on its standard input."""
    done = pipe(site_env, answered.as_bytes())

    assert (0, 1) == (done.returncode, moves()), done.stderr


def test_pipe_without_a_database(answered, site_env):
    """The exit code tells the mail server to keep the mail, in one line."""
    away = {**site_env, "DATABASE_URL": "postgresql://fluxx:x@127.0.0.1:1/fluxx"}
    done = pipe(away, answered.as_bytes())

    assert 75 == done.returncode, done.stderr
    assert b"Traceback" not in done.stderr


def test_pipe_believes_the_envelope(answered, site_env):
    """Where the mail server names the recipient, what the headers say does not count."""
    raw = answered.as_bytes().replace(answered["To"].encode(), b"friends@example.org")
    done = pipe(site_env, raw, "--recipient", answered["To"], "--sender", answered["From"])

    assert (0, 1) == (done.returncode, moves()), done.stderr


def test_check_says_how_mail_comes_in(site_env):
    """An operator sees which ways are open, and no password."""
    env = {**site_env, "WEBHOOK_SECRET": SECRET, "INBOX_URL": "imaps://box:s3cr3t-word@mail.example/INBOX"}
    said = pipe(env, b"", "--check").stdout.decode()

    assert f"play+…@{DOMAIN}" in said
    assert "/anymail/<provider>/inbound/" in said
    assert "box at mail.example" in said
    assert "No mail has come in yet" in said
    assert "s3cr3t" not in said
    assert "long-enough" not in said


@pytest.fixture
def imap(settings):
    server = ImapServer()
    settings.INBOX = server.inbox
    yield server
    server.stop()


@pytest.mark.parametrize("after", ["seen", "delete"])
def test_a_mailbox_is_polled(answered, imap, settings, after):
    """The sweep takes what nobody has seen, once, marks it or deletes it, and leaves a heartbeat."""
    settings.INBOX = {**imap.inbox, "after": after} if after == "delete" else imap.inbox
    seen = imap.put(eml("vacation", to="friends@example.org", sender="x@example.org"))
    seen.flags.add("\\Seen")
    mail = imap.put(answered.as_bytes())
    mailbox.sweep_inbox()
    mailbox.sweep_inbox()

    assert (1, 1) == (moves(), InboundMail.objects.count())
    assert 0 == Heartbeat.objects.get(name="inbox").failed
    assert imap.mails == [seen] if after == "delete" else mail.flags == {"\\Seen"}


@pytest.mark.parametrize("drops", ["LOGIN", "SELECT", "UID FETCH", "UID STORE"])
def test_a_mailbox_that_goes_away_is_asked_again(answered, imap, drops):
    """Wherever the connection breaks, the next sweep goes on, and the move is made once."""
    imap.put(answered.as_bytes())
    imap.drops = drops
    mailbox.sweep_inbox()
    failed = Heartbeat.objects.get(name="inbox").failed
    imap.drops = ""
    mailbox.sweep_inbox()

    assert (1, 1, {"\\Seen"}) == (failed, moves(), imap.mails[0].flags)


def test_a_wrong_password_is_a_line_in_the_log(imap, settings, caplog):
    """It names neither the password nor the mails."""
    settings.INBOX = {**imap.inbox, "password": "not-the-password"}
    mailbox.sweep_inbox()

    assert "the mailbox cannot be read" in caplog.text
    assert "not-the-password" not in caplog.text


@pytest.mark.parametrize("way", ["mailbox", "webhook"])
def test_what_cannot_be_taken_now_comes_again(answered, imap, provider, monkeypatch, way):
    """A database that fails in between costs no mail: it stays unseen, or the provider hears 503."""

    def fail(**_words):
        raise OperationalError("gone")

    mail = imap.put(answered.as_bytes())

    def bring() -> object:
        if way == "webhook":
            return post(provider, "postmark/inbound/", postmark(answered))
        mailbox.sweep_inbox()
        return set(mail.flags)

    with monkeypatch.context() as failing:
        failing.setattr(take_reply, "play_reply", fail)
        first = bring()
    second = bring()

    assert (first, second) == ((503, 200) if way == "webhook" else (set(), {"\\Seen"}))
    assert 1 == moves()


@pytest.fixture
def provider(settings) -> Client:
    """A mail provider that knows the secret."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET], "MAILGUN_WEBHOOK_SIGNING_KEY": "signing-key"}
    settings.INBOUND_DOMAIN = DOMAIN
    basic = base64.b64encode(SECRET.encode()).decode()
    return Client(enforce_csrf_checks=True, HTTP_AUTHORIZATION=f"Basic {basic}")


def postmark(mail: EmailMessage) -> dict[str, object]:
    """A mail as Postmark hands it over."""
    return {
        "FromFull": {"Email": mail["From"].addresses[0].addr_spec, "Name": "Ann"},
        "From": mail["From"].addresses[0].addr_spec,
        "ToFull": [{"Email": mail["To"], "Name": ""}],
        "OriginalRecipient": mail["To"],
        "Subject": mail["Subject"],
        "MessageID": "b1c2",
        "TextBody": mail.get_content(),
        "HtmlBody": "",
        "Headers": [{"Name": "Message-ID", "Value": mail["Message-ID"]}],
        "Attachments": [],
    }


def post(client: Client, rest: str, words: dict[str, object]) -> int:
    address = reverse("webhook", args=[rest])
    return client.post(address, json.dumps(words), content_type="application/json").status_code


def test_webhook_of_postmark(answered, provider):
    """A provider that parses mails itself."""
    statuses = [post(provider, "postmark/inbound/", postmark(answered)) for _copy in range(2)]

    assert ([200, 200], 1) == (statuses, moves())


def signed(words: dict[str, str]) -> dict[str, str]:
    """What Mailgun adds to a call."""
    stamp, token = str(int(time.time())), "t0ken"
    digest = hmac.new(b"signing-key", f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {**words, "timestamp": stamp, "token": token, "signature": digest}


def test_webhook_of_mailgun(answered, provider):
    """A provider that hands over the mail as it came, and signs it."""
    words = {
        "sender": "ann@players.example",
        "recipient": answered["To"],
        "body-mime": answered.as_bytes().decode(),
    }
    address = reverse("webhook", args=["mailgun/inbound_mime/"])
    forged = provider.post(address, {**signed(words), "signature": "0" * 64})
    before = moves()
    taken = provider.post(address, signed(words))

    assert (403, 0, 200, 1) == (forged.status_code, before, taken.status_code, moves())


@pytest.mark.parametrize("header", ["", "Basic " + base64.b64encode(b"provider:wrong").decode(), "Bearer x"])
def test_m12_a_webhook_without_the_secret_changes_nothing(answered, provider, header):
    """403 for whoever does not sign in as the provider does."""
    stranger = Client(HTTP_AUTHORIZATION=header) if header else Client()

    assert (403, 0) == (post(stranger, "postmark/inbound/", postmark(answered)), InboundMail.objects.count())


def test_without_a_secret_there_are_no_webhooks(answered, provider, settings):
    """An installation that has none shows nothing there, not even to who signs in."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": []}

    assert 404 == post(provider, "postmark/inbound/", postmark(answered))
    assert 404 == post(provider, "no-such-provider/inbound/", {})


def test_a_webhook_that_makes_no_sense_is_refused(provider):
    """No stack trace, and no hint. What lies too deep in a mail is left out, and need not come again."""
    address = reverse("webhook", args=["postmark/tracking/"])
    heads = "".join(
        f'Content-Type: multipart/mixed; boundary="b{each}"\r\n\r\n--b{each}\r\n' for each in range(2000)
    )
    deep = {"sender": "a@example.org", "recipient": f"play+1@{DOMAIN}", "body-mime": f"{heads}\r\n1"}

    assert 400 == provider.post(address, "no news", content_type="application/json").status_code
    assert 400 == provider.post(reverse("webhook", args=["mailgun/inbound/"]), signed({})).status_code
    taken = provider.post(reverse("webhook", args=["mailgun/inbound_mime/"]), signed(deep))
    assert 200 == taken.status_code


OF_A_MAIL = ("Bounce", "SpamComplaint", "Delivery", "Open", "Click", "SubscriptionChange")  # Postmark's names


def news(kind: str, notice: Notice, **words: object) -> dict[str, object]:
    """What Postmark tells of a mail."""
    return {
        "RecordType": kind,
        "MessageID": "b1c2",
        "Email": notice.address,
        "BouncedAt": "2026-11-21T17:40:00Z",
        "Metadata": {"message_id": notice.message_id},
        **words,
    }


def test_m11_a_provider_tells_of_a_bounce(answered, provider, ann):
    """A hard bounce marks the address; one of another address, or of no mail of ours, does not."""
    notice = Notice.objects.filter(player=ann, status="sent").first()
    hard = {"Type": "HardBounce", "TypeCode": 1, "Details": "smtp;550 5.1.1 user unknown"}
    post(provider, "postmark/tracking/", news("Bounce", notice, **hard, Email="x@y.example"))
    post(provider, "postmark/tracking/", news("Bounce", notice, **hard, Metadata={"message_id": "<x>"}))
    ann.refresh_from_db()
    before = ann.mail_refused_at
    statuses = [post(provider, "postmark/tracking/", news("Bounce", notice, **hard)) for _copy in range(3)]
    ann.refresh_from_db()

    assert (None, True, [200] * 3) == (before, ann.mail_refused_at is not None, statuses)
    assert "5.1.1" in ann.mail_error


@pytest.mark.parametrize("bad", ["\0", "\ud800"])
@pytest.mark.parametrize(
    "field", ["Description", "Details", "Email", "MessageID", "Metadata", "Type", "BouncedAt"]
)
def test_what_a_mail_server_says_may_hold_what_postgresql_cant(provider, ann, bob, start, smtp, field, bad):
    """Its provider would bring it again and again; wherever it stands, what can be read of it counts."""
    provider.raise_request_exception = False
    start(ann, bob)
    sweep_notices()
    notice = Notice.objects.filter(player=ann, status="sent").first()
    told = news("Bounce", notice, Type="HardBounce", TypeCode=1, Description="550 5.1.1 no", Details="")
    told[field] = (
        {"message_id": f"{notice.message_id}{bad}"} if field == "Metadata" else f"{told[field]}{bad}"
    )
    statuses = {kind: post(provider, "postmark/tracking/", told | {"RecordType": kind}) for kind in OF_A_MAIL}
    ann.refresh_from_db()

    assert {code for code in statuses.values() if code >= 500} == set()
    if field in ("Description", "Details"):
        assert (200, True) == (statuses["Bounce"], ann.mail_refused_at is not None)


def test_what_postgresql_cant_store_is_taken_once(provider, monkeypatch, answered):
    """It is listed as unreadable, and its provider brings it no more; what failed otherwise comes again."""

    def fail(error):
        def take(**_more):
            raise error

        monkeypatch.setattr(receive, "receive_message", lambda *_args, **_more: take())
        provider.raise_request_exception = False
        return post(provider, "postmark/inbound/", postmark(answered)), InboundMail.objects.count()

    assert [(200, 1), (500, 1)] == [fail(DataError("NUL")), fail(IntegrityError("later"))]


def test_m12_a_provider_tells_of_a_complaint(answered, provider, ann):
    """All mail about games is off; the player is offered it again where they look."""
    notice = Notice.objects.filter(player=ann, status="sent").first()
    status = post(provider, "postmark/tracking/", news("SpamComplaint", notice, Type="SpamComplaint"))
    ann.refresh_from_db()
    browser = Client()
    browser.force_login(ann, backend="allauth.account.auth_backends.AuthenticationBackend")
    pages = [browser.get(reverse(name)).content.decode() for name in ("dashboard", "account")]
    browser.post(reverse("mail_again"))

    assert (200, True) == (status, ann.complained_at is not None)
    assert "marked one of our mails as spam" in pages[0] + pages[1]
    ann.refresh_from_db()
    assert ann.complained_at is None
