"""Tokens in the links of mails: signed, for one seat or one question, valid for 30 days, revocable.

A token does not sign anybody in: it names what it opens, and holds no secret of the game. The views that take
them are in games.pages.seats.mail_links; a browser then keeps one as a pass (games.pages.common.passes).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from django.core import signing
from django.db.models import Q
from django.utils.translation import gettext as _

from games import clock
from games.models import BY_PEOPLE, By, Deputy, InboundMail, Invitation, Player, Question, Seat

from . import access
from .budgets import TOKEN
from .suspension import describe_suspension, is_suspended

MAX_AGE = timedelta(days=30)
KEY_SHOWN = 20  # characters of a mail's key, which is a hash


class Purpose(StrEnum):
    """What a token may be used for; a token of one purpose is worthless for another."""

    PLAY = "play"
    INVITATION = "invitation"
    BLOCK = "block"
    DEPUTY = "deputy"
    REPLY_ALIAS = "reply-alias"


class TokenFailure(Exception):
    """A link does not work. Its text is a sentence for the reader, and tells nothing about a game."""

    status: HTTPStatus = HTTPStatus.GONE


class Forged(TokenFailure):
    """Not a token of this site, or of another purpose."""

    status = HTTPStatus.NOT_FOUND


class Expired(TokenFailure):
    """Older than `MAX_AGE`."""


class Revoked(TokenFailure):
    """The seat has other links now, or another player, or none."""


class Suspended(TokenFailure):
    """The player of this link is suspended. Its text says why, and until when."""

    status = HTTPStatus.FORBIDDEN


class Replied(Revoked):
    """The invitation of this link was accepted or declined."""


class QuestionClosed(TokenFailure):
    """The question of this link is closed."""

    def __init__(self, text: str, *, seat: Seat, question: Question) -> None:
        super().__init__(text)
        self.seat = seat
        self.question = question


class TableChanged(TokenFailure):
    """The question of this link is not asked any more, as if it had never been: a backup was restored."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(
            _("The table has changed since this mail was sent. Use the latest mail about this game instead.")
        )
        self.seat = seat


@dataclass(frozen=True)
class Pass:
    """What a good token opens: a seat, a seat and its open question, or an invitation.

    `sender` is who wrote the mail to the seat that the token is about.
    """

    seat: Seat | None = None
    question: Question | None = None
    invitation: Invitation | None = None
    deputy: Deputy | None = None
    sender: str = ""


class _SignerAt(signing.TimestampSigner):
    """Signs as of an instant other than now: a mail that is sent again holds the very same links."""

    def __init__(self, at: datetime, *, salt: str) -> None:
        super().__init__(salt=salt)
        self.at = at

    def timestamp(self) -> str:
        """Return the instant in the signer's own notation."""
        return signing.b62_encode(int(self.at.timestamp()))


def make_token(seat: Seat, question: Question | None = None, *, at: datetime | None = None) -> str:
    """Return a token, made `at` (by default now), for a seat or for one of its questions."""
    return _sign([seat.pk, seat.link_epoch, *_name_question(question)], Purpose.PLAY, at)


def make_invitation_token(
    invitation: Invitation, purpose: Purpose = Purpose.INVITATION, *, at: datetime | None = None
) -> str:
    """Return a token to answer an invitation, or (purpose ``BLOCK``) to have no more of them."""
    return _sign([invitation.pk, invitation.nonce], purpose, at)


def make_deputy_token(deputy: Deputy, question: Question | None = None, *, at: datetime | None = None) -> str:
    """Return a token of somebody who plays a seat for another; it ends when they may not any more."""
    return _sign([deputy.pk, *_name_question(question)], Purpose.DEPUTY, at)


def make_alias_token(seat: Seat, mail: InboundMail, *, at: datetime | None = None) -> str:
    """Return a token to say that the sender of a mail to a seat is its player, too.

    A number of a row would tell how many mails come in, so the mail is named by its key.
    """
    return _sign([seat.pk, seat.link_epoch, mail.key[:KEY_SHOWN]], Purpose.REPLY_ALIAS, at)


def made_at(token: str) -> datetime:
    """Return when a good token was made, to the second."""
    return datetime.fromtimestamp(signing.b62_decode(token.rsplit(":", 2)[1]), UTC)


