"""The one door for mail that comes in, whatever brought it: read, recorded once, and acted on once.

A move is made only of what somebody wrote above a mail of theirs, to its secret address, from the address
that it went to. All else is ignored without a word, but that a player is told, once a day, of a
mail of theirs, or one in their name, that did not count (docs/decisions/0021-inbound-mail.md).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError

from games import clock
from games.core.errors import describe
from games.core.refusal import Busy
from games.delivery import bounce_reports
from games.delivery.bounces import take_bounce, take_complaint
from games.mail import addresses, unsubscribe
from games.mail.addresses import Purpose
from games.models import InboundMail, Notice, Seat
from games.outbox import notices
from games.people.unsubscribe import unsubscribe as stop_mail

from . import incoming
from .incoming import IncomingMail
from .play_reply import play_reply

logger = logging.getLogger(__name__)

Kind: TypeAlias = InboundMail.Kind
Status: TypeAlias = InboundMail.Status
# Whoever began to read a mail so long ago has died.
ABANDONED_AFTER = timedelta(minutes=5)
# The last but one: in the middle of a deploy, when the code knows more columns than the database has.
PASSING = (OperationalError, InterfaceError, ProgrammingError, Busy)


class TryAgain(Exception):
    """A mail could not be taken now: whoever brings it should keep it and come again."""


@dataclass(frozen=True)
class MailResult:
    """What became of a mail."""

    kind: Kind
    status: Status
    reason: str = ""
    seat: Seat | None = None
    notice: Notice | None = None


def receive(
    raw: bytes,
    *,
    recipients: Iterable[str] = (),
    envelope_sender: str | None = None,
    received_at: datetime | None = None,
) -> InboundMail:
    """Take a mail as its bytes, with what its envelope says, if that is known. Raises `TryAgain`.

    Copies of a mail count once. `received_at` is when it came to where it was fetched from, by default now.
    """
    mail = incoming.parse_mail(raw, recipients=recipients, envelope_sender=envelope_sender)
    return take_parsed(mail, received_at=received_at)


def take_parsed(mail: IncomingMail, *, received_at: datetime | None = None) -> InboundMail:
    """Take a mail that has been read; see `receive`."""
    try:
        row, is_mine = claim(mail, received_at or clock.now())
        return process_mail(row, mail) if is_mine else row
    except PASSING as error:
        logger.warning("a mail has to come again: %s", describe(error))
        raise TryAgain(describe(error)) from error


def claim(mail: IncomingMail, received_at: datetime) -> tuple[InboundMail, bool]:
    """Return the row of a mail, and whether it is for this process to act. Raises `TryAgain`."""
    now = clock.now()
    row, is_new = InboundMail.objects.get_or_create(
        key=mail.key,
        defaults={
            "message_id": mail.message_id,
            "sender": mail.sender,
            "received_at": min(received_at, now),
            "began_at": now,
        },
    )
    if is_new or row.status != Status.WORKING:
        return row, is_new
    abandoned = InboundMail.objects.filter(pk=row.pk, status=Status.WORKING, began_at=row.began_at)
    if now - row.began_at < ABANDONED_AFTER or not abandoned.update(began_at=now):
        raise TryAgain("another process is reading this mail")
    return row, True


def process_mail(row: InboundMail, mail: IncomingMail) -> InboundMail:
    """Act on a mail and write down what became of it; one that cannot be read is not brought again."""
    try:
        result = act_on_mail(mail, row)
    except PASSING:
        with suppress(DatabaseError):  # without its help the mail counts as abandoned a little later
            InboundMail.objects.filter(pk=row.pk).update(began_at=clock.now() - ABANDONED_AFTER)
        raise
    except Exception as error:
        logger.error("mail %s cannot be acted on: %s", row.pk, describe(error))
        result = MailResult(Kind(row.kind), Status.FAILED, describe(error))
    row.kind, row.status, row.reason = result.kind, result.status, result.reason[:200]
    row.seat, row.notice = result.seat, result.notice
    row.save(update_fields=["kind", "status", "reason", "seat", "notice"])
    logger.info("mail %s: %s, %s (%s)", row.pk, row.kind, row.status, row.reason)
    return row


def act_on_mail(mail: IncomingMail, row: InboundMail) -> MailResult:
    """Do what a mail asks for, if anything, and return what that was."""
    match bounce_reports.kind(mail.message):
        case "delivery-status":
            return take_delivery_report(mail)
        case "feedback-report":
            notice = find_notice(mail)
            return reported(Kind.COMPLAINT, take_complaint(notice=notice), notice)
    ours = {addresses.purpose_of(address): address for address in reversed(mail.recipients)}
    if address := ours.get(Purpose.UNSUBSCRIBE):
        return take_unsubscribe(mail, address)
    if why := mail.why_automatic():
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, why)
    if address := ours.get(Purpose.REPLY):
        return take_reply(mail, address, row)
    return MailResult(Kind.UNKNOWN, Status.IGNORED, "to no address of a seat")


def take_delivery_report(mail: IncomingMail) -> MailResult:
    """Note which mail of ours came back, and why."""
    bounces = bounce_reports.bounces(mail.message)
    notice = find_notice(mail)
    done = take_bounce(notice=notice, bounces=bounces) if bounces else "ignored: it tells of no failure"
    return reported(Kind.BOUNCE, done, notice)


def reported(kind: Kind, done: str, notice: Notice | None) -> MailResult:
    """Return what became of a report."""
    status = Status.IGNORED if done.startswith("ignored") else Status.DONE
    return MailResult(kind, status, done, notice.seat if notice else None, notice)


def find_notice(mail: IncomingMail) -> Notice | None:
    """Return the notice whose mail a report is about: by the report's address, or by the mail in it."""
    known = Notice.objects.select_related("player", "seat", "game", "invitation")
    for address in mail.recipients:
        if addresses.purpose_of(address) == Purpose.BOUNCE:
            try:
                return known.filter(pk=addresses.read_bounce(address)).first()
            except ValueError:
                return None
    return known.filter(message_id__in=bounce_reports.original_ids(mail.message)).order_by("-pk").first()


