"""Telling one channel, of whatever kind."""

from __future__ import annotations

from games.models import Channel

from . import push, webhook
from .brief import Brief


def tell(channel: Channel, brief: Brief) -> None:
    """Send a brief to a channel. Raises `Gone`, `Forbidden` or `Unanswered`."""
    (push if channel.is_push else webhook).send(channel, brief)
