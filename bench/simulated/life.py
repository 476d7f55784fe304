"""The month itself: time goes on in steps, the sweeps run, people visit when a mail or a habit calls them."""

import heapq
import itertools
import random
import sys
import time as stopwatch
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Min

from bench.simulated import acts, mailbox
from bench.simulated.people import Person
from games import clock
from games.models import Game, Heartbeat, Notice, Question, Seat, Vacation, Vote
from games.models.question import IS_OPEN, IS_SWEPT
from games.periodic.sweep import sweep_deadlines, sweep_notices, sweep_reminders, sweep_votes, sweep_wishes
from games.timing import deadlines

STEP = timedelta(minutes=1)
LONGEST = timedelta(days=200)
SWEEPS: tuple[Callable[[], object], ...] = (
    sweep_wishes,
    sweep_deadlines,
    sweep_votes,
    sweep_reminders,
    sweep_notices,
)


@dataclass
class Life:
    """What is to come: visits by their time, and spells in which the site is away."""

    title: str
    people: Sequence[Person]
    traveller: Any
    now: datetime
    outages: Sequence[tuple[datetime, datetime]]
    visits: list[tuple[datetime, int, Person]] = field(default_factory=list)
    tie = itertools.count()
    read: int = 0
    day: int = -1
    began: float = field(default_factory=stopwatch.perf_counter)
    refusals: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Remember when it began, and who enters a vacation when; the first is the last of the list."""
        self.start = self.now
        packing = [
            (person.packs_at(trip), partial(acts.enter_trip, person, trip))
            for person in self.people
            for trip in person.trips
        ]
        self.departures = sorted(
            [(at, enter) for at, enter in packing if at is not None], key=lambda each: each[0], reverse=True
        )

    def move_to(self, at: datetime) -> None:
        self.now = max(at, self.now)
        self.traveller.move_to(self.now)

    def is_away(self, at: datetime) -> datetime | None:
        """When the site is back, if it is away."""
        return next((end for start, end in self.outages if start <= at < end), None)

    def call(self, person: Person, after: datetime) -> None:
        """Let a person come, unless they are on their way already."""
        if person.visit_at is not None:
            return
        person.visit_at = person.next_visit(after)
        if person.visit_at is not None:
            heapq.heappush(self.visits, (person.visit_at, next(self.tie), person))

    def read_mails(self) -> None:
        """Let everybody hear of the mails that were accepted since."""
        for mail in mailbox.accepted[self.read :]:
            number = int(mail.to[1:].partition("@")[0])
            self.people[number].mails.append(mail)
            self.call(self.people[number], mail.at)
        self.read = len(mailbox.accepted)

    def run(self, until: Callable[[], bool]) -> None:
        """Let time go on until it is true, or far too long."""
        while not until():
            if self.now - self.start > LONGEST:
                return
            if (self.now - self.start).days > self.day:
                self.day = (self.now - self.start).days
                running = Game.objects.filter(status=Game.Status.RUNNING).count()
                spent = stopwatch.perf_counter() - self.began
                print(
                    f"{self.title}, day {self.day}: {running} games, {self.read} mails, {spent:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
            back = self.is_away(self.now)
            if back is not None:
                self.move_to(back)
                self.postpone(back)
            else:
                # The sweeps in between would have found nothing: they ran all the while.
                Heartbeat.objects.update(at=self.now)
            while self.departures and self.departures[-1][0] <= self.now:
                self.departures.pop()[1]()
            for sweep in SWEEPS:
                sweep()
            self.read_mails()
            self.visit_until(self.next_step())

    def next_step(self) -> datetime:
        """When a sweep has something to do again, or somebody comes; in a minute at the earliest."""
        wanted = [self.now + timedelta(hours=6), *(at for at in earliest() if at is not None)]
        if self.visits:
            wanted.append(self.visits[0][0])
        if self.departures:
            wanted.append(self.departures[-1][0])
        wanted += [start for start, _end in self.outages if start > self.now]
        return max(min(wanted), self.now + STEP)

    def postpone(self, back: datetime) -> None:
        """Let those who met a site that was away try again within some hours of its return."""
        missed = [visit for visit in self.visits if visit[0] < back]
        self.visits = [visit for visit in self.visits if visit[0] >= back]
        heapq.heapify(self.visits)
        for _at, _tie, person in missed:
            person.visit_at = None
            self.call(person, back)

    def visit_until(self, end: datetime) -> None:
        """Let everybody come who comes in this step, each at their own time."""
        while self.visits and self.visits[0][0] < end:
            at, _tie, person = heapq.heappop(self.visits)
            if self.is_away(at):
                heapq.heappush(self.visits, (at, next(self.tie), person))
                break
            self.move_to(at)
            person.visit_at = None
            acts.visit(person, self.refusals)
        self.move_to(end)


def earliest() -> list[datetime | None]:
    """The first deadline, reminder, notice, vacation and end of a vote that are still to come, or are due."""
    due = Question.objects.filter(IS_SWEPT).aggregate(at=Min("due_at"))["at"]
    now = clock.now()
    return [
        due + deadlines.TIMEOUT_DELAY if due is not None else None,
        Vacation.objects.filter(starts_at__gt=now).aggregate(at=Min("starts_at"))["at"],
        Seat.objects.filter(away_until__gt=now).aggregate(at=Min("away_until"))["at"],
        Question.objects.filter(IS_OPEN).aggregate(at=Min("remind_at"))["at"],
        Notice.objects.filter(status=Notice.Status.WAITING).aggregate(at=Min("next_try_at"))["at"],
        Vote.objects.filter(closed_at=None).aggregate(at=Min("closes_at"))["at"],
    ]


def spells(start: datetime, chance: random.Random) -> list[tuple[datetime, datetime]]:
    """Two outages: some hours in the first half of the month, more than a day in the second."""
    first = start + timedelta(days=8, hours=chance.uniform(0, 24))
    second = start + timedelta(days=19, hours=chance.uniform(0, 24))
    return [(first, first + timedelta(hours=5)), (second, second + timedelta(hours=26))]


def all_over(games: Iterable[int]) -> bool:
    """Whether none of these games is running."""
    return not Game.objects.filter(pk__in=list(games), status=Game.Status.RUNNING).exists()
