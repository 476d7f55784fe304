"""Reads the structure of a raw mail in one pass over each level, and no more of it than is asked for.

The parser of the standard library takes a minute for some mails of 700 kB, and raises for some of 3 kB: it
reads the type of each part several times, keeps a reader for each level of parts, and follows comments within
comments. Here headers are cut and stay plain text, and what is beyond the limits is left out.
"""

import re
from collections.abc import Callable, Iterator
from email.message import Message
from email.policy import compat32

from games.core.budgets import MAIL, MAIL_DEPTH, MAIL_HEADER, MAIL_HEADERS, MAIL_PARTS, REPORT_BLOCKS

FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.S)
FOLD = re.compile(r"\r?\n[ \t]*")
EMPTY = (b"\n", b"\r\n")
# As the standard library has them; long ones can't be told from text.
LONGEST_BOUNDARY = 200


def make_part() -> Message:
    """Return an empty part whose headers are plain text."""
    return Message(policy=compat32)


def read_mail(raw: bytes, make: Callable[[], Message] = make_part) -> Message:
    """Return a mail with its parts, each from `make`, as far as they are within the limits."""
    raw = raw[: MAIL.largest]
    return _Reader(raw, make).read_part(0, len(raw), depth=0)


class _Reader:
    """A raw mail, and how many parts of it have been read."""

    def __init__(self, raw: bytes, make: Callable[[], Message]) -> None:
        self.raw, self.make = raw, make
        self.parts = 0

    def read_part(self, start: int, end: int, *, depth: int, in_digest: bool = False) -> Message:
        """Return the part between two places, with those in it."""
        self.parts += 1
        message = self.make()
        if in_digest:
            message.set_default_type("message/rfc822")
        body = self.read_headers(message, start, end)
        kind = message.get_content_type()
        is_deep = depth >= MAIL_DEPTH.largest
        if kind.startswith("multipart/") and not is_deep and (boundary := boundary_of(message)):
            message.set_payload([])
            for begin, stop in self.find_parts(boundary, body, end):
                part = self.read_part(begin, stop, depth=depth + 1, in_digest=kind == "multipart/digest")
                message.attach(part)
        elif kind == "message/delivery-status":
            message.set_payload(list(self.read_blocks(body, end)))
        elif kind.startswith("message/") and not is_deep and self.parts < MAIL_PARTS.largest:
            message.set_payload([self.read_part(body, end, depth=depth + 1)])
        else:
            message.set_payload(self.raw[body:end].decode("ascii", "surrogateescape"))
        return message

    def read_headers(self, message: Message, start: int, end: int) -> int:
        """Put the headers that begin there into a message; return where its body begins."""
        at, kept = start, 0
        field = b""
        while at < end:
            below = self.raw.find(b"\n", at, end) + 1 or end
            line = self.raw[at:below] if below - at < MAIL_HEADER.largest else self.cut_line(at, below)
            if line[:1] in (b" ", b"\t") and at > start:
                if len(field) < MAIL_HEADER.largest:
                    field += line
            elif line in EMPTY or not (FIELD.match(line) or (at == start and line.startswith(b"From "))):
                at = below if line in EMPTY else at
                break
            else:
                kept += keep_field(message, field, kept)
                field = line
            at = below
        keep_field(message, field, kept)
        return at

    def cut_line(self, at: int, below: int) -> bytes:
        """Return the beginning of a long line."""
        return self.raw[at : min(below, at + MAIL_HEADER.largest)]

    def find_parts(self, boundary: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where each part of a mail begins and ends, until there are too many."""
        delimiter = b"\n--" + boundary
        begin = -1
        at = self.raw.find(delimiter, max(0, start - 1), end)
        while at >= 0 and self.parts < MAIL_PARTS.largest:
            behind = at + len(delimiter)
            line_end = self.raw.find(b"\n", behind, end)
            line_end = end if line_end < 0 else line_end
            rest = self.raw[behind : min(line_end, behind + 3)]
            is_last = rest.startswith(b"--")
            if is_last or not self.raw[behind : min(line_end, behind + 100)].strip():
                if begin >= 0:
                    yield begin, max(begin, at - (self.raw[at - 1 : at] == b"\r"))
                begin = -1 if is_last else min(line_end + 1, end)
                if is_last:
                    return
            # A boundary line ends in the line break that the next one may begin with.
            at = self.raw.find(delimiter, line_end if line_end > at else behind, end)
        if begin >= 0 and self.parts < MAIL_PARTS.largest:
            yield begin, end if at < 0 else max(begin, at)

    def read_blocks(self, start: int, end: int) -> Iterator[Message]:
        """Yield the blocks of headers in a report."""
        at = start
        for _number in range(REPORT_BLOCKS.largest):
            while self.raw.startswith(EMPTY, at) and at < end:
                at += 1
            if at >= end:
                return
            block = self.make()
            below = self.read_headers(block, at, end)
            yield block
            if below == at:  # a line that is no header
                return
            at = below


def keep_field(message: Message, field: bytes, kept: int) -> bool:
    """Put one header into a message, unless it has many already; return whether it was one."""
    match = FIELD.match(field)
    if match is None or kept >= MAIL_HEADERS.largest:
        return False
    value = decode_value(match[2][: MAIL_HEADER.largest]).strip(" \t\r\n")
    message[match[1].decode("ascii")] = FOLD.sub(" ", value)
    return True


def decode_value(value: bytes) -> str:
    """Return the text of a header, which is ASCII or, nowadays, UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def boundary_of(message: Message) -> bytes:
    """Return what stands between the parts of a mail; empty if its type doesn't say, or can't be read."""
    try:
        boundary = message.get_boundary() or ""
        return boundary.encode("utf-8", "surrogateescape")[:LONGEST_BOUNDARY]
    except (LookupError, ValueError):  # an odd character set of RFC 2231
        return b""


def copy_mail(message: Message, *, depth: int = 0) -> Message:
    """Return a mail that a provider has taken apart, within the same limits."""
    copied = make_part()
    copied.set_default_type(message.get_default_type())
    for name, value in list(message.raw_items())[: MAIL_HEADERS.largest]:
        copied[name] = " ".join(str(value)[: MAIL_HEADER.largest].splitlines())
    payload = message.get_payload()
    if not isinstance(payload, list):
        copied.set_payload(str(payload or "")[: MAIL.largest])
    else:
        parts = payload[: MAIL_PARTS.largest] if depth < MAIL_DEPTH.largest else []
        copied.set_payload([copy_mail(part, depth=depth + 1) for part in parts if isinstance(part, Message)])
    return copied


def fingerprint(message: Message) -> bytes:
    """Return all that a mail says, so that an exact copy is known as one."""
    said: list[str] = []
    for part in message.walk():
        said += [f"{name}:{value}" for name, value in part.raw_items()]
        payload = part.get_payload()
        said += [payload] if isinstance(payload, str) else []
    return "\0".join(said).encode("utf-8", "surrogateescape")[: MAIL.largest]
