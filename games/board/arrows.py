"""The last moves as arrows over the board as it lies now, and hints where rows and columns go on."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from django.utils.translation import gettext as _

import engine
from games.board import layout
from games.board.names import START, kind_of, short_name, space_name, tile_name
from games.board.values import Arrow, Box, Edge, TileOutline, Word

Point = tuple[float, float]
MOST_ARROWS, MOST_CARRIED = 8, 3
AGES = 3
CLEAR = 26.0  # around the middle of a space, where its piece stands
OFF_BOARD = 72.0  # from the middle of a space to where an arrow around the board leaves and comes back
OUTSIDE_TILE = 124.0  # from the middle of a tile
ASIDE = 9.0


def arrows(board: engine.BoardView, moved: Iterable[engine.Outcome]) -> tuple[Arrow, ...]:
    """Return the arrows of the last moves, the oldest first; outcomes of other kinds draw nothing.

    Left out are steps whose tiles have been moved apart since, and what a tile did before it was carried
    again: their places no longer are what they were.
    """
    drawer = _ArrowDrawer(board)
    found: list[Arrow] = []
    for outcome in reversed(list(moved)):
        if len(found) >= MOST_ARROWS:
            break
        found += reversed(list(drawer.draw(outcome)))
    found = found[:MOST_ARROWS]
    aged = [replace(arrow, age=AGES * place // len(found)) for place, arrow in enumerate(found)]
    return tuple(reversed(aged))


def edges(board: engine.BoardView) -> tuple[Edge, ...]:
    """Return hints where rows and columns go on, at the other end or over a gap; none without wraparound."""
    if not board.settings.get("wraparound"):
        return ()
    cells = set(layout.cells(board))
    return (*_edges_along(cells, across=True), *_edges_along(cells, across=False))


def _edges_along(cells: set[tuple[int, int]], *, across: bool) -> Iterator[Edge]:
    """Yield the hints of all rows, or of all columns: chevrons at the ends, dotted lines over gaps."""
    lines: dict[int, list[int]] = {}
    for x, y in sorted(cells):
        lines.setdefault(y if across else x, []).append(x if across else y)
    for line, places in sorted(lines.items()):
        boxes = [layout.cell_box(*((at, line) if across else (line, at))) for at in sorted(places)]
        for box, way in ((boxes[0], -1), (boxes[-1], 1)):
            yield Edge("end", _chevron(box, way, across))
        for (before, at), (after, then) in pairwise(zip(boxes, sorted(places), strict=True)):
            if then > at + 1:
                yield Edge("gap", _dots(before, after, across))


def _chevron(box: Box, way: int, across: bool) -> str:
    x, y = box.middle
    if across:
        tip = (box.right if way > 0 else box.left) + 21 * way
        return f"M{tip - 7 * way:g} {y - 9:g}L{tip:g} {y:g}L{tip - 7 * way:g} {y + 9:g}"
    tip = (box.bottom if way > 0 else box.top) + 21 * way
    return f"M{x - 9:g} {tip - 7 * way:g}L{x:g} {tip:g}L{x + 9:g} {tip - 7 * way:g}"


def _dots(before: Box, after: Box, across: bool) -> str:
    x, y = before.middle
    if across:
        return f"M{before.right + 22:g} {y:g}L{after.left - 22:g} {y:g}"
    return f"M{x:g} {before.bottom + 22:g}L{x:g} {after.top - 22:g}"


class _ArrowDrawer:
    """Draws arrows between the spaces of one board, of the newest outcome first."""

    def __init__(self, board: engine.BoardView) -> None:
        self.cells = layout.cells(board)
        self.cells_of_space = layout.cells_of(board)
        self.tiles = {tile.name: layout.tile_box(tile.x, tile.y) for tile in board.tiles}
        self.edge = layout.around(self.tiles.values())
        self.tile_of = {space: tile.name for tile in board.tiles for space in tile.spaces}
        self.moved_since: set[str] = set()
        self.carried = 0

    def draw(self, outcome: engine.Outcome) -> Iterator[Arrow]:
        """Yield the arrows of an outcome; the later outcomes have been drawn before."""
        match outcome:
            case engine.PieceMoved(colour=colour, source=source, target=target, entered=entered):
                yield from self._steps("move", colour, source, entered, target)
            case engine.PieceBumped(colour=colour, source=source, target=target, entered=entered):
                yield from self._steps("bump", colour, source, entered, target)
            case engine.PieceLeapt(colour=colour, source=source, target=target):
                yield self._arc("leap", colour, source, target)
            case engine.PieceSentBack(colour=colour, source=source):
                yield self._arc("back", colour, source, START)
            case engine.TileRotated(tile=tile, degrees=degrees):
                if tile not in self.moved_since:
                    yield _draw_turn(self.tiles[tile], degrees, tile)
                self.moved_since.add(tile)
            case engine.TileUprooted(tile=tile, source=source):
                yield from self._draw_carried(tile, layout.tile_box(*map(int, source.split("/"))))
            case engine.TilesSwitched(tile=tile, other=other):
                places = self.tiles[other], self.tiles[tile]
                is_apart = {tile, other} & self.moved_since
                for each, place in zip((tile, other), places, strict=True):
                    yield from () if is_apart else self._draw_carried(each, place)
                self.moved_since |= {tile, other}

    def _steps(self, kind: str, colour: str, source: str, entered: str, target: str) -> Iterator[Arrow]:
        if kind_of(source) == kind_of(target) == "portal":
            yield self._arc("portal", colour, source, target)
            return
        tiles = {self.tile_of[source], self.tile_of[entered or target]}
        if len(tiles) > 1 and tiles & self.moved_since:
            return
        yield self._step(kind, colour, source, entered or target, _describe_move(source, target))
        if entered:
            yield self._arc("portal", colour, entered, target)

    def _step(self, kind: str, colour: str, source: str, target: str, description: str) -> Arrow:
        """Draw a step: straight to a neighbour, and off the board and on again if it went around."""
        start, end = self._nearest(source, target)
        (x, y), (x2, y2) = layout.cell_box(*start).middle, layout.cell_box(*end).middle
        if start[0] != end[0] and start[1] != end[1]:
            return _curve(kind, colour, (x, y), (x2, y2), 0.16, description)
        if not self._goes_around(start, end):
            return _curve(kind, colour, (x, y), (x2, y2), 0.0, description)
        dx, dy = _sign(start[0] - end[0]), _sign(start[1] - end[1])
        leave = (x + dx * CLEAR, y + dy * CLEAR), (x + dx * OFF_BOARD, y + dy * OFF_BOARD)
        enter = (x2 - dx * OFF_BOARD, y2 - dy * OFF_BOARD), (x2 - dx * (CLEAR + 8), y2 - dy * (CLEAR + 8))
        tip = (x2 - dx * CLEAR, y2 - dy * CLEAR)
        path = " ".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in (leave, enter))
        return Arrow(kind, colour, path, _head(tip, math.atan2(dy, dx)), description)

    def _goes_around(self, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """Whether tiles lie between two cells of one line, so that a step joins them around the board."""
        low, high = sorted((start, end))
        is_column = low[0] == high[0]
        return any(
            low < cell < high and (cell[0] == low[0] if is_column else cell[1] == low[1])
            for cell in self.cells
        )

    def _nearest(self, source: str, target: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the cells of two spaces that are next to each other, of the four of the start tile."""
        pairs = [(one, other) for one in self.cells_of_space[source] for other in self.cells_of_space[target]]
        in_line = [(one, other) for one, other in pairs if one[0] == other[0] or one[1] == other[1]]
        return min(in_line or pairs, key=lambda pair: math.dist(*pair))

    def _arc(self, kind: str, colour: str, source: str, target: str) -> Arrow:
        start, end = self._nearest(source, target)
        ends = layout.cell_box(*start).middle, layout.cell_box(*end).middle
        return _curve(kind, colour, *ends, 0.24, _describe_move(source, target))

    def _draw_carried(self, tile: str, source: Box) -> Iterator[Arrow]:
        """Draw where a tile came from: a long arrow on the board, a short one from outside of it."""
        is_known = tile in self.moved_since or self.carried >= MOST_CARRIED
        self.moved_since.add(tile)
        if is_known:
            return
        self.carried += 1
        description = _("%(tile)s was carried here") % {"tile": tile_name(tile)}
        (x, y), (x2, y2) = source.middle, self.tiles[tile].middle
        if self.edge.left <= x <= self.edge.right and self.edge.top <= y <= self.edge.bottom:
            arrow = _curve("carry", "", source.middle, (x2, y2), 0.14, description)
            is_free = source not in self.tiles.values()
            yield replace(arrow, ghost=_ghost(source, tile)) if is_free else arrow
            return
        away = math.dist((x, y), (x2, y2))
        near = x2 + (x - x2) * OUTSIDE_TILE / away, y2 + (y - y2) * OUTSIDE_TILE / away
        yield _curve("carry", "", near, (x2, y2), 0.0, description)


