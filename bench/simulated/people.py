"""Three hundred people in ten zones: how quick they are, when they sleep, travel, or stop coming."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ZONES = (
    "Europe/Warsaw",
    "Europe/London",
    "Europe/Moscow",
    "America/New_York",
    "America/Los_Angeles",
    "America/Santiago",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
)
NIGHT = (time(22), time(8))
# How many of a hundred people are of a kind, if nothing is said of travellers.
KINDS = {"regular": 62, "replier": 12, "sleeper": 12, "vacationer": 9, "quitter": 5}
MEDIAN_HOURS = {
    "regular": (1, 10),
    "replier": (1, 10),
    "vacationer": (1, 10),
    "quitter": (2, 8),
    "sleeper": (24, 60),
}
# How many of a hundred vacations are entered days ahead, on the day, or begin by themselves at a missed turn.
LEAVING = {"ahead": 60, "today": 20, "automatic": 20}
DAYS_AHEAD = timedelta(days=3)


@dataclass
class Person:
    """Somebody with habits; `pk` is their player."""

    number: int
    kind: str
    zone: ZoneInfo
    median: timedelta
    has_quiet_hours: bool
    days_off: frozenset[int]
    chance: random.Random
    trips: tuple[tuple[date, date], ...] = ()
    leaving: str = ""
    quits_at: datetime | None = None
    pk: int = 0
    visit_at: datetime | None = None
    mails: list = field(default_factory=list)
    vacations: list[tuple[datetime, datetime]] = field(default_factory=list)

    def packs_at(self, trip: tuple[date, date]) -> datetime | None:
        """When they enter this vacation, if they do."""
        if self.leaving == "automatic":
            return None
        morning = datetime.combine(trip[0], time(8, 5), self.zone)
        return morning - DAYS_AHEAD if self.leaving == "ahead" else morning

    @property
    def address(self) -> str:
        return f"p{self.number}@players.example"

    @property
    def name(self) -> str:
        return f"P{self.number}"

    def delay(self) -> timedelta:
        """How long this person takes this time to come; half of the times less than their median."""
        return self.median * self.chance.lognormvariate(0, 0.9)

    def is_there(self, at: datetime) -> bool:
        """Whether they are up, at home and still interested."""
        if self.quits_at is not None and at >= self.quits_at:
            return False
        local = at.astimezone(self.zone)
        if any(first <= local.date() <= last for first, last in self.trips):
            return False
        return time(8, 5) <= local.time() < time(21, 55) and local.weekday() not in self.days_off

    def next_visit(self, after: datetime) -> datetime | None:
        """The first quarter of an hour, so long after, in which they are there; ``None`` when they quit."""
        at = after + self.delay()
        while not self.is_there(at):
            if self.quits_at is not None and at >= self.quits_at:
                return None
            at += timedelta(minutes=15)
        return at


def make_people(count: int, start: datetime, chance: random.Random, travellers: int) -> list[Person]:
    """Make so many people; the same `chance` makes the same people. `travellers` of a hundred travel."""
    others = sum(KINDS.values()) - KINDS["vacationer"]
    shares = KINDS | {"vacationer": others * travellers / (100 - travellers)}
    people = []
    for number in range(count):
        kind = chance.choices(list(shares), list(shares.values()))[0]
        zone = ZoneInfo(ZONES[number % len(ZONES)])
        person = Person(
            number,
            kind,
            zone,
            timedelta(hours=chance.uniform(*MEDIAN_HOURS[kind])),
            has_quiet_hours=chance.random() < 0.7,
            days_off=frozenset({5, 6}) if chance.random() < 0.15 else frozenset(),
            chance=random.Random(chance.random()),
        )
        if kind == "vacationer":
            first = start.astimezone(zone).date() + timedelta(days=chance.randint(3, 18))
            person.trips = tuple(trips_from(first, chance))
            person.leaving = chance.choices(list(LEAVING), list(LEAVING.values()))[0]
        if kind == "quitter":
            person.quits_at = start + timedelta(days=chance.uniform(1, 15))
        people.append(person)
    return people


def trips_from(first: date, chance: random.Random) -> Iterator[tuple[date, date]]:
    """Two trips of some days, with a week or two at home between them."""
    for _trip in range(2):
        last = first + timedelta(days=chance.randint(4, 9))
        yield first, last
        first = last + timedelta(days=chance.randint(7, 14))


def tables(people: Sequence[Person], games: int, chance: random.Random) -> list[list[Person]]:
    """Who plays with whom: two to four people at each table, everybody at about as many tables."""
    bag: list[Person] = []
    found = []
    for _game in range(games):
        seats = chance.choice((2, 3, 3, 4))
        if len(bag) < seats:
            more = [person for person in people if person not in bag]
            chance.shuffle(more)
            bag += more
        found.append([bag.pop(0) for _seat in range(seats)])
    return found
