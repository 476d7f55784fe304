"""Outcomes: what happened, as values, in the order in which it happened.

An outcome may hold cards that only some seats may know.  ``seen_by`` is the only way from an
outcome to a log line, a page or a mail: it returns what one seat, or a spectator, may know.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.outcomes.base import FACE_DOWN, Unknown
from engine.outcomes.board import (
    ColoursChanged,
    GoalCollected,
    GoalSunk,
    PegMoved,
    PegsReset,
    PieceBumped,
    PieceLeapt,
    PieceMoved,
    PieceSentBack,
    StackLaid,
    TileRotated,
    TilesSwitched,
    TileUprooted,
)
from engine.outcomes.cards import (
    Answered,
    Attached,
    Cancelled,
    CardsTaken,
    CreeperCame,
    CreeperMoved,
    CreeperRemoved,
    Declared,
    HandsRotated,
    HandWon,
    Judged,
    KeeperGiven,
    KeepersDealt,
    KeepersExchanged,
    KeeperTaken,
    Lapsed,
    PileRenewed,
    Quizzed,
    RuleEntered,
    RuleStayed,
    Said,
    SeatsShifted,
    Stood,
    Surprised,
    Threw,
    TurnedDown,
    TurnedUp,
    TurnGained,
    Used,
    Zapped,
)
from engine.outcomes.shared import (
    CardGiven,
    Decided,
    Discarded,
    Drew,
    DrewAside,
    Ended,
    GameBegan,
    HandsTraded,
    Joined,
    Left,
    NoEffect,
    Played,
    Reshuffled,
    TurnBegan,
    Won,
)

OfAll = (
    GameBegan
    | TurnBegan
    | Drew
    | DrewAside
    | Reshuffled
    | Played
    | Discarded
    | HandsTraded
    | CardGiven
    | NoEffect
    | Decided
    | Joined
    | Left
    | Won
    | Ended
)

OfCards = (
    Used
    | KeeperTaken
    | KeeperGiven
    | KeepersExchanged
    | KeepersDealt
    | HandsRotated
    | SeatsShifted
    | HandWon
    | CardsTaken
    | Zapped
    | PileRenewed
    | Threw
    | Declared
    | TurnGained
    | CreeperCame
    | CreeperMoved
    | CreeperRemoved
    | Attached
    | TurnedDown
    | TurnedUp
    | Surprised
    | Cancelled
    | Stood
    | Said
    | RuleEntered
    | RuleStayed
    | Quizzed
    | Answered
    | Lapsed
    | Judged
)

OfBoard = (
    StackLaid
    | PegMoved
    | PegsReset
    | PieceMoved
    | PieceBumped
    | PieceLeapt
    | PieceSentBack
    | TileRotated
    | TileUprooted
    | TilesSwitched
    | GoalCollected
    | GoalSunk
    | ColoursChanged
)

Outcome = OfAll | OfCards | OfBoard | Unknown


# msgspec takes the types of a union apart in each call, for fifty times as long as it reads an outcome; those
# of a struct it keeps.
class _Stored(msgspec.Struct):
    outcomes: tuple[Outcome, ...]


class _StoredOne(msgspec.Struct):
    outcome: Outcome


def seen_by(outcome: Outcome, seat: int | None) -> Outcome | None:
    """What ``seat`` (None for a spectator) may know of an outcome; None if nothing at all."""
    if isinstance(outcome, Decided):
        return None
    if isinstance(outcome, KeepersDealt):
        return _dealt_as_seen(outcome, seat)
    knowing, hidden = _secret_of(outcome)
    if not hidden or (seat is not None and seat in knowing):
        return outcome
    return msgspec.structs.replace(outcome, **hidden)


def _secret_of(outcome: Outcome) -> tuple[tuple[int | None, ...], dict[str, Any]]:
    """The seats that may know all of an outcome, and what the others see in place of some of its fields."""
    match outcome:
        case Drew() | DrewAside() | Joined():
            return (outcome.seat,), {"cards": ()}
        case CardsTaken():
            return (outcome.seat, outcome.source), {"cards": ()}
        case CardGiven():
            return (outcome.seat, outcome.other), {"card": ""}
        case Played(face_down=True):
            return (outcome.seat,), {"card": FACE_DOWN}
        case Attached(face_down=True):
            return (outcome.seat,), {"keeper": FACE_DOWN}
        case KeeperTaken(face_down=True) | Zapped(face_down=True):
            return (outcome.seat, outcome.source), {"card": FACE_DOWN}
        case KeepersExchanged():
            return (outcome.seat, outcome.other), dict.fromkeys(outcome.face_down, FACE_DOWN)
        case KeeperGiven(face_down=True):
            return (outcome.seat, outcome.other), {"card": FACE_DOWN}
    return (), {}


def _dealt_as_seen(outcome: KeepersDealt, seat: int | None) -> KeepersDealt:
    dealt = {
        owner: tuple(
            FACE_DOWN if owner != seat and place in outcome.face_down.get(owner, ()) else card
            for place, card in enumerate(cards)
        )
        for owner, cards in outcome.dealt.items()
    }
    return msgspec.structs.replace(outcome, dealt=dealt)


def dump_outcomes(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Outcomes as plain lists and dicts, ready for a JSON column."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(list(outcomes), str_keys=True)
    return plain


def load_outcomes(plain: Sequence[Any]) -> tuple[Outcome, ...]:
    """The outcomes that ``dump_outcomes`` wrote, here or in another release; see ``Unknown``."""
    try:
        return msgspec.convert({"outcomes": list(plain)}, _Stored, strict=False).outcomes
    except msgspec.ValidationError:
        return tuple(_load_outcome(each) for each in plain)


def _load_outcome(plain: Any) -> Outcome:
    try:
        return msgspec.convert({"outcome": plain}, _StoredOne, strict=False).outcome
    except msgspec.ValidationError:
        code = plain.get("type") if isinstance(plain, dict) else None
        return Unknown(code if isinstance(code, str) else "")
