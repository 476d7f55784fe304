"""What must hold after the month, checked from what was stored and what the mail server took."""

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bench.simulated import at_once, hours, mailbox
from bench.simulated.foretold import foretold
from bench.simulated.life import Life
from bench.simulated.people import Person
from games.models import By, Game, Move, Notice, Question, Vacation
from games.models.question import WINDOW

SLACK = timedelta(minutes=2)
AT_ONCE = "at once"
MOST_WAITED = 8  # hours: what 95 % of the waits for people out of turn take at most


def audit(
    people: Sequence[Person],
    games: Sequence[int],
    outages: Sequence[tuple[datetime, datetime]],
    start: datetime,
    month: Life,
    orders: str,
) -> dict[str, Any]:
    """Return the figures of the month, and every fault found."""
    by_player = {person.pk: person for person in people}
    for person in people:
        entered = Vacation.objects.filter(player=person.pk)
        person.vacations = list(entered.values_list("starts_at", "ends_at"))
    waits = waits_of(games, by_player)
    return {
        "days": round((month.now - start) / timedelta(days=1), 1),
        "games": len(games),
        "over_in_a_month": over_by(games, start + timedelta(days=30)),
        "running": Game.objects.filter(pk__in=games, status=Game.Status.RUNNING).count(),
        "finished": Game.objects.filter(pk__in=games, status=Game.Status.FINISHED).count(),
        "moves": Move.objects.filter(game__in=games).count(),
        "by": dict(Counter(Move.objects.filter(game__in=games).values_list("by", flat=True))),
        "mails": len(mailbox.accepted),
        "kinds": dict(Counter(mail.kind for mail in mailbox.accepted)),
        "refusals": month.refusals,
        "timeouts": Move.objects.filter(game__in=games, by=By.CLOCK).count(),
        "unfair": unfair(by_player, games, outages),
        "at_night": at_night(people),
        "twice": twice(),
        "unsent": unsent(month.now),
        "too_long": too_long(waits, orders),
        "ends_in_the_band": foretold(games),
        **waits,
    }


def over_by(games: Sequence[int], at: datetime) -> int:
    return Game.objects.filter(pk__in=games, finished_at__lte=at).count()


def at_night(people: Sequence[Person]) -> list[str]:
    """Mails that were accepted while it was quiet with whom they went to."""
    found = []
    for mail in mailbox.accepted:
        person = people[int(mail.to[1:].partition("@")[0])]
        if hours.is_night(person, mail.at):
            found.append(f"{mail.kind} to {person.name} at {mail.at:%d %H:%M} UTC")
    return found


def unsent(now: datetime) -> list[str]:
    """Notices that should have been mailed by the end, or were given up."""
    lost = Notice.objects.filter(status=Notice.Status.DEAD) | Notice.objects.filter(
        status=Notice.Status.WAITING, created_at__lt=now - timedelta(days=2)
    )
    return [f"{notice.key}: {notice.status} {notice.reason}" for notice in lost]


def twice() -> list[str]:
    """Mails that came twice, and questions that a player was first asked in two mails."""
    counted = Counter((mail.to, mail.message_id) for mail in mailbox.accepted)
    found = [f"{message} to {to}" for (to, message), count in counted.items() if count > 1]
    asked = Notice.objects.filter(
        kind__in=["turn", "answer", "beside"], status=Notice.Status.SENT, channel=None
    )
    told = Counter(asked.values_list("player", "question"))
    return found + [f"question {pair[1]} to player {pair[0]}" for pair, count in told.items() if count > 1]


def unfair(
    by_player: dict[int, Person], games: Sequence[int], outages: Sequence[tuple[datetime, datetime]]
) -> list[str]:
    """Timeouts that came before the time was up, or of which nobody had told the player."""
    found = []
    struck = Question.objects.filter(game__in=games, closed_by=By.CLOCK, number__gt=0)
    for question in struck.select_related("game", "seat"):
        assert question.closed_at is not None
        person = by_player.get(question.seat.player_id or 0)
        if person is None:
            continue
        where = f"{question.what} {question.number} of game {question.game_id}, {person.name}"
        spent = spent_on(question, person, outages)
        allowed = allowance(question)
        if spent + SLACK < allowed:
            found.append(f"{where}: {spent} of {allowed}")
        if not was_told(question, person):
            found.append(f"{where}: struck at {question.closed_at:%d %H:%M} without a mail")
    return found


def allowance(question: Question) -> timedelta:
    allowed = question.allowance
    assert allowed is not None
    return allowed


def spent_on(question: Question, person: Person, outages: Iterable[tuple[datetime, datetime]]) -> timedelta:
    """The running time of a question; in one's own turn, of all that the turn has asked."""
    rows = [question]
    if question.on_turn_clock:
        before = Question.objects.filter(
            game=question.game_id, number__lt=question.number, on_turn_clock=True
        )
        for row in before.order_by("-number"):
            if row.seat_id != question.seat_id:
                break
            rows.append(row)
    return sum(
        (
            hours.running(
                person,
                row.opened_at,
                row.closed_at,
                outages,
                with_days_off=not row.has_own_time,
                with_trips=row.on_turn_clock and row.game.vacations_stop_turns,
            )
            for row in rows
            if row.closed_at is not None
        ),
        timedelta(),
    )


