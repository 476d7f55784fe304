"""What a recorded game on the board shows, in words to look for."""

from collections.abc import Sequence

from engine.board.pegs import in_words
from engine.board.spaces import PEGS, PORTALS, RULE_PEGS
from engine.card import Shift
from engine.cards import card
from engine.outcomes import (
    Ended,
    GoalCollected,
    Joined,
    Left,
    NoEffect,
    Outcome,
    PegMoved,
    PegsReset,
    PieceBumped,
    PieceMoved,
    Played,
    TileRotated,
    TileUprooted,
    TurnBegan,
    Won,
)

SETTINGS = {f"{peg} at {in_words(peg, says)}" for peg, holes in PEGS.items() for says in holes}
RARE = {
    "bumps through a portal",
    "bumps its own piece",
    "moves through a portal",
    "hops from portal to portal",
    "rotates the start tile",
    "uproots the start tile",
    "collects on another's turn",
    "collects two at once",
    "finds a peg at its end",
    "won on another's turn",
    "won by lowering the win peg",
    "joined",
    "left",
}


def board_features(told: Sequence[Outcome]) -> set[str]:
    """``plays spin-two``, ``collects moon-sun``, ``draw at 5``, and each of ``RARE`` that it shows."""
    found, turn = set[str](), None
    for before, outcome in zip([None, *told], told, strict=False):
        match outcome:
            case TurnBegan(seat=seat):
                turn = seat
            case Played(card=played):
                found.add(f"plays {played}")
            case NoEffect(card=played) if isinstance(card(played), Shift):
                found.add("finds a peg at its end")
            case PegMoved(peg=peg, setting=setting):
                found.add(f"{peg} at {setting}")
            case PegsReset():
                found |= {f"{peg} at {in_words(peg, PEGS[peg][0])}" for peg in RULE_PEGS}
            case Joined() | Left() | Ended():
                found.add(type(outcome).__name__.lower())
            case GoalCollected(seat=seat, goal=goal):
                found.add(f"collects {goal}")
                found |= {"collects on another's turn"} if seat != turn else set()
                found |= {"collects two at once"} if isinstance(before, GoalCollected) else set()
            case Won(seat=seat):
                found |= {"won on another's turn"} if seat != turn else set()
                lowered = isinstance(before, PegMoved) and before.peg == "win"
                found |= {"won by lowering the win peg"} if lowered else set()
            case _:
                found |= _moves(before, outcome)
    return found


def _moves(before: Outcome | None, outcome: Outcome) -> set[str]:
    match outcome:
        case PieceMoved(source=source, target=target, entered=entered):
            if entered:
                return {"moves through a portal"}
            return {"hops from portal to portal"} if {source, target} == set(PORTALS) else set()
        case PieceBumped(colour=colour, entered=entered):
            own = isinstance(before, PieceMoved) and before.colour == colour
            through = {"bumps through a portal"} if entered else set()
            return through | ({"bumps its own piece"} if own else set())
        case TileRotated(tile="start"):
            return {"rotates the start tile"}
        case TileUprooted(tile="start"):
            return {"uproots the start tile"}
    return set()
