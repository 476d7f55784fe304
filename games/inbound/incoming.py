"""Reads incoming mail defensively: its sender, its recipients and its text.

A defect (of the character set, the structure, the length) costs at most that part of the mail.
"""

import codecs
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses
from functools import cached_property
from typing import cast

from games.core.budgets import MAIL_HTML, MAIL_TEXT
from games.core.mailboxes import canonical_mailbox
from games.mail import addresses
from games.mail.html_text import has_strikes, text_of_html

from . import flowed, mime, reply_text

UNIQUE_ID = re.compile(r"<[^<>\s@]+@[^<>\s@]+>")
HEADERS_OF_A_NAME = 3  # of the headers that a mail has once as a rule, so many are read
# Machines write these, and so do some programs of people: Exchange, and add-ons for customers.
OFTEN_OF_MACHINES = ("X-Autoreply", "X-Autorespond", "X-Loop", "List-Id", "List-Unsubscribe")
# Two large providers write these on the answers of their out-of-office machines, and on nothing else.
OF_AUTORESPONDERS = ("X-Mailru-Autoreply", "X-WP-Autoresponder")
# What out-of-office machines put before the subject.
AUTOMATIC_SUBJECTS = (
    *("automatic reply:", "auto reply:", "auto-reply:", "autoreply:", "out of office:"),
    *("autoodpowiedź:", "autoodpowiedz:", "odpowiedź automatyczna:", "automatyczna odpowiedź:"),
    *("автоответ:", "автоматический ответ:", "automatische antwort:", "réponse automatique"),
)
# What mail programs put before the subject of an answer.
ANSWER_PREFIXES = ("re", "aw", "odp", "sv", "vs", "antw", "rv", "res", "ha", "ответ", "на")
LONGEST_SUBJECT_READ = 60
TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
REACTION = "text/vnd.google.email-reaction+json"
# What Python decodes beside the character sets of mails; the first takes hours for a long text.
NOT_OF_MAILS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape")
# The sender of a bounce, and what Postfix gives to a pipe instead.
NOBODY = ("", "<>", "mailer-daemon")
SERVERS = ("mailer-daemon", "postmaster")
MACHINES = (*SERVERS, "noreply", "no-reply", "donotreply", "do-not-reply")


