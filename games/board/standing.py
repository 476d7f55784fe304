"""Who stands where on the board, and who plays which pieces."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

import engine
from games.board import layout
from games.board.clicks import Clicks
from games.board.layout import CELL, Box
from games.board.names import START, is_open, kind_of_pieces, pieces, space_name
from games.board.values import BoardPlayer, PieceGroup, Spot

Names = Mapping[int, str]
LARGEST, LARGEST_ON_ITEM, LARGEST_ON_START = 44.0, 46.0, 42.0


def room(cell: Box, *, is_upper: bool) -> Box:
    """Return where pictures and pieces are on a space: beside its word."""
    top = cell.top + 29 if is_upper else cell.top + 9
    return Box(cell.left + 8, top, cell.right - 8, top + 62)


def players(view: engine.View, board: engine.BoardView, names: Names) -> tuple[BoardPlayer, ...]:
    """Return who plays which colour, in the order of the seats."""
    return tuple(
        BoardPlayer(
            names[seat], colour, kind_of_pieces(colour), seat == view.me, seat == view.turn and not view.over
        )
        for seat, colour in board.colours.items()
    )


def piece_groups(
    view: engine.View, board: engine.BoardView, names: Names, clicks: Clicks
) -> tuple[PieceGroup, ...]:
    """Return all pieces, those of one colour on one space together."""
    mine = board.colours.get(view.me) if view.me is not None else None
    spots = _spots(board)
    found = []
    for colour, spaces in board.pieces.items():
        for space in dict.fromkeys(spaces):
            key = f"{colour}:{space}"
            click, is_mine = clicks.of(key), colour == mine
            styles = [
                *(["mine"] if is_mine else []),
                *(["picked"] if is_mine and clicks.path[:1] == (space,) else []),
                *(["reach"] if click is not None else []),
                *(["chosen"] if key in clicks.chosen_spaces else []),
            ]
            description = _describe_group(board, names, colour, spaces.count(space), space)
            found.append(
                PieceGroup(
                    colour, space, description, spots[colour, space], is_mine, tuple(styles), click, key
                )
            )
    return tuple(found)


def describe_spaces(board: engine.BoardView, names: Names) -> dict[str, str]:
    """Return each space in words, with those who stand on it: “Bread: Ann’s red pawn”."""
    description = {}
    for tile in board.tiles:
        for space in tile.spaces:
            standing = describe_pieces_on(board, names, space)
            description[space] = f"{space_name(space)}: {standing}" if standing else space_name(space)
    return description


def describe_pieces_on(board: engine.BoardView, names: Names, space: str) -> str:
    """Say who stands on a space: “Ann’s red pawn, Ben’s 2 yellow cubes”; nothing if nobody does."""
    counts = {colour: spaces.count(space) for colour, spaces in board.pieces.items() if space in spaces}
    return ", ".join(_whose(board, names, colour, count) for colour, count in counts.items())


def _describe_group(board: engine.BoardView, names: Names, colour: str, count: int, space: str) -> str:
    words = {"pieces": _whose(board, names, colour, count), "space": space_name(space)}
    return _("%(pieces)s on %(space)s") % words


def _whose(board: engine.BoardView, names: Names, colour: str, count: int) -> str:
    seat = next((seat for seat, plays in board.colours.items() if plays == colour), None)
    said = pieces(colour, count)
    return _("%(name)s’s %(pieces)s") % {"name": names[seat], "pieces": said} if seat is not None else said


def _spots(board: engine.BoardView) -> dict[tuple[str, str], tuple[Spot, ...]]:
    """Return where the pieces of each colour on each space are drawn."""
    found: dict[tuple[str, str], tuple[Spot, ...]] = {}
    for tile in board.tiles:
        if tile.name == START:
            found |= _on_start(board, layout.tile_box(tile.x, tile.y))
            continue
        for place, space in enumerate(tile.spaces):
            cell = layout.cell_box(2 * tile.x + place % 2, 2 * tile.y + place // 2)
            found |= _on_space(board, space, room(cell, is_upper=place < 2), cell)
    return found


def _on_space(
    board: engine.BoardView, space: str, area: Box, cell: Box
) -> dict[tuple[str, str], tuple[Spot, ...]]:
    here = [colour for colour, spaces in board.pieces.items() for each in spaces if each == space]
    if not is_open(space):
        area = Box(cell.left + CELL / 2 - 3, area.top, cell.right - 5, area.bottom)
    largest = LARGEST if is_open(space) else LARGEST_ON_ITEM
    return _dealt(here, layout.spread(len(here), area, largest), space)


def _on_start(board: engine.BoardView, box: Box) -> dict[tuple[str, str], tuple[Spot, ...]]:
    """Put the colours above and below the name of the start tile, so many in each half."""
    colours = [colour for colour, spaces in board.pieces.items() if START in spaces]
    split = -(-len(colours) // 2)
    found: dict[tuple[str, str], tuple[Spot, ...]] = {}
    for half, area in zip((colours[:split], colours[split:]), layout.start_halves(box), strict=True):
        here = [colour for colour in half for each in board.pieces[colour] if each == START]
        found |= _dealt(here, layout.spread(len(here), area, LARGEST_ON_START), START)
    return found


def _dealt(
    here: list[str], places: list[tuple[float, float, float]], space: str
) -> dict[tuple[str, str], tuple[Spot, ...]]:
    """Deal places to the pieces on a space, which stand colour by colour."""
    found: dict[tuple[str, str], tuple[Spot, ...]] = {}
    for colour, (left, top, size) in zip(here, places, strict=True):
        spot = Spot(f"piece-{colour}", left, top, size)
        found[colour, space] = (*found.get((colour, space), ()), spot)
    return found