def _describe_move(source: str, target: str) -> str:
    return _("%(source)s to %(target)s") % {"source": space_name(source), "target": space_name(target)}


def _curve(kind: str, colour: str, start: Point, end: Point, bend: float, description: str) -> Arrow:
    """Draw an arrow that ends clear of both middles, bent to its left by a part of its length.

    It is drawn a little to its right, so that an arrow back doesn't cover it.
    """
    away = math.dist(start, end)
    if away < 1:
        return Arrow(kind, colour, "", "", description)
    dx, dy = (end[0] - start[0]) / away, (end[1] - start[1]) / away
    start, end = (start[0] - dy * ASIDE, start[1] + dx * ASIDE), (end[0] - dy * ASIDE, end[1] + dx * ASIDE)
    control = (
        (start[0] + end[0]) / 2 + dy * away * bend,
        (start[1] + end[1]) / 2 - dx * away * bend,
    )
    into = math.atan2(end[1] - control[1], end[0] - control[0])
    out = math.atan2(control[1] - start[1], control[0] - start[0])
    begin = (start[0] + CLEAR * math.cos(out), start[1] + CLEAR * math.sin(out))
    tip = (end[0] - CLEAR * math.cos(into), end[1] - CLEAR * math.sin(into))
    neck = (tip[0] - 12 * math.cos(into), tip[1] - 12 * math.sin(into))
    path = f"M{begin[0]:.1f} {begin[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    return Arrow(kind, colour, path, _head(tip, into), description)


