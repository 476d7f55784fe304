"""Delivers notices and test messages: leases a batch and commits, then sends and marks one by one.

Every notice is accepted by the mail server at least once. It is sent twice only after a crash between sending
and marking, or when the server's reply was lost, and then with the same Message-ID.
"""

import logging
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db import connection as db_connection
from django.db.models import Q

from games import clock
from games.core import crash
from games.core.errors import Tally, describe_error
from games.core.log_context import log_scope
from games.core.snapshot import SeveralTables, TableSnapshot
from games.core.stored_game import UnreadableTable
from games.core.unknown import UnknownCode
from games.mail import addresses, sent_lines
from games.mail.compose import compose, compose_bundle, compose_test, letter_of
from games.mail.letter import Letter
from games.mail.message import Mail
from games.models import Channel, Invitation, Notice, NoticeChoices, Player
from games.moderation import switches
from games.outbox import planning
from games.outbox.kinds import obsolete_reason
from games.outbox.notices import new_message_id
from games.outbox.obsolete import Obsolete, no_mail_reason
from games.play.unreadable import SAID, rest_game
from games.timing import outages

from . import brake, bundling, pace
from .batch import LEASE, MailIsHeld, NoticeBatch
from .bounces import do_mark_address_dead, notify_tables_of_refusal
from .channel_dispatch import note_failure, send_brief, send_to_channel
from .channels.brief import brief_of_test
from .smtp import MailConnection, Verdict, judge

logger = logging.getLogger(__name__)

BATCH = 20
CLAIM = timedelta(seconds=30)  # for how long a batch is leased until it is looked up
# Sending is tried for four days; composing for half an hour.
MOST_ATTEMPTS = 100
MOST_ATTEMPTS_TO_COMPOSE = 5
# Seconds for which the sender of one game's notices may first credit clocks with the time of an outage.
LONGEST_CREDIT = 10
# Seconds for which that sender sends to channels; the sweep sends the rest.
LONGEST_TO_CHANNELS = 30
# By hand, as in `bundling`.
MARK_SENT = """
UPDATE games_notice SET lease = NULL, leased_until = NULL, status = 'sent', sent_at = %s, error = ''
WHERE id = ANY(%s) AND lease = %s
"""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True)
class Failure:
    """Why an attempt failed, and what follows from it."""

    verdict: Verdict
    error: str


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
        if deliver_all(tally, connection, game=game, to_channels=False, stop_at=stop_at):
            # Last, and for a limited time: a slow webhook must not delay mails.
            stop_at = time.monotonic() + LONGEST_TO_CHANNELS if stop_at is None else stop_at
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


@transaction.atomic(durable=True)
def lease_batch(
    *, game: int | None = None, to_channels: bool = False, limit: int = BATCH
) -> tuple[uuid.UUID, list[int]] | None:
    """Lease due notices by mail, or `to_channels`, from other senders; return the lease and the ids."""
    now = clock.now()
    due = Notice.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now))
    due = due.filter(status=Notice.Status.WAITING, next_try_at__lte=now, channel__isnull=not to_channels)
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
            notices = bundling.bind_notices(notice, until=clock.now() + LEASE, prepare=is_prepared)
        except bundling.Postponed as postponed:
            return update_and_release(notice, next_try_at=postponed.until)
        finally:
            batch.forget_player(notice.player_id)
        if deliver_mail(notices, connection, found.snapshot):
            batch.finish(notices)
            return True
        batch.forget_all()  # all mail may be held now
        return False


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
        no_mail = notice.player is not None and bool(reason) and reason == no_mail_reason(notice.player)
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


