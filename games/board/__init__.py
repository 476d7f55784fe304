"""The picture of the board: as plain values, as SVG and PNG, and in words.

    board = draw(view, names, picked=read_picked(request.GET), moved=outcomes)   # games/_board.html
    pegs = show_pegs(view, names)                                                # games/_pegboards.html
    png = draw_png(view, names, moved=outcomes)                                  # for letters
    lines = describe_in_words(view, names)

``names`` maps seats to what their players are called; ``moved`` are outcomes that went through ``seen_by``.
"""

from games.board.clicks import Picked, read_picked
from games.board.drawing import draw
from games.board.pegs import pegboards_of
from games.board.png import draw_png
from games.board.values import BoardDrawing
from games.board.words import describe, describe_in_words

__all__ = [
    "BoardDrawing",
    "Picked",
    "describe",
    "describe_in_words",
    "draw",
    "draw_png",
    "pegboards_of",
    "read_picked",
]