def read_token(token: str, purpose: Purpose) -> Pass:
    """Return what a token opens, with the seat's game and player loaded.

    Raises `Forged`, `Expired`, `Revoked`, `QuestionClosed` or `TableChanged`.
    """
    match purpose, _unsign(token, purpose):
        case Purpose.PLAY, [int(pk), int(epoch), *named]:
            seat = _find_seat(pk, epoch)
            return Pass(seat, _find_question(seat, named))
        case Purpose.DEPUTY, [int(pk), *named]:
            for deputy in access.deputies_in_force(pk=pk):
                check_not_suspended(deputy.player)
                return Pass(deputy.seat, _find_question(deputy.seat, named), deputy=deputy)
            raise Revoked(_("You no longer play for this seat."))
        case Purpose.REPLY_ALIAS, [int(pk), int(epoch), int() | str() as mail]:  # a number in earlier links
            return _find_sender(_find_seat(pk, epoch), mail)
        case ((Purpose.INVITATION | Purpose.BLOCK), [int(pk), str(nonce)]):
            return _find_invitation(pk, nonce, purpose)
    raise Forged(_not_found())


def _name_question(question: Question | None) -> list[int]:
    """Return what names a question in a token: its number and its nonce, if it has one."""
    if question is None:
        return []
    return [question.number, question.nonce] if question.nonce else [question.number]


def _sign(parts: Sequence[int | str], purpose: Purpose, at: datetime | None) -> str:
    signed: str = _SignerAt(at or clock.now(), salt=f"games.{purpose}").sign_object(list(parts))
    return signed


def _unsign(token: str, purpose: Purpose) -> Any:
    if len(token) > TOKEN.largest:
        raise Forged(_not_found())
    try:
        return signing.loads(token, salt=f"games.{purpose}", max_age=MAX_AGE)
    except signing.SignatureExpired:
        raise Expired(_("This link has expired. Sign in to continue.")) from None
    except (signing.BadSignature, ValueError):
        raise Forged(_not_found()) from None


def _not_found() -> str:
    return _(
        "This link is incomplete, or it isn’t one of ours. Copy the whole link from the mail, or sign in."
    )


def _find_seat(pk: int, epoch: int) -> Seat:
    seat = Seat.objects.select_related("game", "player").filter(pk=pk).first()
    if seat is None or seat.link_epoch != epoch or seat.player is None or not seat.player.is_active:
        raise Revoked(_("This link no longer works. Sign in to continue."))
    if seat.status not in (Seat.Status.TAKEN, Seat.Status.INVITED):
        raise Revoked(_("This link no longer works. Sign in to continue."))
    check_not_suspended(seat.player)
    return seat


def check_not_suspended(player: Player) -> None:
    """Refuse the links of a suspended player. Raises `Suspended`."""
    if is_suspended(player):
        raise Suspended(describe_suspension(player))


def _find_question(seat: Seat, named: Sequence[object]) -> Question | None:
    """Return the open question of a seat that a token ends with, if it does."""
    match named:
        case []:
            return None
        case [int(number)]:
            nonce = 0
        case [int(number), int(nonce)]:
            pass
        case _:
            raise Forged(_not_found())
    question = Question.objects.filter(game=seat.game_id, seat=seat, number=number).first()
    if question is None or question.nonce != nonce:
        raise TableChanged(seat)
    if question.closed_by == By.ENGINE:
        # Somebody joined or left, and the rules asked the same anew: the link in the mail leads to that.
        question = Question.objects.filter(seat=seat, what=question.what, closed_at=None).first() or question
    if question.is_open:
        return question
    text = _("This has already been decided. Use the latest mail about this game instead.")
    if question.closed_by in BY_PEOPLE:
        text = _("You’ve already answered this. Use the latest mail about this game instead.")
    raise QuestionClosed(text, seat=seat, question=question)


def _find_sender(seat: Seat, mail: int | str) -> Pass:
    """Return the seat with the sender of a mail that came for it, as long as the site remembers the mail."""
    named = Q(pk=mail) if isinstance(mail, int) else Q(key__startswith=mail)
    row = InboundMail.objects.filter(named, seat=seat).exclude(sender="").first()
    if row is None:
        raise Revoked(_("This link no longer works. Sign in to continue."))
    return Pass(seat, sender=row.sender)


def _find_invitation(pk: int, nonce: str, purpose: Purpose) -> Pass:
    invitation = Invitation.objects.select_related("game", "seat").filter(pk=pk, nonce=nonce).first()
    if invitation is None:
        raise Revoked(_("This invitation is no longer open."))
    if purpose == Purpose.BLOCK or invitation.is_open:
        return Pass(seat=invitation.seat, invitation=invitation)
    if invitation.accepted_at is not None:
        raise Replied(
            _("You’ve already accepted this invitation. Open your seat from the latest mail about this game.")
        )
    if invitation.declined_at is not None:
        raise Replied(_("You’ve already declined this invitation."))
    raise Revoked(_("This invitation is no longer open."))
