"""Takes or declines a seat by the reply to an invitation, or to the mail about a rematch.

Only a clear yes or no counts, from the very address that was invited, and never what a machine may have
written. Anything else has the mail sent once more, once a day, with how to answer.
"""

import hashlib

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.core.mailboxes import is_same_mailbox
from games.core.refusal import NotPossible, Refusal
from games.mail import sent_lines
from games.mail.addresses import ReplyAddress
from games.models import Game, InboundMail, Invitation, LineResult, Notice, Player, Reply, Seat
from games.models.line_result import LEFT
from games.replies.commands import CommandKind
from games.replies.known_words import KnownWords
from games.replies.request_words import RequestKind
from games.replies.requests import (
    NO_CODE,
    YES_CODE,
    invitation_words,
    plain_words,
    read_answer,
    read_only_line,
    read_request,
)
from games.seats.invitations import accept_invitation, block_invitations, decline_invitation
from games.seats.rematch import decline_rematch, join_rematch

from .claims import Kind, MailResult, Status
from .incoming import IncomingMail
from .reply_notice import notify_declined, notify_rematch_unread, notify_replied, notify_unread

STOP = (RequestKind.STOP, RequestKind.STOP_ALL)
BLOCK_CODE = "block"
# To a question whether somebody plays these decline: they name no mails, so nobody is blocked by them.
DECLINES = frozenset(("cancel", "anuluj", "rezygnacja"))


def answer_invitation(mail: IncomingMail, row: InboundMail, invitation: Invitation) -> MailResult:
    """Take or decline the seat of an invitation, as its link does, if the invited person says so."""
    if why := mail.why_perhaps_automatic():
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, why)
    if not mail.sender or not is_same_mailbox(mail.sender, invitation.email):
        return MailResult(Kind.REPLY, Status.IGNORED, "not from the invited address")
    if mail.is_reaction:
        return MailResult(Kind.REPLY, Status.IGNORED, "a reaction")
    reader = Player.objects.filter(email=invitation.email).first() or invitation.invited_by
    language = reader.site_language
    if reader == invitation.invited_by:
        language = invitation.language or language
    sent = Notice.objects.filter(invitation=invitation).values_list("message_id", flat=True)
    line = read_only_line(read_text(mail, list(sent)), KnownWords())
    said = read_invited(line, language)
    if not said:
        notify_unread(invitation)
        return MailResult(Kind.REPLY, Status.IGNORED, "neither a yes nor a no")
    with translation.override(language), timezone.override(reader.zone):
        try:
            if said == BLOCK_CODE:
                block_invitations(address=invitation.email)
            elif said == NO_CODE:
                decline_invitation(invitation=invitation)
                notify_declined(invitation)
            else:
                seat = accept_invitation(invitation=invitation)
                if seat.player is None or not is_same_mailbox(seat.player.email, invitation.email):
                    return MailResult(Kind.REPLY, Status.IGNORED, "somebody else sits there")
                confirm(seat, line, _say_seated(seat), mail, row)
                return MailResult(Kind.REPLY, Status.DONE, seat=seat)
        except Refusal as refusal:
            return refuse_answer(invitation, line, str(refusal), mail, row)
    return MailResult(Kind.REPLY, Status.DONE)


def answer_rematch(mail: IncomingMail, found: ReplyAddress) -> MailResult:
    """Take or decline the seat that is kept for a player in a rematch; the caller knows that they wrote."""
    seat, player = found.seat, found.seat.player
    if why := mail.why_perhaps_automatic():
        return MailResult(Kind.AUTOMATIC, Status.IGNORED, why, seat)
    if player is None or seat.game.rematch_of is None:
        return MailResult(Kind.REPLY, Status.IGNORED, "nobody sits there", seat)
    line = read_only_line(read_text(mail, sent_lines.find_ids(found)), KnownWords())
    said = _read_consent(line, player.site_language)
    request = read_request(line)
    if request is not None and request.kind == RequestKind.REMATCH:
        said = YES_CODE
    if not said:
        notify_rematch_unread(seat)
        return MailResult(Kind.REPLY, Status.IGNORED, "neither a yes nor a no", seat)
    with translation.override(player.site_language), timezone.override(player.zone):
        try:
            if seat.game.status == Game.Status.ENDED:
                raise NotPossible(_("This rematch was cancelled. Ask for another one at the old table."))
            if said == NO_CODE:
                decline_rematch(seat=seat)
                told = _("You’ve declined the rematch, and the host knows.")
                confirm(seat, line, told, mail, None, kind=LEFT)
                return MailResult(Kind.REPLY, Status.DONE, seat=seat)
            join_rematch(game=seat.game.rematch_of, player=player)
        except Refusal as refusal:
            kind = CommandKind.REQUEST if seat.is_taken else LEFT
            confirm(seat, line, str(refusal), mail, None, done=False, kind=kind)
            return MailResult(Kind.REPLY, Status.IGNORED, str(refusal), seat)
        seat = Seat.objects.select_related("game", "player").get(pk=seat.pk)
        confirm(seat, line, _say_seated(seat), mail, None)
    return MailResult(Kind.REPLY, Status.DONE, seat=seat)


def read_text(mail: IncomingMail, message_ids: list[str]) -> str:
    """Return what somebody has written above or below the mail that they answer."""
    return mail.text_without(sent_lines.find_lines([*message_ids, *mail.refers_to]))


def read_invited(line: str, language: str) -> str:
    """Return whether a line takes, declines or blocks; empty if it says neither."""
    request = read_request(line)
    if request is not None and (request.kind == RequestKind.LEAVE or plain_words(line) in DECLINES):
        return NO_CODE
    if said := _read_consent(line, language):
        return said
    return BLOCK_CODE if request is not None and request.kind in STOP else ""


def _read_consent(line: str, language: str) -> str:
    return read_answer(line, invitation_words(language), (YES_CODE, NO_CODE))


def _say_seated(seat: Seat) -> str:
    words = {"game": seat.game.shown_name}
    if seat.game.is_running:
        return _("You have a seat in “%(game)s”, and the game has begun.") % words
    return _("You have a seat in “%(game)s”. We’ll write when the game begins.") % words


def refuse_answer(
    invitation: Invitation, line: str, why: str, mail: IncomingMail, row: InboundMail
) -> MailResult:
    """Tell why an answer does nothing to who sits at the table already; nobody else can be told there."""
    seat = invitation.seat
    if seat is None or not seat.is_taken or seat.player is None:
        return MailResult(Kind.REPLY, Status.IGNORED, why)
    if is_same_mailbox(seat.player.email, invitation.email):
        confirm(seat, line, why, mail, row, done=False)
    return MailResult(Kind.REPLY, Status.IGNORED, why, seat)


def confirm(
    seat: Seat,
    line: str,
    text: str,
    mail: IncomingMail,
    row: InboundMail | None,
    *,
    done: bool = True,
    kind: str = CommandKind.REQUEST,
) -> None:
    """Answer a reply with one sentence, once, to the player of a seat."""
    if seat.player is None:
        return
    named = mail.unique_id or (row.key if row is not None else mail.key)
    key = hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()
    reply, _is_new = Reply.objects.get_or_create(seat=seat, key=key, defaults={"player": seat.player})
    if reply.notice_id is None:
        reply.results = [LineResult(done, line, kind, text).stored()]
        notify_replied(reply=reply, seat=seat, is_lost=False)
