"""The sweeps: what finds every row that a lost wake-up call has left behind."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256

from django.db import connection
from django.db.models import Q

from games import clock
from games.core import wake
from games.core.errors import Tally, describe
from games.delivery.channel_tests import send_tests
from games.delivery.dispatch import deliver
from games.models import Game, Heartbeat, Question, Wish
from games.models.question import IS_SWEPT
from games.moderation import switches
from games.play import votes
from games.play.play_on import play_bots
from games.seats import replacement
from games.timing import outages

from . import jumps, retention
from .timeouts import remind_all, run_isolated, strike_all

logger = logging.getLogger(__name__)

# Seconds after which a sweep stops by itself; the next one goes on. Below the time limits of a Celery task.
LONGEST = 40


def sweep_notices() -> Tally:
    """Send every notice that is due."""
    return sweep("notices", send_all)


def send_all(stop_at: float) -> Tally:
    """Send what is due, after the tests that somebody waits for at a page."""
    tested, sent = send_tests(stop_at=stop_at), deliver(stop_at=stop_at)
    return Tally(tested.did + sent.did, tested.failed + sent.failed)


def sweep_deadlines() -> Tally:
    """Answer for every seat whose time has run out, unless the clocks are held."""
    return sweep(outages.DEADLINES, strike_unless_held, watching=True)


def sweep_reminders() -> Tally:
    """Remind every seat whose time is running out."""
    return sweep("reminders", remind_unless_held)


def sweep_wishes() -> Tally:
    """Let bots answer that a worker has forgotten, and let players join and leave who still wait for it."""
    return sweep("wishes", lambda stop_at: play_all_bots(stop_at=stop_at))


def strike_unless_held(stop_at: float) -> Tally:
    """Answer for every seat whose time has run out, unless the clocks are held."""
    return Tally() if switches.holds_clocks() else strike_all(stop_at=stop_at)


def remind_unless_held(stop_at: float) -> Tally:
    """Remind every seat whose time is running out; a clock that is held is not running out."""
    return Tally() if switches.holds_clocks() else remind_all(stop_at=stop_at)


def sweep_votes() -> Tally:
    """Close every vote whose time is up, and withdraw offers of seats that nobody took."""
    return sweep("votes", close_votes)


def close_votes(stop_at: float) -> Tally:
    """Close votes and withdraw offers that are due, unless the clocks are held."""
    if switches.holds_clocks():
        return Tally()
    closed, lapsed = votes.close_due(stop_at=stop_at), replacement.withdraw_stale_offers(stop_at=stop_at)
    return Tally(closed.did + lapsed.did, closed.failed + lapsed.failed)


def sweep_alerts() -> Tally:
    """Say in the log which switches somebody may have forgotten, and send a canary through the queue."""
    return sweep("alerts", lambda _stop_at: log_alerts())


def sweep_old() -> Tally:
    """Remove what is older than KEEP_DAYS and needed by nothing; once an hour there is something to do."""
    return sweep("old", lambda stop_at: retention.remove_old(stop_at=stop_at))


def sweep(name: str, work: Callable[[float], Tally], *, watching: bool = False) -> Tally:
    """Do the work of one sweep, unless another process is at it, and leave a heartbeat.

    Sweeps that piled up while the workers were away therefore come down to one. After an outage no sweep
    works before all clocks have their time back. With `watching`, the machine's time is looked at first.
    """
    with advisory_lock(name) as is_mine:
        if not is_mine:
            return Tally()
        stop_at = time.monotonic() + LONGEST
        if watching:
            jumps.watch_time()
        tally = work(stop_at) if outages.credit_outages(name, stop_at=stop_at) else Tally()
        Heartbeat.objects.update_or_create(
            name=name, defaults={"at": clock.now(), "did": tally.did, "failed": tally.failed}
        )
        return tally


@contextmanager
def advisory_lock(name: str) -> Iterator[bool]:
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


def log_alerts() -> Tally:
    """Say what somebody should look at; each alert counts as one."""
    wake.send_canary()
    return Tally(switches.log_forgotten_switches())


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
        tally.count(run_isolated(question, partial(play_bots, game=game)))
    waiting = Wish.objects.filter(moving, settled_at=None).exclude(game__in=owed.values("game"))
    for game in list(waiting.order_by("game_id").values_list("game_id", flat=True).distinct()):
        if time.monotonic() > stop_at:
            return tally
        tally.count(carry_out_wishes(game))
    return tally


def carry_out_wishes(game: int) -> bool:
    """Let who waits at a game with this primary key join or leave; return whether that went well."""
    try:
        play_bots(game=game)
    except Exception as error:
        logger.error("game %s: %s", game, describe(error))
        return False
    return True
