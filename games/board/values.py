"""A drawing of the board as plain values. Lengths are in units of the picture: a cell is 100 wide."""

from dataclasses import dataclass

from games.board.clicks import Click


@dataclass(frozen=True)
class Word:
    """A text around ``x`` on the base line ``y``, in letters ``size`` high.

    ``length`` is the width that it is forced to where some font might make it too wide; else 0.
    """

    text: str
    x: float
    y: float
    size: float
    length: float = 0


@dataclass(frozen=True)
class Box:
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Box":
        """Return the box with a margin on all sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True)
class Spot:
    """A symbol of static/pictures.svg in a square whose top left corner is at ``x``, ``y``."""

    name: str
    x: float
    y: float
    size: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.size / 2, self.y + self.size / 2

    @property
    def ring(self) -> float:
        """The radius of a ring that fits into the square."""
        return self.size / 2 - 1.5

    @property
    def shrunk(self) -> str:
        """The SVG transform that shrinks the symbol around its middle, to make room for a ring."""
        x, y = self.middle
        return f"translate({x * 0.22:g} {y * 0.22:g}) scale(.78)"


@dataclass(frozen=True)
class Space:
    """A space. ``kind`` is item, octagon, portal or start; ``points`` are the corners of an octagon.

    ``description`` names it and who stands there. ``styles`` are among ``goal``, ``reach``, ``picked`` and
    ``chosen``.
    """

    name: str
    kind: str
    title: str
    description: str
    x: float
    y: float
    size: float
    points: str
    spot: Spot | None
    word: Word | None
    styles: tuple[str, ...]
    click: Click | None

    @property
    def is_goal(self) -> bool:
        """Whether the goal on top of the stack asks for it."""
        return "goal" in self.styles

    @property
    def band(self) -> float:
        """The top of the band behind its word, drawn where the goal asks for the space."""
        is_upper = self.word is not None and self.word.y < self.y + self.size / 2
        return self.y if is_upper else self.y + self.size - 27


@dataclass(frozen=True)
class PieceGroup:
    """The pieces of one colour on one space."""

    colour: str
    space: str
    description: str
    spots: tuple[Spot, ...]
    is_mine: bool
    styles: tuple[str, ...]
    click: Click | None
    key: str


@dataclass(frozen=True)
class Mark:
    """Something clickable that is no space: how far a picked tile turns, or where it can go."""

    kind: str
    key: str
    description: str
    x: float
    y: float
    size: float
    word: Word
    click: Click


@dataclass(frozen=True)
class TileOutline:
    """An empty place for a tile: one where a tile can go, with its number, or one that a tile has left."""

    x: float
    y: float
    size: float
    word: Word


@dataclass(frozen=True)
class Tile:
    """A tile with its letter in the middle; a click on the letter picks the tile."""

    name: str
    description: str
    x: float
    y: float
    size: float
    spaces: tuple[Space, ...]
    letter: Word | None
    exits: tuple[str, ...]
    styles: tuple[str, ...]
    click: Click | None

    @property
    def middle(self) -> float:
        """The ``y`` of its middle."""
        return self.y + self.size / 2

    @property
    def grip(self) -> Box:
        """The pill around its letter, or its word, by which it is picked."""
        is_letter = self.letter is None or len(self.letter.text) == 1
        return self._around_middle(42, 42) if is_letter else self._around_middle(92, 34)

    @property
    def touch(self) -> Box:
        """The area that picks it on a phone: as large as a fingertip."""
        return self._around_middle(96, 72)

    def _around_middle(self, width: float, height: float) -> Box:
        x = self.x + self.size / 2
        return Box(x - width / 2, self.middle - height / 2, x + width / 2, self.middle + height / 2)


@dataclass(frozen=True)
class Arrow:
    """A past move. ``kind`` is move, bump, leap, portal, back, turn or carry; ``colour`` its piece's.

    ``ghost`` is the place that a tile has left; ``age`` runs from 0 (new) to 2 (old).
    """

    kind: str
    colour: str
    path: str
    head: str
    description: str
    ghost: TileOutline | None = None
    age: int = 0


@dataclass(frozen=True)
class Edge:
    """Where a row or column goes on: at the other ``end`` of the board, or over a ``gap``."""

    kind: str
    path: str


@dataclass(frozen=True)
class Label:
    """A picture with words at its right, which begin where ``word`` lies; ``colour`` is that of a piece."""

    word: Word
    spot: Spot | None
    colour: str


@dataclass(frozen=True)
class WantedSpace:
    """One of the two spaces that a goal asks for, with its picture."""

    name: str
    title: str
    picture: str


@dataclass(frozen=True)
class GoalOnBoard:
    """A goal with the two spaces that it asks for."""

    slug: str
    title: str
    spaces: tuple[WantedSpace, ...]


@dataclass(frozen=True)
class BoardPlayer:
    """Who plays which colour, what its pieces are called, and the goals that were collected."""

    seat: int
    name: str
    colour: str
    pieces: str
    goals: tuple[GoalOnBoard, ...]
    is_me: bool
    is_turn: bool


@dataclass(frozen=True)
class DescribedTile:
    """A tile in words: its name and how it is turned, and each of its spaces."""

    title: str
    spaces: tuple[str, ...]


@dataclass(frozen=True)
class DescribedRow:
    """A row of tiles in words, from west to east."""

    title: str
    tiles: tuple[DescribedTile, ...]


@dataclass(frozen=True)
class DescribedBoard:
    """The board in words: what the goal asks, who stands where, and the tiles row by row."""

    goal: str
    players: tuple[str, ...]
    rows: tuple[DescribedRow, ...]


@dataclass(frozen=True)
class BoardDrawing:
    """The whole picture. ``columns`` and ``rows`` count tiles: the page's layout depends on them.

    ``places`` are numbered where nothing can be clicked. ``labels`` are all answers that can be given on the
    board, ``number`` is that of their question, ``least`` to ``most`` of them are chosen, and ``remaining``
    are those that ``path`` leaves. When the game is over, ``words`` say who has won.
    """

    x: float
    y: float
    width: float
    height: float
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    piece_groups: tuple[PieceGroup, ...]
    marks: tuple[Mark, ...]
    places: tuple[TileOutline, ...]
    arrows: tuple[Arrow, ...]
    edges: tuple[Edge, ...]
    goal: tuple[WantedSpace, ...]
    players: tuple[BoardPlayer, ...]
    path: tuple[str, ...]
    chosen: tuple[str, ...]
    labels: tuple[str, ...]
    remaining: tuple[str, ...]
    least: int
    most: int
    number: int
    words: DescribedBoard
    is_over: bool

    @property
    def has_mine(self) -> bool:
        """Whether some pieces are the viewer's own."""
        return any(group.is_mine for group in self.piece_groups)

    @property
    def has_reach(self) -> bool:
        """Whether some spaces are marked as places where a piece can go."""
        return any("reach" in space.styles for space in self.spaces)

    @property
    def view_box(self) -> str:
        """The viewBox of the SVG."""
        return f"{self.x:g} {self.y:g} {self.width:g} {self.height:g}"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces, tile by tile."""
        return tuple(space for tile in self.tiles for space in tile.spaces)
