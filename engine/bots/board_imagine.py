"""A table of the board game as one seat imagines it from its view: all that lies on the board is seen."""

import msgspec

from engine.board.table import BoardTable, Lying
from engine.bots.imagine import copy_common, imagine_common, numbers
from engine.view import View


def imagine_board(view: View) -> BoardTable:
    """The table of a view.  Raises ``ValueError`` for the view of another game."""
    board = view.board
    if board is None:
        raise ValueError("This is no view of the board game.")
    common = imagine_common(view)
    common["turn"].moved = board.moved
    deck = common["deck"]
    return BoardTable(
        **common,
        goals=numbers(deck, reversed(board.stack)),
        tiles={tile.name: Lying(tile.x, tile.y, tile.turns) for tile in board.tiles},
        pieces={colour: list(spaces) for colour, spaces in board.pieces.items()},
        colours=dict(board.colours),
        pegs=dict(board.pegs),
        collected={seat: numbers(deck, goals) for seat, goals in board.collected.items()},
        to_change=[view.turn] if view.phase == "free-change" else [],
    )


def copy_board(table: BoardTable, seed: str = "") -> BoardTable:
    """The same table again, to try something on."""
    return msgspec.structs.replace(
        table,
        **copy_common(table, seed),
        tiles=table.tiles.copy(),
        pieces={colour: spaces[:] for colour, spaces in table.pieces.items()},
        colours=table.colours.copy(),
        pegs=table.pegs.copy(),
        collected={seat: goals[:] for seat, goals in table.collected.items()},
        to_change=table.to_change[:],
    )
