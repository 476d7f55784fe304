"""A drawing of the board as plain values. Lengths are in units of the picture: a cell is 100 wide."""

from dataclasses import dataclass

from games.board.clicks import Click


@dataclass(frozen=True)
class Word:
    """A text whose middle is at ``x``, its base line at ``y``, in letters ``size`` high.

    ``length`` is how wide it is made, whatever the font, where it would not surely fit; 0 elsewhere.
    """

    text: str
    x: float
    y: float
    size: float
    length: float = 0


@dataclass(frozen=True)
class Spot:
    """A picture: a symbol of static/pictures.svg in a square with its top left corner at ``x``, ``y``."""

    name: str
    x: float
    y: float
    size: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.size / 2, self.y + self.size / 2

    @property
    def ring(self) -> float:
        """The radius of a ring that fits into the square."""
        return self.size / 2 - 1.5

    @property
    def shrunk(self) -> str:
        """What makes the picture smaller around its middle, so that there is room for a ring."""
        x, y = self.middle
        return f"translate({x * 0.22:g} {y * 0.22:g}) scale(.78)"


@dataclass(frozen=True)
class Space:
    """A space. ``kind`` is item, octagon, portal or start; ``points`` are the corners of an octagon.

    ``description`` says what it is called and who stands there. ``styles`` are what it is marked as:
    ``goal``, ``reach``, ``picked``, ``chosen``.
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
        """Where the band behind the word of a space begins that the goal asks for."""
        is_upper = self.word is not None and self.word.y < self.y + self.size / 2
        return self.y if is_upper else self.y + self.size - 27


@dataclass(frozen=True)
class PieceGroup:
    """The pieces of one colour on one space, which go by one name."""

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
    """Something beside the spaces that may be clicked: how far a tile turns, a place where it can go."""

    kind: str
    key: str
    description: str
    x: float
    y: float
    size: float
    word: Word | None
    click: Click


@dataclass(frozen=True)
class FreePlace:
    """A place where a tile can be carried, with its number."""

    x: float
    y: float
    size: float
    word: Word


@dataclass(frozen=True)
class Grip:
    """What a tile is taken by: the top left corner, how wide and how high it is."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Tile:
    """A tile with its letter in the middle; a click on the letter picks the tile."""

    name: str
    description: str
    x: float
    y: float
    size: float
    turns: int
    spaces: tuple[Space, ...]
    letter: Word | None
    exits: tuple[str, ...]
    styles: tuple[str, ...]
    click: Click | None

    @property
    def middle(self) -> float:
        """How far down its middle is."""
        return self.y + self.size / 2

    @property
    def grip(self) -> Grip:
        """Where it is taken by its letter: a pill that is as wide as the letter, or the word, needs."""
        width, height = (42, 42) if self.letter is None or len(self.letter.text) == 1 else (92, 34)
        return Grip(self.x + (self.size - width) / 2, self.middle - height / 2, width, height)

    @property
    def touch(self) -> Grip:
        """What takes it on a phone: larger than what is drawn, as a fingertip is."""
        return Grip(self.x + (self.size - 96) / 2, self.middle - 36, 96, 72)


@dataclass(frozen=True)
class Ghost:
    """The outline of a tile at the place that it has left, with the letter of the tile."""

    x: float
    y: float
    size: float
    letter: Word


@dataclass(frozen=True)
class Arrow:
    """A move of before. ``kind`` is move, bump, leap, portal, back, turn or carry; ``colour`` its piece's.

    ``ghost`` is the place that a tile has left, ``age`` how old the move is: 0 is new, 2 is old.
    """

    kind: str
    colour: str
    path: str
    head: str
    description: str
    ghost: Ghost | None = None
    age: int = 0


@dataclass(frozen=True)
class Edge:
    """Where a row or column goes on at the other end of the board, or over a gap."""

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
    """One of the two spaces that the goal on top of the stack asks for, with its picture."""

    name: str
    title: str
    picture: str


@dataclass(frozen=True)
class BoardPlayer:
    """Who plays which colour; ``pieces`` says it in words."""

    name: str
    colour: str
    pieces: str
    is_me: bool
    is_turn: bool


@dataclass(frozen=True)
class DescribedTile:
    """A tile in words: what it is called and how it is turned, and each of its spaces."""

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
    """The whole picture. ``columns`` and ``rows`` are the tiles across and down, which decide how narrow
    it may become, and where on the page it lies. ``places`` are numbered where nothing can be clicked.

    ``said`` tells what is picked or filled in, ``labels`` are all answers that can be given on it and
    ``number`` is that of their question, of which at most ``most`` are wanted.  Of a game that is over,
    ``words`` say who has won, and no goal is marked.
    """

    x: float
    y: float
    width: float
    height: float
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    stands: tuple[PieceGroup, ...]
    marks: tuple[Mark, ...]
    places: tuple[FreePlace, ...]
    arrows: tuple[Arrow, ...]
    edges: tuple[Edge, ...]
    goal: tuple[WantedSpace, ...]
    players: tuple[BoardPlayer, ...]
    path: tuple[str, ...]
    chosen: tuple[str, ...]
    labels: tuple[str, ...]
    most: int
    number: int
    said: str
    words: DescribedBoard
    is_over: bool

    @property
    def has_mine(self) -> bool:
        """Whether some pieces are the viewer's own."""
        return any(stand.is_mine for stand in self.stands)

    @property
    def has_reach(self) -> bool:
        """Whether some spaces are marked as those where a piece can go."""
        return any("reach" in space.styles for space in self.spaces)

    @property
    def view_box(self) -> str:
        """What an SVG shows."""
        return f"{self.x:g} {self.y:g} {self.width:g} {self.height:g}"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces, tile by tile."""
        return tuple(space for tile in self.tiles for space in tile.spaces)
