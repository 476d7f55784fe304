"""The registry of notice kinds: all that the site knows of a kind but its letter, which `mail` writes."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

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


QUESTION_OVER = (
    obsolete.why_may_not_answer,
    obsolete.why_no_open_question,
    obsolete.why_game_over,
    obsolete.why_bot_answers,
)
ASKED_OR_OVER = (*QUESTION_OVER, obsolete.why_asked_in_reply)
OLD_NEWS = (obsolete.why_seat_left, obsolete.why_result_old)
NEWS = _("News of %(game)s.")
TABLE_MATTER_OVER = (obsolete.why_game_over, obsolete.why_seat_left, obsolete.why_question_closed)

KINDS: dict[str, KindSpec] = {
    Kind.TURN: KindSpec(Group.TURN, _("It is your turn in %(game)s."), ASKED_OR_OVER, asks=True),
    Kind.ANSWER: KindSpec(Group.ASKED, _("%(game)s needs an answer from you."), ASKED_OR_OVER, asks=True),
    Kind.SIDE_QUESTION: KindSpec(
        Group.ASKED, _("%(game)s asks you something; there is no hurry."), ASKED_OR_OVER, asks=True
    ),
    Kind.REMINDER: KindSpec(
        Group.REMINDERS,
        _("A reminder: %(game)s waits for your answer."),
        (*QUESTION_OVER, obsolete.why_reminded_again),
        asks=True,
    ),
    Kind.AUTOPILOT: KindSpec(
        Group.NEWS,
        _("A bot keeps your seat in %(game)s until you come back."),
        (obsolete.why_seat_left, obsolete.why_game_over, obsolete.why_player_back),
    ),
    Kind.STARTED: KindSpec(
        Group.NEWS, _("%(game)s has begun."), (obsolete.why_seat_left, obsolete.why_game_over)
    ),
    Kind.RESULT: KindSpec(Group.NEWS, _("%(game)s is over."), OLD_NEWS, despite_mute=True),
    Kind.ENDED: KindSpec(Group.NEWS, _("%(game)s was ended early."), OLD_NEWS, despite_mute=True),
    Kind.INVITATION: KindSpec(None, NEWS, (obsolete.why_invitation_closed,), is_direct=True),
    Kind.INVITED_AGAIN: KindSpec(None, NEWS, (obsolete.why_invitation_closed,), is_direct=True),
    Kind.REMATCH: KindSpec(None, NEWS, (obsolete.why_seat_not_kept,)),
    Kind.ACCEPTED: KindSpec(Group.NEWS, _("Somebody took a seat in %(game)s."), (obsolete.why_seat_gone,)),
    Kind.DECLINED: KindSpec(Group.NEWS, _("Somebody will not play in %(game)s."), (obsolete.why_seat_gone,)),
    Kind.WARNING: KindSpec(
        Group.TABLE, _("Somebody at the table of %(game)s is silent."), (obsolete.why_warning_over,)
    ),
    Kind.VOTE: KindSpec(Group.TABLE, _("The table of %(game)s votes."), TABLE_MATTER_OVER),
    Kind.TAKEBACK: KindSpec(
        Group.TABLE, _("Somebody asks to take a turn back in %(game)s."), TABLE_MATTER_OVER
    ),
    Kind.UNREACHABLE: KindSpec(
        Group.TABLE, _("Somebody at the table of %(game)s gets no notices."), TABLE_MATTER_OVER
    ),
    Kind.MENTION: KindSpec(
        Group.TALK, _("You are mentioned in the talk of %(game)s."), (obsolete.why_seat_left,)
    ),
    Kind.DEPUTY: KindSpec(
        Group.TABLE, _("A seat in %(game)s is in other hands for a while."), (obsolete.why_seat_gone,)
    ),
    Kind.REPLY: KindSpec(None, NEWS, (obsolete.why_seat_left,), is_direct=True),
}
QUESTION_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.asks)
DIRECT_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.is_direct)


def obsolete_reason(notice: Notice) -> str:
    """Return why this notice should not be sent any more, or nothing. The text is for the operator."""
    if notice.invitation_id is None and (reason := obsolete.why_reader_gone(notice)):
        return reason
    reasons = (check(notice) for check in KINDS[notice.kind].obsolete_if)
    return next(filter(None, reasons), "")
