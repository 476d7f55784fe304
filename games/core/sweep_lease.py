"""Who works at a sweep: a lease in a row, since a lock of a session is lost behind a connection pooler.

See ADR 74. A lease that has ended, as its process died, is taken over. If its process was only slow, two
work at the same sweep for a while: each row is claimed on its own, so none is dealt with twice.
"""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games.models import SweepLease

# Seconds. A sweep stops by itself before that, with the last mail it sends.
LONGEST = 60
# PostgreSQL's time counts, which all hosts share. A lease that would last much longer than any can was given
# while that clock was wrong. (A little longer it may: `now()` is when a statement began to wait for the row.)
TAKE = """
INSERT INTO games_sweeplease (name, holder, until)
VALUES (%(name)s, %(holder)s, now() + make_interval(secs => %(longest)s))
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE games_sweeplease.until NOT BETWEEN now() AND now() + make_interval(secs => 2 * %(longest)s)
RETURNING TRUE
"""


@contextmanager
def lease_sweep(name: str) -> Iterator[bool]:
    """Lease a sweep while the block runs; yield whether nobody else has it."""
    holder = f"{socket.gethostname()[:40]} {os.getpid()} {secrets.token_hex(4)}"
    with connection.cursor() as cursor:
        cursor.execute(TAKE, {"name": name, "holder": holder, "longest": LONGEST})
        is_mine = cursor.fetchone() is not None
    try:
        yield is_mine
    finally:
        if is_mine:
            SweepLease.objects.filter(name=name, holder=holder).delete()
