"""The board in a letter: in words, and as a picture that is drawn when the mail is composed."""

import logging
import struct
from collections.abc import Callable
from dataclasses import replace
from email.mime.image import MIMEImage
from functools import partial

from django.utils.translation import gettext as _

import engine
from games.board.png import draw_png
from games.board.words import describe, describe_in_words
from games.history import moves
from games.history.recap import since_last_turn

from .letter import BoardSection, Letter, TileRow
from .occasion import Occasion

logger = logging.getLogger(__name__)

SHOWN_WIDE = 548  # pixels: what the page of a letter has room for
LARGEST = 150_000  # bytes of all pictures of a mail
PNG = b"\x89PNG\r\n\x1a\n"


def show_board(occasion: Occasion) -> BoardSection | None:
    """Return the board as it lies now, with what moved since the reader's last turn; ``None`` without one."""
    view = occasion.view
    if view is None or view.board is None:
        return None
    words = describe(view, occasion.names)
    return BoardSection(
        title=_("The board"),
        goal=words.goal,
        players=words.players,
        stack="" if view.over else _stack(view.board),
        rows=tuple(
            TileRow(row.title, tuple(f"{tile.title}: {'; '.join(tile.spaces)}" for tile in row.tiles))
            for row in words.rows
        ),
        lines=tuple(describe_in_words(view, occasion.names)),
        alt=" ".join([_("The board, with the pieces of all players."), words.goal, *words.players]),
        draw=partial(_draw, occasion, view),
    )


def _stack(board: engine.BoardView) -> str:
    """Say which goals lie under the one on top."""
    titles = [_(engine.card(slug).title) for slug in board.stack[1:]]
    return _("Next goals: %(goals)s.") % {"goals": ", ".join(titles)} if titles else ""


def _draw(occasion: Occasion, view: engine.View) -> bytes:
    after = since_last_turn(occasion.game, occasion.seat)
    return draw_png(
        view, occasion.names, moved=moves.outcomes_since(occasion.game, occasion.seat, after=after)
    )


def with_picture(letter: Letter, identity: str, room: int = LARGEST) -> tuple[Letter, MIMEImage | None]:
    """Draw the board of a letter into a picture of at most `room` bytes for its mail, if it has one.

    `identity` tells the pictures of a mail apart. What cannot be drawn is left out, and logged: the letter
    says everything in words as well.
    """
    board = letter.board
    if board is None:
        return letter, None
    png = _drawn(board.draw)
    if png is None or len(png) > room:
        return letter, None
    width, height = struct.unpack(">II", png[16:24])
    picture = MIMEImage(png, "png")
    picture.add_header("Content-ID", f"<{identity}>")
    picture.add_header("Content-Disposition", "inline", filename="board.png")
    shown = min(SHOWN_WIDE, width)
    drawn = replace(board, source=f"cid:{identity}", width=shown, height=round(height * shown / width))
    return replace(letter, board=drawn), picture


def _drawn(draw: Callable[[], bytes]) -> bytes | None:
    """Return a picture, or nothing when it cannot be drawn: then the mail goes without."""
    try:
        png = draw()
    except Exception:
        logger.exception("the board of a mail cannot be drawn")
        return None
    if not png.startswith(PNG):
        logger.error("the board of a mail was not drawn as a PNG")
        return None
    return png
