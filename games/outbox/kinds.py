"""The registry of notice kinds: all that the site knows of a kind but its letter, which `mail` writes."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop

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
    # It waits for nothing and counts towards no limit: mail to strangers, and what answers a mail.
    is_direct: bool = False


QUESTION_OVER = (obsolete.may_not_answer, obsolete.question_closed, obsolete.game_over, obsolete.bot_answers)
ASKED_OR_OVER = (*QUESTION_OVER, obsolete.asked_in_reply)
OLD_NEWS = (obsolete.seat_left, obsolete.too_old)
NEWS = gettext_noop("News of %(game)s.")
TABLE_MATTER_OVER = (obsolete.game_over, obsolete.seat_left, obsolete.question_answered)

KINDS: dict[str, KindSpec] = {
    Kind.TURN: KindSpec(Group.TURN, gettext_noop("It is your turn in %(game)s."), ASKED_OR_OVER, asks=True),
    Kind.ANSWER: KindSpec(
        Group.ASKED, gettext_noop("%(game)s needs an answer from you."), ASKED_OR_OVER, asks=True
    ),
    Kind.SIDE_QUESTION: KindSpec(
        Group.ASKED, gettext_noop("%(game)s asks you something; there is no hurry."), ASKED_OR_OVER, asks=True
    ),
    Kind.REMINDER: KindSpec(
        Group.REMINDERS,
        gettext_noop("A reminder: %(game)s waits for your answer."),
        (*QUESTION_OVER, obsolete.reminded_again),
        asks=True,
    ),
    Kind.AUTOPILOT: KindSpec(
        Group.NEWS,
        gettext_noop("A bot keeps your seat in %(game)s until you come back."),
        (obsolete.seat_left, obsolete.game_over, obsolete.player_back),
    ),
    Kind.STARTED: KindSpec(
        Group.NEWS, gettext_noop("%(game)s has begun."), (obsolete.seat_left, obsolete.game_over)
    ),
    Kind.RESULT: KindSpec(Group.NEWS, gettext_noop("%(game)s is over."), OLD_NEWS, despite_mute=True),
    Kind.ENDED: KindSpec(Group.NEWS, gettext_noop("%(game)s was ended early."), OLD_NEWS, despite_mute=True),
    Kind.INVITATION: KindSpec(None, NEWS, (obsolete.invitation_closed,), is_direct=True),
    Kind.INVITED_AGAIN: KindSpec(None, NEWS, (obsolete.invitation_closed,), is_direct=True),
    Kind.REMATCH: KindSpec(None, NEWS, (obsolete.seat_not_kept,)),
    Kind.ACCEPTED: KindSpec(
        Group.NEWS, gettext_noop("Somebody took a seat in %(game)s."), (obsolete.seat_gone,)
    ),
    Kind.DECLINED: KindSpec(
        Group.NEWS, gettext_noop("Somebody will not play in %(game)s."), (obsolete.seat_gone,)
    ),
    Kind.WARNING: KindSpec(
        Group.TABLE, gettext_noop("Somebody at the table of %(game)s is silent."), (obsolete.warning_over,)
    ),
    Kind.VOTE: KindSpec(Group.TABLE, gettext_noop("The table of %(game)s votes."), TABLE_MATTER_OVER),
    Kind.TAKEBACK: KindSpec(
        Group.TABLE, gettext_noop("Somebody asks to take a turn back in %(game)s."), TABLE_MATTER_OVER
    ),
    Kind.UNREACHABLE: KindSpec(
        Group.TABLE, gettext_noop("Somebody at the table of %(game)s gets no notices."), TABLE_MATTER_OVER
    ),
    Kind.MENTION: KindSpec(
        Group.TALK, gettext_noop("You are mentioned in the talk of %(game)s."), (obsolete.seat_left,)
    ),
    Kind.DEPUTY: KindSpec(
        Group.TABLE, gettext_noop("A seat in %(game)s is in other hands for a while."), (obsolete.seat_gone,)
    ),
    Kind.REPLY: KindSpec(None, NEWS, (obsolete.seat_left,), is_direct=True),
}
QUESTION_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.asks)
DIRECT_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.is_direct)


def obsolete_reason(notice: Notice) -> str:
    """Return why this notice should not be sent any more, or nothing. The text is for the operator."""
    if notice.invitation_id is None and (reason := obsolete.reader_gone(notice)):
        return reason
    reasons = (check(notice) for check in KINDS[notice.kind].obsolete_if)
    return next(filter(None, reasons), "")