def take_unsubscribe(mail: IncomingMail, address: str) -> MailResult:
    """Stop the mails that the address stands for, also when a mail program asks for its owner."""
    if mail.came_back or mail.header("X-Fluxx-Kind"):
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, "a bounce, or a mail of such a site")
    try:
        wish = unsubscribe.read_token(addresses.read_unsubscribe(address))
    except ValueError as error:
        return MailResult(Kind.UNSUBSCRIBE, Status.IGNORED, str(error))
    stop_mail(wish=wish)
    return MailResult(Kind.UNSUBSCRIBE, Status.DONE)


def take_reply(mail: IncomingMail, address: str, row: InboundMail) -> MailResult:
    """Play what a seat's player has written, or say once a day why it did not count."""
    try:
        found = addresses.read_reply(address)
    except addresses.Dead as dead:
        if dead.seat is not None and mail.sender == dead.seat.player.email:  # type: ignore[union-attr]
            notify_not_counted(dead.seat, "too-old")
        return MailResult(Kind.REPLY, Status.IGNORED, dead.reason, dead.seat)
    except ValueError as error:
        return MailResult(Kind.UNKNOWN, Status.IGNORED, str(error))
    seat = found.seat
    if seat.player is None or mail.sender != seat.player.email.lower():
        notify_not_counted(seat, "sender")
        return MailResult(Kind.REPLY, Status.IGNORED, "not from the address of its player", seat)
    play_reply(
        seat=seat,
        text=mail.text,
        received_at=row.received_at,
        message_id=row.message_id or row.key,
        question=found.question,
        in_reply_to=mail.refers_to,
    )
    return MailResult(Kind.REPLY, Status.DONE, seat=seat)


def notify_not_counted(seat: Seat, why: str) -> None:
    """Tell a seat's player that a mail did not count, at most once a day; never who wrote it."""
    key = f"not-counted/{seat.player_id}/{clock.now():%Y-%m-%d}/{why}"
    notice = notices.build_notice(
        Notice.Kind.REPLY, key=key, game=seat.game, seat=seat, params={"not_counted": why}
    )
    notices.write([notice])
