"""The health report: the figures a monitor reads, and which of them are wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import redis
from django.conf import settings
from django.db.models import Min, QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from games import clock
from games.core.unknown import codes_seen
from games.models import Heartbeat, Notice, Outage, PostponedRow, Question
from games.models.question import IS_OPEN, IS_SWEPT
from games.moderation.switches import HOLDS_CLOCKS, switches_on
from games.play.unreadable import SAID, parked_games

from .jumps import MOST_SKEW, clock_skew

# How late is too late. The sweeps run every minute at least, and stop themselves after 40 seconds.
SWEEP_LATE = timedelta(minutes=2)
STRIKE_LATE = timedelta(minutes=15)
NOTICE_LATE = timedelta(minutes=30)
QUEUE_LATE = timedelta(minutes=5)
CREDIT_LATE = timedelta(minutes=10)
DEAD_FOR = timedelta(days=1)
# A row that isn't tried any more, as it is gone, has failed longer ago. Fewer failures may be a lock.
POSTPONED_FOR, POSTPONED_OFTEN = timedelta(hours=2), 3
REFUSED = "the address takes no mail"


# The sweeps, by the names of their heartbeats.
SWEEPS = {
    "notices": pgettext_lazy("a sweep of", "notices"),
    "deadlines": pgettext_lazy("a sweep of", "deadlines"),
    "wishes": pgettext_lazy("a sweep of", "wishes"),
    "reminders": pgettext_lazy("a sweep of", "reminders"),
    "votes": pgettext_lazy("a sweep of", "votes"),
    "alerts": pgettext_lazy("a sweep of", "alerts"),
    "old": pgettext_lazy("a sweep of", "old"),
    "inbox": pgettext_lazy("a sweep of", "inbox"),
    "gazettes": pgettext_lazy("a sweep of", "gazettes"),
}
HELD = {
    "clocks": pgettext_lazy("what is on hold", "clocks"),
    "mail": pgettext_lazy("what is on hold", "mail"),
    "jump": pgettext_lazy("what is on hold", "jump"),
}


@dataclass(frozen=True)
class Problem:
    """What is wrong, a sentence in the language of who reads it; the `words` stand in it."""

    sentence: Promise
    words: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.sentence % self.words)


@dataclass
class HealthReport:
    """Figures (ages in seconds), and a sentence about each thing that is wrong, by the name of its figure."""

    figures: dict[str, Any] = field(default_factory=dict)
    problems: dict[str, Problem] = field(default_factory=dict)

    @property
    def wrong(self) -> list[str]:
        """What is wrong, as sentences for monitors and logs: in English."""
        with translation.override("en"):
            return [str(problem) for problem in self.problems.values()]

    def note(self, name: str, figure: Any, problem: Problem | None = None) -> None:
        """Add a figure and, if something is wrong with it, the sentence that says so."""
        self.figures[name] = figure
        if problem is not None:
            self.problems[name] = problem


def check_health() -> HealthReport:
    """Look at the sweeps, the clocks, the outbox, the queue and the switches."""
    found, now = HealthReport(), clock.now()
    check_sweeps(found, now)
    check_clocks(found, now)
    check_notices(found, now)
    check_postponed(found, now)
    check_switches(found, now)
    check_time(found)
    return found


def seconds_since(since: datetime | None, now: datetime) -> int | None:
    """Return the seconds since an instant; ``None`` if there is none."""
    return None if since is None else int((now - since).total_seconds())


def check_sweeps(found: HealthReport, now: datetime) -> None:
    """Add the age of each sweep's heartbeat and of the queue's."""
    beats = dict(Heartbeat.objects.values_list("name", "at"))
    ages = {}
    for task in settings.SWEEPS:
        name = task.removeprefix("sweep_")
        ages[name] = seconds_since(beats.get(name), now)
        if name not in beats:
            found.problems[f"sweeps.{name}"] = Problem(
                gettext_lazy("the sweep of %(name)s has never run"), {"name": SWEEPS.get(name, name)}
            )
        elif now - beats[name] > SWEEP_LATE:
            found.problems[f"sweeps.{name}"] = Problem(
                ngettext_lazy(
                    "the sweep of %(name)s last ran %(seconds)d second ago",
                    "the sweep of %(name)s last ran %(seconds)d seconds ago",
                    "seconds",
                ),
                {"name": SWEEPS.get(name, name), "seconds": ages[name]},
            )
    found.figures["sweeps"] = ages
    found.figures["waiting_sweeps"] = waiting = count_waiting(settings.SWEEPS_QUEUE)
    found.figures["waiting_calls"] = count_waiting(settings.CELERY_TASK_DEFAULT_QUEUE)
    late = [name for name in found.problems if name.startswith("sweeps.")]
    if len(late) == len(ages) and waiting:
        for name in late:
            del found.problems[name]
        found.problems["sweeps"] = Problem(
            gettext_lazy("no worker takes sweeps: %(count)d wait in the queue %(queue)s"),
            {"count": waiting, "queue": settings.SWEEPS_QUEUE},
        )
    queue = Heartbeat.objects.filter(name="queue").first()
    found.note("queue_age", seconds_since(queue.at, now) if queue else None)
    found.note("queue_milliseconds", queue.did if queue else None)
    if queue is None or now - queue.at > QUEUE_LATE:
        found.problems["queue_age"] = Problem(gettext_lazy("no message has come through the queue lately"))


def count_waiting(queue: str) -> int | None:
    """Return how many messages wait in a queue for a worker; ``None`` if it does not answer."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            return int(client.llen(queue))
    except redis.RedisError:
        return None


