"""The connection to the mail server, what its errors mean, and which of them say that an address is dead."""

import re
import smtplib
from contextlib import suppress
from enum import StrEnum

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

PERMANENT = 500
NO_SUCH_BOX = (550, 551, 553)
# An enhanced status (RFC 3463), but not a part of an IP address.
STATUS = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)")
# No such mailbox, no such domain, mailbox closed, moved away. Not all of 5.1: some are about the sender.
DEAD_ADDRESS = frozenset({"5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
BAD_SENDER = frozenset({"5.1.7", "5.1.8"})


class MailConnection:
    """A connection to the mail server, opened on demand, and again after a failure.

    What a sweep sends may wait for its turn; what follows from a move is sent at once, or left to the sweep.
    """

    def __init__(self, *, is_sweep: bool = True) -> None:
        self.is_sweep = is_sweep
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> "MailConnection":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def send(self, message: object) -> None:
        """Send one mail, or raise what the backend raises."""
        if self._connection is None:
            self._connection = get_connection(fail_silently=False)
            self._connection.open()
        try:
            self._connection.send_messages([message])  # type: ignore[list-item]  # any Django mail will do
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; errors do not matter any more."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()


def status_in(text: str) -> str:
    """Return the enhanced status in a server's reply; empty if there is none."""
    match = STATUS.search(text)
    return match[0] if match else ""


def is_address_dead(status: str) -> bool:
    """Whether an enhanced status means that the recipient's address will never accept mail."""
    return status in DEAD_ADDRESS


class Verdict(StrEnum):
    """What follows from a failed attempt to send."""

    AGAIN = "again"
    REFUSED = "the address takes no mail"
    UNWANTED = "the mail server does not take this mail"
    POISON = "the mail cannot be written"


def judge(error: BaseException) -> Verdict:
    """Return what follows from an error of sending.

    Ambiguous errors (the connection broke after the mail was handed over) are retried with the same
    Message-ID. Errors about this site (its login, its sender address) are retried, too: the operator will
    correct the settings.
    """
    match error:
        case smtplib.SMTPRecipientsRefused():
            verdicts = {judge_reply(code, text, NO_SUCH_BOX) for code, text in error.recipients.values()}
            return verdicts.pop() if len(verdicts) == 1 else Verdict.AGAIN
        case AnymailRecipientsRefused():
            return Verdict.REFUSED  # a provider that knows the address as one that takes no mail
        case smtplib.SMTPDataError():
            return judge_reply(error.smtp_code, error.smtp_error)
        case smtplib.SMTPException() | OSError():
            return Verdict.AGAIN
        case ValueError() | TypeError():
            return Verdict.POISON
    return Verdict.AGAIN


def judge_reply(code: int, text: bytes | str, no_such_box: tuple[int, ...] = ()) -> Verdict:
    """Return what a reply says about an address; `no_such_box` are codes that mean it does not exist."""
    if code < PERMANENT:
        return Verdict.AGAIN
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    status = status_in(words)
    if status in BAD_SENDER:
        return Verdict.AGAIN
    is_dead = is_address_dead(status) if status.startswith("5") else code in no_such_box
    return Verdict.REFUSED if is_dead else Verdict.UNWANTED
