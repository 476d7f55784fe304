"""Claims each received mail once, however many copies arrive, and records the result."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.db.models import F

from games import clock
from games.core.errors import describe_error
from games.core.mailboxes import is_same_mailbox
from games.models import InboundMail, Notice, Seat

from .incoming import IncomingMail

logger = logging.getLogger(__name__)

Kind: TypeAlias = InboundMail.Kind
Status: TypeAlias = InboundMail.Status
# A process that claimed a mail this long ago has died.
ABANDONED_AFTER = timedelta(minutes=5)
MOST_ATTEMPTS = 3  # to read a mail over which a process died, or was stopped


class TryAgain(Exception):
    """A mail could not be processed now; the sender should deliver it again later."""


@dataclass(frozen=True)
class MailResult:
    """What came of a mail: its kind, what was done, and for which seat or notice."""

    kind: Kind
    status: Status
    reason: str = ""
    seat: Seat | None = None
    notice: Notice | None = None


def claim(raw_key: str, received_at: datetime) -> tuple[InboundMail, bool]:
    """Return the row of a mail, and whether this process shall process it. Raises `TryAgain`."""
    now = clock.now()
    row, is_new = InboundMail.objects.get_or_create(
        raw_key=raw_key,
        defaults={"key": raw_key, "received_at": min(received_at, now), "began_at": now},
    )
    return (row, True) if is_new else take_over(row)


def take_over(row: InboundMail) -> tuple[InboundMail, bool]:
    """Return a row that was claimed before, and whether it was left by a process that died over it.

    Raises `TryAgain` while it may still be read. A mail over which several died is given up.
    """
    if row.status != Status.WORKING:
        return row, False
    now = clock.now()
    abandoned = InboundMail.objects.filter(pk=row.pk, status=Status.WORKING, began_at=row.began_at)
    if now - row.began_at < ABANDONED_AFTER:
        raise TryAgain("another process is reading this mail")
    if not abandoned.update(began_at=now, attempts=F("attempts") + 1):
        raise TryAgain("another process is reading this mail")
    row.refresh_from_db()
    if row.attempts > MOST_ATTEMPTS:
        logger.error("mail %s is given up: %s processes died over it", row.pk, MOST_ATTEMPTS)
        given_up = MailResult(Kind(row.kind), Status.FAILED, "it was begun several times, and never finished")
        return record(row, given_up), False
    return row, True


def claim_as_copy(row: InboundMail, mail: IncomingMail) -> tuple[InboundMail, bool]:
    """Claim a mail by what copies of it share, too; return its row, and whether to process it.

    Copies that came by another way differ in their first headers. Raises `TryAgain`.
    """
    row.message_id, row.sender = mail.message_id, mail.sender
    key = mail.key
    if row.key == key:
        return row, True
    earlier = InboundMail.objects.filter(key=mail.earlier_key).exclude(pk=row.pk).first()
    if earlier is not None and is_same_mailbox(earlier.sender, mail.sender):
        InboundMail.objects.filter(pk=row.pk).delete()
        return take_over(earlier)
    try:
        with transaction.atomic():
            row.key = key
            row.save(update_fields=["key", "message_id", "sender"])
    except IntegrityError:
        InboundMail.objects.filter(pk=row.pk).delete()
        first = InboundMail.objects.filter(key=key).first()
        if first is None:
            raise TryAgain("another copy of this mail has just gone") from None
        return take_over(first)
    return row, True


def record(row: InboundMail, result: MailResult) -> InboundMail:
    """Store what came of a mail."""
    row.kind, row.status, row.reason = result.kind, result.status, result.reason[:200]
    row.seat, row.notice = result.seat, result.notice
    row.save(update_fields=["kind", "status", "reason", "seat", "notice"])
    logger.info("mail %s: %s, %s (%s)", row.pk, row.kind, row.status, row.reason)
    return row


def record_unreadable(error: Exception) -> None:
    """Store that a provider brought something that can't even be taken apart."""
    name = uuid4().hex
    row = InboundMail.objects.create(key=name, raw_key=name)
    record(row, MailResult(Kind.UNKNOWN, Status.FAILED, describe_error(error)))
