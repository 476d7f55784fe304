"""The picture of the board for mails: the same drawing in light colours, as a PNG.

Its styles are the lines of static/css/board.css that draw the board, its pictures those of
static/pictures.svg, its letters those of the font beside this module: nothing depends on the machine.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import cast

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from PIL import Image

import engine
from games.board import layout
from games.board.drawing import build_drawing
from games.board.values import BoardDrawing, Label, Spot, Word

FONT = Path(__file__).parent / "font" / "Roboto-Medium.ttf"
# For names in Hebrew and Arabic letters, which only the picture of an end writes.
OTHER_LETTERS = tuple(FONT.parent / f"NotoSans{script}-Bold.ttf" for script in ("Hebrew", "Arabic"))
PIXELS = 1000  # wide
KEPT = 32  # pictures, of some 160 kB each with what they are drawn from
Colour = tuple[int, int, int]
COLOURS, AREAS = 256, 100
HEAD, FOOT_LINE, SIDE = 64.0, 40.0, 12.0
LETTERS, PICTURE, PLUS = 27.0, 50.0, 62.0  # of the goal: height of letters, widths
_RULE = re.compile(r"^(\.board-[\w., -]+) \{ ([^}]*) \}$", re.MULTILINE)
_VALUE = re.compile(r"(--[\w-]+): ([^;]+);")
_SYMBOL = re.compile(r'<symbol [^>]*?\bid="([^"]+)".*?</symbol>')
_LATIN, _CYRILLIC = 0x250, range(0x400, 0x460)  # other letters are not all in the font


def render_png(view: engine.View, names: Mapping[int, str], *, moved: Iterable[engine.Outcome] = ()) -> bytes:
    """Return the board of a view as a PNG, 1000 pixels wide.

    Above it is what the goal asks for, below who plays what.  ``moved`` become arrows.  The same picture for
    several readers is drawn once.  Raises ValueError for a game that has no board.
    """
    return draw_png(render_svg(view, names, moved=moved), width=PIXELS, background=values()["--paper"])


@lru_cache(maxsize=KEPT)
def draw_png(svg: str, *, width: int, background: str) -> bytes:
    """Return an SVG as a PNG of few bytes and of this width, in our own letters; the last ones are kept."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=background,
        skip_system_fonts=True,
        font_files=[str(FONT), *map(str, OTHER_LETTERS)],
        font_family="Roboto Medium",
        sans_serif_family="Roboto Medium",
    )
    return _reduce_colours(drawn)


def _reduce_colours(png: bytes) -> bytes:
    """Return the picture with a palette: a third of the size, with no visible difference.

    Large areas keep their exact colours; soft edges share the rest of the palette.
    """
    image, reduced = Image.open(BytesIO(png)).convert("RGB"), BytesIO()
    counted = sorted(image.getcolors(image.width * image.height) or (), reverse=True)
    edges = image.quantize(COLOURS - AREAS, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _times, colour in counted[:AREAS] for part in cast(Colour, colour)] + edges)
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    few.save(reduced, "PNG")  # with `optimize` it takes ten times as long, and is smaller by a twelfth
    return reduced.getvalue()


def render_svg(view: engine.View, names: Mapping[int, str], *, moved: Iterable[engine.Outcome] = ()) -> str:
    """Return the SVG of the PNG, which is for mails only; it needs no other file but its font."""
    board = build_drawing(view, names, moved=tuple(moved), with_places=True)
    goal, players = _goal(board), _players(board)
    height = HEAD + board.height + FOOT_LINE * len({label.word.y for label in players}) + SIDE
    context = {
        "board": board,
        "pictures": "",
        "goal": goal,
        "players": players,
        "x": board.x - SIDE,
        "y": board.y - HEAD,
        "board_top": board.y - 58,
        "width": board.width + 2 * SIDE,
        "height": height,
        "styles": styles(),
        "symbols": symbols(),
    }
    return render_to_string("games/board_letter.svg", context)


def _goal(board: BoardDrawing) -> tuple[Label, ...]:
    """Lay out what the goal asks for, or who has won, above the board and in its middle."""
    if board.is_over:
        ending = board.words.goal if is_printable(board.words.goal) else _("The game is over.")
        left = board.x + (board.width - layout.word_width(ending) * LETTERS) / 2
        return (Label(Word(ending, max(left, board.x + 8), board.y - 24, LETTERS), None, ""),)
    texts = [_("Goal:"), *(wanted.title for wanted in board.goal)]
    widths = [layout.word_width(text) * LETTERS for text in texts]
    left = board.x + (board.width - sum(widths) - PICTURE * (len(texts) - 1) - PLUS) / 2
    line = board.y - 24
    labels = [Label(Word(texts[0], left, line, LETTERS), None, "")]
    left += widths[0] + 14
    for wanted, width in zip(board.goal, widths[1:], strict=True):
        spot = Spot(wanted.picture, left, line - 31, 42)
        labels.append(Label(Word(wanted.title, left + PICTURE, line, LETTERS), spot, ""))
        left += PICTURE + width + PLUS
    return tuple(labels) if board.goal else ()


def _players(board: BoardDrawing) -> tuple[Label, ...]:
    """Lay out who plays what, below the board, in two columns."""
    labels = []
    for place, player in enumerate(board.players):
        left = board.x + 8 + place % 2 * board.width / 2
        line = board.y + board.height + 30 + place // 2 * FOOT_LINE
        text = player.name if is_printable(player.name) else player.pieces
        text = _("%(name)s (you)") % {"name": text} if player.is_me else text
        while layout.word_width(text) * 20 > board.width / 2 - 60:
            text = f"{text.rstrip('…')[:-1].rstrip()}…"
        spot = Spot(f"piece-{player.colour}", left, line - 24, 32)
        labels.append(Label(Word(text, left + 40, line, 20), spot, player.colour))
    return tuple(labels)


def is_printable(name: str) -> bool:
    """Whether the font has all letters of a name."""
    return all(letter.isprintable() and (ord(letter) < _LATIN or ord(letter) in _CYRILLIC) for letter in name)


@cache
def values() -> dict[str, str]:
    """Return the variables of the style sheets, with the light colours."""
    found: dict[str, str] = {}
    for sheet in ("base", "board"):
        light = _sheet(sheet).partition("@media")[0]
        found |= dict(_VALUE.findall(light))
    return found


@cache
def styles() -> str:
    """Return the lines of the style sheet that draw the board, with their values filled in."""
    named = values() | {"--sans": "Roboto Medium"}
    lines = []
    for selector, body in _RULE.findall(_sheet("board")):
        filled = re.sub(r"var\((--[\w-]+)\)", lambda use: named[use[1]], body)
        lines.append(f"{selector} {{ {filled.replace('font-weight: 600;', '')} }}")
    return "\n".join(lines)


def symbols() -> str:
    """Return all symbols."""
    return "\n".join(symbols_by_name().values())


@cache
def symbols_by_name() -> dict[str, str]:
    """Return each symbol by the name of its picture."""
    pictures = (settings.BASE_DIR / "static" / "pictures.svg").read_text()
    return {match[1]: match[0] for match in _SYMBOL.finditer(pictures)}


def _sheet(name: str) -> str:
    return (settings.BASE_DIR / "static" / "css" / f"{name}.css").read_text()
