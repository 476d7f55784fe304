"""How often people may do what costs the site much, per account and per network.

The numbers are in the settings; PostgreSQL counts (docs/decisions/0011-rate-limits-in-postgresql.md).
"""

import errno
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import clock
from games.core.budgets import EXPORTS_AT_ONCE, HISTORIES_AT_ONCE, TEXTS_AT_ONCE
from games.core.refusal import Busy, Capped
from games.models import Player

READS_A_MINUTE = 60
"""Histories, replays and records that strangers of one network may read: each costs much."""
EXPORTS_AN_HOUR = 10
"""How often the links to somebody's export may be followed: each time a zip of all their games is made."""
MOVES_OF_AN_EXPORT = 5_000
"""An export of many games counts once more for each so many moves of them; one an hour is always made."""
MOVES_OF_A_READ = 500
"""What is made of all moves of a game counts once more for each so many of them."""

# Each takes the processor for long, and the threads of a process have one between them.
ROOM = BoundedSemaphore(HISTORIES_AT_ONCE.largest)
WORK = Lock()
# Each keeps a thread for as long as its reader takes to read it.
TEXTS = BoundedSemaphore(TEXTS_AT_ONCE.largest)
LONGEST_READ = 120.0  # seconds
# Each takes as long as its player has played.
EXPORTS = BoundedSemaphore(EXPORTS_AT_ONCE.largest)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other thread of this process makes a costly page.

    Raises `Busy` where others wait already: each of them keeps a thread from pages that cost little.
    """
    if not ROOM.acquire(blocking=False):
        raise Busy(_too_many())
    try:
        with WORK:
            yield
    finally:
        ROOM.release()


def _too_many() -> str:
    return _("Other people are reading long histories right now. Try again in a few seconds.")


def check_texts() -> None:
    """Raise `Busy` where as many texts are being sent as may be at once."""
    if not TEXTS.acquire(blocking=False):
        raise Busy(_too_many())
    TEXTS.release()


def send_text(pieces: Iterator[str]) -> Iterator[str]:
    """Yield the pieces of a text while it is sent, which keeps a thread: for `LONGEST_READ`, and no longer.

    gunicorn takes the end of it for that of the client: the text is cut off, and its reader sees that.
    """
    cut_off = ConnectionResetError(errno.ECONNRESET, "Its reader takes too long, or too many read at once.")
    if not TEXTS.acquire(blocking=False):
        raise cut_off
    try:
        until = time.monotonic() + LONGEST_READ
        for piece in pieces:
            if time.monotonic() > until:
                raise cut_off
            yield piece
    finally:
        TEXTS.release()


def check_onlooker(request: HttpRequest, moves: int = 0) -> None:
    """Count a costly page that somebody reads who has no seat, and for which so many moves are read.

    Raises `Capped` beyond `READS_A_MINUTE`.

    django-allauth counts no GET, so this is counted here. Whoever is signed in is not counted.
    """
    if request.user.is_authenticated:
        return
    name = f"reads:{get_adapter().get_client_ip(request)}"
    if _count(name, 60, 1 + moves // MOVES_OF_A_READ) > READS_A_MINUTE:
        raise Capped(_("Your network has asked for many such pages. Try again in a minute, or sign in."))


@contextmanager
def one_export(player: Player, moves: int) -> Iterator[None]:
    """Count an export of so many moves that a mailed link leads to, and make it while no other is made.

    Raises `Capped` beyond `EXPORTS_AN_HOUR`, or `Busy` while this process makes another.
    """
    if not EXPORTS.acquire(blocking=False):
        raise Busy(_too_many())
    try:
        times = 1 + moves // MOVES_OF_AN_EXPORT
        if _count(f"exports:{player.pk}", 3600, times) > max(EXPORTS_AN_HOUR, times):
            raise Capped(_("You’ve done this too often. Try again in an hour."))
        yield
    finally:
        EXPORTS.release()


def _count(name: str, seconds: int, times: int) -> int:
    """Return how often something was done in this minute or hour, these times included."""
    name = f"{name}:{int(clock.now().timestamp()) // seconds}"
    cache.add(name, 0, timeout=2 * seconds)
    return cache.incr(name, times)


def check_rate(request: HttpRequest, action: str, player: Player | None = None) -> None:
    """Count an action of a player, and of the network they are in. Raises `Capped` beyond what is allowed."""
    if not ratelimit.consume(request, action=action, user=player):
        if player is None:
            raise Capped(_("Too many requests from your network. Try again in an hour, or sign up."))
        raise Capped(_("You’ve done this too often. Try again in an hour."))
