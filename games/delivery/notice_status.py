"""Records what became of a notice: skipped, tried again later, or given up, while its lease lasts."""

import logging
import uuid
from datetime import timedelta

from django.db import OperationalError

from games import clock
from games.core.errors import describe_error
from games.core.stored_game import UnreadableTable
from games.core.unknown import UnknownCode
from games.models import Invitation, Notice, Player
from games.outbox import planning
from games.outbox.obsolete import Obsolete
from games.play.unreadable import SAID, park_game

from . import brake
from .bounces import do_mark_address_dead, notify_tables_of_refusal
from .smtp import Verdict

logger = logging.getLogger(__name__)

# Sending is tried for four days; composing for half an hour.
MOST_ATTEMPTS = 100
MOST_ATTEMPTS_TO_COMPOSE = 5
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


def mark_skipped(notice: Notice, reason: str) -> bool:
    """Mark a notice as no longer needed; if its question was asked again meanwhile, release it instead."""
    mine = Notice.objects.filter(pk=notice.pk, lease=notice.lease, question=notice.question_id)
    marked = mine.update(lease=None, leased_until=None, status=Notice.Status.SKIPPED, reason=reason[:200])
    return bool(marked) or update_and_release(notice)


def update_and_release(notice: Notice, **fields: object) -> bool:
    """Update a notice and release its lease."""
    mine = Notice.objects.filter(pk=notice.pk, lease=notice.lease)
    mine.update(lease=None, leased_until=None, **fields)
    return True


def mark_unwritten(notices: list[Notice], error: Exception) -> bool:
    """Record that a letter about these notices can't be written; return whether it needn't be.

    It is the first one's: where that is obsolete, the others are looked at anew.
    """
    lead, *rest = notices
    if isinstance(error, UnreadableTable):
        park_game(game=lead.game_id)
        error = Obsolete(SAID)
    if isinstance(error, Obsolete):
        for each in rest:
            update_and_release(each)
        return mark_skipped(lead, str(error))
    logger.warning("notice %s cannot be composed: %s", lead.pk, describe_error(error))
    verdict = Verdict.AGAIN if isinstance(error, UnknownCode) else Verdict.POISON
    return mark_failed(notices, verdict, describe_error(error))


def mark_failed(notices: list[Notice], verdict: Verdict, said: str) -> bool:
    """Record a failed attempt: retry later, or give up and mark the recipient."""
    marked = is_refused_first = False
    for notice in notices:
        attempts = notice.attempts + 1
        dead = verdict in (Verdict.REFUSED, Verdict.UNWANTED)
        dead |= attempts >= (MOST_ATTEMPTS_TO_COMPOSE if verdict == Verdict.POISON else MOST_ATTEMPTS)
        if not dead:
            retry_later(notice, said)
            continue
        if not marked:
            is_refused_first = mark_recipient(notice, verdict, said)
            marked = True
        if verdict != Verdict.POISON:
            planning.copy_to_channels(notice, instead=True)
        give_up(notice, verdict, said)
    is_stopped = verdict in (Verdict.REFUSED, Verdict.UNWANTED) and brake.stop_burst()
    if is_refused_first and not is_stopped and notices[0].player is not None:
        notify_tables_of_refusal(notices[0].player)
    return False


def postpone_after_error(pk: int, lease: uuid.UUID | None, error: Exception) -> bool:
    """Record that a notice can't be prepared or sent, and why, and that it is tried again later.

    One of another release waits as long as one that the mail server doesn't take: the release that knows it
    may come back.
    """
    logger.error("notice %s was not sent: %s", pk, describe_error(error))
    notice = Notice.objects.filter(pk=pk, lease=lease, status=Notice.Status.WAITING).first()
    if notice is None:
        return False
    waits = isinstance(error, UnknownCode | OperationalError)
    if notice.attempts + 1 < (MOST_ATTEMPTS if waits else MOST_ATTEMPTS_TO_COMPOSE):
        return retry_later(notice, describe_error(error))
    give_up(notice, Verdict.POISON, describe_error(error))
    return False


def give_up(notice: Notice, verdict: Verdict, error: str) -> None:
    """Record that a notice isn't tried again, and when: so the brake knows how many were at once."""
    outcome = {"error": error, "reason": verdict.value, "next_try_at": clock.now()}
    update_and_release(notice, status=Notice.Status.DEAD, attempts=notice.attempts + 1, **outcome)


def retry_later(notice: Notice, error: str) -> bool:
    """Record a failed attempt and the time of the next."""
    wait = min(FIRST_WAIT * 2 ** min(notice.attempts, 10), LONGEST_WAIT)
    update_and_release(notice, attempts=notice.attempts + 1, error=error, next_try_at=clock.now() + wait)
    return False


def mark_recipient(notice: Notice, verdict: Verdict, said: str) -> bool:
    """Store what the mail server said about an address; one that does not accept mail gets no more.

    Returns whether it is a player's, and is marked as dead now.
    """
    if verdict == Verdict.POISON:
        return False
    if notice.player is None:
        Invitation.objects.filter(notices=notice).update(refused_at=clock.now())
        return False
    if verdict == Verdict.REFUSED and do_mark_address_dead(notice.player, said):
        return True
    Player.objects.filter(pk=notice.player.pk).update(mail_error=said)
    return False
