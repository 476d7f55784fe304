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

__all__ = [
    "FACE_DOWN",
    "Answered",
    "Attached",
    "Cancelled",
    "CardGiven",
    "CardsTaken",
    "ColoursChanged",
    "CreeperCame",
    "CreeperMoved",
    "CreeperRemoved",
    "Decided",
    "Declared",
    "Discarded",
    "Drew",
    "DrewAside",
    "Ended",
    "GameBegan",
    "GoalCollected",
    "GoalSunk",
    "HandWon",
    "HandsRotated",
    "HandsTraded",
    "Joined",
    "Judged",
    "KeeperGiven",
    "KeeperTaken",
    "KeepersDealt",
    "KeepersExchanged",
    "Lapsed",
    "Left",
    "NoEffect",
    "OfAll",
    "OfBoard",
    "OfCards",
    "Outcome",
    "PegMoved",
    "PegsReset",
    "PieceBumped",
    "PieceLeapt",
    "PieceMoved",
    "PieceSentBack",
    "PileRenewed",
    "Played",
    "Quizzed",
    "Reshuffled",
    "RuleEntered",
    "RuleStayed",
    "Said",
    "SeatsShifted",
    "StackLaid",
    "Stood",
    "Surprised",
    "Threw",
    "TileRotated",
    "TileUprooted",
    "TilesSwitched",
    "TurnBegan",
    "TurnGained",
    "TurnedDown",
    "TurnedUp",
    "Unknown",
    "Used",
    "Won",
    "Zapped",
    "dump_outcomes",
    "load_outcomes",
    "seen_by",
]


def seen_by(outcome: Outcome, seat: int | None) -> Outcome | None:
    """What ``seat`` (None for a spectator) may know of an outcome; None if nothing at all."""
    match outcome:
        case Decided():
            return None
        case Drew() | DrewAside() | Joined():
            return outcome if seat == outcome.seat else msgspec.structs.replace(outcome, cards=())
        case CardsTaken():
            knows = seat is not None and seat in (outcome.seat, outcome.source)
            return outcome if knows else msgspec.structs.replace(outcome, cards=())
        case CardGiven():
            knows = seat is not None and seat in (outcome.seat, outcome.other)
            return outcome if knows else msgspec.structs.replace(outcome, card="")
        case Played(face_down=True) | Attached(face_down=True) if seat != outcome.seat:
            name = "card" if isinstance(outcome, Played) else "keeper"
            return msgspec.structs.replace(outcome, **{name: FACE_DOWN})
        case KeeperTaken(face_down=True) | Zapped(face_down=True):
            knows = seat is not None and seat in (outcome.seat, outcome.source)
            return outcome if knows else msgspec.structs.replace(outcome, card=FACE_DOWN)
        case KeepersExchanged() if seat is None or seat not in (outcome.seat, outcome.other):
            return msgspec.structs.replace(outcome, **dict.fromkeys(outcome.face_down, FACE_DOWN))
        case KeeperGiven(face_down=True):
            knows = seat is not None and seat in (outcome.seat, outcome.other)
            return outcome if knows else msgspec.structs.replace(outcome, card=FACE_DOWN)
        case KeepersDealt() if outcome.face_down:
            return _dealt_as_seen(outcome, seat)
    return outcome


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
        return msgspec.convert(list(plain), tuple[Outcome, ...], strict=False)
    except msgspec.ValidationError:
        return tuple(_load_outcome(each) for each in plain)


def _load_outcome(plain: Any) -> Outcome:
    try:
        outcome: Outcome = msgspec.convert(plain, Outcome, strict=False)
    except msgspec.ValidationError:
        code = plain.get("type") if isinstance(plain, dict) else None
        return Unknown(code if isinstance(code, str) else "")
    return outcome
