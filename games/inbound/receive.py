"""Receives all incoming mail, however it arrives: claimed, read, recorded once, and processed once.

A reply counts only if it goes to the secret address of a mail, and comes from the address of that mail's
reader. What machines certainly wrote is ignored silently; a player is notified, once a day, of a mail of
theirs or in their name that did not count (docs/decisions/0021-inbound-mail.md, 0065-no-wrong-play.md).
"""

import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import Message
from functools import partial
from typing import TypeAlias, TypeVar
from uuid import uuid4

from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    transaction,
)
from django.db.models import F

from games import clock
from games.core.budgets import MAIL
from games.core.errors import describe_error
from games.core.mailboxes import is_same_mailbox
from games.core.refusal import Busy
from games.core.suspension import is_suspended
from games.delivery import bounce_reports
from games.delivery.bounces import describe_bounce, latest_notice, take_bounce, take_complaint
from games.mail import addresses, sent_lines, unsubscribe
from games.mail.addresses import AddressPurpose
from games.mail.compose import CHECK
from games.models import InboundMail, Notice, NumberedMail, PersonMail, Player, Seat
from games.people.reply_aliases import is_own_address
from games.people.unsubscribe import unsubscribe as stop_mail

from . import incoming, mime
from .incoming import IncomingMail
from .not_counted import mask_address, notify_not_counted, tell_not_played
from .play_reply import play_reply
from .play_several import play_several
from .seat_in_mail import find_seats

logger = logging.getLogger(__name__)

Found = TypeVar("Found")
Kind: TypeAlias = InboundMail.Kind
Status: TypeAlias = InboundMail.Status
# Of a DKIM-Signature its domain, of Authentication-Results what was found.
SIGNER = re.compile(r"(?:^|[;\s])d\s*=\s*([\w.-]+)")
VERDICT = re.compile(r"\b(?:spf|dkim|dmarc)=[a-z]+")
# A process that claimed a mail this long ago has died.
ABANDONED_AFTER = timedelta(minutes=5)
MOST_ATTEMPTS = 3  # to read a mail over which a process died, or was stopped
# Errors that pass. ProgrammingError: during a deploy the code may know more columns than the database has.
TRANSIENT = (OperationalError, InterfaceError, ProgrammingError, Busy)


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


def is_forged(mail: IncomingMail) -> bool:
    """Whether a mail came to addresses in our form, and to none that the site has made."""
    ours = [address for address in mail.recipients if addresses.purpose_of(address)]
    return bool(ours) and not any(map(is_known_address, ours))


def is_known_address(address: str) -> bool:
    """Whether the site has made this address, be it too old by now."""
    readers: dict[AddressPurpose | None, tuple[Callable[[str], object], ...]] = {
        AddressPurpose.REPLY: (addresses.read_reply,),
        AddressPurpose.REPLY_TO_SEVERAL: (addresses.read_several,),
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


def act_on_mail(mail: IncomingMail, row: InboundMail) -> MailResult:
    """Do what a mail asks for and return the result."""
    number = find_check(mail)
    if number is not None:
        return take_check(mail, number)
    if bounce_reports.is_complaint(mail.message):
        notice = find_reported_notice(mail)
        return reported(Kind.COMPLAINT, take_complaint(notice=notice), notice)
    ours = {addresses.purpose_of(address): address for address in reversed(mail.recipients)}
    came_back = AddressPurpose.BOUNCE in ours and mail.came_back
    if came_back or bounce_reports.is_delivery_report(mail.message):
        return take_report(mail, came_back=came_back)
    if address := ours.get(AddressPurpose.UNSUBSCRIBE):
        return take_unsubscribe(mail, address)
    if why := mail.why_automatic():
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, why)
    if address := ours.get(AddressPurpose.REPLY):
        return take_reply(mail, address, addresses.read_reply, partial(play_for_one, mail, row))
    if address := ours.get(AddressPurpose.REPLY_TO_SEVERAL):
        return take_reply(mail, address, addresses.read_several, partial(play_for_several, mail, row))
    return take_misdirected(mail, "to no address of a seat")


def find_check(mail: IncomingMail) -> int | None:
    """Return the number of the operator's test to whose address a mail came, if it came to one."""
    for address in mail.recipients:
        if addresses.purpose_of(address) == AddressPurpose.BOUNCE:
            with suppress(ValueError):
                return addresses.read_check(address)
    return None


