"""Checks whether a notice is obsolete. Each `why_` returns the reason for the operator, or an empty text.

A letter can find this out, too, when `mail` writes it: then it raises `Obsolete`.
"""

from datetime import timedelta

from django.db.models import QuerySet

from games import clock
from games.core import access
from games.core.suspension import is_suspended
from games.models import BlockedAddress, Game, Notice, NumberedMail, Player, Seat, StaffAct, Vacation

SENT_REPLIES = Notice.objects.filter(kind=Notice.Kind.REPLY, status=Notice.Status.SENT, channel=None)
# The result of a game is not sent so long after its end.
STALE = timedelta(days=7)


class Obsolete(Exception):
    """A notice is not needed any more; the text is the reason, for the operator."""


def why_mail_suppressed(player: Player) -> str:
    """Return why no mail goes to a player at all; nothing if it does. Other channels still reach them."""
    if player.mail_refused_at is not None:
        return "the address takes no mail"
    if player.complained_at is not None:
        return "the player has marked a mail as spam"
    return ""


def why_reader_gone(notice: Notice) -> str:
    """The player has no account any more, or the notice can't reach them where it is to go."""
    player, channel = notice.player, notice.channel
    if player is None or not player.is_active:
        return "the account is closed"
    if channel is None:
        return why_mail_suppressed(player)
    return "the channel is switched off" if channel.off_at is not None else ""


def why_suspended(notice: Notice) -> str:
    """The reader is suspended, and bots keep their seats."""
    player = notice.player
    return "the player is suspended" if player is not None and is_suspended(player) else ""


def why_seat_left(notice: Notice) -> str:
    """The seat is not the reader's any more."""
    seat = notice.seat
    is_theirs = seat is not None and seat.player_id == notice.player_id and seat.is_taken
    return "" if is_theirs else "the player has left the table"


def why_answer_lost(notice: Notice) -> str:
    """The seat is not the reader's any more, unless this mail confirms that they have left."""
    return "" if notice.params.get("left") else why_seat_left(notice)


def why_seat_not_theirs(notice: Notice) -> str:
    """The seat is neither the reader's nor kept for them."""
    seat = notice.seat
    is_theirs = seat is not None and seat.player_id == notice.player_id
    is_theirs = is_theirs and seat is not None and seat.status in (Seat.Status.TAKEN, Seat.Status.INVITED)
    return "" if is_theirs else "the player has left the table"


def why_may_not_answer(notice: Notice) -> str:
    """The seat is not the reader's, and they are not its deputy either."""
    reason, seat = why_seat_left(notice), notice.seat
    if reason and seat is not None and access.deputies_in_force(seat=seat, player=notice.player):
        return ""
    return reason


def why_seat_gone(notice: Notice) -> str:
    """The seat is not there any more: seats that are free when a game starts are removed."""
    return "the seat is gone" if notice.seat is None else ""


def why_begun(notice: Notice) -> str:
    """The game has begun or is over: other mails have said so."""
    return "" if notice.game.status == Game.Status.OPEN else "the game has begun, or is over"


def why_seat_not_kept(notice: Notice) -> str:
    """The seat of a rematch is not kept for the reader any more."""
    seat = notice.seat
    is_kept = seat is not None and seat.status == Seat.Status.INVITED
    return "" if is_kept and notice.game.status == Game.Status.OPEN else "the seat is not kept any more"


def why_game_over(notice: Notice) -> str:
    """The game is over."""
    return "the game is over" if notice.game.is_over else ""


def why_result_old(notice: Notice) -> str:
    """The game ended more than a week ago."""
    return "the game ended more than a week ago" if clock.now() - notice.created_at > STALE else ""


def why_player_back(notice: Notice) -> str:
    """No bot keeps the seat any more."""
    is_back = notice.seat is not None and not notice.seat.on_autopilot
    return "the player has returned" if is_back else ""


def why_no_open_question(notice: Notice) -> str:
    """No question of the notice is open: it is closed, or there is none."""
    is_open = notice.question is not None and notice.question.is_open
    return "" if is_open else "the question is answered"


