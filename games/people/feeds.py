"""The secret addresses of a player's calendar and feed."""

import secrets
from datetime import timedelta

from django.db import transaction

from games import clock
from games.core.access import hash_feed_secret
from games.models import FeedKey, Player

HOUR = timedelta(hours=1)


def renew_feeds(*, player: Player) -> str:
    """Make and return a new secret for a player's feeds; the old one stops working."""
    secret = secrets.token_urlsafe(24)
    made = {"digest": hash_feed_secret(secret), "created_at": clock.now(), "used_at": None}
    FeedKey.objects.update_or_create(player=player, defaults=made)
    return secret


def revoke_feeds(*, player: Player) -> None:
    """Revoke the addresses of a player's feeds."""
    FeedKey.objects.filter(player=player).delete()


def mark_feeds_read(*, key: FeedKey) -> None:
    """Record, at most once an hour, that a feed was read; its owner sees when."""
    now = clock.now()
    if key.used_at is None or key.used_at < now - HOUR:
        FeedKey.objects.filter(pk=key.pk).update(used_at=now)


def note_feed_change(*, key: FeedKey, feed: str, digest: str) -> int:
    """Return since which second (Unix time) this feed has been as it is; from now if its digest is new.

    Two different states of a feed never have the same second, and a newer one has the higher.
    """
    if key.served.get(feed, [None])[0] == digest:
        return int(key.served[feed][1])
    with transaction.atomic():
        row = FeedKey.objects.select_for_update().filter(pk=key.pk).first() or key
        before, changed = row.served.get(feed, ["", 0])
        if before != digest:
            changed = max(int(clock.now().timestamp()), changed + 1)
            row.served[feed] = [digest, changed]
            FeedKey.objects.filter(pk=key.pk).update(served=row.served)
    return int(changed)