def _head(tip: Point, angle: float) -> str:
    """Return the corners of an arrow's head."""
    points = [tip]
    for side in (-1, 1):
        turned = angle + math.pi + side * 0.5
        points.append((tip[0] + 20 * math.cos(turned), tip[1] + 20 * math.sin(turned)))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _ghost(box: Box, tile: str) -> TileOutline:
    x, y = box.middle
    text = tile.upper() if len(tile) == 1 else short_name(tile)
    return TileOutline(box.left, box.top, box.width, Word(text, x, y + 12, 34))


def _draw_turn(box: Box, degrees: int, tile: str) -> Arrow:
    """Draw how far a tile was turned: an arc around its middle, clockwise from the top."""
    (x, y), radius, end = box.middle, 48.0, math.radians(degrees - 90)
    start, stop, tip = (
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for angle in (math.radians(-90), end - 0.2, end)
    )
    is_long = 1 if degrees > 180 else 0
    path = f"M{start[0]:.1f} {start[1]:.1f}A{radius:g} {radius:g} 0 {is_long} 1 {stop[0]:.1f} {stop[1]:.1f}"
    description = _("%(tile)s was turned by %(degrees)d°") % {"tile": tile_name(tile), "degrees": degrees}
    return Arrow("turn", "", path, _head(tip, end + math.pi / 2 - 0.1), description)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
