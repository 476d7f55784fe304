"""Where the nine tiles lie: what one step enters, and which tile can be carried where.

Tiles lie in a grid of places without bounds, y growing southwards.  Each place has four cells; a tile has one
space at each, but the start tile is one space over its four.  A layout says for each tile, in the order of
``NAMES``, its place and its quarter turns, so that it can be a key: nothing here changes, and what was worked
out for a layout is kept.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.board.spaces import START, TILES
from engine.board.table import BoardTable, Lying

Place = tuple[int, int]
Layout = tuple[tuple[int, int, int], ...]
NAMES = (START, *TILES)
"""All nine tiles, in the order in which layouts list them."""

_KEPT = 1024  # layouts whose steps, and places whose uprootings are remembered; some 5 kB each
_ALONG_ROWS, _ALONG_COLUMNS = 0, 1


def layout_of(tiles: Mapping[str, Lying]) -> Layout:
    """The layout of tiles that go by name."""
    return tuple([(lying.x, lying.y, lying.turns) for lying in map(tiles.__getitem__, NAMES)])


def layout(table: BoardTable) -> Layout:
    """How the tiles of a table lie now."""
    return layout_of(table.tiles)


def write_place(x: int, y: int) -> str:
    """A place as it is written in labels: ``2/-1``."""
    return f"{x}/{y}"


def read_place(place: str) -> Place:
    """The numbers of a place, x and y; ``ValueError`` if it isn't written as one."""
    x, y = place.split("/")
    return int(x), int(y)


@lru_cache(maxsize=64)
def corners(tile: str, turns: int) -> tuple[str, str, str, str]:
    """The spaces of a tile as it lies after so many quarter turns clockwise: NW, NE, SW, SE."""
    if tile == START:
        return (START,) * 4
    nw, ne, sw, se = TILES[tile]
    for _ in range(turns % 4):
        nw, ne, sw, se = sw, nw, se, ne
    return nw, ne, sw, se


def cells(layout: Layout) -> dict[Place, str]:
    """Which space lies at which cell: a tile at x, y has the cells from 2x, 2y to 2x + 1, 2y + 1."""
    return {
        (2 * x + across, 2 * y + down): space
        for name, (x, y, turns) in zip(NAMES, layout, strict=True)
        for space, (across, down) in zip(corners(name, turns), ((0, 0), (1, 0), (0, 1), (1, 1)), strict=True)
    }


@lru_cache(maxsize=_KEPT)
def steps(layout: Layout, wraparound: bool) -> Mapping[str, tuple[str, ...]]:
    """For each space those that one step enters: first on its own tile, then along its row, then its column.

    From the start tile a step follows one of its four arrows; it is entered from all eight cells around it.
    With ``wraparound`` a step goes on over gaps to the next cell of its row or column, and from the last one
    to the first.  The hop from portal to portal is not among them, and where a portal leads does not count.
    """
    found = dict(_WITHIN)
    sides = [_SIDES[name][turns % 4] for name, (_, _, turns) in zip(NAMES, layout, strict=True)]
    for axis in (_ALONG_ROWS, _ALONG_COLUMNS):
        for one, next_one in _facing(layout, axis, wraparound):
            out, into, out_too, into_too = sides[one][axis]
            back, there, back_too, there_too = sides[next_one][axis + 2]
            found[out] += (there,)
            found[back] += (into,)
            found[out_too] += (there_too,)
            found[back_too] += (into_too,)
    del found[_NO_EXIT]
    return found


def _facing(layout: Layout, axis: int, wraparound: bool) -> Iterator[tuple[int, int]]:
    """Pairs of tiles of which the second is reached from the first, eastwards or southwards."""
    lines: dict[int, list[int]] = {}
    for _, line, tile in sorted([(lying[axis], lying[1 - axis], tile) for tile, lying in enumerate(layout)]):
        lines.setdefault(line, []).append(tile)
    for tiles in lines.values():
        one = tiles[-1]
        for next_one in tiles:
            if layout[next_one][axis] - layout[one][axis] == 1 or (wraparound and one != next_one):
                yield one, next_one
            one = next_one


_NO_EXIT = ""  # where a cell of the start tile has no arrow, in the place of the space that is left
_Side = tuple[str, str, str, str]  # what is left and what is entered at its one cell, and at the other


def _sides(tile: str, turns: int) -> tuple[_Side, _Side, _Side, _Side]:
    """The sides of a tile as it lies: east, south, west, north; each from the west or from the north."""
    if tile == START:  # its arrows are the same from all sides, so its turns don't matter
        first, second = (START, START, _NO_EXIT, START), (_NO_EXIT, START, START, START)
        return second, first, first, second
    nw, ne, sw, se = corners(tile, turns)
    return (ne, ne, se, se), (sw, sw, se, se), (nw, nw, sw, sw), (nw, nw, ne, ne)


_SIDES = {name: [_sides(name, turns) for turns in range(4)] for name in NAMES}
_WITHIN: dict[str, tuple[str, ...]] = {START: (), _NO_EXIT: ()}
for _nw, _ne, _sw, _se in TILES.values():
    _WITHIN |= {_nw: (_ne, _sw), _ne: (_nw, _se), _sw: (_nw, _se), _se: (_ne, _sw)}


def uproots(layout: Layout) -> tuple[tuple[str, Place], ...]:
    """Every tile with every free place to which it can be carried, by tile, then row by row.

    Afterwards all nine tiles are one group by full sides.  Its own place is not free.
    """
    return _uproots(tuple([(x, y) for x, y, _ in layout]))


def is_connected(layout: Layout) -> bool:
    """Whether all tiles are one group by full sides: corners don't count."""
    beside, _ = _neighbours(tuple([(x, y) for x, y, _ in layout]))
    everything = sum(beside)
    return _group(everything, beside) == everything


@lru_cache(maxsize=_KEPT)
def _uproots(places: tuple[Place, ...]) -> tuple[tuple[str, Place], ...]:
    beside, free = _neighbours(places)
    around = sorted(free.items(), key=lambda item: item[0][::-1])
    everything = sum(beside)
    found: list[tuple[str, Place]] = []
    for name, tile in zip(NAMES, beside, strict=True):
        rest = everything - tile
        reached = around
        while rest:  # the tile must touch each group that is left without it
            group = _group(rest, beside)
            reached = [item for item in reached if item[1] & group]
            rest -= group
        found += [(name, place) for place, _ in reached]
    return tuple(found)


def _neighbours(places: tuple[Place, ...]) -> tuple[dict[int, int], dict[Place, int]]:
    """Which tiles lie beside each tile, and beside each free place; nine bits are a set of tiles."""
    bits = {place: 1 << at for at, place in enumerate(places)}
    beside = dict.fromkeys(bits.values(), 0)
    free: dict[Place, int] = {}
    for (x, y), tile in bits.items():
        for place in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if place in bits:
                beside[tile] |= bits[place]
            else:
                free[place] = free.get(place, 0) | tile
    return beside, free


def _group(tiles: int, beside: dict[int, int]) -> int:
    """Those of the tiles that are one group with the first of them."""
    group, edge = 0, tiles & -tiles
    while edge:
        tile = edge & -edge
        group |= tile
        edge = (edge | beside[tile] & tiles) & ~group
    return group
