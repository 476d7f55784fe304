"""Delivering notices: lease a batch and commit, then send one and mark one.

The promise: every notice is accepted by the mail server at least once. It is sent twice only after a crash
between sending and marking, or when the server's reply was lost, and then under the same Message-ID.
"""

from __future__ import annotations

import logging
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q

from games import clock, crash
from games.mail import Moot, compose
from games.models import Invitation, Notice, Player

from .smtp_verdict import Verdict, judge
from .tally import Tally, describe
from .topical import why_moot

logger = logging.getLogger(__name__)

BATCH = 20
# For how long a notice is kept from other senders: while it waits in a batch, and while it is being sent.
# The second is longer than one mail can take: each step of talking to the server has EMAIL_TIMEOUT.
CLAIM, LEASE = timedelta(seconds=30), timedelta(minutes=3)
# A mail server that is away is asked for four days; a mail that cannot even be written, for half an hour.
MOST_ATTEMPTS = 100
MOST_ATTEMPTS_TO_COMPOSE = 5
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True)
class Failure:
    """Why one attempt failed, and what follows from it."""

    verdict: Verdict
    error: str


def deliver(*, game: int | None = None, stop_at: float | None = None) -> Tally:
    """Send the notices that are due, of one game or of all, until none is left or the time is up.

    `stop_at` is an instant of `time.monotonic`. Any number of processes may do this at once.
    """
    tally = Tally()
    with Postman() as postman:
        while batch := lease_batch(game=game):
            lease, notices = batch
            for notice in notices:
                if stop_at is not None and time.monotonic() > stop_at:
                    release(lease)
                    return tally
                tally.count(deliver_one(notice, lease, postman))
    return tally


@transaction.atomic(durable=True)
def lease_batch(*, game: int | None = None, limit: int = BATCH) -> tuple[uuid.UUID, list[int]] | None:
    """Take notices that are due, so that no other sender touches them; return the lease and their ids."""
    now = clock.now()
    due = Notice.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now))
    due = due.filter(status=Notice.Status.WAITING, next_try_at__lte=now)
    if game is not None:
        due = due.filter(game=game)
    rows = due.select_for_update(skip_locked=True).order_by("next_try_at", "pk")
    ids = list(rows.values_list("pk", flat=True)[:limit])
    if not ids:
        return None
    lease = uuid.uuid4()
    Notice.objects.filter(pk__in=ids).update(lease=lease, leased_until=now + CLAIM)
    return lease, ids


def release(lease: uuid.UUID) -> None:
    """Give back what is left of a lease."""
    Notice.objects.filter(lease=lease, status=Notice.Status.WAITING).update(lease=None, leased_until=None)


def deliver_one(pk: int, lease: uuid.UUID, postman: Postman) -> bool:
    """Send one leased notice and mark it; return whether it is settled, one way or the other.

    The lease is renewed first: who was so slow that another sender took the notice over leaves it to them.
    """
    mine = Notice.objects.filter(pk=pk, lease=lease, status=Notice.Status.WAITING)
    if not mine.update(leased_until=clock.now() + LEASE):
        return True
    notice = Notice.objects.select_related(
        "game", "game__host", "player", "seat", "seat__player", "question", "invitation", "invitation__seat"
    ).get(pk=pk)
    if notice.game.paused_at is not None and notice.question is not None:
        return settle(notice, next_try_at=clock.now() + LONGEST_WAIT)
    if reason := why_moot(notice):
        return skip(notice, reason)
    try:
        message = compose(notice)
        message.message()  # a header that cannot be written shows here, not in the middle of a conversation
    except Moot as moot:
        return skip(notice, str(moot))
    except Exception as error:
        logger.warning("notice %s cannot be composed: %s", pk, describe(error))
        return fail(notice, Failure(Verdict.POISON, describe(error)))
    crash.point("before_send")
    try:
        postman.send(message)
    except Exception as error:
        failure = Failure(judge(error), describe(error, with_text=True))
        logger.warning("notice %s was not sent: %s", pk, failure.error)
        return fail(notice, failure)
    crash.point("after_send")
    return settle(notice, status=Notice.Status.SENT, sent_at=clock.now(), error="")


class Postman:
    """One connection to the mail server, opened when first needed, and anew after a failure."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> Postman:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def send(self, message: object) -> None:
        """Send one mail, or raise what the backend raises."""
        if self._connection is None:
            self._connection = get_connection(fail_silently=False)
            self._connection.open()
        try:
            self._connection.send_messages([message])  # type: ignore[list-item]  # any Django mail will do
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Say goodbye; a server that is gone need not answer."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()


def skip(notice: Notice, reason: str) -> bool:
    """Mark a notice as no longer needed."""
    return settle(notice, status=Notice.Status.SKIPPED, reason=reason[:200])


def settle(notice: Notice, **fields: object) -> bool:
    """Write what has become of a notice and give its lease back."""
    mine = Notice.objects.filter(pk=notice.pk, lease=notice.lease)
    mine.update(lease=None, leased_until=None, **fields)
    return True


def fail(notice: Notice, failure: Failure) -> bool:
    """Note a failed attempt: try again later, or give up and mark who cannot be reached."""
    attempts = notice.attempts + 1
    dead = failure.verdict in (Verdict.REFUSED, Verdict.UNWANTED)
    dead |= attempts >= (MOST_ATTEMPTS_TO_COMPOSE if failure.verdict == Verdict.POISON else MOST_ATTEMPTS)
    if dead:
        mark_recipient(notice, failure)
        settle(
            notice,
            status=Notice.Status.DEAD,
            attempts=attempts,
            error=failure.error,
            reason=failure.verdict.value,
        )
    else:
        wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)
        settle(notice, attempts=attempts, error=failure.error, next_try_at=clock.now() + wait)
    return False


def mark_recipient(notice: Notice, failure: Failure) -> None:
    """Note what the mail server said about an address; one that takes no mail gets none any more."""
    if failure.verdict == Verdict.POISON:
        return
    refused_at = clock.now() if failure.verdict == Verdict.REFUSED else None
    if notice.invitation_id is not None and notice.player_id is None:
        Invitation.objects.filter(pk=notice.invitation_id).update(refused_at=clock.now())
        return
    if notice.player is None:
        return
    marked = Player.objects.filter(pk=notice.player.pk)
    marked.update(mail_error=failure.error, **({"mail_refused_at": refused_at} if refused_at else {}))
