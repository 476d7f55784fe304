"""A mail that came in, read so that nothing in it can break the reader: who, to whom, and what it says.

Whatever is broken in a mail (its character set, its structure, its length) costs at most that part of it.
"""

import email.policy
import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.utils import getaddresses
from typing import cast

from . import reply_text

# The standard library takes minutes for a header that is very long: what is beyond this is cut off.
LONGEST_HEADER = 4_000
LONG_HEADER = re.compile(
    rb"^([!-9;-~]{1,70}:(?:[^\r\n]|\r?\n[ \t]){%d})(?:[^\r\n]|\r?\n[ \t])+" % LONGEST_HEADER, re.M
)
LARGEST = 1_000_000  # bytes that are looked at; what comes after is somebody's attachment
WRITTEN_BY_MACHINES = ("X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "X-Fluxx-Kind", "X-Loop")
OF_LISTS = ("List-Id", "List-Unsubscribe")
TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
# The sender of a bounce, and what Postfix gives to a pipe instead.
NOBODY = ("", "<>", "mailer-daemon")
MACHINES = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "do-not-reply")


@dataclass(frozen=True)
class IncomingMail:
    """A mail; `recipients` and `envelope_sender` are what the mail server said, where it said so."""

    message: EmailMessage
    recipients: tuple[str, ...]
    envelope_sender: str | None = None

    def header(self, name: str) -> str:
        """Return a header's text, the first of several; empty when there is none or it cannot be read."""
        with suppress(Exception):  # the standard library raises many things on broken headers
            return " ".join(storable_text(str(self.message.get(name, ""))).split())
        return ""

    @property
    def message_id(self) -> str:
        """What the mail calls itself; anybody can make that up."""
        return self.header("Message-ID")[:250]

    @property
    def refers_to(self) -> list[str]:
        """The Message-IDs of the mails that this one answers."""
        named = " ".join(self.header(name) for name in ("In-Reply-To", "References"))
        return re.findall(r"<[^<>\s]{3,200}>", named)[:20]

    @property
    def senders(self) -> list[str]:
        """The addresses in From, in lower case."""
        return [address.lower() for _name, address in getaddresses([self.header("From")]) if address]

    @property
    def sender(self) -> str:
        """The one address in From; empty when there is none, or more than one."""
        senders = self.senders
        return senders[0][:254] if len(senders) == 1 and len(self.headers("From")) == 1 else ""

    def headers(self, name: str) -> list[str]:
        """Return every header of this name."""
        with suppress(Exception):
            return [str(value) for value in self.message.get_all(name, [])]
        return []

    @property
    def came_back(self) -> bool:
        """Whether nobody wants to know when it cannot be delivered, as it is with bounces."""
        if self.envelope_sender is not None:
            return self.envelope_sender.strip().lower() in NOBODY
        return self.header("Return-Path") == "<>"

    def why_automatic(self) -> str:
        """Return what shows that a machine wrote this mail; nothing when a person seems to have."""
        submitted = self.header("Auto-Submitted").lower()
        if submitted and not submitted.startswith("no"):
            return "Auto-Submitted"
        if self.header("Precedence").lower() in ("bulk", "junk", "list", "auto_reply", "auto-reply"):
            return "Precedence"
        for name in (*WRITTEN_BY_MACHINES, *OF_LISTS):
            if self.header(name):
                return name
        if self.came_back:
            return "Return-Path"
        if any(sender.partition("@")[0].startswith(MACHINES) for sender in self.senders):
            return "From"
        return "Content-Type" if self.message.get_content_type() == "multipart/report" else ""

    @property
    def text(self) -> str:
        """What its writer has added to what they answer: no quotation, no signature; plain lines."""
        return reply_text.extract_reply(self.whole_text)

    @property
    def whole_text(self) -> str:
        """The first plain text in it, or else the first page of HTML, as text."""
        html = ""
        for part in content_parts(self.message):
            if part.get_content_disposition() == "attachment":
                continue
            if part.get_content_type() == "text/plain":
                return decode_part(part)
            if part.get_content_type() == "text/html" and not html:
                html = decode_part(part)
        return reply_text.text_of_html(html)

    @property
    def key(self) -> str:
        """What copies of this mail have in common: the Message-ID, or without one what it consists of."""
        named = self.message_id
        parts = (
            [named] if named else [*map(self.header, ("From", "Date", "Subject")), self.whole_text[:10_000]]
        )
        parts = [*parts, *sorted(address.lower() for address in self.recipients)]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def parse_mail(
    raw: bytes, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> IncomingMail:
    """Return a mail as it lies in its bytes; of a very long one, what comes first."""
    raw = LONG_HEADER.sub(rb"\1", raw[:LARGEST])
    parser = BytesParser(policy=email.policy.default)
    try:
        message = parser.parsebytes(raw)
    except RecursionError:  # parts within parts within parts: nobody's answer, but it must not come for ever
        message = parser.parsebytes(raw, headersonly=True)
    return from_message(message, recipients=recipients, envelope_sender=envelope_sender)


def from_message(
    message: EmailMessage, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> IncomingMail:
    """Return a mail that has been parsed already, by a provider's library."""
    to = tuple(address for address in recipients if address)
    incoming = IncomingMail(message, to, envelope_sender)
    if not to:
        named = [value for name in TO for value in incoming.headers(name)]
        to = tuple(dict.fromkeys(address for _name, address in getaddresses(named[:20]) if address))[:50]
    return IncomingMail(message, to, envelope_sender)


def content_parts(message: Message) -> Iterator[Message]:
    """Yield the parts of a mail that hold something, those of the mails inside it left out."""
    with suppress(Exception):
        if message.get_content_maintype() == "message":
            return
        if not message.is_multipart():
            yield message
            return
        for part in cast(list[Message], message.get_payload())[:50]:
            yield from content_parts(part)


def decode_part(part: Message) -> str:
    """Return the text of a part; what its character set cannot say becomes a mark."""
    payload = b""
    with suppress(Exception):
        payload = cast(bytes, part.get_payload(decode=True) or b"")
    for charset in (part.get_content_charset(), "utf-8"):
        with suppress(LookupError, UnicodeError, ValueError):
            return storable_text(payload.decode(charset or "utf-8"))
    return storable_text(payload.decode("latin-1"))


def storable_text(text: str) -> str:
    """Return text without NUL, which PostgreSQL cannot hold, and without halves of characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
