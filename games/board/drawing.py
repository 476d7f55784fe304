"""The picture of the board, from what a seat may know of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from games.board import arrows, layout, standing
from games.board.clicks import Clicks, Picked, clicks_of
from games.board.layout import INSET, Box
from games.board.names import (
    START,
    goal_spaces,
    kind_of,
    numbers_of_places,
    picture_of,
    short_name,
    space_name,
    tile_name,
)
from games.board.values import BoardDrawing, FreePlace, Mark, Space, Spot, Tile, WantedSpace, Word
from games.board.words import describe

Names = Mapping[int, str]
MARGIN, MARGIN_WITH_EDGES = 10.0, 26.0
# How wide the word on a space may be, and how high its letters.
WORDS = {"item": (88.0, 19.0), "octagon": (62.0, 15.0), "portal": (72.0, 17.0)}
PLACE_SIZE, TURN_SIZE = 96.0, 86.0  # on a phone still as large as a fingertip
FREE_SIZE = 72.0
BESIDE = 56.0  # how far from the tiles the middle of a free place is drawn at most


def draw(
    view: engine.View,
    names: Names,
    *,
    picked: Picked | None = None,
    moved: Iterable[engine.Outcome] = (),
    with_places: bool = False,
) -> BoardDrawing:
    """Return the picture of a view's board.

    ``picked`` is what the reader has pointed at, for the view's question; ``moved`` are the outcomes of the
    last moves, which become arrows.  ``with_places`` numbers all places where tiles can be carried, for
    readers who cannot pick a tile first.  Raises ValueError for a game that has no board.
    """
    board = view.board
    if board is None:
        raise ValueError(f"There is no board in {view.deck.slug}.")
    clicks = Clicks(view.question, picked or Picked())
    pencil = _Pencil(view, board, names, clicks)
    marks = tuple(pencil.marks())
    places = tuple(pencil.places()) if with_places else ()
    is_carried = places or any(mark.kind == "place" for mark in marks)  # where the hints would be
    hints = () if is_carried else arrows.edges(board)
    whole = layout.around([layout.tile_box(tile.x, tile.y) for tile in board.tiles])
    whole = whole.grown(MARGIN_WITH_EDGES if hints else MARGIN)
    last_moves = arrows.arrows(board, moved)
    if is_carried:  # numbers stand where tiles have been
        last_moves = tuple(replace(arrow, ghost=None) for arrow in last_moves)
    whole = layout.around(
        [
            whole,
            *(_box_of(mark).grown(MARGIN) for mark in marks),
            *(_box_of(free).grown(MARGIN) for free in places),
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
        tiles=tuple(pencil.tile(tile) for tile in board.tiles),
        stands=standing.piece_groups(view, board, names, clicks),
        marks=marks,
        places=places,
        arrows=last_moves,
        edges=hints,
        goal=tuple(WantedSpace(each, space_name(each), picture_of(each)) for each in goal_spaces(view)),
        players=standing.players(view, board, names),
        path=clicks.path,
        chosen=clicks.chosen,
        labels=clicks.labels,
        most=clicks.most,
        number=clicks.number,
        said=_said(clicks),
        words=describe(view, names),
        is_over=view.over,
    )


def _box_of(mark: Mark | FreePlace) -> Box:
    return Box(mark.x, mark.y, mark.x + mark.size, mark.y + mark.size)


class _Pencil:
    """Draws tiles and their spaces."""

    def __init__(self, view: engine.View, board: engine.BoardView, names: Names, clicks: Clicks) -> None:
        self.board, self.clicks = board, clicks
        self.goal = goal_spaces(view)
        self.description = standing.describe_spaces(board, names)

    def tile(self, tile: engine.TileView) -> Tile:
        """Draw a tile as it lies."""
        box = layout.tile_box(tile.x, tile.y)
        is_start = tile.name == START
        click = self.clicks.of(f"tile:{tile.name}")
        return Tile(
            name=tile.name,
            description=tile_name(tile.name),
            x=box.left,
            y=box.top,
            size=box.width,
            turns=tile.turns,
            spaces=(self._start(box),) if is_start else tuple(self._spaces(tile)),
            letter=self._letter(tile.name, box, is_start) if not is_start or click else None,
            exits=layout.exits(box) if is_start else (),
            styles=self._styles(f"tile:{tile.name}"),
            click=click,
        )

    def marks(self) -> Iterator[Mark]:
        """Draw how a picked tile may turn, and where it may go."""
        tile = next(
            (each for each in self.board.tiles if self.clicks.path[:1] == (f"tile:{each.name}",)), None
        )
        for label in self.clicks.labels if tile is not None else ():
            key = clicks_of(label)[-1]
            click = self.clicks.of(key)
            if tile is None or click is None or clicks_of(label)[0] != f"tile:{tile.name}":
                continue
            kind, _colon, value = key.partition(":")
            yield self._turn(tile, key, int(value)) if kind == "turn" else self._place(tile, key, value)

    def _turn(self, tile: engine.TileView, key: str, degrees: int) -> Mark:
        x, y = layout.tile_box(tile.x, tile.y).middle
        dx, dy = {90: (50, -50), 180: (50, 50), 270: (-50, 50)}[degrees]  # where its first corner goes
        description = _("Turn %(tile)s by %(degrees)d° clockwise") % {
            "tile": tile_name(tile.name),
            "degrees": degrees,
        }
        word = Word(f"{degrees}°", x + dx, y + dy + 9, 27)
        click = self.clicks.of(key)
        assert click is not None  # noqa: S101 (the caller has asked)
        half = TURN_SIZE / 2
        return Mark("turn", key, description, x + dx - half, y + dy - half, TURN_SIZE, word, click)

    def _place(self, tile: engine.TileView, key: str, value: str) -> Mark:
        x, y = self.beside(value)
        description = _("Carry %(tile)s here: %(place)s") % {
            "tile": tile_name(tile.name),
            "place": engine.text.board.place(value, _),
        }
        click = self.clicks.of(key)
        assert click is not None  # noqa: S101 (the caller has asked)
        half, number = PLACE_SIZE / 2, numbers_of_places(self.clicks.labels)[value]
        word = Word(str(number), x, y + 13, 36)
        return Mark("place", key, description, x - half, y - half, PLACE_SIZE, word, click)

    def places(self) -> Iterator[FreePlace]:
        """Draw where any tile may go."""
        for place, number in numbers_of_places(self.clicks.labels).items():
            x, y = self.beside(place)
            half = FREE_SIZE / 2
            yield FreePlace(x - half, y - half, FREE_SIZE, Word(str(number), x, y + 12, 34))

    def beside(self, place: str) -> tuple[float, float]:
        """Return where a free place is drawn: near the tiles, so that they need not become much smaller."""
        x, y = layout.tile_box(*map(int, place.split("/"))).middle
        around = layout.around(layout.tile_box(tile.x, tile.y) for tile in self.board.tiles).grown(BESIDE)
        return min(max(x, around.left), around.right), min(max(y, around.top), around.bottom)

    def _letter(self, name: str, box: Box, is_start: bool) -> Word:
        x, y = box.middle
        return Word(space_name(START) if is_start else name.upper(), x, y + 7, 19)

    def _start(self, box: Box) -> Space:
        x, y = box.middle
        title = space_name(START)
        is_grip = self.clicks.of(f"tile:{START}") is not None  # then its name is what it is taken by
        return Space(
            *(START, "start", title, self.description[START]),
            *(box.left + INSET, box.top + INSET, box.width - 2 * INSET),
            points="",
            spot=None,
            word=None if is_grip else Word(title, x, y + 7, 22),
            styles=self._styles(START),
            click=self.clicks.of(START),
        )

    def _spaces(self, tile: engine.TileView) -> Iterator[Space]:
        for place, name in enumerate(tile.spaces):
            cell = layout.cell_box(2 * tile.x + place % 2, 2 * tile.y + place // 2)
            yield self._space(name, cell, is_upper=place < 2)

    def _space(self, name: str, cell: Box, *, is_upper: bool) -> Space:
        box, kind, title = cell.grown(-INSET), kind_of(name), short_name(name)
        is_octagon = kind == "octagon"
        room, largest = WORDS[kind]
        word = layout.fit(title, cell.middle[0], word_line(cell, kind, is_upper), room, largest)
        return Space(
            *(name, kind, space_name(name), self.description[name], box.left, box.top, box.width),
            points=layout.octagon(box) if is_octagon else "",
            spot=self._spot(name, kind, cell, is_upper),
            word=word,
            styles=self._styles(name),
            click=self.clicks.of(name),
        )

    def _spot(self, name: str, kind: str, cell: Box, is_upper: bool) -> Spot | None:
        """Draw what is on a space: large where nobody stands, beside the piece where somebody does."""
        room = standing.room(cell, is_upper=is_upper)
        x, y = room.middle
        if kind == "octagon":
            return None
        if kind == "portal":
            return Spot("portal", x - 32, y - 32, 64)
        if any(name in spaces for spaces in self.board.pieces.values()):
            return Spot(picture_of(name), cell.left + 9, y - 19, 38)
        return Spot(picture_of(name), x - 25, y - 25, 50)

    def _styles(self, thing: str) -> tuple[str, ...]:
        clicks = self.clicks
        marked = {
            "goal": thing in self.goal,
            "reach": thing in clicks.reach,
            "picked": thing in clicks.path,
            "chosen": thing in clicks.chosen_spaces,
        }
        return tuple(style for style, is_so in marked.items() if is_so)


def word_line(cell: Box, kind: str, is_upper: bool) -> float:
    """Return the base line of a space's word: at the outer edge of its tile, clear of the tile's letter."""
    inwards = 6 if kind == "octagon" else 0
    return cell.top + 23 + inwards if is_upper else cell.bottom - 11 - inwards


def _said(clicks: Clicks) -> str:
    """Say what is filled in or picked, and what comes next."""
    if clicks.chosen:
        return _("Filled in: %(moves)s") % {"moves": "; ".join(map(describe_label, clicks.chosen))}
    if clicks.path[:1] and clicks.path[0].startswith("tile:"):
        picked = _("Picked: %(things)s.") % {"things": _thing(clicks.path[0])}
        return f"{picked} {_('Now choose how far it turns, or where it goes.')}"
    if clicks.path:
        picked = " → ".join(map(_thing, clicks.path))
        return _("Picked: %(things)s. Now choose where to.") % {"things": picked}
    return ""


def describe_label(label: str) -> str:
    """Say an answer that was given on the board by what is clicked for it: Bread → Love → Peace."""
    return " → ".join(map(_thing, clicks_of(label)))


def _thing(click: str) -> str:
    kind, colon, value = click.partition(":")
    if not colon:
        return space_name(click)
    if kind == "tile":
        return tile_name(value)
    if kind == "turn":
        return f"{value}°"
    return engine.text.board.place(value, _) if kind == "place" else space_name(value)
