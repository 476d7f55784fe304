"""The board in words: a list for screen readers, and lines of plain text for letters."""

from collections.abc import Iterator
from textwrap import wrap

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from games.board import layout
from games.board.drawn_once import drawn_once
from games.board.names import (
    START,
    Names,
    board_of,
    goal_spaces,
    pieces_name,
    short_name,
    space_name,
    tile_name,
)
from games.board.pegs import describe_pegboards
from games.board.pieces import describe_pieces_on
from games.board.values import DescribedBoard, DescribedRow, DescribedTile

MOST_COLUMNS = 3  # of tiles in a character map
CELL_WIDTH, WIDTH = 11, 73  # letters in it


@drawn_once
def describe_board(view: engine.View, names: Names) -> DescribedBoard:
    """Return a view's board in words. Raises ValueError for a game that has no board."""
    board = board_of(view)
    goal = _ended(view, board, names) if view.over else _goal(view, board)
    return DescribedBoard(goal, tuple(_players(view, board, names)), tuple(_rows(board, names)))


def board_as_text(view: engine.View, names: Names) -> list[str]:
    """Return a view's board as lines of plain text, at most 73 letters wide but for long names.

    First what the goal asks and who stands where, then the pegs, then a map of the board; a board of more
    than three tiles across is described tile by tile instead.
    """
    described, board = describe_board(view, names), board_of(view)
    sentences = (described.goal, "", *described.players, "", *_pegs(view, names), "")
    lines = [part for line in sentences for part in wrap(line, WIDTH) or [""]]
    across = [tile.x for tile in board.tiles]
    if max(across) - min(across) < MOST_COLUMNS:
        return [*lines, *_map(view, board)]
    for row in described.rows:
        lines.append(f"{row.title}:")
        for tile in row.tiles:
            lines += wrap(f"- {tile.title}: {'; '.join(tile.spaces)}", WIDTH, subsequent_indent="  ")
    return lines


def _goal(view: engine.View, board: engine.BoardView) -> str:
    """Say what the goal on top of the stack asks, and on which tiles it lies."""
    where = {space: tile.name for tile in board.tiles for space in tile.spaces}
    wanted = [
        _("%(space)s (%(tile)s)") % {"space": space_name(each), "tile": tile_name(where[each])}
        for each in goal_spaces(view)
    ]
    if not wanted:
        return _("There is no goal on the stack.")
    return _("The goal: a piece on %(one)s and another on %(other)s.") % {
        "one": wanted[0],
        "other": wanted[1],
    }


def _ended(view: engine.View, board: engine.BoardView, names: Names) -> str:
    """Say who has won, and with how many goals."""
    if view.winner is None:
        return _("The game is over.")
    count = len(board.collected.get(view.winner, ()))
    text = ngettext("%(name)s has won with %(count)d goal.", "%(name)s has won with %(count)d goals.", count)
    return text % {"name": names[view.winner], "count": count}


def _players(view: engine.View, board: engine.BoardView, names: Names) -> Iterator[str]:
    """Say of each player what they play, where their pieces stand, and how many goals they have."""
    for seat, colour in board.colours.items():
        yield _("%(name)s plays the %(pieces)s: %(spaces)s. Goals: %(count)d.") % {
            "name": names[seat] if seat != view.me else _("%(name)s (you)") % {"name": names[seat]},
            "pieces": pieces_name(colour),
            "spaces": ", ".join(map(space_name, board.pieces[colour])),
            "count": len(board.collected.get(seat, ())),
        }


def _rows(board: engine.BoardView, names: Names) -> Iterator[DescribedRow]:
    west = min(tile.x for tile in board.tiles)
    lines = [tile.y for tile in board.tiles]
    rows = range(min(lines), max(lines) + 1)
    for number, y in enumerate(rows, start=1):
        tiles = sorted((tile for tile in board.tiles if tile.y == y), key=lambda tile: tile.x)
        words = {"number": number, "count": len(rows)}
        title = _("Row %(number)d of %(count)d, from west to east") % words
        yield DescribedRow(title, tuple(_tile(tile, board, names, tile.x - west + 1) for tile in tiles))


