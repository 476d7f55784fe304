"""Fetches mail from an IMAP mailbox every minute."""

import imaplib
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from games.core.budgets import MAIL
from games.core.errors import Tally, describe_error
from games.periodic.sweep import sweep

from .claims import TryAgain
from .receive import receive

logger = logging.getLogger(__name__)

BOXES: dict[str, Any] = {"imaps": MailBox, "imap+tls": MailBoxStartTls, "imap": MailBoxUnencrypted}
TIMEOUT = 15
AT_ONCE = 200
UNSEEN = "(UNSEEN UNDELETED)"


def sweep_inbox() -> Tally:
    """Fetch new mail, unless another process is doing so."""
    return sweep("inbox", fetch_all)


def fetch_all(*, stop_at: float) -> Tally:
    """Process every unseen mail, and mark it as seen, or delete it, once that is done.

    A mail that cannot be processed now stays; an unreachable mailbox is tried again the next time. `stop_at`
    is an instant of `time.monotonic`.
    """
    tally = Tally()
    if not settings.INBOX:
        return tally
    try:
        with open_box() as box:
            for uid in box.uids(UNSEEN)[:AT_ONCE]:
                if time.monotonic() > stop_at:
                    break
                tally.count(take_one(box, uid))
    except (OSError, imaplib.IMAP4.error, ImapToolsError) as error:
        logger.warning("the mailbox cannot be read: %s", describe_error(error))
        tally.count(False)
    return tally


@contextmanager
def open_box() -> Iterator[BaseMailBox]:
    """Log in to the mailbox of INBOX_URL, and out again. Raises `OSError` or an IMAP error."""
    inbox = settings.INBOX
    box: BaseMailBox = BOXES[inbox["scheme"]](inbox["host"], inbox["port"], timeout=TIMEOUT)
    try:
        yield box.login(inbox["user"], inbox["password"], inbox["folder"])
        box.logout()
    finally:
        with suppress(OSError):  # after a failure nobody has closed the connection
            box.client.shutdown()


def take_one(box: BaseMailBox, uid: str) -> bool:
    """Process one mail, as far as it is read at all; return whether that is done."""
    status, parts = box.client.uid("FETCH", uid, f"(INTERNALDATE BODY.PEEK[]<0.{MAIL.largest}>)")
    found = next((part for part in parts or [] if isinstance(part, tuple)), None)
    if status != "OK" or found is None:
        return False
    try:
        receive(bytes(found[1]), received_at=arrived_at(found[0]))
    except TryAgain:
        return False
    except Exception as error:  # none is known, but the mails behind it must not wait for its mending
        logger.error("a mail in the mailbox cannot be taken: %s", describe_error(error))
        return False
    if settings.INBOX["after"] == "delete":
        box.delete([uid])
    else:
        box.flag([uid], [MailMessageFlags.SEEN], True)
    return True


def arrived_at(line: bytes) -> datetime | None:
    """Return when a mail reached the mailbox, according to its server."""
    moment = imaplib.Internaldate2tuple(line)
    return datetime.fromtimestamp(time.mktime(moment), UTC) if moment else None
