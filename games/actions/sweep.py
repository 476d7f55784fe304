"""The sweeps: what finds every row that a lost wake-up call has left behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256

from django.db import connection
from django.db.models import Q

from games import clock
from games.models import Game, Heartbeat, Question, Wish
from games.models.question import IS_SWEPT

from .delivery import deliver
from .membership import play_bots
from .tally import Tally
from .timeouts import isolated, remind_all, strike_all

# Seconds after which a sweep stops by itself; the next one goes on. Below the time limits of a Celery task.
LONGEST = 40


def sweep_notices() -> Tally:
    """Send every notice that is due."""
    return sweep("notices", lambda stop_at: deliver(stop_at=stop_at))


def sweep_deadlines() -> Tally:
    """Answer for every seat whose time has run out."""
    return sweep("deadlines", lambda stop_at: strike_all(stop_at=stop_at))


def sweep_reminders() -> Tally:
    """Remind every seat whose time is running out."""
    return sweep("reminders", lambda stop_at: remind_all(stop_at=stop_at))


def sweep_wishes() -> Tally:
    """Let bots answer that a worker has forgotten, and let players join and leave who still wait for it."""
    return sweep("wishes", lambda stop_at: play_all_bots(stop_at=stop_at))


def sweep(name: str, work: Callable[[float], Tally]) -> Tally:
    """Do the work of one sweep, unless another process is at it, and leave a heartbeat.

    Sweeps that piled up while the workers were away therefore come down to one.
    """
    with only_one(name) as is_mine:
        if not is_mine:
            return Tally()
        tally = work(time.monotonic() + LONGEST)
        Heartbeat.objects.update_or_create(
            name=name, defaults={"at": clock.now(), "did": tally.did, "failed": tally.failed}
        )
        return tally


@contextmanager
def only_one(name: str) -> Iterator[bool]:
    """Hold an advisory lock of PostgreSQL, if nobody else does; a process that dies gives it back."""
    number = int.from_bytes(sha256(f"fluxx sweep {name}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        (is_mine,) = cursor.fetchone()
    try:
        yield is_mine
    finally:
        if is_mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def play_all_bots(*, stop_at: float) -> Tally:
    """Let the bots of every game go on where a bot owes an answer, or where a wish waits."""
    tally = Tally()
    moving = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    by_bot = Q(seat__on_autopilot=True) | ~Q(seat__bot="")
    owed = Question.objects.filter(IS_SWEPT, moving, by_bot)
    ready = owed.filter(Q(retry_at=None) | Q(retry_at__lte=clock.now()))
    for game, question in list(ready.order_by("game_id", "pk").values_list("game_id", "pk")):
        if time.monotonic() > stop_at:
            return tally
        tally.count(isolated(question, partial(play_bots, game=game)))
    waiting = Wish.objects.filter(moving, settled_at=None).exclude(game__in=owed.values("game"))
    for game in list(waiting.order_by("game_id").values_list("game_id", flat=True).distinct()):
        if time.monotonic() > stop_at:
            return tally
        play_bots(game=game)
        tally.count(True)
    return tally
