"""Parses reports of mail servers: delivery failures (RFC 3464) and spam complaints (RFC 5965).

`smtp.is_address_dead` decides which failures mean that an address is dead.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.utils import parseaddr
from typing import cast

from .smtp import is_address_dead, status_in

MESSAGE_ID = re.compile(r"<g\d+\.[^<>\s]{1,180}>")


@dataclass(frozen=True)
class Bounce:
    """The failure for one recipient: an enhanced status, such as 5.1.1, and the server's own words."""

    recipients: frozenset[str]
    status: str
    said: str
    is_address_dead: bool


def kind(message: Message) -> str:
    """Return the type of a report: `delivery-status`, `feedback-report`, or empty for other mails."""
    if message.get_content_type() != "multipart/report":
        return ""
    with suppress(Exception):
        return str(message.get_param("report-type", "")).lower()
    return ""


def bounces(message: Message) -> list[Bounce]:
    """Return the failures in a delivery report."""
    return [bounce for block in _blocks(message, "message/delivery-status") if (bounce := _bounce(block))]


def original_ids(message: Message) -> list[str]:
    """Return possible Message-IDs of ours in the mail that a report returns, whole or in part."""
    found: list[str] = []
    for part in message.walk():
        if part.get_content_type() in ("text/rfc822-headers", "message/rfc822"):
            with suppress(Exception):
                found += MESSAGE_ID.findall(part.as_string()[:50_000])
    return list(dict.fromkeys(found))[:10]


def _bounce(block: Message) -> Bounce | None:
    """Return the failure in one block of a report; ``None`` for a delivery or a delay."""
    if _field(block, "Action").lower() != "failed":
        return None
    said = " ".join(_field(block, "Diagnostic-Code").split())[:500]
    status = status_in(_field(block, "Status"))
    if status in ("", "5.0.0", "4.0.0"):
        status = status_in(said) or status or "5.0.0"
    named = (_field(block, name) for name in ("Final-Recipient", "Original-Recipient"))
    addresses = {parseaddr(value.rpartition(";")[2])[1].strip().lower() for value in named}
    return Bounce(frozenset(addresses - {""}), status, said, is_address_dead(status))


def _blocks(message: Message, content_type: str) -> Iterator[Message]:
    for part in message.walk():
        if part.get_content_type() == content_type and part.is_multipart():
            yield from cast(list[Message], part.get_payload())[:100]


def _field(block: Message, name: str) -> str:
    with suppress(Exception):
        return str(block.get(name, "")).replace("\0", "").strip()
    return ""
