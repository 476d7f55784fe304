"""Addresses of this site for replies, for bounces and for unsubscribing.

Each holds its purpose and a proof that only this site can make, so none is stored. Mail programs change the
case of an address and servers cut a long one: the part before the @ has only small letters and digits, and
fewer than 64 characters.
"""

import base64
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils.crypto import constant_time_compare
from django.utils.http import base36_to_int, int_to_base36

from games import clock
from games.core.budgets import ADDRESS
from games.core.keys import make_keyed_hashes
from games.core.tokens import MAX_AGE
from games.models import Invitation, Notice, NumberedMail, Player, Seat

LONGEST_LOCAL = 64  # characters before the @, this one excluded; servers cut a longer one
PROOF_LENGTH = 20  # of base 32: a hundred bits
EPOCHS = 20  # of a seat's links, for which its addresses are told from made-up ones
OF_NOTICE = re.compile(r"bounce\+(?P<reference>[a-z2-7]{26})-(?P<proof>[a-z2-7]{20})")
LOCAL_PART = re.compile(
    r"(?P<purpose>play|games|invite|bounce|unsub)\+(?P<numbers>[0-9a-z]{1,13}(?:-[0-9a-z]{1,13}){0,3})-(?P<proof>[a-z2-7]{20})"
)


class AddressPurpose(StrEnum):
    """What an address is for; a proof is valid for one purpose only."""

    REPLY = "play"
    REPLY_TO_BUNDLE = "games"
    INVITATION = "invite"
    BOUNCE = "bounce"
    UNSUBSCRIBE = "unsub"


REVOKED = "revoked"  # why an address is dead
# Without an extension they are nobody's, and people write there who have lost it.
WITHOUT_EXTENSION = ("play", "games", "turns")
# What a person answers a mail to.
ANSWERED = (AddressPurpose.REPLY, AddressPurpose.REPLY_TO_BUNDLE, AddressPurpose.INVITATION)
INVITATIONS = (Notice.Kind.INVITATION, Notice.Kind.INVITED_AGAIN)


