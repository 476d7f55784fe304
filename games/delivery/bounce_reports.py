"""Parses reports of mail servers: failures to deliver (RFC 3464 and older forms), spam complaints (RFC 5965).

`smtp.is_address_dead` decides which failures mean that an address is dead.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.policy import compat32
from email.utils import parseaddr
from typing import cast

from flufl.bounce import all_failures

from .smtp import is_address_dead, status_in

# It logs every format that it tries, and with a traceback each that a broken mail breaks.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)

MESSAGE_ID = re.compile(r"<g\d+\.[^<>\s]{1,180}>")
# A comment in a field of a report (RFC 3464, 2.1), such as "failed (bad destination mailbox)".
COMMENT = re.compile(r"\([^()]*\)")
FAILED = ("fail", "error")  # how the action begins; OpenSMTPD writes "error"
OTHER_ACTIONS = ("delayed", "delivered", "relayed", "expanded")
# Where a report without parts begins to quote the mail that it returns.
RETURNED_MAIL = re.compile(r"^(?:received|return-path|message-id|from|x-fluxx-kind):", re.I | re.M)
LONGEST_RETURNED = 50_000  # characters of a returned mail, or of its headers, that are read
# Of a report in no standard form so much is read, for the patterns of others: servers say first what failed.
LONGEST_SAID, LONGEST_LINE = 20_000, 300
# Vacation replies and receipts come from nobody to the sender of the envelope, too (RFC 3834).
SERVERS = ("mailer-daemon@", "postmaster@")
AUTO_REPLY = ("Auto-Submitted", "X-Auto-Response-Suppress", "X-Autoreply", "X-Autorespond")


@dataclass(frozen=True)
class Bounce:
    """The failure for one recipient: an enhanced status, such as 5.1.1, and the server's own words."""

    recipients: frozenset[str]
    status: str
    said: str
    is_address_dead: bool


def is_complaint(message: Message) -> bool:
    """Whether a mail is a report that one was marked as spam."""
    return _report_type(message) == "feedback-report"


def is_delivery_report(message: Message) -> bool:
    """Whether a mail is a report about a delivery, by its type or, where that is left out, by its parts."""
    kind = _report_type(message)
    return kind == "delivery-status" or (
        not kind
        and message.get_content_type() == "multipart/report"
        and any(_blocks(message, "message/delivery-status"))
    )


def read_report(message: Message) -> list[Bounce]:
    """Return the failures in a delivery report of the standard form; none if it tells of no failure."""
    return [bounce for block in _blocks(message, "message/delivery-status") if (bounce := _bounce(block))]


def read_bounce(message: Message, text: str) -> list[Bounce]:
    """Return the failures in a mail from nobody to an address that is known to bounces only.

    Whatever does not say that the mail was delivered, or is late, is a failure. The address of one that
    names nobody is unknown, and it is temporary. `text` is what the mail says to people.
    """
    if bounces := read_report(message):
        return bounces
    actions = {_action(block) for block in _blocks(message, "message/delivery-status")}
    if actions.intersection(OTHER_ACTIONS):
        return []
    said = " ".join(RETURNED_MAIL.split(text, maxsplit=1)[0].split())[:500]
    temporary, permanent = _failing_addresses(message)
    status = status_in(said) or "5.0.0"
    if permanent:
        return [Bounce(permanent, status, said, is_address_dead(status))]
    if temporary or _is_auto_reply(message):
        return []
    return [Bounce(frozenset(), status, said, is_address_dead=False)]


def original_ids(message: Message) -> list[str]:
    """Return possible Message-IDs of ours in the mail that a report returns, whole or in part."""
    found: list[str] = []
    for part in message.walk():
        said = ""
        if part.get_content_type() == "message/rfc822" and part.is_multipart():
            for returned in cast(list[Message], part.get_payload()):
                said += "\n".join(str(value) for _name, value in returned.raw_items())
        elif part.get_content_type() in ("text/rfc822-headers", "message/rfc822"):
            said = str(part.get_payload())
        found += MESSAGE_ID.findall(said[:LONGEST_RETURNED])
    return list(dict.fromkeys(found))[:10]


def _report_type(message: Message) -> str:
    """Return the type of a report in lower case; empty for other mails, and where none is given."""
    if message.get_content_type() != "multipart/report":
        return ""
    with suppress(Exception):
        return str(message.get_param("report-type", "")).lower()
    return ""


def _is_auto_reply(message: Message) -> bool:
    """Whether a mail from nobody was written in the name of a person, as far as its headers tell."""
    if message.get_content_type() == "multipart/report":
        return _report_type(message) == "disposition-notification"
    if _address_in(_field(message, "From")).startswith(SERVERS):
        return False
    return any(_field(message, name).lower() not in ("", "no") for name in AUTO_REPLY)


def _failing_addresses(message: Message) -> tuple[frozenset[str], frozenset[str]]:
    """Return the addresses that fail for now, and for ever, in any format that mail servers have used."""
    with suppress(Exception):  # a broken mail may break any of its patterns
        temporary, permanent = all_failures(_beginning(message, [LONGEST_SAID]))
        return _decode(temporary), _decode(permanent)
    return frozenset(), frozenset()


def _beginning(message: Message, left: list[int]) -> Message:
    """Return a copy of a mail with the first lines of its text, each cut, as long as some are `left`."""
    copied = Message(policy=compat32)
    copied.set_default_type(message.get_default_type())
    for name, value in message.raw_items():
        copied[name] = str(value)[:LONGEST_LINE]
    payload = message.get_payload()
    if isinstance(payload, list):
        copied.set_payload([_beginning(cast(Message, part), left) for part in payload])
        return copied
    said = str(payload or "")[: left[0]]
    left[0] -= len(said)
    copied.set_payload("".join(f"{line[:LONGEST_LINE]}\n" for line in said.splitlines()))
    return copied


def _decode(addresses: frozenset[bytes]) -> frozenset[str]:
    return frozenset(address.decode("ascii", "replace").strip().lower() for address in addresses)


def _bounce(block: Message) -> Bounce | None:
    """Return the failure in one block of a report; ``None`` for a delivery or a delay."""
    if not _action(block).startswith(FAILED):
        return None
    said = " ".join(_field(block, "Diagnostic-Code").split())[:500]
    status = status_in(_field(block, "Status"))
    if status in ("", "5.0.0", "4.0.0"):
        status = status_in(said) or status or "5.0.0"
    named = (_field(block, name) for name in ("Final-Recipient", "Original-Recipient"))
    addresses = {_address_in(value.rpartition(";")[2]) for value in named}
    return Bounce(frozenset(addresses - {""}), status, said, is_address_dead(status))


def _action(block: Message) -> str:
    """Return the action of a block of a report, in lower case and without comments."""
    words = COMMENT.sub(" ", _field(block, "Action")).lower().split()
    return words[0] if words else ""


def _blocks(message: Message, content_type: str) -> Iterator[Message]:
    for part in message.walk():
        if part.get_content_type() == content_type and part.is_multipart():
            yield from cast(list[Message], part.get_payload())[:100]


def _address_in(value: str) -> str:
    """Return the address in a field, in lower case; empty where the standard library can't read it."""
    with suppress(Exception):
        return parseaddr(value)[1].strip().lower()
    return ""


def _field(block: Message, name: str) -> str:
    with suppress(Exception):
        return str(block.get(name, "")).replace("\0", "").strip()
    return ""
