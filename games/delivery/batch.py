"""The notices of a lease, looked up together: one query for each kind of row that their mails need.

What was found is used for `FRESH` seconds at most, and what a mail may change, which are the other notices of
its player, is looked up anew after it.
"""

import time
import uuid
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from games import clock
from games.core.snapshot import TableBatch, TableSnapshot
from games.models import Notice
from games.moderation import switches
from games.outbox import planning

from .bundling import RELATED

# Longer than one mail can take: each step of talking to the server has EMAIL_TIMEOUT.
LEASE = timedelta(minutes=3)
# Seconds. A busy worker writes a whole batch in that time.
FRESH = 1.0


class MailIsHeld(Exception):
    """No mail leaves now: it is held, or so many have left that this one is left to a sweep."""


class Found(NamedTuple):
    """A notice that is leased, and its game."""

    notice: Notice
    snapshot: TableSnapshot


class NoticeBatch:
    """The notices of a lease that are still to be sent, in their order."""

    def __init__(self, lease: uuid.UUID, pks: Sequence[int]) -> None:
        self.lease = lease
        self._left = dict.fromkeys(pks)
        self._found: dict[int, Found] = {}
        self._fresh_until = 0.0

    def take(self, pk: int) -> Found | None:
        """Return the next notice to send; ``None`` if another sender has it, or it was dealt with.

        It is leased for long enough to send it. Raises `MailIsHeld`.
        """
        if pk not in self._left:
            return None
        if time.monotonic() > self._fresh_until:
            self._found = look_up(self.lease, self._left)
            self._fresh_until = time.monotonic() + FRESH
        elif pk not in self._found:
            self._found |= look_up(self.lease, [pk])
        self._left.pop(pk, None)
        return self._found.pop(pk, None)

    def finish(self, sent: Iterable[Notice]) -> None:
        """Look those up no more that were sent in one mail with another."""
        for notice in sent:
            self._left.pop(notice.pk, None)

    def forget_player(self, player: int | None) -> None:
        """Look up the other notices of a player anew: a mail to them changes whether these are sent."""
        self._found = {pk: each for pk, each in self._found.items() if each.notice.player_id != player}

    def forget_all(self) -> None:
        """Look everything up anew."""
        self._fresh_until = 0.0


def look_up(lease: uuid.UUID, pks: Iterable[int]) -> dict[int, Found]:
    """Renew the lease of those notices that are still ours, and return them. Raises `MailIsHeld`."""
    mine = Notice.objects.filter(pk__in=list(pks), lease=lease, status=Notice.Status.WAITING)
    if not mine.exclude(switches.MAIL_HELD).update(leased_until=clock.now() + LEASE):
        if switches.holds_mail():
            raise MailIsHeld
        return {}
    rows = list(planning.with_choices(mine.select_related(*RELATED)))
    tables = TableBatch.of(row.game for row in rows)
    return {row.pk: Found(row, TableSnapshot(row.game, tables)) for row in rows}
