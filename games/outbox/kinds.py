"""The registry of notice kinds: all that the site knows of a kind but its letter, which `mail` writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from games.models import Group, Notice

from .obsolete import (
    asked_in_reply,
    bot_answers,
    game_over,
    invitation_closed,
    may_not_answer,
    player_back,
    question_answered,
    question_closed,
    reader_gone,
    reminded_again,
    seat_gone,
    seat_left,
    seat_not_kept,
    too_old,
    warning_over,
)

Kind = Notice.Kind
Check = Callable[[Notice], str]


@dataclass(frozen=True, kw_only=True)
class KindSpec:
    """How notices of one kind are sent.

    Players choose by `group` when and where they get it; without one it always goes, by mail alone. Channels
    are told the `sentence`. It is not sent when a check of `obsolete_if` gives a reason; whether its reader
    can be reached is asked of all but invitations.
    """

    group: Group | None
    sentence: str
    obsolete_if: tuple[Check, ...]
    # It asks the seat something: it goes to deputies as well, and a deadline that is near breaks quiet hours.
    asks: bool = False
    # It is told of a muted game, too.
    despite_mute: bool = False
    # It waits for nothing and counts towards no limit: mail to strangers, and what answers a mail.
    is_direct: bool = False


UNASKED = (may_not_answer, question_closed, game_over, bot_answers)
NEWS = gettext_noop("News of %(game)s.")
NO_TABLE_MATTER = (game_over, seat_left, question_answered)

KINDS: dict[str, KindSpec] = {
    Kind.TURN: KindSpec(
        group=Group.TURN,
        sentence=gettext_noop("It is your turn in %(game)s."),
        obsolete_if=(*UNASKED, asked_in_reply),
        asks=True,
    ),
    Kind.ANSWER: KindSpec(
        group=Group.ASKED,
        sentence=gettext_noop("%(game)s needs an answer from you."),
        obsolete_if=(*UNASKED, asked_in_reply),
        asks=True,
    ),
    Kind.BESIDE: KindSpec(
        group=Group.ASKED,
        sentence=gettext_noop("%(game)s asks you something; there is no hurry."),
        obsolete_if=(*UNASKED, asked_in_reply),
        asks=True,
    ),
    Kind.REMINDER: KindSpec(
        group=Group.REMINDERS,
        sentence=gettext_noop("A reminder: %(game)s waits for your answer."),
        obsolete_if=(*UNASKED, reminded_again),
        asks=True,
    ),
    Kind.AUTOPILOT: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("A bot keeps your seat in %(game)s until you come back."),
        obsolete_if=(seat_left, game_over, player_back),
    ),
    Kind.STARTED: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("%(game)s has begun."),
        obsolete_if=(seat_left, game_over),
    ),
    Kind.RESULT: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("%(game)s is over."),
        obsolete_if=(seat_left, too_old),
        despite_mute=True,
    ),
    Kind.ENDED: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("%(game)s was ended early."),
        obsolete_if=(seat_left, too_old),
        despite_mute=True,
    ),
    Kind.INVITATION: KindSpec(group=None, sentence=NEWS, obsolete_if=(invitation_closed,), is_direct=True),
    Kind.INVITED_AGAIN: KindSpec(group=None, sentence=NEWS, obsolete_if=(invitation_closed,), is_direct=True),
    Kind.REMATCH: KindSpec(group=None, sentence=NEWS, obsolete_if=(seat_not_kept,)),
    Kind.ACCEPTED: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("Somebody took a seat in %(game)s."),
        obsolete_if=(seat_gone,),
    ),
    Kind.DECLINED: KindSpec(
        group=Group.NEWS,
        sentence=gettext_noop("Somebody will not play in %(game)s."),
        obsolete_if=(seat_gone,),
    ),
    Kind.WARNING: KindSpec(
        group=Group.TABLE,
        sentence=gettext_noop("Somebody at the table of %(game)s is silent."),
        obsolete_if=(warning_over,),
    ),
    Kind.VOTE: KindSpec(
        group=Group.TABLE,
        sentence=gettext_noop("The table of %(game)s votes."),
        obsolete_if=NO_TABLE_MATTER,
    ),
    Kind.TAKEBACK: KindSpec(
        group=Group.TABLE,
        sentence=gettext_noop("Somebody asks to take a turn back in %(game)s."),
        obsolete_if=NO_TABLE_MATTER,
    ),
    Kind.UNREACHABLE: KindSpec(
        group=Group.TABLE,
        sentence=gettext_noop("Somebody at the table of %(game)s gets no notices."),
        obsolete_if=NO_TABLE_MATTER,
    ),
    Kind.MENTION: KindSpec(
        group=Group.TALK,
        sentence=gettext_noop("You are mentioned in the talk of %(game)s."),
        obsolete_if=(seat_left,),
    ),
    Kind.DEPUTY: KindSpec(
        group=Group.TABLE,
        sentence=gettext_noop("A seat in %(game)s is in other hands for a while."),
        obsolete_if=(seat_gone,),
    ),
    Kind.REPLY: KindSpec(group=None, sentence=NEWS, obsolete_if=(seat_left,), is_direct=True),
}
QUESTION_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.asks)
DIRECT_KINDS = tuple(kind for kind, spec in KINDS.items() if spec.is_direct)


def obsolete_reason(notice: Notice) -> str:
    """Return why this notice should not be sent any more, or nothing. The text is for the operator."""
    if notice.invitation_id is None and (reason := reader_gone(notice)):
        return reason
    reasons = (check(notice) for check in KINDS[notice.kind].obsolete_if)
    return next(filter(None, reasons), "")
