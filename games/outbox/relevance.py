"""Whether a notice still has something to say, asked right before it is sent."""

from __future__ import annotations

from datetime import timedelta

from games import clock
from games.core import access
from games.models import BlockedAddress, Game, Notice, Player, Seat

OF_QUESTIONS = (Notice.Kind.TURN, Notice.Kind.ANSWER, Notice.Kind.BESIDE, Notice.Kind.REMINDER)
NEWS = (
    Notice.Kind.WARNING,
    Notice.Kind.VOTE,
    Notice.Kind.UNREACHABLE,
    Notice.Kind.TAKEBACK,
    Notice.Kind.MENTION,
)
OF_INVITATIONS = (Notice.Kind.INVITATION, Notice.Kind.INVITED_AGAIN)
# The result of a game that ended so long ago is no news.
STALE = timedelta(days=7)
TO_SEATS = (*OF_QUESTIONS, Notice.Kind.AUTOPILOT, Notice.Kind.STARTED, Notice.Kind.RESULT, Notice.Kind.ENDED)


def obsolete_reason(notice: Notice) -> str:
    """Return why this notice should not be sent any more, or nothing. The text is for the operator."""
    if notice.kind in OF_INVITATIONS:
        return _invitation_obsolete_reason(notice)
    player, seat, game = notice.player, notice.seat, notice.game
    if player is None or not player.is_active:
        return "the account is closed"
    if notice.channel is None and (reason := why_no_mail(player)):
        return reason
    if notice.channel is not None and notice.channel.off_at is not None:
        return "the channel is switched off"
    if notice.kind in TO_SEATS and (seat is None or seat.player_id != player.pk or not seat.is_taken):
        deputies = access.deputies_in_force(seat=seat, player=player) if seat is not None else []
        if not deputies or notice.kind not in OF_QUESTIONS:
            return "the player has left the table"
    if notice.kind in OF_QUESTIONS:
        return _question_obsolete_reason(notice)
    if notice.kind in NEWS and (reason := news_obsolete_reason(notice)):
        return reason
    if notice.kind in (Notice.Kind.RESULT, Notice.Kind.ENDED) and clock.now() - notice.created_at > STALE:
        return "the game ended more than a week ago"
    if notice.kind in (Notice.Kind.STARTED, Notice.Kind.AUTOPILOT) and game.is_over:
        return "the game is over"
    if notice.kind in (Notice.Kind.ACCEPTED, Notice.Kind.DECLINED) and seat is None:
        return "the seat is gone: the game has started"
    if notice.kind == Notice.Kind.AUTOPILOT and seat is not None and not seat.on_autopilot:
        return "the player has returned"
    if notice.kind == Notice.Kind.REMATCH and (
        seat is None or seat.status != Seat.Status.INVITED or game.status != Game.Status.OPEN
    ):
        return "the seat is not kept any more"
    return ""


def news_obsolete_reason(notice: Notice) -> str:
    """Return why nobody needs to hear any more of what goes on at their table."""
    if notice.params.get("replaced"):
        return ""
    seat = notice.seat
    if notice.game.is_over and notice.kind != Notice.Kind.MENTION:
        return "the game is over"
    if seat is None or seat.player_id != notice.player_id or not seat.is_taken:
        return "the player has left the table"
    if notice.question is not None and not notice.question.is_open:
        return "the question is answered"
    return ""


def why_no_mail(player: Player) -> str:
    """Return why no mail goes to a player at all; nothing if it does. Other channels still reach them."""
    if player.mail_refused_at is not None:
        return "the address takes no mail"
    if player.complained_at is not None:
        return "the player has marked a mail as spam"
    return ""


def _question_obsolete_reason(notice: Notice) -> str:
    if notice.question is None or not notice.question.is_open:
        return "the question is answered"
    if notice.game.is_over:
        return "the game is over"
    if notice.seat is not None and notice.seat.plays_itself:
        return "a bot keeps the seat"
    same = Notice.objects.filter(question=notice.question, player=notice.player_id)
    if notice.kind == Notice.Kind.REMINDER:
        later = same.filter(kind=Notice.Kind.REMINDER, channel=notice.channel_id, pk__gt=notice.pk)
        return "superseded by a later reminder" if later.exists() else ""
    replied = same.filter(kind=Notice.Kind.REPLY, status=Notice.Status.SENT)
    return "asked in the answer to a mail" if replied.exists() else ""


def _invitation_obsolete_reason(notice: Notice) -> str:
    invitation = notice.invitation
    if invitation is None or not invitation.is_open:
        return "the invitation is not open any more"
    if notice.game.status != Game.Status.OPEN:
        return "the game has started or is over"
    if BlockedAddress.objects.filter(mailbox=invitation.mailbox).exists():
        return "the address wants no invitations"
    return ""
