"""Builds the picture of the board as plain values, from what a seat may know of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from games.board import arrows, layout
from games.board.clicks import ClickMap, clicks_of
from games.board.drawn_once import drawn_once
from games.board.layout import INSET
from games.board.names import (
    START,
    Names,
    board_of,
    goal_spaces,
    kind_of,
    numbers_of_places,
    picture_of,
    short_name,
    space_name,
    tile_name,
)
from games.board.pegs import list_players, wanted_spaces
from games.board.pieces import describe_space, picture_room, piece_groups
from games.board.values import BoardDrawing, Box, Mark, Space, Spot, Tile, TileOutline, Word
from games.board.words import describe_board

MARGIN, MARGIN_WITH_EDGES = 10.0, 26.0
# The width for the word on a space, and the largest height of its letters.
WORDS = {"item": (88.0, 19.0), "octagon": (62.0, 27.0), "portal": (72.0, 17.0)}
PLACE_SIZE, TURN_SIZE = 96.0, 86.0  # on a phone still as large as a fingertip
FREE_SIZE = 72.0
FARTHEST = 56.0  # from the tiles to the middle of a free place


@drawn_once
def build_drawing(
    view: engine.View,
    names: Names,
    *,
    path: tuple[str, ...] = (),
    labels: Sequence[str] = (),
    moved: Sequence[engine.Outcome] = (),
    with_places: bool = False,
) -> BoardDrawing:
    """Return the picture of a view's board as plain values. Raises ValueError for a game that has no board.

    ``path`` is what the reader has clicked for the view's question, ``labels`` what is filled in; ``moved``
    are the outcomes of the last moves, which become arrows.  ``with_places`` numbers all places where tiles
    can be carried, for readers who cannot pick a tile first.
    """
    board = board_of(view)
    clicks = ClickMap(view.question, path, labels)
    drawer = _TileDrawer(view, board, names, clicks)
    marks = tuple(drawer.marks())
    places = tuple(drawer.places()) if with_places else ()
    shows_places = places or any(mark.kind == "place" for mark in marks)
    hints = () if shows_places else arrows.edges(board)  # they would lie where the places are
    last_moves = arrows.arrows(board, moved)
    if shows_places:  # their numbers stand where tiles have been
        last_moves = tuple(replace(arrow, ghost=None) for arrow in last_moves)
    tiles = layout.around([layout.tile_box(tile.x, tile.y) for tile in board.tiles])
    outlines: list[Mark | TileOutline] = [*marks, *places]
    whole = layout.around(
        [
            tiles.grown(MARGIN_WITH_EDGES if hints else MARGIN),
            *(Box(each.x, each.y, each.x + each.size, each.y + each.size).grown(MARGIN) for each in outlines),
        ]
    )
    across, down = [tile.x for tile in board.tiles], [tile.y for tile in board.tiles]
    return BoardDrawing(
        x=whole.left,
        y=whole.top,
        width=whole.width,
        height=whole.height,
        columns=max(across) - min(across) + 1,
        rows=max(down) - min(down) + 1,
        tiles=tuple(drawer.tile(tile) for tile in board.tiles),
        piece_groups=piece_groups(view, board, names, clicks),
        marks=marks,
        places=places,
        arrows=last_moves,
        edges=hints,
        goal=wanted_spaces(goal_spaces(view)),
        players=list_players(view, names),
        path=clicks.path,
        chosen=clicks.chosen,
        labels=clicks.labels,
        most=clicks.most,
        number=clicks.number,
        least=clicks.least,
        remaining=clicks.remaining,
        words=describe_board(view, names),
        is_over=view.over,
    )


class _TileDrawer:
    """Draws the tiles of one board with their spaces, and the marks around a picked tile."""

    def __init__(self, view: engine.View, board: engine.BoardView, names: Names, clicks: ClickMap) -> None:
        self.board, self.names, self.clicks = board, names, clicks
        self.goal = goal_spaces(view)

    def tile(self, tile: engine.TileView) -> Tile:
        """Draw a tile as it lies."""
        box, key = layout.tile_box(tile.x, tile.y), f"tile:{tile.name}"
        is_start, click = tile.name == START, self.clicks.for_key(key)
        letter = Word(
            space_name(START) if is_start else tile.name.upper(), box.middle[0], box.middle[1] + 7, 19
        )
        return Tile(
            name=tile.name,
            description=tile_name(tile.name),
            x=box.left,
            y=box.top,
            size=box.width,
            spaces=(
                (self._start(box, has_letter=click is not None),)
                if is_start
                else tuple(self._space(*space) for space in layout.spaces_of(tile))
            ),
            letter=letter if click or not is_start else None,
            exits=layout.exits(box) if is_start else (),
            styles=self._styles(key),
            click=click,
        )

    def marks(self) -> Iterator[Mark]:
        """Draw how a picked tile may turn, and where it may go."""
        tile = next(
            (each for each in self.board.tiles if (f"tile:{each.name}",) == self.clicks.path[:1]), None
        )
        for label in self.clicks.labels if tile is not None else ():
            picked, key = clicks_of(label)[0], clicks_of(label)[-1]
            click = self.clicks.for_key(key)
            if tile is None or click is None or picked != f"tile:{tile.name}":
                continue
            kind, _colon, value = key.partition(":")
            (x, y), size, word, description = (
                self._turn(tile, int(value)) if kind == "turn" else self._place(tile, value)
            )
            yield Mark(kind, key, description, x - size / 2, y - size / 2, size, word, click)

    def _turn(self, tile: engine.TileView, degrees: int) -> tuple[tuple[float, float], float, Word, str]:
        """Return the middle, the size, the word and the description of a mark to turn a tile."""
        x, y = layout.tile_box(tile.x, tile.y).middle
        dx, dy = {90: (50, -50), 180: (50, 50), 270: (-50, 50)}[degrees]  # where its first corner goes
        words = {"tile": tile_name(tile.name), "degrees": degrees}
        description = _("Turn %(tile)s by %(degrees)d° clockwise") % words
        return (x + dx, y + dy), TURN_SIZE, Word(f"{degrees}°", x + dx, y + dy + 9, 27), description

    def _place(self, tile: engine.TileView, place: str) -> tuple[tuple[float, float], float, Word, str]:
        """Return the middle, the size, the word and the description of a mark to carry a tile."""
        x, y = self._middle_of_place(place)
        words = {"tile": tile_name(tile.name), "place": engine.text.board.place(place, _)}
        number = numbers_of_places(map(engine.read_option, self.clicks.labels))[place]
        return (
            (x, y),
            PLACE_SIZE,
            Word(str(number), x, y + 13, 36),
            _("Carry %(tile)s here: %(place)s") % words,
        )

    def places(self) -> Iterator[TileOutline]:
        """Draw where any tile may go."""
        for place, number in numbers_of_places(map(engine.read_option, self.clicks.labels)).items():
            x, y = self._middle_of_place(place)
            half = FREE_SIZE / 2
            yield TileOutline(x - half, y - half, FREE_SIZE, Word(str(number), x, y + 12, 34))

    def _middle_of_place(self, place: str) -> tuple[float, float]:
        """Return where a free place is drawn: near the tiles, so that they need not become much smaller."""
        x, y = layout.tile_box(*map(int, place.split("/"))).middle
        around = layout.around(layout.tile_box(tile.x, tile.y) for tile in self.board.tiles).grown(FARTHEST)
        return min(max(x, around.left), around.right), min(max(y, around.top), around.bottom)

    def _start(self, box: Box, *, has_letter: bool) -> Space:
        """Draw the space of the start tile, with its name unless the tile has it as its letter."""
        x, y = box.middle
        inner, title = box.grown(-INSET), space_name(START)
        return Space(
            *(START, "start", title, describe_space(self.board, self.names, START)),
            *(inner.left, inner.top, inner.width),
            points="",
            spot=None,
            word=None if has_letter else Word(title, x, y + 7, 22),
            styles=self._styles(START),
            click=self.clicks.for_key(START),
        )

    def _space(self, name: str, cell: Box, is_upper: bool) -> Space:
        box, kind = cell.grown(-INSET), kind_of(name)
        inwards = 6 if kind == "octagon" else 0
        line = (
            cell.top + 23 + inwards if is_upper else cell.bottom - 11 - inwards
        )  # clear of the tile's letter
        return Space(
            *(name, kind, space_name(name), describe_space(self.board, self.names, name)),
            *(box.left, box.top, box.width),
            points=layout.octagon(box) if kind == "octagon" else "",
            spot=self._spot(name, kind, cell, is_upper),
            word=layout.fit(short_name(name), cell.middle[0], line, *WORDS[kind]),
            styles=self._styles(name),
            click=self.clicks.for_key(name),
        )

    def _spot(self, name: str, kind: str, cell: Box, is_upper: bool) -> Spot | None:
        """Draw what is on a space: large where nobody stands, beside the piece where somebody does."""
        x, y = picture_room(cell, is_upper=is_upper).middle
        if kind == "octagon":
            return None
        if kind == "portal":
            return Spot("portal", x - 32, y - 32, 64)
        if any(name in spaces for spaces in self.board.pieces.values()):
            return Spot(picture_of(name), cell.left + 9, y - 19, 38)
        return Spot(picture_of(name), x - 25, y - 25, 50)

    def _styles(self, key: str) -> tuple[str, ...]:
        marked = {
            "goal": key in self.goal,
            "reach": key in self.clicks.reach,
            "picked": key in self.clicks.path,
            "chosen": key in self.clicks.chosen_keys,
        }
        return tuple(style for style, is_so in marked.items() if is_so)
