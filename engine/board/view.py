"""What lies on the board: all of it is public."""

from functools import cache

import msgspec

from engine.board import pegs
from engine.board.spaces import PEGS, START, TILES
from engine.board.table import BoardTable, Lying


class TileView(msgspec.Struct, frozen=True):
    """A tile and its place in the grid, y growing southwards.

    ``spaces`` are those at its north-west, north-east, south-west and south-east as it lies now; the start
    tile is one space.  ``turns`` are its quarter turns clockwise.
    """

    name: str
    x: int
    y: int
    turns: int
    spaces: tuple[str, str, str, str]


class BoardView(msgspec.Struct, frozen=True):
    """The board.

    ``pieces`` are the spaces of each colour in play, ``colours`` says who plays which.  ``pegs`` are holes
    from 0, ``settings`` what they say (switches 0 or 1; None for no hand limit).  ``stack`` has the goals,
    top first; ``collected`` those that each seat has met.  ``moved`` and ``moves_left`` speak of the seat in
    turn.
    """

    tiles: tuple[TileView, ...]
    pieces: dict[str, tuple[str, ...]]
    colours: dict[int, str]
    pegs: dict[str, int]
    settings: dict[str, int | None]
    stack: tuple[str, ...]
    collected: dict[int, tuple[str, ...]]
    moved: int
    moves_left: int


def show_board(table: BoardTable) -> BoardView:
    """Project the board."""
    return BoardView(
        tiles=tuple([_tile(name, table.tiles[name]) for name in (START, *TILES)]),
        pieces={colour: tuple(spaces) for colour, spaces in table.pieces.items()},
        colours={seat: table.colours[seat] for seat in table.order},
        pegs=dict(table.pegs),
        settings={peg: table.setting(peg) for peg in PEGS},
        stack=table.slugs(reversed(table.goals)),
        collected={seat: table.slugs(table.collected[seat]) for seat in table.order},
        moved=table.turn.moved,
        moves_left=pegs.moves_left(table),
    )


def _tile(name: str, lying: Lying) -> TileView:
    return TileView(name, lying.x, lying.y, lying.turns, spaces_of(name, lying.turns))


@cache  # of eight tiles in four turns
def spaces_of(name: str, turns: int) -> tuple[str, str, str, str]:
    """The spaces of a tile at its north-west, north-east, south-west and south-east, so often turned."""
    if name == START:
        return (START, START, START, START)
    spaces = TILES[name]
    for _ in range(turns % 4):
        north_west, north_east, south_west, south_east = spaces
        spaces = (south_west, north_west, south_east, north_east)
    return spaces
