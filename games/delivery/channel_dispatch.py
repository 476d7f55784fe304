"""Sends notices to channels, push and webhooks: in order, with retries until one has failed for a day."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from games import clock
from games.core.errors import describe_error
from games.core.outbound_http import Forbidden, Unanswered
from games.core.unknown import UnknownCode
from games.models import Channel, Notice
from games.outbox.planning import replace_channel

from .bundling import RELATED, free_notices
from .channels import push, webhook
from .channels.brief import Brief, brief_of_all
from .notice_status import retry_later, update_and_release
from .preparing import is_prepared

logger = logging.getLogger(__name__)

# A channel that has failed for so long is switched off until its player switches it on again.
GIVE_UP_AFTER = timedelta(hours=24)
BEHIND = timedelta(seconds=15)
# The least time between calls; the next call covers all notices since.
PAUSE = timedelta(seconds=30)
MOST_AT_ONCE = 50
GONE = "the device has taken its subscription back"


@dataclass(frozen=True)
class ChannelFailure:
    """Why a call failed, or until when it has to wait."""

    error: str = ""
    is_final: bool = False
    wait_until: datetime | None = None


def deliver_to_channel(notice: Notice) -> bool:
    """Send a notice to a device or a webhook of the player; return True on success."""
    failed = send_to_channel(notice)
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


def send_to_channel(notice: Notice) -> ChannelFailure | None:
    """Send a notice to its channel, with others that wait for it; return the failure, if there was one.

    Older notices go first. The others are marked here, the notice itself by the caller.
    """
    channel, player = notice.channel, notice.player
    if channel is None or player is None:
        return ChannelFailure("the channel is gone", is_final=True)
    until = blocked_until(notice) or paused_until(channel)
    if until is not None:
        return ChannelFailure(wait_until=until)
    others = lease_others(notice)
    failed = send_brief(channel, brief_of_all([notice, *others], player))
    sent = {"status": Notice.Status.SENT, "sent_at": clock.now(), "error": ""}
    result: dict[str, Any] = {} if failed else sent
    rows = Notice.objects.filter(pk__in=[each.pk for each in others], lease=notice.lease)
    rows.update(lease=None, leased_until=None, **result)
    return failed


def paused_until(channel: Channel) -> datetime | None:
    """Return until when a channel rests after its last call."""
    until = channel.sent_at + PAUSE if channel.sent_at is not None else None
    return until if until is not None and until - PAUSE <= clock.now() < until else None


def lease_others(notice: Notice) -> list[Notice]:
    """Lease the other notices that wait for the same channel, and return those that may be sent now."""
    due = free_notices(notice).filter(channel=notice.channel_id, attempts=0)
    found = list(due.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    due.filter(pk__in=found).update(lease=notice.lease, leased_until=clock.now() + timedelta(minutes=3))
    rows = Notice.objects.filter(pk__in=found, lease=notice.lease, status=Notice.Status.WAITING)
    return [row for row in rows.select_related(*RELATED).order_by("pk") if is_prepared(row)]


def blocked_until(notice: Notice) -> datetime | None:
    """Return until when a call waits for an earlier one that is being made or has failed."""
    now = clock.now()
    earlier = Notice.objects.filter(channel=notice.channel_id, status=Notice.Status.WAITING, pk__lt=notice.pk)
    ahead = earlier.filter(Q(attempts__gt=0) | Q(leased_until__gt=now, lease__isnull=False)).exclude(
        lease=notice.lease
    )
    first = ahead.order_by("pk").first()
    return max(first.next_try_at, now + BEHIND) if first is not None else None


def send_brief(channel: Channel, brief: Brief) -> ChannelFailure | None:
    """Send a brief to a channel and store the result with the channel."""
    try:
        (push if channel.is_push else webhook).send(channel, brief)
    except (push.Gone, Forbidden) as error:
        # Its row stays, and its notices with it: that is how the site knows who was notified (D5).
        said = GONE if isinstance(error, push.Gone) else str(error)
        note_failure(channel, said, for_good=True)
        return ChannelFailure(said, is_final=True)
    except UnknownCode as error:
        return ChannelFailure(str(error))  # the release that knows this kind may come back
    except Unanswered as error:
        note_failure(channel, str(error))
        return ChannelFailure(str(error))
    except Exception as error:  # invalid keys, and whatever a library raises
        logger.warning("channel %s cannot be reached: %s", channel.pk, describe_error(error))
        note_failure(channel, describe_error(error))
        return ChannelFailure(describe_error(error))
    now = clock.now()
    Channel.objects.filter(pk=channel.pk).update(sent_at=now, failing_since=None, error="")
    return None


def note_failure(channel: Channel, error: str, *, for_good: bool = False) -> None:
    """Record a failure of a channel; switch it off `for_good`, or when that has lasted long.

    If it was the last way to reach its player, mail takes over.
    """
    now = clock.now()
    since = channel.failing_since or now
    fields = {"error": error[:300], "failed_at": now, "failing_since": since}
    if for_good or now - since >= GIVE_UP_AFTER:
        fields["off_at"] = now
    Channel.objects.filter(pk=channel.pk).update(**fields)
    if "off_at" in fields:
        replace_channel(channel)