def deliver_mail(
    notices: list[Notice], connection: MailConnection, snapshot: TableSnapshot | None = None
) -> bool:
    """Send one mail for these notices and mark them all; return True on success."""
    try:
        message = write_mail(notices, snapshot)
    except Obsolete as obsolete:
        for each in notices[1:]:
            update_and_release(each)
        return mark_skipped(notices[0], str(obsolete))
    if message is None:
        return False
    crash.point("before_send")
    pace.wait_for_turn(is_sweep=connection.is_sweep)
    try:
        connection.send(message)
    except Exception as error:
        failure = Failure(judge(error), describe_error(error, with_text=True))
        logger.warning("notice %s was not sent: %s", notices[0].pk, failure.error)
        return mark_failed(notices, failure)
    crash.point("after_send")
    with db_connection.cursor() as cursor:
        cursor.execute(MARK_SENT, [clock.now(), [each.pk for each in notices], notices[0].lease])
    if addresses.is_on():
        pages = [str(content) for content, kind in message.alternatives if kind == "text/html"]
        sent_lines.remember_mail(message.extra_headers["Message-ID"], str(message.body), "".join(pages))
    return True


def write_mail(notices: list[Notice], snapshot: TableSnapshot | None = None) -> Mail | None:
    """Return the mail for these notices; ``None`` if none can be written.

    `snapshot` is of the first one's game; several games are looked up together. Obsolete notices are skipped,
    and those that can't be composed have failed; both are removed from `notices`, which is sorted by letter.
    Raises `Obsolete` if the only letter left is obsolete.
    """
    groups = bundling.group_by_letter(notices)
    notices[:] = [notice for group in groups for notice in group]
    tables = SeveralTables(tuple({notice.game_id: notice.game for notice in notices}.values()))
    letters: list[tuple[Notice, Letter]] = []
    for lead, *rest in groups if len(groups) > 1 else []:
        try:
            letters.append((lead, letter_of(lead, TableSnapshot(lead.game, tables))))
            continue
        except Obsolete as obsolete:
            mark_skipped(lead, str(obsolete))
        except UnreadableTable:
            rest_game(game=lead.game_id)  # and skips what asks about it
            update_and_release(lead)
        except Exception as error:
            mark_failed([lead], composition_failure(lead, error))
        notices.remove(lead)
        for each in rest:
            update_and_release(each)
            notices.remove(each)
    if not notices:
        return None
    first = notices[0]
    known = snapshot if snapshot is not None and snapshot.game.pk == first.game_id else None
    try:
        message = (
            compose_bundle(first.player, letters)
            if len(letters) > 1 and first.player
            else compose(first, known)
        )
        message.message()  # a header that cannot be written shows here, not in the middle of a conversation
    except Obsolete:
        raise
    except UnreadableTable as error:
        rest_game(game=first.game_id)
        raise Obsolete(SAID) from error
    except Exception as error:
        mark_failed(notices, composition_failure(first, error))
        return None
    leave_for_next_mail(notices, message.left_out)
    return message


def leave_for_next_mail(notices: list[Notice], left_out: Sequence[Notice]) -> None:
    """Take those of seats for which a mail has no room out of its notices: they come in the next one."""
    seats = {notice.seat_id for notice in left_out}
    for each in [notice for notice in notices if notice.seat_id in seats]:
        notices.remove(each)
        message_id = new_message_id(each.game_id, each.kind)
        later = clock.now() + bundling.PAUSE
        update_and_release(each, plan=Notice.Plan.READY, message_id=message_id, next_try_at=later)


def composition_failure(notice: Notice, error: Exception) -> Failure:
    """Log and return why a notice cannot be composed."""
    logger.warning("notice %s cannot be composed: %s", notice.pk, describe_error(error))
    verdict = Verdict.AGAIN if isinstance(error, UnknownCode) else Verdict.POISON
    return Failure(verdict, describe_error(error))


def deliver_to_channel(notice: Notice) -> bool:
    """Send a notice to a device or a webhook of the player; return True on success."""
    failed = send_to_channel(notice, is_prepared)
    if failed is None:
        return update_and_release(notice, status=Notice.Status.SENT, sent_at=clock.now(), error="")
    if failed.wait_until is not None:
        return update_and_release(notice, next_try_at=failed.wait_until)
    if failed.is_final:
        update_and_release(
            notice, status=Notice.Status.DEAD, attempts=notice.attempts + 1, error=failed.error
        )
        return False
    return retry_later(notice, failed.error)


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


