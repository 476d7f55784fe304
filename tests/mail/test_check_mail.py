"""`manage.py check_mail`: an operator learns whether mail leaves and comes in, from real servers."""

import smtplib
import ssl
from io import StringIO

import pytest
from anymail.exceptions import AnymailError
from django.core.management import CommandError, call_command

from games.delivery.explain_failure import explain_failure
from games.inbound.receive import receive
from games.mail import addresses
from games.management.commands import check_mail
from games.models import InboundMail, Player
from tests.mail.eml import eml
from tests.support.smtp import Fault, SmtpServer

pytestmark = pytest.mark.django_db
DOMAIN = "reply.testserver.localhost"
ME = "operator@elsewhere.example"


@pytest.fixture(autouse=True)
def a_mail_server(settings, smtp):
    settings.MAILS_GO_TO_FILES = False
    settings.EMAIL_TIMEOUT = 5


@pytest.fixture
def comes_in(settings, smtp, monkeypatch):
    """Mail comes in: let something happen each time that the command waits."""
    settings.INBOUND_DOMAIN = DOMAIN

    def happen(*steps):
        left = list(steps)
        monkeypatch.setattr(check_mail.time, "sleep", lambda _seconds: left.pop(0)() if left else None)
        now = iter(range(10_000))
        monkeypatch.setattr(check_mail.time, "monotonic", lambda: float(next(now)))

    return happen


def run(*words: str) -> str:
    out = StringIO()
    call_command("check_mail", *words, stdout=out)
    return out.getvalue()


def deliver_copy(smtp: SmtpServer, more: bytes = b"") -> InboundMail:
    """The mail that the site has sent to itself arrives."""
    mail = next(each for each in smtp.received if each.recipients[0].endswith(DOMAIN))
    return receive(more + mail.raw, recipients=mail.recipients, envelope_sender=mail.sender)


def test_mail_leaves_comes_in_and_is_signed(comes_in, smtp):
    """Two mails leave; the own one comes back through the site's door, and its signature is named."""
    signed = (
        b"Authentication-Results: mx.example; spf=pass smtp.mailfrom=x; dkim=pass; dmarc=pass\r\n"
        b"DKIM-Signature: v=1; a=rsa-sha256; d=games.example; s=k1; bh=x; b=y\r\n"
    )
    comes_in(lambda: deliver_copy(smtp, signed))
    said = run(ME)
    mine, own = smtp.received

    assert (ME, own.sender) == (mine.recipients[0], own.recipients[0])
    assert addresses.read_check(mine.sender) + 1 == addresses.read_check(own.sender)
    assert mine.message["Reply-To"] == mine.sender
    assert "turns@testserver.localhost" in mine.message["From"]
    assert mine.message["Message-ID"].endswith("@testserver.localhost>")
    assert "arrived; signed (DKIM) by games.example; spf=pass; dkim=pass; dmarc=pass." in said
    assert "_dmarc.testserver.localhost" in said
    assert DOMAIN in said


def test_an_answer_is_seen_and_plays_nothing(comes_in, smtp):
    """The operator answers: mail comes in from there, too."""

    def answer():
        words = {"sender": ME, "to": smtp.received[0].message["Reply-To"], "text": "hello"}
        return receive(eml("reply", **words), envelope_sender=ME)

    comes_in(answer)

    assert f"The mail to {ME} answered by {ME}." in run(ME)
    assert "reply" == InboundMail.objects.get().kind


def test_a_mail_that_comes_back_is_an_error_in_words(comes_in, smtp):
    """The server of the address says why; no player is touched."""

    def come_back():
        mail = smtp.received[0]
        words = {"recipient": ME, "message_id": mail.message["Message-ID"]}
        return receive(eml("no-such-box", to=mail.sender, **words), envelope_sender="<>")

    comes_in(come_back)
    with pytest.raises(CommandError, match=f"The mail to {ME} came back: 5.1.1 .*User unknown"):
        run(ME)

    assert not Player.objects.exists()


def test_nothing_that_comes_in_is_an_error_in_words(comes_in, smtp):
    """The own mail did not find its way: the MX record comes first."""
    comes_in()
    with pytest.raises(
        CommandError, match=f"Nothing came in within 5 seconds: look at the MX record of {DOMAIN}"
    ):
        run(ME, "--wait", "5")


def test_without_incoming_mail_it_sends_and_does_not_wait(smtp):
    """What to look at is said all the same."""
    said = run(ME)

    assert [(ME,)] == [mail.recipients for mail in smtp.received]
    assert "noreply@testserver.localhost" == smtp.received[0].message["Reply-To"]
    assert "Waiting" not in said
    assert "SPF" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "“nobody” is not a mail address"),
        ([""], "“” is not a mail address"),
        ([ME, "--wait", "-1"], "--wait takes 0 to 900 seconds, not -1"),
    ],
)
def test_bad_words_send_nothing(smtp, words, sentence):
    """One sentence."""
    with pytest.raises(CommandError, match=sentence):
        run(*words)

    assert [] == smtp.received


def test_a_site_without_a_mail_server_says_so(settings):
    """Where mails become files."""
    settings.MAILS_GO_TO_FILES = True
    with pytest.raises(CommandError, match="EMAIL_URL names no mail server: mails become files in "):
        run(ME)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Fault.NO_SUCH_BOX, "does not take this mail: 550 5.1.1 No such mailbox"),
        (Fault.BUSY, "does not take this mail: 421 Service not available"),
        (Fault.DROP, "hung up: try smtps://"),
    ],
)
def test_a_refusing_server_is_named_with_its_words(smtp, settings, fault, sentence):
    """A real server."""
    smtp.fault = fault
    with pytest.raises(CommandError, match=f"^The mail server [^ ]+:{smtp.port} {sentence}"):
        run(ME)


def test_a_server_that_is_not_there_is_named(smtp):
    """A refused connection."""
    smtp.refuse()
    with pytest.raises(CommandError, match=r"does not answer \(Connection refused\): check EMAIL_URL"):
        run(ME)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad credentials"),
            "user name or the password of EMAIL_URL",
        ),
        (
            smtplib.SMTPSenderRefused(550, b"5.1.8 no", "bounce+0-1@x.example"),
            "does not let this site send as bounce",
        ),
        (
            smtplib.SMTPRecipientsRefused({ME: (550, b"5.1.1 no")}),
            f"does not take mail to {ME}: 550 5.1.1 no",
        ),
        (smtplib.SMTPNotSupportedError("STARTTLS extension not supported"), "knows no STARTTLS"),
        (smtplib.SMTPConnectError(554, b"blocked"), "refuses to talk to this machine: 554 blocked"),
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number"), "speaks no TLS there"),
        (TimeoutError("timed out"), "does not answer (timed out)"),
        (AnymailError("401 Unauthorized"), "check the key in EMAIL_URL: 401 Unauthorized"),
        (RuntimeError("what"), "The mail could not be sent: RuntimeError: what"),
    ],
)
def test_each_failure_is_one_sentence(error, words):
    """What is wrong, and where to look."""
    said = explain_failure(error)

    assert words in said
    assert "\n" not in said
