"""Telling players by push and webhook: in order, with patience, and not for ever where nobody answers."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games import channels, clock
from games.channels import Brief
from games.models import Channel, Notice

from .tally import describe

logger = logging.getLogger(__name__)

# A channel that has failed for so long is switched off, until its player switches it on again.
GIVE_UP_AFTER = timedelta(hours=24)
BEHIND = timedelta(seconds=15)


@dataclass(frozen=True)
class Failed:
    """Why a call was not made. `wait_until` when it is only not its turn yet."""

    error: str = ""
    is_final: bool = False
    wait_until: datetime | None = None


def call(notice: Notice) -> Failed | None:
    """Tell the channel of a notice; return why that failed, if it did. What is older goes first."""
    channel, player = notice.channel, notice.player
    if channel is None or player is None:
        return Failed("the channel is gone", is_final=True)
    if (until := has_to_wait(notice)) is not None:
        return Failed(wait_until=until)
    return tell(channel, channels.brief_of(notice, player))


def has_to_wait(notice: Notice) -> datetime | None:
    """Return until when a call waits for one before it, that is being made or has failed."""
    now = clock.now()
    earlier = Notice.objects.filter(channel=notice.channel_id, status=Notice.Status.WAITING, pk__lt=notice.pk)
    ahead = earlier.filter(Q(attempts__gt=0) | Q(leased_until__gt=now, lease__isnull=False)).exclude(
        lease=notice.lease
    )
    first = ahead.order_by("pk").first()
    return max(first.next_try_at, now + BEHIND) if first is not None else None


def tell(channel: Channel, brief: Brief) -> Failed | None:
    """Send a brief to a channel, and note at the channel how that went."""
    try:
        channels.tell(channel, brief)
    except channels.Gone:
        channel.delete()
        return Failed("the device has taken its subscription back", is_final=True)
    except channels.Unanswered as error:
        note_failure(channel, str(error))
        return Failed(str(error))
    except Exception as error:  # keys that are no keys, and whatever a library comes up with
        logger.warning("channel %s cannot be told: %s", channel.pk, describe(error))
        note_failure(channel, describe(error))
        return Failed(describe(error))
    now = clock.now()
    Channel.objects.filter(pk=channel.pk).update(sent_at=now, failing_since=None, error="")
    return None


def note_failure(channel: Channel, error: str) -> None:
    """Note that a channel could not be told, and switch it off when that has lasted long enough."""
    now = clock.now()
    since = channel.failing_since or now
    fields = {"error": error[:300], "failed_at": now, "failing_since": since}
    if now - since >= GIVE_UP_AFTER:
        fields["off_at"] = now
    Channel.objects.filter(pk=channel.pk).update(**fields)
