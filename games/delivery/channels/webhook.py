"""Webhooks: briefs for Discord, Slack, and programs of players (docs/webhooks.md)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any

from games import clock
from games.core import outbound_http
from games.core.unknown import UnknownCode, note_unknown
from games.models import Channel

from .brief import Brief

# Characters that Discord takes for bold type, a link or a mention.
MARKS = re.compile(r"([\\`*_~|<>\[\]()#@:])")
VERSION = 1


def send(channel: Channel, brief: Brief) -> None:
    """Send a brief to a webhook. Raises what `outbound_http.post` raises."""
    now = clock.now()
    body = json.dumps(body_for(channel.kind, brief)).encode()
    headers = {"Content-Type": "application/json"}
    if channel.kind == Channel.Kind.JSON:
        headers |= {
            "webhook-id": brief.id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": signature(channel.secret, brief.id, now, body),
        }
    outbound_http.post(channel.url, body, headers)


def body_for(kind: str, brief: Brief) -> dict[str, Any]:
    """Return the JSON for one kind of webhook."""
    match kind:
        case Channel.Kind.DISCORD:
            text = MARKS.sub(r"\\\1", brief.whole)
            return {"content": f"{text}\n<{brief.url}>"[:2000], "allowed_mentions": {"parse": []}}
        case Channel.Kind.SLACK:
            text = brief.whole.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return {"text": f"{text}\n<{brief.url}>"}
        case Channel.Kind.JSON:
            return describe(brief)
    note_unknown("channel", kind)
    raise UnknownCode(f"this release doesn’t know channels of the kind {kind!r}")


def describe(brief: Brief) -> dict[str, Any]:
    """Return the JSON for a program of a player's own."""
    return {
        "version": VERSION,
        "id": brief.id,
        "kind": brief.kind,
        "group": brief.group,
        "text": brief.whole,
        "url": brief.url,
        "game": brief.game,
        "due_at": brief.due_at.isoformat() if brief.due_at else None,
        "written_at": brief.written_at.isoformat(),
    }


def signature(secret: str, identity: str, at: datetime, body: bytes) -> str:
    """Return the signature of a call (see standardwebhooks.com).

    `secret` is ``whsec_`` and base64; an empty or an invalid one signs with an empty key.
    """
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"))
    except binascii.Error:
        key = b""
    signed = f"{identity}.{int(at.timestamp())}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
