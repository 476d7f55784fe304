"""Where tiles and spaces lie in the picture, and how large words are that fit into them."""

from collections.abc import Iterable, Iterator

import engine
from games.board.values import Box, Word

CELL, GAP = 100.0, 8.0
TILE = 2 * CELL
PITCH = TILE + GAP
INSET = 4.0  # between a space and the border of its tile
CORNER = 28.0  # how much of a side an octagon cuts off
LEAST_LETTERS_HIGH = 12.0
SAFE_PART = 0.93  # of a width: a text that is estimated to fill no more of it fits in every font

# How wide letters are, in parts of their height, in the bold sans serifs of most systems.
_NARROW, _WIDE = "iljtfrI.,'’ -()1", "mwMWQOGD@%"
_WIDTHS = {"narrow": 0.36, "wide": 0.86, "capital": 0.68, "plain": 0.575}


def tile_box(x: int, y: int) -> Box:
    """Return where the tile at a place of the grid lies."""
    return Box(x * PITCH, y * PITCH, x * PITCH + TILE, y * PITCH + TILE)


def cell_box(x: int, y: int) -> Box:
    """Return where a cell lies; tile (tx, ty) has the cells (2tx, 2ty) to (2tx + 1, 2ty + 1)."""
    left, top = x * CELL + x // 2 * GAP, y * CELL + y // 2 * GAP
    return Box(left, top, left + CELL, top + CELL)


def cells(board: engine.BoardView) -> dict[tuple[int, int], str]:
    """Return which space each cell is; the start tile has four."""
    return {
        (2 * tile.x + place % 2, 2 * tile.y + place // 2): space
        for tile in board.tiles
        for place, space in enumerate(tile.spaces)
    }


def cells_of(board: engine.BoardView) -> dict[str, list[tuple[int, int]]]:
    """Return the cells of each space: four for the start tile, one for any other."""
    found: dict[str, list[tuple[int, int]]] = {}
    for cell, space in cells(board).items():
        found.setdefault(space, []).append(cell)
    return found


def spaces_of(tile: engine.TileView) -> Iterator[tuple[str, Box, bool]]:
    """Yield the four spaces of a tile, each with its cell and whether it is in the upper half."""
    for place, space in enumerate(tile.spaces):
        yield space, cell_box(2 * tile.x + place % 2, 2 * tile.y + place // 2), place < 2


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around others."""
    every = list(boxes)
    return Box(
        min(box.left for box in every),
        min(box.top for box in every),
        max(box.right for box in every),
        max(box.bottom for box in every),
    )


def octagon(box: Box) -> str:
    """Return the corners of an octagon in a box, as SVG writes points."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    corners = (
        *((left + CORNER, top), (right - CORNER, top), (right, top + CORNER), (right, bottom - CORNER)),
        *((right - CORNER, bottom), (left + CORNER, bottom), (left, bottom - CORNER), (left, top + CORNER)),
    )
    return " ".join(f"{x:g},{y:g}" for x, y in corners)


def exits(box: Box) -> tuple[str, ...]:
    """Return the four arrows of the start tile: north from its north-east cell, and on as a pinwheel."""
    half = CELL / 2
    heads = (
        (box.right - half, box.top, 0, -1),
        (box.right, box.bottom - half, 1, 0),
        (box.left + half, box.bottom, 0, 1),
        (box.left, box.top + half, -1, 0),
    )
    return tuple(_exit(x, y, dx, dy) for x, y, dx, dy in heads)


def _exit(x: float, y: float, dx: int, dy: int) -> str:
    """Return the corners of a block arrow whose point is a little over the edge at (x, y)."""
    along = ((9, 0), (-9, 17), (-9, 8), (-24, 8), (-24, -8), (-9, -8), (-9, -17))
    points = ((x + far * dx - side * dy, y + far * dy + side * dx) for far, side in along)
    return " ".join(f"{px:g},{py:g}" for px, py in points)


def word_width(text: str) -> float:
    """Estimate how wide a text is at most, in parts of the height of its letters."""
    return sum(_WIDTHS[_letter_kind(letter)] for letter in text)


def _letter_kind(letter: str) -> str:
    if letter in _NARROW:
        return "narrow"
    if letter in _WIDE:
        return "wide"
    return "capital" if letter.isupper() or ord(letter) > 0x2FF else "plain"


def fit(text: str, x: float, y: float, room: float, largest: float) -> Word:
    """Return a text in letters that fit into the width `room`; `length` is set if some font is too wide."""
    estimated = word_width(text)
    size = round(min(largest, max(LEAST_LETTERS_HIGH, room / max(estimated, 0.1))), 1)
    return Word(text, x, y, size, SAFE_PART * room if estimated * size > SAFE_PART * room else 0)


def spread(count: int, box: Box, largest: float) -> list[tuple[float, float, float]]:
    """Return (left, top, size) of so many squares in a box, as large as they can be, in even rows."""
    if not count:
        return []
    columns = {rows: -(-count // rows) for rows in range(1, count + 1)}
    sizes = {rows: min(largest, box.width / columns[rows], box.height / rows) for rows in columns}
    rows = max(sizes, key=lambda each: sizes[each])  # the fewest of those that are equally large
    size, across = sizes[rows], columns[rows]
    top = box.middle[1] - rows * size / 2
    places: list[tuple[float, float, float]] = []
    for row in range(rows):
        here = min(across, count - row * across)
        left = box.middle[0] - here * size / 2
        places += [(left + size * each, top + size * row, size) for each in range(here)]
    return places


def start_halves(box: Box) -> tuple[Box, Box]:
    """Return where pieces stand on the start tile: above and below its name, clear of its arrows."""
    left, right = box.left + 28, box.right - 28
    return (Box(left, box.top + 22, right, box.top + 82), Box(left, box.bottom - 82, right, box.bottom - 22))
