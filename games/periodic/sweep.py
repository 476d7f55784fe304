"""The sweeps: what finds every row that a lost wake-up call has left behind."""

import time
from collections.abc import Callable
from functools import partial

from django.db.models import Q

from games import clock
from games.core import wake
from games.core.errors import Tally
from games.core.postponed import run_each, run_whole
from games.core.sweep_lease import lease_sweep
from games.delivery import gazettes
from games.delivery.dispatch import deliver_mails, deliver_to_channels
from games.delivery.person_mail import send_person_mails
from games.delivery.requested_tests import send_channel_tests, send_test_mails
from games.models import Game, Heartbeat, Question, Wish
from games.models.question import IS_SWEPT
from games.moderation import desk, switches
from games.people import account_deletion, gazette, suspensions
from games.play import facts, pauses, unreadable, votes
from games.play.play_on import play_bots
from games.seats import expiry, replacement
from games.timing import outages

from . import jumps, retention, vacations
from .reminders import remind_all
from .timeouts import run_isolated, strike_all

# Seconds after which a sweep stops by itself; the next one goes on. Below the time limits of a Celery task.
LONGEST = 40
# So many games have their notices sent at once after a sweep; more wait for the sweep of the notices.
MOST_CALLS = 20


def sweep_notices() -> Tally:
    """Send every notice and mail that is due, and the tests that somebody waits for at a page.

    What players' own webhooks and devices can slow down comes last.
    """
    return sweep(
        "notices", send_test_mails, send_person_mails, deliver_mails, send_channel_tests, deliver_to_channels
    )


def sweep_deadlines() -> Tally:
    """Answer for every seat whose time has run out."""
    return sweep(
        outages.DEADLINES, vacations.begin_automatic_all, strike_all, clocks_must_run=True, watching=True
    )


def sweep_reminders() -> Tally:
    """Remind every seat whose time is running out."""
    return sweep("reminders", vacations.announce_returns, remind_all, clocks_must_run=True)


def sweep_wishes() -> Tally:
    """Let bots answer that a worker has forgotten, and let players join and leave who still wait for it."""
    return sweep(
        "wishes",
        suspensions.hold_due,
        suspensions.end_due,
        vacations.begin_all,
        vacations.finish_all,
        unreadable.unpark_all,
        play_all_bots,
    )


def sweep_votes() -> Tally:
    """Close votes whose time is up, withdraw offers, cancel unfilled games, and do what staff let wait."""
    return sweep(
        "votes",
        votes.close_due,
        pauses.end_due_pauses,
        replacement.withdraw_stale_offers,
        desk.carry_out_due,
        expiry.warn_hosts,
        expiry.cancel_expired,
        clocks_must_run=True,
    )


def sweep_alerts() -> Tally:
    """Say in the log which switches somebody may have forgotten, and send a canary through the queue."""
    return sweep("alerts", log_alerts)


def sweep_old() -> Tally:
    """Delete accounts whose time has come, write facts that lack, and remove old rows once an hour."""
    return sweep("old", account_deletion.delete_due, facts.fill_in_facts, retention.remove_old)


def sweep_gazettes() -> Tally:
    """Write the gazette of each circle once a week, and send it when nothing else waits to be sent."""
    return sweep("gazettes", gazette.write_due_issues, gazettes.send_gazettes)


def sweep(
    name: str, *works: Callable[..., Tally], clocks_must_run: bool = False, watching: bool = False
) -> Tally:
    """Do the work of one sweep, unless another process is at it, and leave a heartbeat.

    Each of `works` is called with `stop_at`, on the monotonic clock. Sweeps that piled up while the workers
    were away come down to one. After an outage no sweep works before all clocks have their time back, and
    with `clocks_must_run` none works while the clocks are held. With `watching`, the machine's time is
    checked first.
    """
    with lease_sweep(name) as is_mine:
        if not is_mine:
            return Tally()
        stop_at = time.monotonic() + LONGEST
        if watching:
            jumps.watch_time()
        tally = Tally()
        if outages.credit_outages(name, stop_at=stop_at) and not (
            clocks_must_run and switches.holds_clocks()
        ):
            with wake.few_deliveries(MOST_CALLS):
                for work in works:
                    tally += run_whole(f"the work {work.__name__}", partial(work, stop_at=stop_at))
        Heartbeat.objects.update_or_create(
            name=name, defaults={"at": clock.now(), "did": tally.did, "failed": tally.failed}
        )
        return tally


def log_alerts(*, stop_at: float) -> Tally:
    """Say what somebody should look at; each alert counts as one."""
    wake.send_canary()
    return Tally(switches.log_forgotten_switches())


def play_all_bots(*, stop_at: float) -> Tally:
    """Let the bots of every game go on where a bot owes an answer, or where a wish waits."""
    tally = Tally()
    moving = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    by_bot = Q(seat__on_autopilot=True) | ~Q(seat__bot="") | vacations.answered_by_bots()
    unanswered = Question.objects.filter(IS_SWEPT, moving, by_bot)
    ready = unanswered.filter(Q(retry_at=None) | Q(retry_at__lte=clock.now()))
    for game, question in list(ready.order_by("game_id", "pk").values_list("game_id", "pk")):
        if time.monotonic() > stop_at:
            return tally
        tally.count(run_isolated(question, partial(play_bots, game=game)))
    waiting = Wish.objects.filter(moving, settled_at=None).exclude(game__in=unanswered.values("game"))
    games = list(waiting.order_by("game_id").values_list("game_id", flat=True).distinct())
    return tally + run_each("the wishes at game", games, lambda game: play_bots(game=game), stop_at=stop_at)