@dataclass(frozen=True)
class IncomingMail:
    """A mail, with the recipients and the sender of its envelope, if known."""

    message: Message
    recipients: tuple[str, ...]
    envelope_sender: str | None = None

    def header(self, name: str) -> str:
        """Return the text of the first header of this name; empty if there is none or it cannot be read."""
        return next((" ".join(text.split()) for text in self.headers(name)), "")

    @property
    def message_id(self) -> str:
        """The Message-ID, which may be forged."""
        return self.header("Message-ID")[:250]

    @property
    def unique_id(self) -> str:
        """The Message-ID if it has the form of one; some programs give the same word to all their mails."""
        return self.message_id if UNIQUE_ID.fullmatch(self.message_id) else ""

    @property
    def refers_to(self) -> list[str]:
        """The Message-IDs of the mails that this one answers."""
        named = " ".join(self.header(name) for name in ("In-Reply-To", "References"))
        return re.findall(r"<[^<>\s]{3,200}>", named)[:20]

    @property
    def senders(self) -> list[str]:
        """The addresses in From, in lower case."""
        return [address.lower() for _name, address in read_addresses(self.raw_headers("From")[:1])]

    @property
    def sender(self) -> str:
        """The address in From; empty if there is none, or more than one."""
        senders = self.senders
        return senders[0][:254] if len(senders) == 1 and len(self.headers("From")) == 1 else ""

    @property
    def sender_name(self) -> str:
        """The name in From."""
        named = read_addresses(self.raw_headers("From")[:1])
        return next((decode_text(name) for name, _address in named), "")[:100]

    def headers(self, name: str) -> list[str]:
        """Return the text of the first headers of this name."""
        return [decode_text(each) for each in self.raw_headers(name)]

    def raw_headers(self, name: str) -> list[str]:
        """Return the first headers of this name as they came, but for what can't be stored."""
        named = [each for key, each in self.message.raw_items() if key.lower() == name.lower()]
        return [storable_text(str(each)) for each in named[:HEADERS_OF_A_NAME]]

    @property
    def came_back(self) -> bool:
        """Whether it is a bounce: its envelope has no sender.

        A mailbox keeps that in Return-Path; where it does not, a mail server is known by its address.
        """
        if self.envelope_sender is not None:
            return self.envelope_sender.strip().lower() in NOBODY
        if returned := self.header("Return-Path"):
            return returned == "<>" or returned.strip("<>").lower() in NOBODY
        return self.sender.partition("@")[0] in SERVERS

    def why_automatic(self) -> str:
        """Return the header that proves that a machine wrote this mail; empty if none does."""
        submitted = self.header("Auto-Submitted").lower()
        if submitted and not submitted.startswith("no"):
            return "Auto-Submitted"
        if self.header("Precedence").lower() in ("junk", "auto_reply", "auto-reply"):
            return "Precedence"
        for name in OF_AUTORESPONDERS:
            if self.header(name).lower() not in ("", "no"):
                return name
        if self.header("X-Fluxx-Kind"):
            return "X-Fluxx-Kind"
        if self.came_back:
            return "Return-Path"
        return "Content-Type" if self.message.get_content_type() == "multipart/report" else ""

    def why_perhaps_automatic(self) -> str:
        """Return a header that machines write, and sometimes programs of people; empty if there is none."""
        for name in OFTEN_OF_MACHINES:
            if self.header(name).lower() not in ("", "no"):
                return name
        if self.header("Precedence").lower() in ("bulk", "list"):
            return "Precedence"
        subject = unicodedata.normalize("NFC", self.header("Subject")).strip().lower()
        if subject.startswith(AUTOMATIC_SUBJECTS):
            return "Subject"
        return "From" if any(each.partition("@")[0].startswith(MACHINES) for each in self.senders) else ""

    def subject_text(self, games: Iterable[str]) -> str:
        """Return what somebody has written as the subject; empty if it is that of our mail.

        All our subjects hold the name of the site in brackets, or that of the game.
        """
        text = self.header("Subject")
        while (parts := text.partition(":"))[1] and parts[0].strip(
            " 0123456789[]"
        ).lower() in ANSWER_PREFIXES:
            text = parts[2].strip()
        names = [name.casefold() for name in games if name.strip()]
        is_ours = "[" in text or any(name in text.casefold() for name in names)
        return "" if is_ours or len(text) > LONGEST_SUBJECT_READ else text

    @property
    def text(self) -> str:
        """The lines of the writer, without quotations and signature."""
        return self.text_without(())

    def text_without(self, sent: Sequence[bytes]) -> str:
        """Return the lines of the writer, without those of the mail that is answered, given as hashes."""
        return reply_text.extract_reply(self.whole_text, sent, self.sender_name)

    @cached_property
    def whole_text(self) -> str:
        """The first part of text or HTML that says something; a footer that a gateway adds comes later."""
        for part in content_parts(self.message):
            if part.get_content_disposition() == "attachment" or has_filename(part):
                continue
            if part.get_content_type() == "text/plain" and (text := plain_text(part)).strip():
                struck = self.text_with_strikes
                return (text if struck is None else struck)[: MAIL_TEXT.largest]
            if part.get_content_type() == "text/html" and (html := decode_part(part)).strip():
                return text_of_html(html)[: MAIL_TEXT.largest]
        return ""

    @property
    def text_with_strikes(self) -> str | None:
        """The text of a page in which something is struck out, as plain text can't show it; else ``None``."""
        for part in content_parts(self.message):
            if part.get_content_type() == "text/html" and not has_filename(part):
                html = decode_part(part)
                return text_of_html(html) if has_strikes(html) else None
        return None

    @property
    def is_reaction(self) -> bool:
        """Whether this is a thumbs-up or the like, which mail programs send as a mail of its own."""
        types = {part.get_content_type() for part in content_parts(self.message)}
        return REACTION in types or reply_text.is_reaction(self.text)

    @property
    def key(self) -> str:
        """A hash that copies of this mail share: of Message-ID, sender and recipients, or of its content.

        Whoever got a mail, too, knows its Message-ID, and may bring another mail with it first.
        """
        if named := self.unique_id:
            parts = [named, canonical_mailbox(self.sender), *self._all_recipients]
        else:
            lines = (line.rstrip() for line in self.whole_text[:10_000].splitlines())
            parts = [*map(self.header, ("From", "Date", "Subject")), "\n".join(lines).rstrip()]
            parts += self._addressed_to
        return _hash(parts)

    @property
    def earlier_key(self) -> str:
        """The key that a release before 0.2.0 has given this mail; empty without a Message-ID."""
        return _hash([self.unique_id, *self._all_recipients]) if self.unique_id else ""

    @property
    def _all_recipients(self) -> list[str]:
        return sorted(address.lower() for address in self.recipients)

    @property
    def _addressed_to(self) -> list[str]:
        """The recipients that a copy has, too: addresses of this site, or else those that its writer named.

        Servers that pass a mail on add their own, such as Delivered-To.
        """
        ours = [address for address in self.recipients if addresses.purpose_of(address)]
        named = [
            address for _name, address in read_addresses([*self.raw_headers("To"), *self.raw_headers("Cc")])
        ]
        return sorted({address.strip().lower() for address in ours or named})


