"""Sending notices by push and webhook: in order, with retries, until a channel has failed for a day."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from games import clock
from games.core.errors import describe
from games.core.outbound_http import Unanswered
from games.models import Channel, Notice

from .channels import push, webhook
from .channels.brief import Brief, brief_of_all

logger = logging.getLogger(__name__)

# A channel that has failed for so long is switched off, until its player switches it on again.
GIVE_UP_AFTER = timedelta(hours=24)
BEHIND = timedelta(seconds=15)
# So long after a call nothing more is said; then one call tells of all that has come up.
PAUSE = timedelta(seconds=30)
MOST_AT_ONCE = 50
WITH = ("game", "player", "player__notice_choices", "seat", "seat__player", "question", "channel")
GONE = "the device has taken its subscription back"


@dataclass(frozen=True)
class CallFailure:
    """Why a call was not made. `wait_until` when it is only not its turn yet."""

    error: str = ""
    is_final: bool = False
    wait_until: datetime | None = None


def send_to_channel(notice: Notice, is_ready: Callable[[Notice], bool]) -> CallFailure | None:
    """Send a notice to its channel, with all else that waits for it; return why that failed, if it did.

    What is older goes first. `is_ready` says of each other notice that it may go out now; those that the call
    has sent are marked here, the notice itself by the caller.
    """
    channel, player = notice.channel, notice.player
    if channel is None or player is None:
        return CallFailure("the channel is gone", is_final=True)
    until = blocked_until(notice) or paused_until(channel)
    if until is not None:
        return CallFailure(wait_until=until)
    others = other_waiting(notice, is_ready)
    failed = send_brief(channel, brief_of_all([notice, *others], player))
    sent = {"status": Notice.Status.SENT, "sent_at": clock.now(), "error": ""}
    result: dict[str, Any] = {} if failed else sent
    rows = Notice.objects.filter(pk__in=[each.pk for each in others], lease=notice.lease)
    rows.update(lease=None, leased_until=None, **result)
    return failed


def paused_until(channel: Channel) -> datetime | None:
    """Return until when a channel is left in peace, since something else was just sent there."""
    until = channel.sent_at + PAUSE if channel.sent_at is not None else None
    return until if until is not None and until - PAUSE <= clock.now() < until else None


def other_waiting(notice: Notice, is_ready: Callable[[Notice], bool]) -> list[Notice]:
    """Return what else waits to be sent to the same channel now, leased as the notice is."""
    now = clock.now()
    is_free = Q(lease=notice.lease) | Q(leased_until=None) | Q(leased_until__lt=now)
    due = Notice.objects.filter(is_free, channel=notice.channel_id, status=Notice.Status.WAITING)
    due = due.filter(next_try_at__lte=now, attempts=0).exclude(pk=notice.pk)
    mine = list(due.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    if not mine:
        return []
    due.filter(pk__in=mine).update(lease=notice.lease, leased_until=now + timedelta(minutes=3))
    rows = Notice.objects.filter(pk__in=mine, lease=notice.lease, status=Notice.Status.WAITING)
    return [row for row in rows.select_related(*WITH).order_by("pk") if is_ready(row)]


def blocked_until(notice: Notice) -> datetime | None:
    """Return until when a call waits for one before it, that is being made or has failed."""
    now = clock.now()
    earlier = Notice.objects.filter(channel=notice.channel_id, status=Notice.Status.WAITING, pk__lt=notice.pk)
    ahead = earlier.filter(Q(attempts__gt=0) | Q(leased_until__gt=now, lease__isnull=False)).exclude(
        lease=notice.lease
    )
    first = ahead.order_by("pk").first()
    return max(first.next_try_at, now + BEHIND) if first is not None else None


def send_brief(channel: Channel, brief: Brief) -> CallFailure | None:
    """Send a brief to a channel, and note at the channel how that went."""
    try:
        (push if channel.is_push else webhook).send(channel, brief)
    except push.Gone:
        # Its row stays, and its notices with it: that is how the site knows who was notified (D5).
        note_failure(channel, GONE, for_good=True)
        return CallFailure(GONE, is_final=True)
    except Unanswered as error:
        note_failure(channel, str(error))
        return CallFailure(str(error))
    except Exception as error:  # keys that are no keys, and whatever a library comes up with
        logger.warning("channel %s cannot be reached: %s", channel.pk, describe(error))
        note_failure(channel, describe(error))
        return CallFailure(describe(error))
    now = clock.now()
    Channel.objects.filter(pk=channel.pk).update(sent_at=now, failing_since=None, error="")
    return None


def note_failure(channel: Channel, error: str, *, for_good: bool = False) -> None:
    """Note that a channel was not reached; switch it off `for_good`, or when that has lasted long."""
    now = clock.now()
    since = channel.failing_since or now
    fields = {"error": error[:300], "failed_at": now, "failing_since": since}
    if for_good or now - since >= GIVE_UP_AFTER:
        fields["off_at"] = now
    Channel.objects.filter(pk=channel.pk).update(**fields)
