"""Subjects that say what a mail is about, for players who have chosen them.

A lock screen shows them to bystanders: like headlines, they name no card of a hand (requirement H10).
"""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.history.formatting import time_left
from games.models import Notice, Question

from .letter import Letter


def telling_subject(notice: Notice, letter: Letter) -> str:
    """Return a subject that says what is asked in which game, or what has happened there."""
    words = {"game": notice.game.shown_name, "headline": letter.headline.removesuffix(".")}
    text = "" if notice.question is None or not _is_own(notice) else _asking_subject(notice, notice.question)
    return (text or _("“%(game)s”: %(headline)s")) % words


def _is_own(notice: Notice) -> bool:
    """Whether its reader sits there: a deputy has other turns, too."""
    return notice.seat is not None and notice.seat.player_id == notice.player_id


def _asking_subject(notice: Notice, question: Question) -> str:
    match notice.kind:
        case Notice.Kind.TURN:
            return _("Your turn in “%(game)s”")
        case Notice.Kind.REMINDER if question.due_at is not None:
            return f"{capfirst(time_left(question.due_at))}: {_('“%(game)s” is waiting for you')}"
        case Notice.Kind.REMINDER | Notice.Kind.NUDGE:
            return _("“%(game)s” is waiting for you")
        case Notice.Kind.SIDE_QUESTION:
            return _("A side question in “%(game)s”")
        case Notice.Kind.ANSWER if question.is_first_card:
            return _("Who goes first in “%(game)s”?")
        case Notice.Kind.ANSWER if question.is_window:
            return _("Do you object in “%(game)s”?")
        case Notice.Kind.ANSWER if question.kind.is_limit:
            return _("Too many cards in “%(game)s”")
        case Notice.Kind.ANSWER:
            return _("A question for you in “%(game)s”")
    return ""
