"""Wake-up calls to the workers. A lost one costs seconds, never an effect: a sweep finds every row."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from celery import current_app
from django.db import transaction

from games import clock

logger = logging.getLogger(__name__)

# After a broker did not answer, this process does not ask it again for so many seconds: each vain call costs
# a person about a second of waiting.
REST = 30.0
_silent_until = 0.0  # 0 while it answers
_left: ContextVar[int | None] = ContextVar("calls that may still be made", default=None)
_held: ContextVar[set[int] | None] = ContextVar("games whose notices leave later", default=None)


def deliver_after_commit(game: int) -> None:
    """Ask a worker, once this transaction is committed, to send the notices of a game (by its id)."""

    def send() -> None:
        if (held := _held.get()) is not None:
            held.add(game)
            return
        if (left := _left.get()) is not None:
            if left <= 0:
                return
            _left.set(left - 1)
        send_deliver(game)

    transaction.on_commit(send)


def send_deliver(game: int) -> None:
    """Ask a worker now to send the notices of a game."""
    send_task("deliver", game)


@contextmanager
def one_delivery() -> Iterator[None]:
    """Ask for the notices of what is done inside only at the end, once for each game."""
    held: set[int] = set()
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)
        for game in sorted(held):
            send_deliver(game)


@contextmanager
def few_deliveries(most: int) -> Iterator[None]:
    """Ask at most so often for the notices of what is done inside; the sweep of the notices sends the rest.

    Ten thousand clocks that strike would fill the queue with as many calls.
    """
    token = _left.set(most)
    try:
        yield
    finally:
        _left.reset(token)


def play_after_commit(game: int) -> None:
    """Ask a worker, once this transaction is committed, to let the bots of a game go on (by its id)."""
    transaction.on_commit(partial(send_task, "play_bots", game))


def send_canary() -> None:
    """Send a message through the queue that a worker notes down; its age tells whether the queue works."""
    send_task("canary", clock.now().isoformat(), expires=300)


def send_task(name: str, *args: int | str, expires: float | None = None) -> None:
    """Call a task of `games.tasks` by its name, and survive a broker that is away."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    was_away = _silent_until > 0
    try:
        current_app.send_task(f"games.tasks.{name}", args=args, retry=False, expires=expires)
    except Exception as error:
        # Whatever a broker and its client come up with: the move is committed, and a sweep will find what it
        # left.
        _silent_until = time.monotonic() + REST
        if not was_away:
            logger.warning("the broker does not answer; the sweeps will do its work: %s", error)
    else:
        _silent_until = 0.0
        if was_away:
            logger.warning("the broker answers again")
