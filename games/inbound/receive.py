"""Receives all incoming mail, however it arrives: claimed, read, recorded once, and processed once.

A reply counts only if it goes to the secret address of a mail, and comes from the address of that mail's
reader. What machines certainly wrote is ignored silently; a player is notified, once a day, of a mail of
theirs or in their name that did not count (docs/decisions/0021-inbound-mail.md, 0065-no-wrong-play.md).
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from email.message import Message
from functools import partial

from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError
from django.db.models import F

from games import clock
from games.core.budgets import MAIL
from games.core.errors import describe_error
from games.core.refusal import Busy
from games.delivery import bounce_reports
from games.mail import addresses, unsubscribe
from games.mail.addresses import AddressPurpose
from games.models import InboundMail
from games.people.unsubscribe import unsubscribe as stop_mail

from . import incoming, mime
from .claims import ABANDONED_AFTER, Kind, MailResult, Status, TryAgain, claim, claim_as_copy, record
from .incoming import IncomingMail
from .reports import find_check, take_check, take_complaint_report, take_report
from .take_reply import take_misdirected, take_reply

logger = logging.getLogger(__name__)

# Errors that pass. ProgrammingError: during a deploy the code may know more columns than the database has.
TRANSIENT = (OperationalError, InterfaceError, ProgrammingError, Busy)


def receive(
    raw: bytes,
    *,
    recipients: Iterable[str] = (),
    envelope_sender: str | None = None,
    received_at: datetime | None = None,
) -> InboundMail:
    """Process a raw mail with its envelope, where known. Raises `TryAgain`.

    Copies of a mail count once. `received_at` is when it reached the mailbox, by default now.
    """
    raw, to = raw[: MAIL.largest], tuple(recipients)
    read = partial(incoming.parse_mail, raw, recipients=to, envelope_sender=envelope_sender)
    return take(raw, to, read, received_at)


def receive_message(
    message: Message, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> InboundMail:
    """Process a mail that a provider has taken apart; see `receive`."""
    copied, to = mime.copy_mail(message), tuple(recipients)
    read = partial(incoming.from_message, copied, recipients=to, envelope_sender=envelope_sender)
    return take(mime.fingerprint(copied), to, read, None)


def take(
    came: bytes, recipients: Sequence[str], read: Callable[[], IncomingMail], received_at: datetime | None
) -> InboundMail:
    """Claim a mail by all that came, before `read` looks at anything of it, and process it."""
    parts = [came, *sorted(address.lower().encode("utf-8", "replace") for address in recipients)]
    try:
        row, is_mine = claim(hashlib.sha256(b"\0".join(parts)).hexdigest(), received_at or clock.now())
        return process_mail(row, read) if is_mine else row
    except TRANSIENT as error:
        logger.warning("a mail has to come again: %s", describe_error(error))
        raise TryAgain(describe_error(error)) from error


def process_mail(row: InboundMail, read: Callable[[], IncomingMail]) -> InboundMail:
    """Read a claimed mail, act on it, and record the result; one that fails is not delivered again."""
    try:
        mail = read()
        row, is_mine = claim_as_copy(row, mail)
        if not is_mine:
            return row
        result = act_on_mail(mail, row)
        if result.status == Status.IGNORED and not result.seat and not result.notice and is_forged(mail):
            logger.info("mail %s: to an address that is not ours", row.pk)
            row.kind, row.status, row.reason = result.kind, result.status, result.reason[:200]
            row.delete()
            return row
    except TryAgain:
        raise
    except TRANSIENT:
        with suppress(DatabaseError):  # without its help the mail counts as abandoned a little later
            mine = InboundMail.objects.filter(pk=row.pk)
            mine.update(began_at=clock.now() - ABANDONED_AFTER, attempts=F("attempts") - 1)
        raise
    except Exception as error:
        logger.error("mail %s cannot be read or acted on: %s", row.pk, describe_error(error))
        result = MailResult(Kind(row.kind), Status.FAILED, describe_error(error))
    return record(row, result)


def is_forged(mail: IncomingMail) -> bool:
    """Whether a mail came to addresses in our form, and to none that the site has made."""
    ours = [address for address in mail.recipients if addresses.purpose_of(address)]
    return bool(ours) and not any(map(is_known_address, ours))


def is_known_address(address: str) -> bool:
    """Whether the site has made this address, be it too old by now."""
    readers: dict[AddressPurpose | None, tuple[Callable[[str], object], ...]] = {
        AddressPurpose.REPLY: (addresses.read_reply,),
        AddressPurpose.REPLY_TO_BUNDLE: (addresses.read_bundle_address,),
        AddressPurpose.INVITATION: (addresses.read_invitation,),
        AddressPurpose.BOUNCE: (addresses.read_bounce, addresses.read_check),
        AddressPurpose.UNSUBSCRIBE: (lambda each: unsubscribe.read_token(addresses.read_unsubscribe(each)),),
    }
    for read in readers.get(addresses.purpose_of(address), ()):
        try:
            read(address)
        except (addresses.DeadAddress, addresses.LostMail):
            return True
        except ValueError:
            continue
        return True
    return False


def act_on_mail(mail: IncomingMail, row: InboundMail) -> MailResult:
    """Do what a mail asks for and return the result."""
    number = find_check(mail)
    if number is not None:
        return take_check(mail, number)
    if bounce_reports.is_complaint(mail.message):
        return take_complaint_report(mail)
    ours = {addresses.purpose_of(address): address for address in reversed(mail.recipients)}
    came_back = AddressPurpose.BOUNCE in ours and mail.came_back
    if came_back or bounce_reports.is_delivery_report(mail.message):
        return take_report(mail, came_back=came_back)
    if address := ours.get(AddressPurpose.UNSUBSCRIBE):
        return take_unsubscribe(mail, address)
    if why := mail.why_automatic():
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, why)
    for purpose in addresses.ANSWERED:
        if address := ours.get(purpose):
            return take_reply(mail, row, address)
    return take_misdirected(mail, "to no address of a seat")


def take_unsubscribe(mail: IncomingMail, address: str) -> MailResult:
    """Unsubscribe the player of an address, to which mail programs write for their users."""
    if mail.came_back or mail.header("X-Fluxx-Kind"):
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, "a bounce, or a mail of such a site")
    try:
        wish = unsubscribe.read_token(addresses.read_unsubscribe(address))
    except ValueError as error:
        return MailResult(Kind.UNSUBSCRIBE, Status.IGNORED, str(error))
    if wish.is_outdated:
        return MailResult(Kind.UNSUBSCRIBE, Status.IGNORED, "its mail went to an old address, or is too old")
    stop_mail(wish=wish)
    return MailResult(Kind.UNSUBSCRIBE, Status.DONE)
