"""The registry of notice kinds: all that the site knows of a kind but its letter, which `mail` writes."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from games.core.unknown import look_up
from games.models import Group, Notice

from . import obsolete

Kind = Notice.Kind
Check = Callable[[Notice], str]


@dataclass(frozen=True)
class KindSpec:
    """How notices of one kind are sent.

    Players choose by `group` when and where they get it; without one it always goes, by mail alone. Channels
    get the `sentence`. It is obsolete when a check of `obsolete_if` gives a reason, or its reader can't be
    reached.
    """

    group: Group | None
    sentence: str
    obsolete_if: tuple[Check, ...]
    # It asks the seat something: it goes to deputies as well, and a deadline that is near breaks quiet hours.
    asks: bool = False
    # It is sent about a muted game, too.
    despite_mute: bool = False
    # It leaves also while its reader looks at the table.
    despite_watching: bool = False
    # It waits for nothing and counts towards no limit: mail to strangers, and what answers a mail.
    is_direct: bool = False


QUESTION_OVER = (
    obsolete.why_may_not_answer,
    obsolete.why_no_open_question,
    obsolete.why_game_over,
    obsolete.why_bot_answers,
)
ASKED_OR_OVER = (*QUESTION_OVER, obsolete.why_asked_in_reply)
OLD_NEWS = (obsolete.why_seat_left, obsolete.why_result_old)
NEWS = _("News from %(game)s.")
TABLE_MATTER_OVER = (obsolete.why_game_over, obsolete.why_seat_left, obsolete.why_question_closed)

KINDS: dict[str, KindSpec] = {
    Kind.TURN: KindSpec(Group.TURN, _("It’s your turn in %(game)s."), ASKED_OR_OVER, asks=True),
    Kind.ANSWER: KindSpec(Group.ASKED, _("%(game)s needs an answer from you."), ASKED_OR_OVER, asks=True),
    Kind.SIDE_QUESTION: KindSpec(
        Group.ASKED, _("%(game)s has a question for you that can wait."), ASKED_OR_OVER, asks=True
    ),
    Kind.REMINDER: KindSpec(
        Group.REMINDERS,
        _("A reminder: %(game)s is waiting for your answer."),
        (*QUESTION_OVER, obsolete.why_reminded_again),
        asks=True,
        despite_watching=True,
    ),
    # It asks nothing by itself, so it never breaks quiet hours.
    Kind.NUDGE: KindSpec(
        Group.NUDGES,
        _("Someone in %(game)s asks you to play."),
        (obsolete.why_seat_left, *QUESTION_OVER),
    ),
    Kind.AUTOPILOT: KindSpec(
        Group.NEWS,
        _("A bot is playing for you in %(game)s until you’re back."),
        (obsolete.why_seat_left, obsolete.why_game_over, obsolete.why_player_back),
    ),
    Kind.STARTED: KindSpec(
        Group.NEWS, _("%(game)s has begun."), (obsolete.why_seat_left, obsolete.why_game_over)
    ),
    Kind.RESULT: KindSpec(Group.NEWS, _("%(game)s is over."), OLD_NEWS, despite_mute=True),
    Kind.ENDED: KindSpec(
        Group.NEWS,
        _("%(game)s was ended early."),
        (obsolete.why_seat_not_theirs, obsolete.why_result_old),
        despite_mute=True,
    ),
    Kind.INVITATION: KindSpec(None, NEWS, (obsolete.why_invitation_closed,), is_direct=True),
    Kind.INVITED_AGAIN: KindSpec(None, NEWS, (obsolete.why_invitation_closed,), is_direct=True),
    Kind.REMATCH: KindSpec(None, NEWS, (obsolete.why_seat_not_kept,)),
    Kind.ACCEPTED: KindSpec(
        Group.NEWS, _("Someone took a seat in %(game)s."), (obsolete.why_seat_gone, obsolete.why_begun)
    ),
    Kind.DECLINED: KindSpec(Group.NEWS, _("Someone won’t play in %(game)s."), (obsolete.why_seat_gone,)),
    Kind.REMOVED: KindSpec(
        Group.NEWS, _("Your seat in %(game)s is free again."), (obsolete.why_seat_gone,), despite_mute=True
    ),
    Kind.HOST: KindSpec(Group.NEWS, _("You’re the host of %(game)s now."), (obsolete.why_not_host,)),
    Kind.WARNING: KindSpec(
        Group.TABLE, _("Someone in %(game)s hasn’t answered for a while."), (obsolete.why_warning_over,)
    ),
    Kind.VOTE: KindSpec(Group.TABLE, _("There’s a vote in %(game)s."), TABLE_MATTER_OVER),
    Kind.TAKEBACK: KindSpec(
        Group.TABLE, _("Someone asks to take a turn back in %(game)s."), TABLE_MATTER_OVER
    ),
    Kind.PACE: KindSpec(Group.TABLE, _("Someone suggests another pace for %(game)s."), TABLE_MATTER_OVER),
    Kind.UNREACHABLE: KindSpec(
        Group.TABLE, _("Someone in %(game)s isn’t getting notifications."), TABLE_MATTER_OVER
    ),
    Kind.MENTION: KindSpec(Group.TALK, _("Someone mentioned you in %(game)s."), (obsolete.why_seat_left,)),
    Kind.DEPUTY: KindSpec(
        Group.TABLE, _("Someone in %(game)s has a deputy for a while."), (obsolete.why_seat_gone,)
    ),
    Kind.VACATION: KindSpec(
        Group.REMINDERS,
        _("Your vacation: when your clock runs again in %(game)s, and elsewhere."),
        (obsolete.why_vacation_over,),
        despite_mute=True,
        despite_watching=True,
    ),
    Kind.STAFF: KindSpec(None, NEWS, (obsolete.why_seat_left, obsolete.why_act_reverted), despite_mute=True),
    Kind.EXPIRING: KindSpec(
        None,
        _("%(game)s isn’t full yet. It will be cancelled soon unless you keep it open."),
        (obsolete.why_game_kept,),
        despite_mute=True,
    ),
    Kind.CALLED_OFF: KindSpec(None, NEWS, (obsolete.why_not_invited,), is_direct=True),
    Kind.REPLY: KindSpec(None, NEWS, (obsolete.why_answer_lost,), is_direct=True),
}
# They ask for a vote, or for a yes or a no.
VOTE_KINDS = (Kind.VOTE, Kind.TAKEBACK, Kind.PACE)
QUESTION_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.asks)
# All others that are about a question, those of another release as well, count as having asked it.
NEWS_KINDS = tuple(kind for kind, spec in KINDS.items() if not spec.asks)
# A suspended player is told nothing else: bots keep their seats.
KINDS_WHILE_SUSPENDED = frozenset({Kind.STAFF, Kind.REPLY, Kind.RESULT, Kind.ENDED})
DIRECT_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.is_direct)


def spec_of(kind: str) -> KindSpec:
    """Return how notices of a kind are sent. Raises `UnknownCode` for one of another release."""
    return look_up("notice", KINDS, kind)


def obsolete_reason(notice: Notice) -> str:
    """Return why this notice should not be sent any more, or nothing. The text is for the operator."""
    if notice.invitation_id is None and (reason := obsolete.why_reader_gone(notice)):
        return reason
    if notice.kind not in KINDS_WHILE_SUSPENDED and (reason := obsolete.why_suspended(notice)):
        return reason
    reasons = (check(notice) for check in spec_of(notice.kind).obsolete_if)
    return next(filter(None, reasons), "")
