"""Outages: time in which no clock should have run, and how all clocks get it back. See ADR 19."""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, F, OuterRef

from games import clock
from games.core import crash
from games.core.errors import describe_error
from games.models import Game, Heartbeat, Outage, Question, Switch, Vote
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_VOTE_OPEN

from .credits import credit_games

logger = logging.getLogger(__name__)

# A sweep of the deadlines that comes later than this after the one before it ends an outage.
LONG = timedelta(minutes=10)
# What may have been mailed before a backup was restored is not mailed again before.
RESTORED_MAILS_WAIT = timedelta(hours=1)
# For so long pages that find nothing say that a backup was restored: as long as links in mails are valid.
RESTORE_IS_NEWS = timedelta(days=30)
# Games that get their time back in one transaction, for as long as play in them waits.
BATCH = 500
DEADLINES = "deadlines"

Stretch = tuple[datetime, datetime]
Say = Callable[[int], None]


def say_nothing(_games: int) -> None:
    """Tell nobody how many games have their time back."""


def credit_outages(sweep: str, *, stop_at: float, say: Say = say_nothing) -> bool:
    """Give back what an outage took, if one has just ended; return whether every outage is credited.

    Every sweep calls this first, with its name, and does nothing else until it returns True: a mail would
    name a deadline that is about to move. `stop_at` is an instant of `time.monotonic`; `say` is told how many
    games each batch had.
    """
    record_missed_sweeps(sweep)
    while (outage := first_uncredited()) is not None:
        try:
            if not credit_outage(outage, stop_at=stop_at, say=say):
                return False
        except OperationalError as error:  # a game is busy: the next sweep goes on from here
            logger.warning("outage %s is not credited yet: %s", outage, describe_error(error))
            return False
    return True


def recent_restore() -> Outage | None:
    """Return what the last restore of a backup has lost, if that was less than `RESTORE_IS_NEWS` ago."""
    restored = Outage.objects.filter(why=Outage.Why.RESTORED, ended_at__gt=clock.now() - RESTORE_IS_NEWS)
    return restored.order_by("ended_at").last()


def first_uncredited() -> int | None:
    """Return the earliest outage that is not credited in every game; while there is one no time runs out."""
    rows = Outage.objects.filter(credited_at__isnull=True).order_by("started_at")
    return rows.values_list("pk", flat=True).first()


def record_missed_sweeps(sweep: str) -> None:
    """Record an outage when the deadlines were not swept for longer than `LONG`, which ends now.

    As long as other sweeps run, only a sweep of the deadlines ends it. Otherwise, if that one failed again
    and again, there would be a new outage every ten minutes.
    """
    now = clock.now()
    beats = dict(Heartbeat.objects.values_list("name", "at"))
    if now - beats.get(DEADLINES, now) <= LONG:
        return
    if sweep != DEADLINES and now - max(beats.values()) <= LONG:
        return
    with transaction.atomic():
        beat = Heartbeat.objects.select_for_update().get(name=DEADLINES)
        if now - beat.at <= LONG:
            return
        held = Switch.objects.filter(name=Switch.Name.CLOCKS, until__isnull=True).first()
        record_outage(beat.at, now if held is None else min(now, held.since), Outage.Why.SILENT)
        beat.at = now
        beat.save(update_fields=["at"])
        crash.point("outage_noted")


def record_outage(start: datetime, end: datetime, why: Outage.Why) -> list[Outage]:
    """Store a stretch of time as an outage, but for what is stored already. In the caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('fluxx outages'))")
    others = Outage.objects.filter(ended_at__gt=start, started_at__lt=end)
    there = others.values_list("started_at", "ended_at")
    stored = [
        Outage.objects.create(started_at=begin, ended_at=stop, why=why)
        for begin, stop in subtract((start, end), there)
    ]
    for outage in stored:
        logger.error("ALERT: outage (%s) %s; all clocks get that time back", outage.why, outage)
    return stored


def subtract(stretch: Stretch, others: Iterable[Stretch]) -> list[Stretch]:
    """Return the parts of a stretch of time that lie in none of the others, in order."""
    left = []
    start, end = stretch
    for begin, stop in sorted(others):
        if start < min(begin, end):
            left.append((start, min(begin, end)))
        start = max(start, stop)
    if start < end:
        left.append((start, end))
    return left


def credit_outage(outage: int, *, stop_at: float, say: Say = say_nothing) -> bool:
    """Give the time of one outage back, game by game; return whether all of it is given.

    Many processes may do this at once, and any of them may die: who holds the outage's row credits a few
    games and notes in the same transaction how far it has come.
    """
    while time.monotonic() < stop_at:
        with transaction.atomic(durable=True):
            row = Outage.objects.select_for_update(skip_locked=True).filter(pk=outage).first()
            if row is None:
                return False
            if row.credited_at is not None:
                return True
            games = games_to_credit(row)
            if games:
                credit_or_rest(games, row)
                crash.point("outage_half_credited")
                row.credited_to = games[-1].pk
            else:
                credit_open_games(row)
                row.credited_at = clock.now()
            row.save(update_fields=["credited_to", "credited_at"])
        crash.point("outage_batch_credited")
        say(len(games))
        if row.credited_at is not None:
            return True
    return False


def credit_or_rest(games: Sequence[Game], outage: Outage) -> None:
    """Give locked games their time back. Where it fails in one, its clocks rest until staff have looked."""
    try:
        with transaction.atomic():
            credit_games(games, outage)
    except OperationalError:
        raise
    except Exception as error:
        if len(games) > 1:
            for game in games:
                game.refresh_from_db(fields=["version"])
                credit_or_rest([game], outage)
            return
        said = f"outage {outage.pk} was not credited: {describe_error(error)}"
        logger.error("game %s: %s", games[0].key, said)
        asked = Question.objects.filter(IS_OPEN, game=games[0], stuck_at=None)
        asked.update(stuck_at=clock.now(), error=said)


def put_off_reminders() -> None:
    """Let nobody be reminded within the hour: before a restore they may just have been."""
    soon = clock.now() + RESTORED_MAILS_WAIT
    Question.objects.filter(IS_OPEN, remind_at__lt=soon).update(remind_at=soon)


def games_to_credit(outage: Outage) -> list[Game]:
    """Lock and return some games in which a clock ran during an outage, after those that are done."""
    clocks = Question.objects.filter(IS_OPEN, game=OuterRef("pk"), opened_at__lt=outage.ended_at).exclude(
        due_at=None, time_left=None
    )
    votes = Vote.objects.filter(IS_VOTE_OPEN, game=OuterRef("pk"), opened_at__lt=outage.ended_at)
    games = Game.objects.select_for_update(of=("self",)).filter(
        Exists(clocks) | Exists(votes), status=Game.Status.RUNNING, pk__gt=outage.credited_to
    )
    return list(games.order_by("pk")[:BATCH])


def credit_open_games(outage: Outage) -> None:
    """Let the games that wait for players wait longer by the time of an outage."""
    lost = outage.ended_at - outage.started_at
    waiting = Game.objects.filter(status=Game.Status.OPEN, created_at__lt=outage.started_at)
    waiting.filter(expires_at__gt=outage.started_at).update(expires_at=F("expires_at") + lost)