def _hash(parts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


def parse_mail(
    raw: bytes, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> IncomingMail:
    """Read a raw mail; only the beginning of a very long one."""
    return from_message(mime.read_mail(raw), recipients=recipients, envelope_sender=envelope_sender)


def from_message(
    message: Message, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> IncomingMail:
    """Wrap a mail that was read; without an envelope, recipients are those in its headers."""
    to = tuple(address for address in recipients if address)
    incoming = IncomingMail(message, to, envelope_sender)
    if not to:
        named = [value for name in TO for value in incoming.raw_headers(name)]
        to = tuple(dict.fromkeys(address for _name, address in read_addresses(named)))[:50]
    return IncomingMail(message, to, envelope_sender)


def read_addresses(values: Sequence[str]) -> list[tuple[str, str]]:
    """Return names and addresses in headers; of one that can't be read, nothing."""
    found: list[tuple[str, str]] = []
    for value in values:
        with suppress(Exception):  # the standard library raises many things on broken headers
            found += [(name, address) for name, address in getaddresses([value]) if address]
    return found


def decode_text(value: str) -> str:
    """Return the text of a header; as it came, where its encoded words are broken."""
    with suppress(Exception):
        value = str(make_header(decode_header(value)))
    return storable_text(value)


def content_parts(message: Message) -> Iterator[Message]:
    """Yield the parts with content, but not those of attached mails."""
    with suppress(Exception):
        if message.get_content_maintype() == "message":
            return
        if not message.is_multipart():
            yield message
            return
        for part in cast(list[Message], message.get_payload()):
            yield from content_parts(part)


def has_filename(part: Message) -> bool:
    """Whether a part is a file, whatever it is called: then it is not what somebody has written."""
    with suppress(Exception):
        return bool(part.get_filename())
    return True


def plain_text(part: Message) -> str:
    """Return the text of a plain part, its paragraphs as lines where the mail program has broken them."""
    text, is_flowed, delsp = decode_part(part), False, False
    with suppress(Exception):
        is_flowed = str(part.get_param("format", "")).lower() == "flowed"
        delsp = str(part.get_param("delsp", "")).lower() == "yes"
    return flowed.unfold(text, delsp=delsp) if is_flowed else text


def decode_part(part: Message) -> str:
    """Decode the text of a part by its character set, or else as UTF-8 or Latin-1."""
    payload, named = b"", None
    with suppress(Exception):
        payload = cast(bytes, part.get_payload(decode=True) or b"")[: 4 * MAIL_HTML.largest]
    with suppress(Exception):
        named = part.get_content_charset()
    for charset in (named or "utf-8", "utf-8"):
        with suppress(LookupError, UnicodeError, ValueError):
            if is_of_mails(charset):
                return storable_text(payload.decode(charset))
    return storable_text(payload.decode("latin-1"))


def is_of_mails(charset: str) -> bool:
    """Whether this is a character set that mails are written in, and not another codec of Python."""
    with suppress(LookupError, UnicodeError, ValueError):
        return codecs.lookup(charset).name not in NOT_OF_MAILS and bool(b"a".decode(charset, "replace"))
    return False


def storable_text(text: str) -> str:
    """Return text without NUL, which PostgreSQL refuses, and without lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