class DeadAddress(Exception):
    """An address of ours is no longer valid. `reason` is for the operator."""

    def __init__(self, reason: str, seat: Seat | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seat = seat


class LostMail(Exception):
    """An address of ours is of a mail that is not known any more: removed, or lost with a restore.

    `player` is whom it was written to, where the address says so.
    """

    def __init__(self, player: Player | None = None) -> None:
        super().__init__("the mail is not known any more")
        self.player = player


@dataclass(frozen=True)
class ReplyAddress:
    """What a reply address names: a seat, and the number and the nonce of the question in its mail.

    The nonce is 0 where there was none: in an address, or at its question, from before there were nonces.
    Such an address doesn't say when its mail was written, either, but for the day.
    """

    seat: Seat
    question: int | None
    nonce: int
    written_at: datetime | None
    until: datetime


def is_on() -> bool:
    """Whether this site receives mail."""
    return bool(settings.INBOUND_DOMAIN)


def no_reply() -> str:
    """Return the address for mails that can't be answered."""
    return f"noreply@{settings.MAIL_DOMAIN}"


def make_reply(notice: Notice) -> str:
    """Return the Reply-To address of a mail, which plays the reader's seat; one that nobody reads otherwise.

    It is valid for as long as a link in the same mail, and is revoked with the links of the seat. That of an
    invitation answers it, and is revoked with its link.
    """
    seat, invitation = notice.seat, notice.invitation
    if is_on() and invitation is not None and notice.kind in INVITATIONS:
        numbers = [invitation.pk, int(notice.created_at.timestamp())]
        return _make(AddressPurpose.INVITATION, numbers, invitation.nonce)
    if not is_on() or seat is None or seat.player_id is None or seat.player_id != notice.player_id:
        return no_reply()
    asked = notice.question if notice.question is not None and notice.question.number > 0 else None
    number, nonce = (asked.number, asked.nonce) if asked is not None else (0, 0)
    seconds = int(notice.created_at.timestamp())
    return _make(AddressPurpose.REPLY, [seat.pk, seconds, number, nonce], str(seat.link_epoch))


def make_bundle_address(mail: NumberedMail) -> str:
    """Return the Reply-To address of a mail that asks several things; one that nobody reads otherwise.

    It names the player as well: after the restore of a backup nothing else may be known of its mail.
    """
    numbers = [mail.player_id, mail.nonce]
    return _make(AddressPurpose.REPLY_TO_BUNDLE, numbers, "") if is_on() else no_reply()


def make_bounce(notice: Notice) -> str:
    """Return the envelope sender, to which this mail bounces; empty if the site receives no mail."""
    if not is_on():
        return ""
    proof = prove(AddressPurpose.BOUNCE, notice.reference)
    return f"{AddressPurpose.BOUNCE}+{notice.reference}-{proof}@{settings.INBOUND_DOMAIN}"


def make_check(number: int) -> str:
    """Return the address of a test of the mail, for its answer and its bounce; empty without incoming mail.

    `number` is the operator's, not a row's: a zero before it tells it from the address of a notice.
    """
    return _make(AddressPurpose.BOUNCE, [0, number], "") if is_on() else ""


def make_unsubscribe(token: str) -> str:
    """Return the address that unsubscribes by mail; empty if the site receives no mail, or it is too long."""
    local = f"{AddressPurpose.UNSUBSCRIBE}+{token}"
    return f"{local}@{settings.INBOUND_DOMAIN}" if is_on() and len(local) < LONGEST_LOCAL else ""


def purpose_of(address: str) -> AddressPurpose | None:
    """Return the purpose of an address of this site; ``None`` for any other address."""
    local, _at, domain = address[: ADDRESS.largest].strip().lower().rpartition("@")
    if not is_on() or domain != settings.INBOUND_DOMAIN.lower():
        return None
    purpose, plus, _rest = local.partition("+")
    return next((each for each in AddressPurpose if plus and each == purpose), None)


def is_without_extension(address: str) -> bool:
    """Whether an address of this site lacks what says whose it is."""
    local, _at, domain = address.strip().lower().rpartition("@")
    return is_on() and domain == settings.INBOUND_DOMAIN.lower() and local in WITHOUT_EXTENSION


def read_reply(address: str) -> ReplyAddress:
    """Return what a reply address names. Raises `DeadAddress`, `LostMail` or `ValueError`."""
    numbers, proof = _parts(AddressPurpose.REPLY, address, 3, 4)
    seat = Seat.objects.select_related("game", "player").filter(pk=numbers[0]).first()
    epoch = seat.link_epoch if seat is not None else 0
    if seat is None or not _proves(proof, AddressPurpose.REPLY, numbers, str(epoch)):
        near = range(max(0, epoch - EPOCHS), epoch + EPOCHS)
        proved = [each for each in near if _proves(proof, AddressPurpose.REPLY, numbers, str(each))]
        if not proved:
            raise ValueError("not an address of ours")
        if proved[0] < epoch:
            raise DeadAddress(REVOKED, seat)
        raise LostMail
    if seat.player is None or not seat.player.is_active or not (seat.is_taken or is_kept(seat)):
        raise DeadAddress("nobody sits there")
    # One of three numbers is from before there were nonces, and says the day alone.
    has_nonce = len(numbers) == 4
    written_at = datetime.fromtimestamp(numbers[1] * (1 if has_nonce else 86_400), UTC)
    until = written_at + MAX_AGE + timedelta(days=1)
    if until < clock.now():
        raise DeadAddress("too old", seat)
    nonce = numbers[3] if has_nonce else 0
    return ReplyAddress(seat, numbers[2] or None, nonce, written_at if has_nonce else None, until)


def is_kept(seat: Seat) -> bool:
    """Whether a seat in a rematch is kept for a player, who is asked by mail whether they take it."""
    return (
        seat.player_id is not None
        and seat.status == Seat.Status.INVITED
        and seat.game.rematch_of_id is not None
    )


def read_invitation(address: str) -> Invitation:
    """Return the invitation that an address answers. Raises `DeadAddress`, `LostMail` or `ValueError`."""
    numbers, proof = _parts(AddressPurpose.INVITATION, address, 2)
    invitations = Invitation.objects.select_related("game", "seat__player", "invited_by")
    invitation = invitations.filter(pk=numbers[0]).first()
    if invitation is None:
        raise LostMail
    if not _proves(proof, AddressPurpose.INVITATION, numbers, invitation.nonce):
        raise ValueError("not an address of ours")
    if datetime.fromtimestamp(numbers[1], UTC) + MAX_AGE + timedelta(days=1) < clock.now():
        raise DeadAddress("too old")
    return invitation


def read_bundle_address(address: str) -> NumberedMail:
    """Return what the numbers of a mail stand for. Raises `DeadAddress`, `LostMail` or `ValueError`.

    Which of its seats it still plays is to be found out for each: their links are revoked one by one.
    """
    numbers, proof = _parts(AddressPurpose.REPLY_TO_BUNDLE, address, 2, 3)
    if not _proves(proof, AddressPurpose.REPLY_TO_BUNDLE, numbers, ""):
        raise ValueError("not an address of ours")
    player = Player.objects.filter(pk=numbers[0], is_active=True).first()
    if player is None:
        raise DeadAddress("the account is closed")
    # One of three numbers is of an earlier release, and has the mail's own before the nonce.
    mail = NumberedMail.objects.filter(nonce=numbers[-1], player=player).first()
    if mail is None:
        raise LostMail(player)
    mail.player = player
    if mail.written_at + MAX_AGE + timedelta(days=1) < clock.now():
        raise DeadAddress("too old", _seat_of(mail))
    return mail


def _seat_of(mail: NumberedMail) -> Seat | None:
    """Return a seat of a mail where its player still sits."""
    seats = Seat.objects.select_related("game", "player").filter(pk__in=[each["seat"] for each in mail.games])
    return seats.filter(player=mail.player_id, status=Seat.Status.TAKEN).order_by("pk").first()


def read_bounce(address: str) -> int:
    """Return the primary key of the notice whose mail bounced; 0 if it was removed. Raises `ValueError`.

    Addresses of earlier releases hold that number itself.
    """
    match = OF_NOTICE.fullmatch(address.strip().lower().rpartition("@")[0])
    if match is not None and is_proved(AddressPurpose.BOUNCE, match["reference"], match["proof"]):
        return Notice.objects.referred_to(match["reference"]).values_list("pk", flat=True).first() or 0
    numbers, proof = _parts(AddressPurpose.BOUNCE, address, 1)
    if not _proves(proof, AddressPurpose.BOUNCE, numbers, ""):
        raise ValueError("not an address of ours")
    return numbers[0]


def read_check(address: str) -> int:
    """Return the number of the test to whose address a mail came. Raises `ValueError`."""
    numbers, proof = _parts(AddressPurpose.BOUNCE, address, 2)
    if not _proves(proof, AddressPurpose.BOUNCE, numbers, ""):
        raise ValueError("not an address of ours")
    return numbers[1]


def read_unsubscribe(address: str) -> str:
    """Return the unsubscribe token in an address, not yet verified."""
    return address.strip().lower().rpartition("@")[0].partition("+")[2]


def prove(purpose: str, words: str) -> str:
    """Return a keyed hash of these words: a hundred bits in small letters and digits."""
    return _list_proofs(purpose, words)[0]


def is_proved(purpose: str, words: str, proof: str) -> bool:
    """Whether a proof of these words was made with the key of this site, or with one that it had before."""
    return any(constant_time_compare(proof, each) for each in _list_proofs(purpose, words))


def _list_proofs(purpose: str, words: str) -> list[str]:
    hashes = make_keyed_hashes(f"games.address.{purpose}", words)
    return [base64.b32encode(each).decode().lower()[:PROOF_LENGTH] for each in hashes]


def _make(purpose: AddressPurpose, numbers: list[int], secret: str) -> str:
    shown = "-".join(int_to_base36(number) for number in numbers)
    proof = prove(purpose, f"{shown}/{secret}")
    return f"{purpose}+{shown}-{proof}@{settings.INBOUND_DOMAIN}"


def _parts(purpose: AddressPurpose, address: str, *counts: int) -> tuple[list[int], str]:
    """Return the numbers and the proof in an address. Raises `ValueError`."""
    local = address[: ADDRESS.largest].strip().lower().rpartition("@")[0]
    match = LOCAL_PART.fullmatch(local)
    if match is None or match["purpose"] != purpose:
        raise ValueError("not an address of ours")
    numbers = [base36_to_int(number) for number in match["numbers"].split("-")]
    if len(numbers) not in counts or numbers[0] >= 2**63:
        raise ValueError("not an address of ours")
    return numbers, match["proof"]


def _proves(proof: str, purpose: AddressPurpose, numbers: list[int], secret: str) -> bool:
    shown = "-".join(int_to_base36(number) for number in numbers)
    return is_proved(purpose, f"{shown}/{secret}", proof)