def why_question_closed(notice: Notice) -> str:
    """The question of the notice is closed; a notice without a question has no such reason."""
    return why_no_open_question(notice) if notice.question is not None else ""


def why_bot_answers(notice: Notice) -> str:
    """A bot answers for the seat."""
    if notice.question is not None and notice.question.is_answered_in_vacation:
        return "a bot answers during a vacation"
    return "a bot keeps the seat" if notice.seat is not None and notice.seat.plays_itself else ""


def why_asked_in_reply(notice: Notice) -> str:
    """The answer to a mail of the reader has asked the same."""
    if notice.has_replies is False:
        return ""
    sent = SENT_REPLIES.filter(player=notice.player_id)
    is_asked = sent.filter(question=notice.question).exists() or _is_numbered(notice, sent)
    return "asked in the answer to a mail" if is_asked else ""


def _is_numbered(notice: Notice, sent: QuerySet[Notice]) -> bool:
    """Whether one of these mails about several games has printed the question of a notice."""
    question = notice.question
    if question is None:
        return False
    since = sent.filter(sent_at__gte=question.opened_at)
    asked = [{"seat": notice.seat_id, "questions": [{"number": question.number, "nonce": question.nonce}]}]
    numbered = NumberedMail.objects.filter(player=notice.player_id, games__contains=asked)
    return numbered.filter(message_id__in=since.values("message_id")).exists()


def why_reminded_again(notice: Notice) -> str:
    """A later reminder has been written for the same reader."""
    later = Notice.objects.filter(question=notice.question, kind=Notice.Kind.REMINDER, pk__gt=notice.pk)
    later = later.filter(channel=notice.channel_id, player=notice.player_id)
    return "superseded by a later reminder" if later.exists() else ""


def why_warning_over(notice: Notice) -> str:
    """The warning about a silent player is not needed any more; one to a replaced player always is."""
    if notice.params.get("replaced"):
        return ""
    return why_game_over(notice) or why_seat_left(notice) or why_question_closed(notice)


def why_act_reverted(notice: Notice) -> str:
    """The act of staff was taken back before its reader heard of it."""
    undone = (StaffAct.Status.REVERTED, StaffAct.Status.CALLED_OFF)
    act = StaffAct.objects.filter(pk=notice.params.get("act"), status__in=undone)
    return "staff took it back" if not notice.params.get("reverted") and act.exists() else ""


def why_vacation_over(notice: Notice) -> str:
    """The vacation that the notice is about is over, or was withdrawn."""
    current = Vacation.objects.filter(pk=notice.params.get("vacation"), ends_at__gt=clock.now())
    return "" if current.exists() else "the vacation is over"


def why_invitation_closed(notice: Notice) -> str:
    """The invitation can't be accepted any more, or its address wants none; a no is confirmed all the "
    "same."""
    if notice.params.get("is_declined"):
        return _why_address_blocked(notice)
    if notice.game.status != Game.Status.OPEN:
        return "the game has started or is over"
    return why_not_invited(notice)


def why_game_kept(notice: Notice) -> str:
    """The game has started, is over, or was kept open since the warning."""
    if notice.game.status != Game.Status.OPEN:
        return "the game has started or is over"
    return "the host has kept the game open" if notice.game.warned_at is None else ""


def why_not_host(notice: Notice) -> str:
    """The game is over, or somebody else is its host by now."""
    if notice.game.is_over:
        return "the game is over"
    return "" if notice.game.host_id == notice.player_id else "somebody else is the host"


def why_not_invited(notice: Notice) -> str:
    """The invitation was answered or withdrawn, or its address wants none."""
    invitation = notice.invitation
    if invitation is None or not invitation.is_open:
        return "the invitation is not open any more"
    return _why_address_blocked(notice)


def _why_address_blocked(notice: Notice) -> str:
    mailbox = notice.invitation.mailbox if notice.invitation is not None else ""
    blocked = BlockedAddress.objects.filter(mailbox=mailbox).exists()
    return "the address wants no invitations" if blocked else ""
