"""What happened at the end of a game, as everybody was told it, with the turns in which it happened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

import engine
from games.core.window_passes import without_passes
from games.models import Game, Move

from .game_history import undone_among
from .narrator import Viewer

MOST_MOVES = 400  # as many as two pages of the history: what is older is not looked for
# What follows from other things, and decides nothing by itself.
_BYPLAY = (engine.TurnBegan, engine.Reshuffled, engine.Used, engine.Discarded, engine.GoalCollected)
# After the last card has come to the winner, one of these may still have been missing.
_DECISIVE = (
    engine.Played,
    engine.KeeperTaken,
    engine.CreeperMoved,
    engine.CreeperRemoved,
    engine.RuleEntered,
)


@dataclass(frozen=True)
class Event:
    """An outcome, and the number of the turn in which it happened."""

    turn: int
    outcome: engine.Outcome


def read_end(game: Game, view: engine.View, most: int | None = MOST_MOVES) -> Sequence[Event]:
    """Return what led to the end of a game, the oldest first, without what was undone.

    It looks at the last `most` moves, or at all of them.
    """
    return _tell(game, view, _public_moves(game)[:most])


def read_span(game: Game, view: engine.View, since: datetime, until: datetime, most: int) -> Sequence[Event]:
    """Return what happened in a game from one instant to another; of more than `most` moves the last ones.

    The numbers of turns are right from the first one on that began then.
    """
    return _tell(game, view, _public_moves(game).filter(created_at__gte=since, created_at__lt=until)[:most])


def last_move_at(game: Game) -> datetime | None:
    """Return when the last move was made of which everybody knows."""
    return _public_moves(game).values_list("created_at", flat=True).first()


def _public_moves(game: Game) -> QuerySet[Move]:
    """Return the moves of which everybody knows, the last first."""
    return without_passes(game, game.moves.exclude(kind=Move.Kind.EVENT)).order_by("-version")


def _tell(game: Game, view: engine.View, moves: QuerySet[Move]) -> Sequence[Event]:
    undone, everybody = undone_among(moves), Viewer(game, ())
    played = [move for move in reversed(moves) if move.version not in undone]
    told = [outcome for move in played for outcome in everybody.outcomes_of(move)]
    begun = next((each.number for each in told if isinstance(each, engine.TurnBegan)), view.turn_number + 1)
    turn, events = begun - 1, []
    for outcome in told:
        turn = outcome.number if isinstance(outcome, engine.TurnBegan) else turn
        events.append(Event(turn, outcome))
    return events


def before_end(events: Sequence[Event]) -> Sequence[Event]:
    """Return what happened before the outcome that ended the game; all, where it is not among them."""
    ends = (place for place, each in enumerate(events) if isinstance(each.outcome, engine.Won | engine.Ended))
    return events[: max(ends, default=len(events))]


def find_last(events: Sequence[Event], is_wanted: Callable[[engine.Outcome], bool]) -> int | None:
    """Return the place of the last event of a kind."""
    return max((place for place, each in enumerate(events) if is_wanted(each.outcome)), default=None)


def find_trigger(events: Sequence[Event]) -> Event | None:
    """Return the last event, which decided the game, but for what only follows from others."""
    return next((each for each in reversed(events) if not isinstance(each.outcome, _BYPLAY)), None)


def is_decided_by(events: Sequence[Event], place: int) -> bool:
    """Whether nothing after this event can have decided the game."""
    return not any(isinstance(each.outcome, _DECISIVE) for each in events[place + 1 :])


def collecting_turns(events: Sequence[Event]) -> dict[str, int]:
    """Return in which turn each goal of the board game was collected."""
    turns = {}
    for event in events:
        if isinstance(event.outcome, engine.GoalCollected):
            turns[event.outcome.goal] = event.turn
    return turns


def cards_brought(outcome: engine.Outcome, seat: int) -> frozenset[str]:
    """Return the cards that an outcome has put in front of a seat."""
    match outcome:
        case (
            engine.Played(seat=to, card=card)
            | engine.KeeperTaken(seat=to, card=card)
            | engine.KeeperGiven(other=to, card=card)
            | engine.CreeperCame(seat=to, card=card)
            | engine.CreeperMoved(seat=to, card=card)
        ) if to == seat:
            return frozenset([card])
        case engine.KeepersExchanged(seat=giver, other=other) if seat in (giver, other):
            return frozenset([outcome.taken if seat == giver else outcome.given])
        case engine.KeepersDealt(dealt=dealt):
            return frozenset(dealt.get(seat, ()))
        case engine.TurnedUp(seat=to, cards=cards) if to == seat:
            return frozenset(cards)
    return frozenset()