def was_told(question: Question, person: Person) -> bool:
    """Whether a mail about the game came to the player between the question and the strike."""
    told = Notice.objects.filter(player=person.pk, game=question.game_id, sent_at__lte=question.closed_at)
    # A question that is asked anew, since somebody came or went, keeps its opening time and its mail.
    same = {"seat": question.seat_id, "what": question.what, "opened_at": question.opened_at}
    if told.filter(**{f"question__{name}": value for name, value in same.items()}).exists():
        return True
    earlier = Move.objects.filter(
        game=question.game_id,
        seat=question.seat_id,
        by__in=[By.PAGE, By.MAIL, By.REPLY],
        created_at__gte=question.opened_at - timedelta(minutes=1),
    )
    return earlier.exists()  # they stood before it


def waits_of(games: Sequence[int], by_player: dict[int, Person]) -> dict[str, Any]:
    """How long tables waited for others than the seat in turn, and the sum for each table.

    What is asked out of turn is counted question by question, and by whether its player was on vacation; one
    that orders or a bot answered at once is a wait of no time. Seats that are asked at once are one wait of
    their table.
    """
    each: list[float] = []
    sums: list[float] = []
    own: list[float] = []
    asked: list[Asked] = []
    for game in games:
        rows = Question.objects.filter(game=game, is_side=False, number__gt=0, closed_at__isnull=False)
        of_others = list(rows.filter(on_turn_clock=False).select_related("seat").order_by("opened_at"))
        asked += [asked_of(row, by_player) for row in of_others]
        stored = set(Question.objects.filter(game=game).values_list("number", flat=True))
        asked += [
            Asked(found.what, is_away(by_player, found.player, found.at, found.at), AT_ONCE, 0)
            for (pk, number), found in at_once.answered.items()
            if pk == game and number not in stored
        ]
        merged = hours_of(of_others)
        each += merged
        sums.append(sum(merged))
        own.append(sum(hours_of([row]).pop() for row in rows.filter(on_turn_clock=True)))
    return {
        "waits_of_tables": percentiles(each),
        "asked_out_of_turn": summary(asked),
        "asked_on_vacation": summary([one for one in asked if one.on_vacation]),
        "asked_here": summary([one for one in asked if not one.on_vacation]),
        "asked_out_of_turn_but_windows": summary([one for one in asked if one.what != WINDOW]),
        "by_question": by_question(asked),
        "wait_hours_per_table": percentiles(sums),
        "own_turn_hours_per_table": percentiles(own),
    }


@dataclass(frozen=True)
class Asked:
    """A question out of turn: whether its player was on vacation, who answered, and after how many hours."""

    what: str
    on_vacation: bool
    by: str
    hours: float


def asked_of(row: Question, by_player: dict[int, Person]) -> Asked:
    assert row.closed_at is not None
    on_vacation = is_away(by_player, row.seat.player_id, row.opened_at, row.closed_at)
    return Asked(row.what, on_vacation, row.closed_by, hours_of([row]).pop())


def summary(asked: Sequence[Asked]) -> dict[str, Any]:
    """How long questions waited: all of them, and those that were not answered at once; and who answered."""
    return {
        "all": percentiles([one.hours for one in asked]),
        "not_at_once": percentiles([one.hours for one in asked if one.by != AT_ONCE]),
        "answered_by": dict(Counter(one.by for one in asked)),
    }


def by_question(asked: Sequence[Asked]) -> dict[str, Any]:
    """How long questions of each kind waited, those that were answered at once included."""
    found: dict[str, list[float]] = {}
    for one in asked:
        found.setdefault(f"{one.what}, {'on vacation' if one.on_vacation else 'here'}", []).append(one.hours)
    return {name: percentiles(values) for name, values in sorted(found.items())}


def too_long(waits: dict[str, Any], orders: str) -> list[str]:
    """Say if tables wait too long for people who are not in turn (docs/decisions/0042 and 0048).

    Where everybody wants to be asked about everything, that holds for those on vacation alone.
    """
    gates = {"people on vacation": waits["asked_on_vacation"]["all"]}
    if orders != "without":
        gates["people out of turn"] = waits["asked_out_of_turn"]["all"]
    return [
        f"95 % of the waits for {who} take {found['p95']} h, not {MOST_WAITED}"
        for who, found in gates.items()
        if found["count"] and found["p95"] > MOST_WAITED
    ]


def is_away(by_player: dict[int, Person], player: int | None, start: datetime, end: datetime) -> bool:
    """Whether a vacation of this player took some of a spell."""
    person = by_player.get(player or 0)
    return person is not None and any(first <= end and start < last for first, last in person.vacations)


def hours_of(questions: Iterable[Question]) -> list[float]:
    """How long these questions were open, each spell in which one or more were."""
    spans = [(row.opened_at, row.closed_at) for row in questions if row.closed_at is not None]
    return [(end - begin) / timedelta(hours=1) for begin, end in merge(spans)]


def merge(spans: Iterable[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    """Join spells that overlap: several seats asked at once are one wait."""
    found: list[tuple[datetime, datetime]] = []
    for begin, end in spans:
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def percentiles(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"count": 0}
    steps = statistics.quantiles(values, n=20, method="inclusive") if len(values) > 1 else [*values] * 19
    return {
        "count": len(values),
        "median": round(steps[9], 2),
        "p95": round(steps[18], 2),
        "most": round(max(values), 2),
        "mean": round(statistics.fmean(values), 2),
    }
