"""Delivers notices: leases a batch and commits, then sends and marks one by one.

Every notice is accepted by the mail server at least once. It is sent twice only after a crash between sending
and marking, or when the server's reply was lost, and then with the same Message-ID.
"""

import logging
import time
import uuid
from datetime import timedelta

from django.db import connection as db_connection
from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock
from games.core import crash
from games.core.errors import Tally, describe_error
from games.core.log_context import log_scope
from games.core.snapshot import TableSnapshot
from games.core.sweep_lease import lease_sweep
from games.mail import addresses, sent_lines
from games.models import Notice
from games.moderation import switches
from games.timing import outages

from . import bundling, pace
from .batch import LEASE, MailIsHeld, NoticeBatch
from .channel_dispatch import deliver_to_channel
from .notice_status import mark_failed, postpone_after_error, update_and_release
from .preparing import is_prepared
from .smtp import MailConnection, judge
from .writing import put_back, write_mail

logger = logging.getLogger(__name__)

BATCH = 20
CLAIM = timedelta(seconds=30)  # for how long a batch is leased until it is looked up
# Seconds for which the sender of one game's notices may first credit clocks with the time of an outage.
LONGEST_CREDIT = 10
# Seconds for which that sender sends to channels; the sweep sends the rest.
LONGEST_TO_CHANNELS = 30
CHANNELS = "channels"  # the lease of the process that calls them
# By hand, as in `bundling`.
MARK_SENT = """
UPDATE games_notice SET lease = NULL, leased_until = NULL, status = 'sent', sent_at = %s, error = ''
WHERE id = ANY(%s) AND lease = %s
"""


def deliver(*, game: int | None = None, stop_at: float | None = None) -> Tally:
    """Send the notices that are due, of one game or of all, until none is left or time is up.

    `stop_at` is an instant of `time.monotonic`. Any number of processes may do this at once.
    """
    tally = Tally()
    if game is not None and not outages.credit_outages(
        "", stop_at=stop_at or time.monotonic() + LONGEST_CREDIT
    ):
        return tally
    with MailConnection(is_sweep=game is None) as connection:
        is_done = deliver_all(tally, connection, game=game, to_channels=False, stop_at=stop_at)
    if is_done and find_due(game=game, to_channels=True).exists():
        # Last, and for a limited time: a slow webhook must not delay mails.
        stop_at = time.monotonic() + LONGEST_TO_CHANNELS if stop_at is None else stop_at
        tally += deliver_to_channels(game=game, stop_at=stop_at)
    return tally


def deliver_mails(*, stop_at: float) -> Tally:
    """Send the notices of all games that are due by mail, until none is left or time is up."""
    tally = Tally()
    with MailConnection(is_sweep=True) as connection:
        deliver_all(tally, connection, game=None, to_channels=False, stop_at=stop_at)
    return tally


def deliver_to_channels(*, game: int | None = None, stop_at: float) -> Tally:
    """Send the notices that are due to channels, unless another process is at it; the sweep comes again.

    Webhooks answer as slowly as their players like, and must not keep all processes from the mails of others.
    """
    tally = Tally()
    with lease_sweep(CHANNELS) as is_mine, MailConnection(is_sweep=game is None) as connection:
        if is_mine:
            deliver_all(tally, connection, game=game, to_channels=True, stop_at=stop_at)
    return tally


def deliver_all(
    tally: Tally, connection: MailConnection, *, game: int | None, to_channels: bool, stop_at: float | None
) -> bool:
    """Send all that is due by mail, or to channels; return whether it was finished in time."""
    while not switches.holds_mail() and (batch := lease_batch(game=game, to_channels=to_channels)):
        lease, pks = batch
        notices = NoticeBatch(lease, pks)
        for pk in pks:
            if stop_at is not None and time.monotonic() > stop_at:
                release(lease)
                return False
            try:
                tally.count(deliver_one(pk, notices, connection))
            except MailIsHeld:
                release(lease)
                return False
            except Exception as error:
                tally.count(postpone_after_error(pk, lease, error))
    return True


def find_due(*, game: int | None, to_channels: bool) -> QuerySet[Notice]:
    """Return the notices by mail, or `to_channels`, that are due and that nobody sends."""
    now = clock.now()
    due = Notice.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now))
    due = due.filter(status=Notice.Status.WAITING, next_try_at__lte=now, channel__isnull=not to_channels)
    return due if game is None else due.filter(game=game)


@transaction.atomic(durable=True)
def lease_batch(
    *, game: int | None = None, to_channels: bool = False, limit: int = BATCH
) -> tuple[uuid.UUID, list[int]] | None:
    """Lease due notices by mail, or `to_channels`, from other senders; return the lease and the ids."""
    now, due = clock.now(), find_due(game=game, to_channels=to_channels)
    rows = due.select_for_update(skip_locked=True).order_by("next_try_at", "pk")
    ids = list(rows.values_list("pk", flat=True)[:limit])
    if not ids:
        return None
    lease = uuid.uuid4()
    Notice.objects.filter(pk__in=ids).update(lease=lease, leased_until=now + CLAIM)
    return lease, ids


def release(lease: uuid.UUID) -> None:
    """Release the rest of a lease."""
    Notice.objects.filter(lease=lease, status=Notice.Status.WAITING).update(lease=None, leased_until=None)


def deliver_one(pk: int, batch: NoticeBatch, connection: MailConnection) -> bool:
    """Send one notice of a batch and mark it; return True on success.

    One that another sender has taken over meanwhile is theirs. Raises `MailIsHeld`.
    """
    found = batch.take(pk)
    if found is None:
        return True
    notice = found.notice
    with log_scope(game=notice.game.key):
        if not is_prepared(notice):
            return True
        if notice.channel is not None:
            batch.forget_player(notice.player_id)
            return deliver_to_channel(notice)
        if not connection.is_sweep and not pace.has_room():
            raise MailIsHeld
        try:
            notices = bundling.bind_notices(notice, until=clock.now() + LEASE)
        except bundling.Postponed as postponed:
            return update_and_release(notice, next_try_at=postponed.until)
        finally:
            batch.forget_player(notice.player_id)
        if deliver_mail(notices, connection, found.snapshot):
            batch.finish(notices)
            return True
        batch.forget_all()  # all mail may be held now
        return False


def deliver_mail(notices: list[Notice], connection: MailConnection, snapshot: TableSnapshot) -> bool:
    """Send one mail for these notices and mark them all; return whether nothing of it is left to do."""
    written = write_mail(notices, snapshot)
    is_over, message = put_back(written), written.mail
    if message is None:
        return is_over
    crash.point("before_send")
    pace.wait_for_turn(is_sweep=connection.is_sweep)
    try:
        connection.send(message)
    except Exception as error:
        said = describe_error(error, with_text=True)
        logger.warning("notice %s was not sent: %s", written.notices[0].pk, said)
        return mark_failed(written.notices, judge(error), said)
    crash.point("after_send")
    sent = [notice.pk for notice in written.notices]
    with db_connection.cursor() as cursor:
        cursor.execute(MARK_SENT, [clock.now(), sent, written.notices[0].lease])
    if addresses.is_on():
        pages = [str(content) for content, kind in message.alternatives if kind == "text/html"]
        sent_lines.remember_mail(message.extra_headers["Message-ID"], str(message.body), "".join(pages))
    return True
