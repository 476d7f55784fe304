"""Plays a received reply, or tells the player why it doesn't count.

It counts if it goes to the secret address of a mail, and comes from the address of that mail's reader.
"""

import re

from games.core.mailboxes import is_same_mailbox
from games.core.suspension import is_suspended
from games.mail import addresses, sent_lines
from games.mail.addresses import AddressPurpose
from games.models import InboundMail, Notice, NumberedMail, PersonMail, Player, Seat
from games.people.reply_aliases import is_own_address

from .answer_invitation import answer_invitation, answer_rematch
from .claims import Kind, MailResult, Status
from .incoming import IncomingMail
from .play_bundle_reply import play_bundle_reply
from .play_reply import play_reply
from .reply_notice import mask_address, notify_not_counted, notify_not_played, notify_unread
from .seat_in_mail import find_seats


def take_reply(mail: IncomingMail, row: InboundMail, address: str) -> MailResult:
    """Play a reply with what its address says, or notify the player why that opens nothing."""
    purpose = addresses.purpose_of(address)
    is_of_bundle = purpose == AddressPurpose.REPLY_TO_BUNDLE
    try:
        if purpose == AddressPurpose.INVITATION:
            return answer_invitation(mail, row, addresses.read_invitation(address))
        found = addresses.read_bundle_address(address) if is_of_bundle else addresses.read_reply(address)
    except addresses.LostMail as lost:
        return take_lost(mail, lost)
    except addresses.DeadAddress as dead:
        if dead.seat is not None and _is_from(mail, dead.seat.player):
            notify_not_counted(dead.seat, "revoked" if dead.reason == addresses.REVOKED else "too-old")
        else:
            notify_reader(mail, "left")
        return MailResult(Kind.REPLY, Status.IGNORED, dead.reason, dead.seat)
    except ValueError as error:
        return take_misdirected(mail, str(error))
    if isinstance(found, NumberedMail):
        return play_for_bundle(mail, row, found)
    return play_for_letter(mail, row, found)


def play_for_letter(mail: IncomingMail, row: InboundMail, found: addresses.ReplyAddress) -> MailResult:
    """Play a reply to a mail about one game, if it counts."""
    if refused := refuse_reply(mail, row, found.seat):
        return refused
    if not found.seat.is_taken:
        return answer_rematch(mail, found)
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


def play_for_bundle(mail: IncomingMail, row: InboundMail, numbered: NumberedMail) -> MailResult:
    """Play a reply to a mail that asks several things, if it counts."""
    mine = [seat.seat for seat in find_seats(numbered).values() if seat.seat.player_id == numbered.player_id]
    if not mine:
        notify_reader(mail, "left")
        return MailResult(Kind.REPLY, Status.IGNORED, "nobody sits there")
    if refused := refuse_reply(mail, row, mine[0]):
        return refused
    sent = sent_lines.find_lines([numbered.message_id, *mail.refers_to])
    names = [
        name for each in numbered.games for name in (each["name"], re.sub(r" \(\d+\)$", "", each["name"]))
    ]
    reply = play_bundle_reply(
        mail=numbered,
        text=mail.text_without(sent) or mail.subject_text(names),
        received_at=row.received_at,
        message_id=mail.unique_id or row.key,
        is_perhaps_automatic=bool(mail.why_perhaps_automatic()),
    )
    return MailResult(Kind.REPLY, Status.DONE, seat=reply.seat if reply else mine[0])


def refuse_reply(mail: IncomingMail, row: InboundMail, seat: Seat) -> MailResult | None:
    """Return why a reply for a seat does not count, after notifying its player; None if it does."""
    if not _is_from(mail, seat.player):
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


def take_misdirected(mail: IncomingMail, why: str) -> MailResult:
    """Tell the reader of a mail of ours, once a day, who has answered it to an address that plays nothing."""
    seat, is_notified = notify_reader(mail, "elsewhere")
    return MailResult(Kind.REPLY if is_notified else Kind.UNKNOWN, Status.IGNORED, why, seat)


def notify_reader(mail: IncomingMail, why: str) -> tuple[Seat | None, bool]:
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
        notify_not_played(found[0].player, why, found[0].game)
        return None, True
    letters = PersonMail.objects.filter(message_id__in=mail.refers_to, player__is_active=True)
    for letter in letters.select_related("player"):
        if _is_from(mail, letter.player):
            notify_not_played(letter.player, "elsewhere")
            return None, True
    return None, notify_invited(mail)


def notify_invited(mail: IncomingMail) -> bool:
    """Mail who answers an invitation to this very sender that they have to open it; say whether they hear."""
    answered = Notice.objects.filter(message_id__in=mail.refers_to, invitation__isnull=False)
    for each in answered.select_related("invitation").order_by("pk"):
        invited = each.invitation
        if invited is not None and mail.sender and is_same_mailbox(mail.sender, invited.email):
            return notify_unread(invited)
    return False


def _is_from(mail: IncomingMail, player: Player | None) -> bool:
    """Whether a mail says that it comes from a player."""
    return player is not None and bool(mail.sender) and is_own_address(player, mail.sender)
