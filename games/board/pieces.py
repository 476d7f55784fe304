"""Who stands where on the board."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

import engine
from games.board import layout
from games.board.clicks import ClickMap
from games.board.names import START, Names, describe_pieces, is_open, space_name
from games.board.values import Box, PieceGroup, Spot

LARGEST, LARGEST_ON_ITEM, LARGEST_ON_START = 44.0, 46.0, 42.0


def picture_room(cell: Box, *, is_upper: bool) -> Box:
    """Return where pictures and pieces are on a space: beside its word."""
    top = cell.top + 29 if is_upper else cell.top + 9
    return Box(cell.left + 8, top, cell.right - 8, top + 62)


def piece_groups(
    view: engine.View, board: engine.BoardView, names: Names, clicks: ClickMap
) -> tuple[PieceGroup, ...]:
    """Return all pieces, those of one colour on one space together."""
    mine = board.colours.get(view.me) if view.me is not None else None
    spots = _spots(board)
    groups = []
    for colour, spaces in board.pieces.items():
        for space in dict.fromkeys(spaces):
            key = f"{colour}:{space}"
            click, is_mine = clicks.for_key(key), colour == mine
            words = {
                "pieces": _describe_pieces(board, names, colour, spaces.count(space)),
                "space": space_name(space),
            }
            marked = {
                "mine": is_mine,
                "picked": is_mine and clicks.path[:1] == (space,),
                "reach": click is not None,
                "chosen": key in clicks.chosen_keys,
            }
            groups.append(
                PieceGroup(
                    colour,
                    space,
                    _("%(pieces)s on %(space)s") % words,
                    tuple(spots[colour, space]),
                    is_mine,
                    tuple(style for style, is_so in marked.items() if is_so),
                    click,
                    key,
                )
            )
    return tuple(groups)


def describe_space(board: engine.BoardView, names: Names, space: str) -> str:
    """Return a space in words, with those who stand on it: “Bread: Ann’s red pawn”."""
    pieces_there = describe_pieces_on(board, names, space)
    return f"{space_name(space)}: {pieces_there}" if pieces_there else space_name(space)


def describe_pieces_on(board: engine.BoardView, names: Names, space: str) -> str:
    """Say who stands on a space: “Ann’s red pawn, Ben’s 2 yellow cubes”; nothing if nobody does."""
    counts = {colour: spaces.count(space) for colour, spaces in board.pieces.items() if space in spaces}
    return ", ".join(_describe_pieces(board, names, colour, count) for colour, count in counts.items())


def _describe_pieces(board: engine.BoardView, names: Names, colour: str, count: int) -> str:
    seat = next((seat for seat, plays in board.colours.items() if plays == colour), None)
    words = describe_pieces(colour, count)
    return _("%(name)s’s %(pieces)s") % {"name": names[seat], "pieces": words} if seat is not None else words


def _spots(board: engine.BoardView) -> dict[tuple[str, str], list[Spot]]:
    """Return where the pieces of each colour on each space are drawn."""
    spots: dict[tuple[str, str], list[Spot]] = {}
    for space, colours, area, largest in _areas(board):
        here = [colour for colour in colours for each in board.pieces[colour] if each == space]
        for colour, place in zip(here, layout.spread(len(here), area, largest), strict=True):
            spots.setdefault((colour, space), []).append(Spot(f"piece-{colour}", *place))
    return spots


def _areas(board: engine.BoardView) -> Iterator[tuple[str, list[str], Box, float]]:
    """Yield the spaces with the colours that may stand there, the area for them, and their largest size.

    On the start tile the first colours stand above its name, the others below it.
    """
    for tile in board.tiles:
        if tile.name == START:
            colours = [colour for colour, spaces in board.pieces.items() if START in spaces]
            split = -(-len(colours) // 2)
            above, below = layout.start_halves(layout.tile_box(tile.x, tile.y))
            yield START, colours[:split], above, LARGEST_ON_START
            yield START, colours[split:], below, LARGEST_ON_START
            continue
        for space, cell, is_upper in layout.spaces_of(tile):
            area, largest = picture_room(cell, is_upper=is_upper), LARGEST
            if not is_open(space):
                area = Box(cell.middle[0] - 3, area.top, cell.right - 5, area.bottom)
                largest = LARGEST_ON_ITEM
            yield space, list(board.pieces), area, largest
