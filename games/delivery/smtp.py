"""The connection to the mail server, what its errors mean, and which of them say that an address is dead."""

import os
import re
import smtplib
from contextlib import suppress
from enum import StrEnum
from threading import Lock, Timer

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend

# Seconds for which a connection waits for the next mail; servers close one after some minutes.
LONGEST_IDLE = 30.0
PERMANENT = 500
NO_SUCH_BOX = (550, 551, 553)
# An enhanced status (RFC 3463), but not a part of an IP address.
STATUS = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)")
# No such mailbox, no such domain, mailbox closed, moved away. Not all of 5.1: some are about the sender.
DEAD_ADDRESS = frozenset({"5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
BAD_SENDER = frozenset({"5.1.7", "5.1.8"})


class IdleConnection:
    """The connection that a process keeps for its next mail; who uses it takes it away from the others."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew in a process that was forked: the connection is its parent's."""
        self._lock = Lock()
        self._kept: BaseEmailBackend | None = None
        self._timer: Timer | None = None

    def take(self) -> BaseEmailBackend | None:
        """Return the connection, if there is one."""
        with self._lock:
            kept, self._kept = self._kept, None
            if self._timer is not None:
                self._timer.cancel()
        return kept

    def keep(self, connection: BaseEmailBackend) -> None:
        """Keep an SMTP connection for some seconds; close one of another kind, and a second one."""
        with self._lock:
            if self._kept is None and isinstance(connection, SmtpBackend):
                self._kept = connection
                self._timer = Timer(LONGEST_IDLE, self.close)
                self._timer.daemon = True
                self._timer.start()
                return
        _close(connection)

    def close(self) -> None:
        """Close the connection, if there is one."""
        if (kept := self.take()) is not None:
            _close(kept)


IDLE = IdleConnection()
os.register_at_fork(after_in_child=IDLE.forget)


class MailConnection:
    """The way to the mail server: the connection used last, if the server still listens, or a new one.

    What a sweep sends may wait for its turn; what follows from a move is sent at once, or left to the sweep.
    """

    def __init__(self, *, is_sweep: bool = True) -> None:
        self.is_sweep = is_sweep
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> "MailConnection":
        return self

    def __exit__(self, *_error: object) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            IDLE.keep(connection)

    def send(self, message: object) -> None:
        """Send one mail, or raise what the backend raises.

        Whether the server still listens is asked before a mail: after it, nobody knows whether a server that
        hangs up has taken it. It is tried again later then, with the same Message-ID.
        """
        connection, self._connection = self._connection or IDLE.take(), None
        if connection is not None and not _is_open(connection):
            _close(connection)
            connection = None
        if connection is None:
            connection = get_connection(fail_silently=False)
            connection.open()
        try:
            connection.send_messages([message])  # type: ignore[list-item]  # any Django mail will do
        except BaseException:
            _close(connection)
            raise
        self._connection = connection


def _is_open(connection: BaseEmailBackend) -> bool:
    """Whether the server at the other end still listens; what isn't SMTP opens itself."""
    if not isinstance(connection, SmtpBackend):
        return True
    try:
        return connection.connection is not None and connection.connection.noop()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False


def _close(connection: BaseEmailBackend) -> None:
    """Close a connection; errors do not matter any more."""
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