def check_clocks(found: HealthReport, now: datetime) -> None:
    """Add the oldest missed deadline, stuck questions, and outages not yet credited to the clocks."""
    due = Question.objects.filter(IS_SWEPT, due_at__lte=now)
    oldest = due.aggregate(oldest=Min("due_at"))["oldest"]
    held = any(each.name in HOLDS_CLOCKS for each in switches_on())
    late = oldest is not None and now - oldest > STRIKE_LATE and not held
    found.note(
        "oldest_due",
        seconds_since(oldest, now),
        Problem(gettext_lazy("a deadline has passed and nobody answered for it")) if late else None,
    )
    unreadable = len(parked_games())
    said = ngettext_lazy("%(count)d game can’t be read", "%(count)d games can’t be read", "count")
    found.note("unreadable_games", unreadable, count_problem(said, unreadable))
    stuck = Question.objects.filter(IS_OPEN, stuck_at__isnull=False).exclude(error=SAID).count()
    said = ngettext_lazy("%(count)d question is stuck", "%(count)d questions are stuck", "count")
    found.note("stuck_questions", stuck, count_problem(said, stuck))
    uncredited = Outage.objects.filter(credited_at__isnull=True).aggregate(oldest=Min("ended_at"))["oldest"]
    is_late = uncredited is not None and now - uncredited > CREDIT_LATE
    found.note(
        "uncredited_outage",
        seconds_since(uncredited, now),
        Problem(gettext_lazy("an outage is not credited yet")) if is_late else None,
    )


def count_problem(sentence: Promise, count: int) -> Problem | None:
    """Return a problem that is counted, if there is any."""
    return Problem(sentence, {"count": count}) if count else None


def check_notices(found: HealthReport, now: datetime) -> None:
    """Add the oldest unsent mail and call, and how many mails failed for good within the last day.

    Calls to devices and webhooks are figures alone: their addresses are those of players, who see on their
    own pages what fails, and nobody else can mend it.
    """
    waiting = Notice.objects.filter(status=Notice.Status.WAITING)
    mails, calls = waiting.filter(channel=None), waiting.exclude(channel=None)
    oldest = oldest_unsent(mails, now)
    late = oldest is not None and now - oldest > NOTICE_LATE
    problem = Problem(gettext_lazy("mail isn’t going out")) if late else None
    found.note("oldest_unsent_notice", seconds_since(oldest, now), problem)
    found.note("failing_notices", mails.filter(attempts__gt=0).count())
    found.note("oldest_unsent_call", seconds_since(oldest_unsent(calls, now), now))
    found.note("failing_calls", calls.filter(attempts__gt=0).count())
    dead = Notice.objects.filter(status=Notice.Status.DEAD, created_at__gt=now - DEAD_FOR, channel=None)
    unexplained = dead.exclude(reason=REFUSED).count()
    said = ngettext_lazy("%(count)d mail was given up", "%(count)d mails were given up", "count")
    found.note("dead_notices", dead.count(), count_problem(said, unexplained))


def check_postponed(found: HealthReport, now: datetime) -> None:
    """Add the rows at which sweeps fail again and again, and the codes of another release that were met.

    Such codes are a figure alone: they are usual while a release is being deployed, or was taken back.
    """
    rows = PostponedRow.objects.filter(failed_at__gt=now - POSTPONED_FOR)
    found.figures["postponed_rows"] = rows.count()
    often = rows.filter(attempts__gte=POSTPONED_OFTEN).order_by("-attempts", "pk")
    first, count = often.first(), often.count()
    if first is not None:
        found.problems["postponed_rows"] = Problem(
            ngettext_lazy(
                "%(count)d row fails in its sweep; %(first)s: %(error)s",
                "%(count)d rows fail in their sweep; %(first)s: %(error)s",
                "count",
            ),
            {"count": count, "first": first, "error": first.error},
        )
    codes = codes_seen()
    found.figures["unknown_codes"] = dict.fromkeys(codes, 1)


def oldest_unsent(waiting: QuerySet[Notice], now: datetime) -> datetime | None:
    """Return since when a notice should have left: one that is due, or one that has failed before."""
    overdue = waiting.filter(next_try_at__lte=now).aggregate(oldest=Min("next_try_at"))["oldest"]
    failing = waiting.filter(attempts__gt=0).aggregate(oldest=Min("created_at"))["oldest"]
    return min(filter(None, (overdue, failing)), default=None)


def check_switches(found: HealthReport, now: datetime) -> None:
    """Add the switches that are on; one that the site turned on, or that is on for too long, is wrong."""
    switches = switches_on()
    found.figures["held"] = {each.name: seconds_since(each.since, now) for each in switches}
    for each in switches:
        if each.needs_staff(now):
            found.problems[f"held.{each.name}"] = Problem(
                gettext_lazy("%(name)s held: %(reason)s"),
                {"name": HELD.get(each.name, each.name), "reason": each.reason},
            )


def check_time(found: HealthReport) -> None:
    """Add how many seconds this machine's clock is ahead of the database's."""
    skew = round(clock_skew(), 1)
    is_wrong = settings.WATCH_CLOCK and abs(skew) > MOST_SKEW
    problem = Problem(gettext_lazy("the clocks of site and database differ")) if is_wrong else None
    found.note("seconds_before_database", skew, problem)