def mark_failed(notices: list[Notice], failure: Failure) -> bool:
    """Record a failed attempt: retry later, or give up and mark the recipient."""
    marked = is_refused_first = False
    for notice in notices:
        attempts = notice.attempts + 1
        dead = failure.verdict in (Verdict.REFUSED, Verdict.UNWANTED)
        dead |= attempts >= (MOST_ATTEMPTS_TO_COMPOSE if failure.verdict == Verdict.POISON else MOST_ATTEMPTS)
        if not dead:
            retry_later(notice, failure.error)
            continue
        if not marked:
            is_refused_first = mark_recipient(notice, failure)
            marked = True
        if failure.verdict != Verdict.POISON:
            planning.copy_to_channels(notice, instead=True)
        # When it was given up: that is how the brake knows how many were at once.
        outcome = {"error": failure.error, "reason": failure.verdict.value, "next_try_at": clock.now()}
        update_and_release(notice, status=Notice.Status.DEAD, attempts=attempts, **outcome)
    is_stopped = failure.verdict in (Verdict.REFUSED, Verdict.UNWANTED) and brake.stop_burst()
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
    outcome = {"error": describe_error(error), "reason": Verdict.POISON.value, "next_try_at": clock.now()}
    update_and_release(notice, status=Notice.Status.DEAD, attempts=notice.attempts + 1, **outcome)
    return False


def retry_later(notice: Notice, error: str) -> bool:
    """Record a failed attempt and the time of the next."""
    wait = min(FIRST_WAIT * 2 ** min(notice.attempts, 10), LONGEST_WAIT)
    update_and_release(notice, attempts=notice.attempts + 1, error=error, next_try_at=clock.now() + wait)
    return False


def mark_recipient(notice: Notice, failure: Failure) -> bool:
    """Store what the mail server said about an address; one that does not accept mail gets no more.

    Returns whether it is a player's, and is marked as dead now.
    """
    if failure.verdict == Verdict.POISON:
        return False
    if notice.player is None:
        Invitation.objects.filter(notices=notice).update(refused_at=clock.now())
        return False
    if failure.verdict == Verdict.REFUSED and do_mark_address_dead(notice.player, failure.error):
        return True
    Player.objects.filter(pk=notice.player.pk).update(mail_error=failure.error)
    return False


def send_tests(*, stop_at: float) -> Tally:
    """Send all tests that players asked for, once each; failures are shown to them and not retried."""
    tally = Tally()
    for channel in Channel.objects.filter(test_due_at__isnull=False).select_related("player"):
        if time.monotonic() > stop_at:
            return tally
        mine = Channel.objects.filter(pk=channel.pk, test_due_at=channel.test_due_at)
        if mine.update(test_due_at=None):
            tally.count(send_test_brief(channel))
    with MailConnection() as connection:
        for choices in NoticeChoices.objects.filter(test_due_at__isnull=False).select_related("player"):
            if time.monotonic() > stop_at:
                return tally
            tally.count(send_test_mail(choices, connection))
    return tally


def send_test_brief(channel: Channel) -> bool:
    """Send one test to a device or a webhook, and store what came of it."""
    try:
        return send_brief(channel, brief_of_test(channel.player, clock.now())) is None
    except Exception as error:
        note_failure(channel, describe_error(error))
        return False


def send_test_mail(choices: NoticeChoices, connection: MailConnection) -> bool:
    """Send one test mail, and store the mail server's error."""
    mine = NoticeChoices.objects.filter(pk=choices.pk, test_due_at=choices.test_due_at)
    if not mine.update(test_due_at=None):
        return True
    said = ""
    try:
        connection.send(compose_test(choices.player, clock.now()))
    except Exception as error:
        said = describe_error(error, with_text=True)
    NoticeChoices.objects.filter(pk=choices.pk).update(test_error=said)
    return not said
