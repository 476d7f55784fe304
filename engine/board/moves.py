"""The moves of the board: which there are, and how each is made.

A move is a value; its label is what an answer says.  Which moves the pegs allow is for ``legal_moves``; cards
turn and carry tiles, and send pieces anywhere, whatever the pegs say.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from engine.board.layout import NAMES, layout, read_place, steps, uproots, write_place
from engine.board.spaces import OPEN, PORTALS, START
from engine.board.table import BoardTable, Lying
from engine.outcomes.board import (
    PieceBumped,
    PieceLeapt,
    PieceMoved,
    PieceSentBack,
    TileRotated,
    TilesSwitched,
    TileUprooted,
)


class PieceStep(msgspec.Struct, frozen=True):
    """A piece goes from one space into another; what stands there is pushed into ``bump``.

    ``target`` and ``bump`` are what is entered: a portal carries on to the other one.  From portal to portal
    it is the hop.
    """

    source: str
    target: str
    bump: str = ""

    @property
    def label(self) -> str:
        """``bread>love``, ``bread>love!peace``."""
        bumped = f"!{self.bump}" if self.bump else ""
        return f"{self.source}>{self.target}{bumped}"


class Rotation(msgspec.Struct, frozen=True):
    """A tile turns clockwise by 90, 180 or 270 degrees."""

    tile: str
    degrees: int

    @property
    def label(self) -> str:
        """``rotate:a:90``."""
        return f"rotate:{self.tile}:{self.degrees}"


class Uprooting(msgspec.Struct, frozen=True):
    """A tile is carried, as it lies, to another place."""

    tile: str
    place: str

    @property
    def label(self) -> str:
        """``uproot:a:2/-1``."""
        return f"uproot:{self.tile}:{self.place}"


class Leap(msgspec.Struct, frozen=True):
    """A piece goes from one space to any other, by a card; what stands there goes to the start tile."""

    source: str
    target: str

    @property
    def label(self) -> str:
        """``start>bread``."""
        return f"{self.source}>{self.target}"


BoardMove = PieceStep | Rotation | Uprooting

_OTHER = dict(zip(PORTALS, reversed(PORTALS), strict=True))
_ROTATIONS = {
    rotation.label: rotation
    for rotation in (Rotation(tile, degrees) for tile in NAMES for degrees in (90, 180, 270))
}


def legal_moves(table: BoardTable, colour: str) -> dict[str, BoardMove]:
    """All moves that the pieces of a colour and the pegs allow now, by label, in a fixed order."""
    moves: dict[str, BoardMove] = {step.label: step for step in _steps(table, colour)}
    if table.setting("rotate"):
        moves |= _ROTATIONS
    if table.setting("uproot"):
        moves |= uprootings(table)
    return moves


def can_move(table: BoardTable, colour: str) -> bool:
    """Whether there is any legal move."""
    if table.setting("rotate") or next(_steps(table, colour), None) is not None:
        return True
    return bool(table.setting("uproot") and uproots(layout(table)))


def rotations(table: BoardTable, but: str = "") -> dict[str, Rotation]:
    """All rotations, whatever the peg says; with ``but`` none of that tile."""
    return {label: rotation for label, rotation in _ROTATIONS.items() if rotation.tile != but}


def uprootings(table: BoardTable) -> dict[str, Uprooting]:
    """All uprootings that leave the nine tiles in one group, whatever the peg says."""
    return dict([_uprooting(tile, x, y) for tile, (x, y) in uproots(layout(table))])


def leaps(table: BoardTable, colour: str, targets: Iterable[str]) -> dict[str, Leap]:
    """All leaps of a colour's pieces to one of these spaces, but to the one where the piece stands."""
    targets = list(targets)
    found = [
        Leap(source, target)
        for source in dict.fromkeys(table.pieces[colour])
        for target in targets
        if target != source
    ]
    return {leap.label: leap for leap in found}


