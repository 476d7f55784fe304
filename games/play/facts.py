"""Writes the facts of a game as it ends, and those of games that ended before there were any.

They follow from what everybody was told (`games.history.end_events`) and from what lies face up at the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, F, Sum

import engine
from games import clock
from games.core import access
from games.core.change import Change
from games.core.errors import Tally
from games.core.postponed import run_due, run_isolated
from games.history.end_events import Event, read_end
from games.history.near_wins import near_wins
from games.history.why_it_ended import find_deciding_cards
from games.models import BY_PEOPLE, Game, GameFacts, Heartbeat, Question, Seat, SeatFacts

WORK, NAME = "the facts of game", "facts"
EVERY = timedelta(hours=1)
# A game of more moves is left to the sweep: reading them would hold its lock for long.
MOST_MOVES_AT_END = 2000
BATCH = 20
# A row keeps the first goals and thefts of a game: somebody may make a deck that knows nothing else.
MOST_LISTED = 200


class Answers(NamedTuple):
    """How many timed answers somebody gave in person, and how long they took for them in all."""

    given: int = 0
    took: timedelta = timedelta()


NONE = Answers()


def do_write_facts(change: Change) -> None:
    """Write the facts of a game that has just ended by its rules, in the transaction of its end.

    It ends whatever comes of them: where they fail, that is logged, and the sweep tries again. A very long
    game is left to the sweep.
    """
    if change.game.version > MOST_MOVES_AT_END:
        return
    view, seats = change.engine_game.view(None), list(change.seats.values())
    run_isolated(WORK, change.game.pk, lambda _pk: _write(change.game, seats, view))


def fill_in_facts(*, stop_at: float) -> Tally:
    """Write the facts of games that have none, the newest first; once none lacks them, it looks hourly."""
    now = clock.now()
    last = Heartbeat.objects.filter(name=NAME).values_list("at", flat=True).first()
    if last is not None and last <= now < last + EVERY:
        return Tally()
    due = Game.objects.filter(status=Game.Status.FINISHED, facts=None).order_by("-finished_at")
    tally = run_due(WORK, due, _fill_in, stop_at=stop_at, most=BATCH)
    if tally.did < BATCH:
        Heartbeat.objects.update_or_create(name=NAME, defaults={"at": now, "did": tally.did})
    return tally


def _fill_in(pk: int) -> None:
    game = Game.objects.get(pk=pk)
    view = access.view(game, None)
    if view is not None:
        _write(game, list(game.seats.all()), view)


@transaction.atomic
def _write(game: Game, seats: Sequence[Seat], view: engine.View) -> None:
    facts, of_seats = derive_facts(game, seats, read_end(game, view, most=None), view)
    facts.save(force_insert=True)
    SeatFacts.objects.bulk_create(of_seats)


def derive_facts(
    game: Game, seats: Sequence[Seat], events: Sequence[Event], view: engine.View
) -> tuple[GameFacts, list[SeatFacts]]:
    """Return the facts of a game by all that everybody was told, the oldest first, and the public view."""
    wins = [each.outcome for each in events if isinstance(each.outcome, engine.Won)]
    met = wins[-1].goals if wins else ()
    goals_set, thefts = list(_goals_set(game, events)), list(_thefts(events))
    facts = GameFacts(
        game=game,
        edition=game.edition if game.edition in {each.slug for each in engine.all_editions()} else "",
        between_people=sum(seat.is_person for seat in seats) > 1,
        turns=view.turn_number,
        goal=next(iter(met), ""),
        cards=find_deciding_cards(view, met or view.goals),
        goals_set=goals_set[:MOST_LISTED],
        thefts=thefts[:MOST_LISTED],
    )
    turns = Counter(each.outcome.seat for each in events if isinstance(each.outcome, engine.TurnBegan))
    missing = {near.seat: near.card for near in near_wins(view)}
    answers = _count_answers(game)
    return facts, [
        SeatFacts(
            seat=seat,
            facts=facts,
            has_won=seat.number == view.winner,
            turns=turns[seat.number],
            goals_set=sum(each["seat"] == seat.number for each in goals_set),
            taken=sum(each["seat"] == seat.number for each in thefts),
            lost=sum(each["source"] == seat.number for each in thefts),
            answers=answers.get(seat.pk, NONE).given,
            waited=answers.get(seat.pk, NONE).took,
            missing=missing.get(seat.number, ""),
        )
        for seat in seats
    ]


def _goals_set(game: Game, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    cards = engine.cards_of(game.edition)
    for each in events:
        played = each.outcome
        if isinstance(played, engine.Played) and not played.face_down and cards[played.card].kind == "goal":
            yield {"turn": each.turn, "seat": played.seat, "card": played.card}


def _thefts(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    for each in events:
        taken = each.outcome
        if isinstance(taken, engine.KeeperTaken):
            yield {"turn": each.turn, "seat": taken.seat, "source": taken.source, "card": taken.card}


def _count_answers(game: Game) -> dict[int, Answers]:
    """Count, by seat, what its last player was asked and answered in person."""
    answered = Question.objects.filter(
        game=game, closed_by__in=BY_PEOPLE, took__isnull=False, counts_for=F("seat__player")
    )
    found = answered.order_by().values("seat").annotate(count=Count("pk"), took=Sum("took"))
    return {each["seat"]: Answers(each["count"], each["took"]) for each in found}
