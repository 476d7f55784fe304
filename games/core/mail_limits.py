"""How many mails a mailbox gets that somebody else can ask for (docs/decisions/0071-leaving-means-gone.md).

Codes, password resets and invitations count together, over all spellings of the mailbox. PostgreSQL counts.
"""

from hashlib import sha256

from django.core.cache import cache
from django.db import connection, transaction

from games import clock

from .keys import make_keyed_hashes

MAILS_AN_HOUR, MAILS_A_DAY = 5, 10
HOUR, DAY = 3600, 86_400


def lock_mailbox(mailbox: str) -> None:
    """Let nobody else count mails to a mailbox until the end of the transaction."""
    number = int.from_bytes(sha256(f"fluxx mailbox {mailbox}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def count_mail(mailbox: str, *, asker: str = "", keep: int = 0) -> bool:
    """Count a mail to a mailbox; return False, and count nothing, where it has had as many as it may.

    An `asker` who isn't just anybody has a count of their own. So many as `keep` are left for other mails.
    """
    key = f"mails/{make_keyed_hashes('games.mail_limits', f'{mailbox}/{asker}')[0].hex()}"
    with transaction.atomic():
        lock_mailbox(mailbox)
        now = clock.now().timestamp()
        sent = [at for at in cache.get(key, []) if at > now - DAY]
        in_an_hour = sum(at > now - HOUR for at in sent)
        if in_an_hour >= MAILS_AN_HOUR - keep or len(sent) >= MAILS_A_DAY - keep:
            return False
        cache.set(key, [*sent, now], DAY)
    return True