def _steps(table: BoardTable, colour: str) -> Iterator[PieceStep]:
    """The steps and hops of a colour's pieces; equal pieces count once."""
    ways = steps(layout(table), bool(table.setting("wraparound")))
    held = {space for pieces in table.pieces.values() for space in pieces} - OPEN
    for source in dict.fromkeys(table.pieces[colour]):
        hop = _OTHER.get(source)
        for target in ways[source]:
            if target in held:
                for bump in ways[target]:
                    if bump not in held and source not in (bump, _OTHER.get(bump)):
                        yield PieceStep(source, target, bump)
            elif target != hop:
                yield PieceStep(source, target)
        if hop:
            yield PieceStep(source, hop)


@lru_cache(maxsize=16384)
def _uprooting(tile: str, x: int, y: int) -> tuple[str, Uprooting]:
    uprooting = Uprooting(tile, write_place(x, y))
    return uprooting.label, uprooting


def do_move(table: BoardTable, seat: int, move: BoardMove, why: str = "") -> None:
    """Make a legal move for a seat, and tell of it; ``why`` is the card that causes it, if one does."""
    if isinstance(move, PieceStep):
        _do_step(table, seat, move)
    elif isinstance(move, Rotation):
        lying = table.tiles[move.tile]
        table.tiles[move.tile] = Lying(lying.x, lying.y, (lying.turns + move.degrees // 90) % 4)
        table.tell(TileRotated(seat, move.tile, move.degrees, why))
    else:
        lying = table.tiles[move.tile]
        table.tiles[move.tile] = Lying(*read_place(move.place), lying.turns)
        table.tell(TileUprooted(seat, move.tile, write_place(lying.x, lying.y), move.place, why))


def _do_step(table: BoardTable, seat: int, step: PieceStep) -> None:
    colour, source, target = table.colours[seat], step.source, step.target
    bumped = _standing(table, target) if step.bump else ""
    stands = target if source in PORTALS and target in PORTALS else _OTHER.get(target, target)
    _put(table, colour, source, stands)
    table.tell(PieceMoved(seat, colour, source, stands, "" if stands == target else target))
    if bumped:
        stands = _OTHER.get(step.bump, step.bump)
        _put(table, bumped, target, stands)
        table.tell(PieceBumped(seat, bumped, target, stands, "" if stands == step.bump else step.bump))


def do_leap(table: BoardTable, seat: int, leap: Leap, why: str) -> None:
    """Make a leap for a seat: who stands on an item, own pieces too, goes to the start tile.

    Portals carry nobody who leaps onto them (O5).
    """
    colour = table.colours[seat]
    sent = "" if leap.target in OPEN else _standing(table, leap.target)
    _put(table, colour, leap.source, leap.target)
    table.tell(PieceLeapt(seat, colour, leap.source, leap.target, why))
    if sent:
        send_back(table, seat, sent, leap.target, why)


def send_back(table: BoardTable, seat: int, colour: str, space: str, why: str) -> None:
    """Send a piece of a colour from a space to the start tile."""
    _put(table, colour, space, START)
    table.tell(PieceSentBack(seat, colour, space, why))


def switch_tiles(table: BoardTable, seat: int, tile: str, other: str, why: str) -> None:
    """Let two tiles change places, each as it lies and with its pieces."""
    one, two = table.tiles[tile], table.tiles[other]
    table.tiles[tile] = Lying(two.x, two.y, one.turns)
    table.tiles[other] = Lying(one.x, one.y, two.turns)
    table.tell(TilesSwitched(seat, tile, other, why))


def _standing(table: BoardTable, space: str) -> str:
    """The first colour with a piece on a space; empty if there is none."""
    return next((colour for colour, pieces in table.pieces.items() if space in pieces), "")


def _put(table: BoardTable, colour: str, source: str, target: str) -> None:
    """Set a piece elsewhere.  Pieces are kept sorted, so that equal positions are equal tables."""
    pieces = table.pieces[colour]
    pieces.remove(source)
    pieces.append(target)
    pieces.sort()
