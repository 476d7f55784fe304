"""The secret of a player's calendar and feed: made, renewed, revoked. It is shown once and stored nowhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from games import clock
from games.models import FeedKey, Player

HOUR = timedelta(hours=1)


def renew_feeds(*, player: Player) -> str:
    """Return a new secret for the addresses of a player's feeds; the one before, if any, is worthless now."""
    secret = secrets.token_urlsafe(24)
    made = {"digest": fingerprint(secret), "created_at": clock.now(), "used_at": None}
    FeedKey.objects.update_or_create(player=player, defaults=made)
    return secret


def revoke_feeds(*, player: Player) -> None:
    """Make the addresses of a player's feeds worthless."""
    FeedKey.objects.filter(player=player).delete()


def mark_feeds_read(*, key: FeedKey) -> None:
    """Note that a feed was read, at most once an hour: its owner sees whether it is used."""
    now = clock.now()
    if key.used_at is None or key.used_at < now - HOUR:
        FeedKey.objects.filter(pk=key.pk).update(used_at=now)


def fingerprint(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
