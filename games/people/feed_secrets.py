"""The secret in the address of a player's calendar and feed. It is shown once; only its hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from games import clock
from games.models import FeedKey, Player

HOUR = timedelta(hours=1)


def renew_feeds(*, player: Player) -> str:
    """Make and return a new secret for a player's feeds; the old one stops working."""
    secret = secrets.token_urlsafe(24)
    made = {"digest": fingerprint(secret), "created_at": clock.now(), "used_at": None}
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


def fingerprint(secret: str) -> str:
    """Return the hash of a secret, which is what is stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
