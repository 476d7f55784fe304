"""The board as it is retold: what outcomes make of an earlier one.

It knows nothing of the rules, only what each outcome says; so it finds what was changed and not told, and
what was told and not done.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from engine.board.layout import corners, read_place, write_place
from engine.board.pegs import in_words
from engine.board.spaces import COLOURS, PEGS, PIECES, PORTALS, RULE_PEGS, START
from engine.board.view import BoardView
from engine.outcomes import (
    ColoursChanged,
    GoalCollected,
    GoalSunk,
    Joined,
    Left,
    Outcome,
    PegMoved,
    PegsReset,
    PieceBumped,
    PieceLeapt,
    PieceMoved,
    PieceSentBack,
    Played,
    TileRotated,
    TilesSwitched,
    TileUprooted,
)


class Untrue(ValueError):
    """An outcome tells of something that can't have happened on the board as it was."""


class _Lying(NamedTuple):
    x: int
    y: int
    turns: int


class _Told:
    """A board that changes as it is told."""

    def __init__(self, board: BoardView, goals: frozenset[str]) -> None:
        self.goals = goals
        self.tiles = {tile.name: _Lying(tile.x, tile.y, tile.turns) for tile in board.tiles}
        self.pieces = {colour: list(spaces) for colour, spaces in board.pieces.items()}
        self.colours = dict(board.colours)
        self.pegs = dict(board.pegs)
        self.stack = list(board.stack)
        self.collected = {seat: list(goals) for seat, goals in board.collected.items()}
        self.moved = board.moved

    def hear(self, outcome: Outcome) -> None:
        """Change as one outcome says.  Raises ``Untrue``, ``KeyError`` or ``ValueError`` if that can't be."""
        match outcome:
            case PieceMoved():
                self._step(outcome)
                self.moved += 1
                _must(self.colours[outcome.seat] == outcome.colour, "A seat moved a piece of another.")
            case PieceBumped():
                self._step(outcome)
            case PieceLeapt():
                self._put(outcome.colour, outcome.source, outcome.target)
            case PieceSentBack():
                self._put(outcome.colour, outcome.source, START)
            case TileRotated():
                lying = self.tiles[outcome.tile]
                turns = (lying.turns + outcome.degrees // 90) % 4
                _must(turns != lying.turns, "A tile was turned, and lies as it lay.")
                self.tiles[outcome.tile] = lying._replace(turns=turns)
                self.moved += not outcome.why
            case TileUprooted():
                lying = self.tiles[outcome.tile]
                _must(write_place(lying.x, lying.y) == outcome.source, "A tile was not where it came from.")
                self.tiles[outcome.tile] = _Lying(*read_place(outcome.place), lying.turns)
                self.moved += not outcome.why
            case TilesSwitched():
                one, two = self.tiles[outcome.tile], self.tiles[outcome.other]
                self.tiles[outcome.tile] = _Lying(two.x, two.y, one.turns)
                self.tiles[outcome.other] = _Lying(one.x, one.y, two.turns)
            case _:
                self._hear_of_rules(outcome)

    def _hear_of_rules(self, outcome: Outcome) -> None:
        match outcome:
            case PegMoved():
                says = [in_words(outcome.peg, setting) for setting in PEGS[outcome.peg]]
                hole = says.index(outcome.setting)
                _must(abs(hole - self.pegs[outcome.peg]) == 1, "A peg was moved by more than one hole.")
                self.pegs[outcome.peg] = hole
            case PegsReset():
                self.pegs |= dict.fromkeys(RULE_PEGS, 0)
            case Played(card=card) if card in self.goals:
                self.stack.insert(0, card)
            case GoalCollected():
                _must(self.stack.pop(0) == outcome.goal, "A goal was collected that was not on top.")
                self.collected[outcome.seat].append(outcome.goal)
                _must(len(self.collected[outcome.seat]) == outcome.count, "Collected goals were miscounted.")
            case GoalSunk():
                _must(self.stack[0] == outcome.goal, "A goal was sunk that was not on top.")
                self.stack.append(self.stack.pop(0))
            case ColoursChanged():
                self.colours |= outcome.colours
            case Joined():
                colour = next(colour for colour in COLOURS if colour not in self.pieces)
                self.colours[outcome.seat] = colour
                self.pieces[colour] = [START] * PIECES
                self.collected[outcome.seat] = []
            case Left():
                del self.pieces[self.colours.pop(outcome.seat)]
                del self.collected[outcome.seat]

    def _step(self, outcome: PieceMoved | PieceBumped) -> None:
        self._put(outcome.colour, outcome.source, outcome.target)
        if outcome.entered:
            _must({outcome.entered, outcome.target} == set(PORTALS), "A portal leads elsewhere.")

    def _put(self, colour: str, source: str, target: str) -> None:
        self.pieces[colour].remove(source)
        self.pieces[colour].append(target)


def retell(board: BoardView, outcomes: Iterable[Outcome], goals: frozenset[str]) -> BoardView:
    """The board after these outcomes; ``goals`` are the slugs of the deck's goals.

    What depends on whose turn it is stays: ``moved`` counts on, ``moves_left`` is as before.  Raises
    ``Untrue``, ``KeyError`` or ``ValueError`` for an outcome that can't be.
    """
    told = _Told(board, goals)
    for outcome in outcomes:
        told.hear(outcome)
    return msgspec.structs.replace(
        board,
        tiles=tuple(
            msgspec.structs.replace(
                tile, x=lying.x, y=lying.y, turns=lying.turns, spaces=corners(tile.name, lying.turns)
            )
            for tile in board.tiles
            for lying in [told.tiles[tile.name]]
        ),
        pieces={colour: tuple(sorted(spaces)) for colour, spaces in told.pieces.items()},
        colours=told.colours,
        pegs=told.pegs,
        settings={peg: PEGS[peg][hole] for peg, hole in told.pegs.items()},
        stack=tuple(told.stack),
        collected={seat: tuple(taken) for seat, taken in told.collected.items()},
        moved=told.moved,
    )


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise Untrue(sentence)
