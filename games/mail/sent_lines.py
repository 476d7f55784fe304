"""The lines of sent mails, as hashes: programs quote them without a mark, and they are no answer then."""

import hashlib
import re
from collections.abc import Iterable, Set

from games import clock
from games.models import SentMail

SIZE = 5  # bytes of a hash
QUOTED = re.compile(r"^[>|\s]+")


def hash_line(line: str) -> bytes:
    """Return the hash of a line, whatever marks and spaces it has; empty if it says nothing."""
    words = " ".join(QUOTED.sub("", line).split())
    says_something = any(char.isalnum() for char in words)
    return hashlib.blake2b(words.encode(), digest_size=SIZE).digest() if says_something else b""


def remember_mail(message_id: str, text: str) -> None:
    """Store the hashes of the lines of a mail that was sent, under its Message-ID."""
    hashes = dict.fromkeys(filter(None, map(hash_line, text.splitlines())))
    fields = {"lines": b"".join(hashes), "sent_at": clock.now()}
    SentMail.objects.update_or_create(message_id=message_id[:250], defaults=fields)


def find_lines(message_ids: Iterable[str]) -> Set[bytes]:
    """Return the hashes of the lines of these mails, as far as they are known."""
    found: set[bytes] = set()
    for mail in SentMail.objects.filter(message_id__in=[each.strip() for each in message_ids][:20]):
        lines = bytes(mail.lines)
        found.update(lines[start : start + SIZE] for start in range(0, len(lines), SIZE))
    return found