def take_check(mail: IncomingMail, number: int) -> MailResult:
    """Record for `check_mail` what came of its test: it arrived, was answered, or came back."""
    name = f"test {number}: "
    if not mail.came_back and mail.header("X-Fluxx-Kind") == CHECK:
        return MailResult(Kind.AUTOMATIC, Status.DONE, f"{name}arrived{describe_signatures(mail)}")
    if not mail.came_back:
        return MailResult(Kind.REPLY, Status.DONE, f"{name}answered by {mail.sender or 'nobody'}")
    bounces = bounce_reports.read_bounce(mail.message, mail.whole_text)
    said = f"came back: {describe_bounce(bounces[0])}" if bounces else "late, or answered by a machine"
    return MailResult(Kind.BOUNCE, Status.DONE, f"{name}{said}")


def describe_signatures(mail: IncomingMail) -> str:
    """Return who signed a mail, and what the server that took it found: for operators, not to be trusted."""
    signers = [found for each in mail.headers("DKIM-Signature") for found in SIGNER.findall(each)]
    verdicts = VERDICT.findall(mail.header("Authentication-Results").lower())
    signed = f"signed (DKIM) by {', '.join(signers[:3])}" if signers else "without a DKIM signature"
    return "; ".join(["", signed, *dict.fromkeys(verdicts)])


def take_report(mail: IncomingMail, *, came_back: bool) -> MailResult:
    """Record a report of a mail server. If it `came_back` to a bounce address, it may have any form."""
    notice = find_reported_notice(mail)
    is_proven = came_back and notice is not None
    bounces = (
        bounce_reports.read_bounce(mail.message, mail.whole_text)
        if is_proven
        else bounce_reports.read_report(mail.message)
    )
    done = "ignored: it tells of no failure"
    if bounces or notice is None:
        done = take_bounce(notice=notice, bounces=bounces, is_proven=is_proven)
    return reported(Kind.BOUNCE, done, notice)


def reported(kind: Kind, done: str, notice: Notice | None) -> MailResult:
    """Return the result for a bounce or a complaint."""
    status = Status.IGNORED if done.startswith("ignored") else Status.DONE
    return MailResult(kind, status, done, notice.seat if notice else None, notice)


def find_reported_notice(mail: IncomingMail) -> Notice | None:
    """Return the notice that a report is about: by the report's address, or by the mail in it."""
    for address in mail.recipients:
        if addresses.purpose_of(address) == AddressPurpose.BOUNCE:
            try:
                return latest_notice(pk=addresses.read_bounce(address))
            except ValueError:
                return None
    return latest_notice(message_id__in=bounce_reports.original_ids(mail.message))


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


def _is_from(mail: IncomingMail, player: Player | None) -> bool:
    """Whether a mail says that it comes from a player."""
    return player is not None and bool(mail.sender) and is_own_address(player, mail.sender)


def _is_from_player(mail: IncomingMail, seat: Seat) -> bool:
    """Whether a mail says that it comes from the player of a seat."""
    return _is_from(mail, seat.player)


def take_reply(
    mail: IncomingMail, address: str, read: Callable[[str], Found], play: Callable[[Found], MailResult]
) -> MailResult:
    """Play a reply with what its address says, or notify the player why that opens nothing."""
    try:
        found = read(address)
    except addresses.LostMail as lost:
        return take_lost(mail, lost)
    except addresses.DeadAddress as dead:
        if dead.seat is not None and _is_from_player(mail, dead.seat):
            notify_not_counted(dead.seat, "revoked" if dead.reason == addresses.REVOKED else "too-old")
        else:
            tell_reader(mail, "left")
        return MailResult(Kind.REPLY, Status.IGNORED, dead.reason, dead.seat)
    except ValueError as error:
        return take_misdirected(mail, str(error))
    return play(found)


def take_misdirected(mail: IncomingMail, why: str) -> MailResult:
    """Tell the reader of a mail of ours, once a day, who has answered it to an address that plays nothing."""
    seat, is_told = tell_reader(mail, "elsewhere")
    return MailResult(Kind.REPLY if is_told else Kind.UNKNOWN, Status.IGNORED, why, seat)


