"""Prepares a notice right before it is sent: the last look at whether, where and when it goes."""

from django.db import InterfaceError, OperationalError

from games import clock
from games.models import Notice
from games.outbox import planning
from games.outbox.kinds import obsolete_reason
from games.outbox.obsolete import why_mail_suppressed

from .notice_status import LONGEST_WAIT, mark_skipped, postpone_after_error, update_and_release


def is_prepared(notice: Notice) -> bool:
    """Prepare a notice, and return whether it may be sent now; one that can't be prepared is postponed."""
    try:
        return prepare_to_send(notice)
    except (OperationalError, InterfaceError):
        raise  # it says nothing of the notice
    except Exception as error:
        return postpone_after_error(notice.pk, notice.lease, error)


def prepare_to_send(notice: Notice) -> bool:
    """Copy a notice to the player's channels, the first time, and return whether it may be sent now.

    If not, postpone it or mark it as skipped.
    """
    if notice.game.paused_at is not None and notice.question is not None:
        update_and_release(notice, next_try_at=clock.now() + LONGEST_WAIT)
        return False
    if notice.seat is not None and notice.question is not None and notice.question.seat_id == notice.seat.pk:
        notice.question.seat = notice.seat
    reason = obsolete_reason(notice)
    if notice.channel_id is None and notice.plan == Notice.Plan.NONE:
        no_mail = notice.player is not None and bool(reason) and reason == why_mail_suppressed(notice.player)
        if (no_mail or not reason) and not planning.is_at_the_page(notice):
            planning.copy_to_channels(notice, instead=no_mail)
            notice.plan = Notice.Plan.READY
    if reason := reason or planning.unwanted_reason(notice):
        mark_skipped(notice, reason)
        return False
    sending = planning.plan_notice(notice)
    if sending.at <= clock.now():
        return True
    if sending.in_digest:
        notice.plan = Notice.Plan.DIGEST
    update_and_release(notice, next_try_at=sending.at, plan=notice.plan)
    return False
