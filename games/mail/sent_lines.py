"""The lines of sent mails, as hashes: programs quote them without a mark, and they are no answer then."""

import hashlib
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q

from games import clock
from games.models import Notice, SentMail

from .addresses import ReplyAddress

SIZE = 5  # bytes of a hash
PART_END = bytes(SIZE)  # stands between the plain text and the page of a mail, and between mails
# What programs insert where they turn a page into text: `Bread <https://…>`.
ADDRESS_BEGINS, ADDRESS_ENDS = re.compile(r"[<\[(](?:https?:|mailto:|cid:|image:)"), re.compile(r"[>\])]")

# Of a page of ours, whose tags are always closed and whose text holds no “<”.
UNSEEN = re.compile(r"<(head|style|title)\b.*?(?:</\1>|\Z)|<!--.*?(?:-->|\Z)", re.S)
TAG_ENDS = r"(?:[^<>\"]|\"[^\"]*+\")*+>"
LINE_TAG = re.compile(rf"</?(?:p|div|li|tr|h[123]|table|br)\b{TAG_ENDS}")
CELL_TAG, TAG = re.compile(rf"</?td\b{TAG_ENDS}"), re.compile(rf"<[!/a-z]{TAG_ENDS}")

# By hand, as in `delivery.bundling`: of every mail.
REMEMBER = """
INSERT INTO games_sentmail (message_id, lines, sent_at) VALUES (%s, %s, %s)
ON CONFLICT (message_id) DO UPDATE SET lines = excluded.lines, sent_at = excluded.sent_at
"""

MOST_MAILS = 20  # whose lines are looked for in a reply
SIGNS = re.compile(r"[\W_]++")


def without_addresses(line: str) -> str:
    """Return a line without the addresses in brackets; one that doesn't end stays, with what is below it."""
    kept, at = [], 0
    while begin := ADDRESS_BEGINS.search(line, at):
        end = ADDRESS_ENDS.search(line, begin.end())
        if end is None:
            break
        kept.append(line[at : begin.start()])
        at = end.end()
    return "".join(kept) + line[at:]


def hash_line(line: str) -> bytes:
    """Return the hash of the letters and digits of a line; empty if it has none.

    Programs that quote it add marks, blanks and addresses, and take blanks away.
    """
    said = SIGNS.sub("", without_addresses(line))
    return hashlib.blake2b(said.encode(), digest_size=SIZE).digest() if said else b""


def hash_lines(text: str, page: str = "") -> tuple[bytes, ...]:
    """Return the hashes of the lines of a mail in their order: of its plain text, then of its page."""
    return tuple(_hashes(text, text_of_page(page)))


def text_of_page(page: str) -> str:
    """Return the lines of a page of ours as programs quote them, with those that a browser doesn't show."""
    tagged = " ".join(UNSEEN.sub("", page).split())
    return html.unescape(TAG.sub("", CELL_TAG.sub(" ", LINE_TAG.sub("\n", tagged))))


def _hashes(*parts: str) -> Iterator[bytes]:
    for part in parts:
        yield from filter(None, map(hash_line, part.splitlines()))
        yield PART_END


def remember_mail(message_id: str, text: str, page: str = "") -> None:
    """Store the hashes of the lines of a mail that was sent, under its Message-ID."""
    with connection.cursor() as cursor:
        cursor.execute(REMEMBER, [message_id[:250], b"".join(hash_lines(text, page)), clock.now()])


def written_at(second: datetime) -> Q:
    """Select the notices of this second, which the reply address of a mail holds."""
    return Q(created_at__gte=second, created_at__lt=second + timedelta(seconds=1))


def find_ids(found: ReplyAddress) -> list[str]:
    """Return the Message-ID of the mail with a reply address: services replace it, and keep the address."""
    if found.written_at is None:
        return []
    mails = Notice.objects.filter(written_at(found.written_at), seat=found.seat, player=found.seat.player_id)
    if found.question is not None:
        mails = mails.filter(question__number=found.question, question__seat=found.seat)
    return list(mails.exclude(message_id="").values_list("message_id", flat=True)[:MOST_MAILS])


def find_lines(message_ids: Iterable[str]) -> Sequence[bytes]:
    """Return the hashes of the lines of these mails, as far as they are known, in their order."""
    found: list[bytes] = []
    for mail in SentMail.objects.filter(message_id__in=[each.strip() for each in message_ids][:MOST_MAILS]):
        lines = bytes(mail.lines)
        found += [lines[start : start + SIZE] for start in range(0, len(lines), SIZE)]
    return found