def tell_reader(mail: IncomingMail, why: str) -> tuple[Seat | None, bool]:
    """Tell the reader of the mail that this one answers, once a day, that nothing was done.

    Nobody is told unless a mail to the very sender is referred to, or if a machine may have written this.
    Returns the seat that they are told about, if they sit there, and whether anybody is told.
    """
    if mail.why_perhaps_automatic():
        return None, False
    answered = Notice.objects.filter(message_id__in=mail.refers_to, channel=None, player__is_active=True)
    found = [
        each
        for each in answered.select_related("player", "game", "seat__game", "seat__player").order_by("pk")
        if _is_from(mail, each.player)
    ]
    for each in found:
        if each.seat is not None and each.seat.is_taken and each.seat.player_id == each.player_id:
            notify_not_counted(each.seat, "elsewhere")
            return each.seat, True
    if found and found[0].player is not None:
        tell_not_played(found[0].player, why, found[0].game)
        return None, True
    letters = PersonMail.objects.filter(message_id__in=mail.refers_to, player__is_active=True)
    for letter in letters.select_related("player"):
        if _is_from(mail, letter.player):
            tell_not_played(letter.player, "elsewhere")
            return None, True
    return None, False


def play_for_one(mail: IncomingMail, row: InboundMail, found: addresses.ReplyAddress) -> MailResult:
    """Play a reply to a mail about one game, if it counts."""
    if refused := refuse_reply(mail, row, found.seat):
        return refused
    sent = sent_lines.find_lines([*sent_lines.find_ids(found), *mail.refers_to])
    play_reply(
        seat=found.seat,
        text=mail.text_without(sent) or mail.subject_text([found.seat.game.name]),
        received_at=row.received_at,
        message_id=mail.unique_id or row.key,
        question=found.question,
        nonce=found.nonce,
        written_at=found.written_at,
        in_reply_to=mail.refers_to,
        is_perhaps_automatic=bool(mail.why_perhaps_automatic()),
    )
    return MailResult(Kind.REPLY, Status.DONE, seat=found.seat)


def play_for_several(mail: IncomingMail, row: InboundMail, numbered: NumberedMail) -> MailResult:
    """Play a reply to a mail that asks several things, if it counts."""
    mine = [seat.seat for seat in find_seats(numbered).values() if seat.seat.player_id == numbered.player_id]
    if not mine:
        tell_reader(mail, "left")
        return MailResult(Kind.REPLY, Status.IGNORED, "nobody sits there")
    if refused := refuse_reply(mail, row, mine[0]):
        return refused
    sent = sent_lines.find_lines([numbered.message_id, *mail.refers_to])
    names = [
        name for each in numbered.games for name in (each["name"], re.sub(r" \(\d+\)$", "", each["name"]))
    ]
    reply = play_several(
        mail=numbered,
        text=mail.text_without(sent) or mail.subject_text(names),
        received_at=row.received_at,
        message_id=mail.unique_id or row.key,
        is_perhaps_automatic=bool(mail.why_perhaps_automatic()),
    )
    return MailResult(Kind.REPLY, Status.DONE, seat=reply.seat if reply else mine[0])


def refuse_reply(mail: IncomingMail, row: InboundMail, seat: Seat) -> MailResult | None:
    """Return why a reply for a seat does not count, after notifying its player; None if it does."""
    if not _is_from_player(mail, seat):
        if why := mail.why_perhaps_automatic():
            return MailResult(Kind.AUTOMATIC, Status.IGNORED, why, seat)
        seen = {"seen": mask_address(mail.sender), "mail": row.pk} if mail.sender else {}
        notify_not_counted(seat, "sender", **seen)
        return MailResult(Kind.REPLY, Status.IGNORED, "not from the address of its player", seat)
    if mail.is_reaction:
        return MailResult(Kind.REPLY, Status.IGNORED, "a reaction", seat)
    if seat.player is not None and is_suspended(seat.player):
        notify_not_counted(seat, "suspended")
        return MailResult(Kind.REPLY, Status.IGNORED, "the player is suspended", seat)
    return None


def take_lost(mail: IncomingMail, lost: addresses.LostMail) -> MailResult:
    """Notify the player who has answered a mail that is not known any more, at a table where they sit."""
    seats = Seat.objects.select_related("game").filter(status=Seat.Status.TAKEN, player__is_active=True)
    seats = seats.filter(player__email__iexact=mail.sender).order_by("-pk")
    seat = seats.first() if lost.player is None else seats.filter(player=lost.player).first()
    if seat is not None:
        notify_not_counted(seat, "lost")
    return MailResult(Kind.REPLY, Status.IGNORED, str(lost), seat)