def _tile(tile: engine.TileView, board: engine.BoardView, names: Names, column: int) -> DescribedTile:
    words = {"tile": capfirst(tile_name(tile.name)), "column": column, "degrees": 90 * (tile.turns % 4)}
    title = _("%(tile)s, column %(column)d")
    if tile.name == START:
        return DescribedTile(title % words, (describe_pieces_on(board, names, START) or _("nobody"),))
    if words["degrees"]:
        title = _("%(tile)s, column %(column)d, turned by %(degrees)d°")
    return DescribedTile(title % words, tuple(_space(tile, place, board, names) for place in range(4)))


def _space(tile: engine.TileView, place: int, board: engine.BoardView, names: Names) -> str:
    compass = (_("north-west"), _("north-east"), _("south-west"), _("south-east"))[place]
    stand = describe_pieces_on(board, names, tile.spaces[place])
    words = {"compass": compass, "space": space_name(tile.spaces[place]), "who": stand}
    return (_("%(compass)s %(space)s (%(who)s)") if stand else _("%(compass)s %(space)s")) % words


def _pegs(view: engine.View, names: Names) -> Iterator[str]:
    pegs = describe_pegboards(view, names)
    rules = ", ".join(
        f"{peg.title} {peg.setting}" if peg.setting.isdecimal() else f"{peg.title}: {peg.setting}"
        for peg in pegs.rules
    )
    yield _("Rules: %(rules)s.") % {"rules": rules}
    yield _("Goals to win: %(count)d.") % {"count": pegs.needed}
    if pegs.below and not view.over:
        goals = (_("“%(title)s”") % {"title": goal.title} for goal in pegs.below)
        yield _("Next goals: %(goals)s.") % {"goals": _(", ").join(goals)}


def _map(view: engine.View, board: engine.BoardView) -> Iterator[str]:
    """Draw the board in letters: each space with its name and, below, the letters of its pieces."""
    cells, goal = layout.cells(board), goal_spaces(view)
    columns = range(min(x for x, _y in cells), max(x for x, _y in cells) + 1)
    rows = range(min(y for _x, y in cells), max(y for _x, y in cells) + 1)
    rule = "+".join(["", *("-" * CELL_WIDTH for _each in columns), ""])
    for y in rows:
        if y % 2 == 0:
            yield rule
        names = [_name_in_map(cells.get((x, y), ""), goal, y) for x in columns]
        yield "|" + "|".join(each.center(CELL_WIDTH)[:CELL_WIDTH] for each in names) + "|"
        stands = [_pieces_in_map(board, cells.get((x, y), ""), (x, y)) for x in columns]
        yield "|" + "|".join(each.center(CELL_WIDTH)[:CELL_WIDTH] for each in stands) + "|"
    yield rule
    yield ", ".join(f"{_letters()[colour]} = {pieces_name(colour)}" for colour in board.pieces)
    if goal:
        yield _("* = needed for the goal")


def _name_in_map(space: str, goal: tuple[str, ...], y: int) -> str:
    if not space:
        return ""
    if space == START:
        return short_name(space).upper() if y % 2 == 0 else ""
    name = f"*{space_name(space)}" if space in goal else space_name(space)
    word, _space, letter = name.rpartition(" ")
    if len(name) <= CELL_WIDTH or not word:
        return name
    # A long word leaves room for the letter by which moves name an octagon.
    return f"{word[: CELL_WIDTH - len(letter) - 2]}. {letter}"


def _pieces_in_map(board: engine.BoardView, space: str, cell: tuple[int, int]) -> str:
    """Return the letters of who stands on a space; on the start tile, each colour in a cell of its own."""
    colours = list(board.pieces)
    if space == START:
        corner = cell[0] % 2 + 2 * (cell[1] % 2)
        colours = colours[corner : corner + 1]
    return " ".join(
        _letters()[colour] for colour in colours for each in board.pieces[colour] if each == space
    )


def _letters() -> dict[str, str]:
    """Return one letter for each colour, all different."""
    return {
        "red": pgettext("letter of a colour", "R"),
        "yellow": pgettext("letter of a colour", "Y"),
        "green": pgettext("letter of a colour", "G"),
        "blue": pgettext("letter of a colour", "B"),
    }
