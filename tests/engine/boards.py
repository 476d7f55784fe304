"""Boards from pictures and by chance, and a slow second reading of the rules of moving.

A picture shows one word for each cell, ``.`` for none: two lines of two words are a tile.  Tiles that it
leaves out lie far away, in rows and columns of their own.
"""

from collections.abc import Iterator
from random import Random

from engine.board.layout import NAMES
from engine.board.spaces import COLOURS, ITEMS, OCTAGONS, PEGS, PIECES, PORTALS, START, TILES
from engine.board.table import BoardTable, Lying
from engine.card import Deck
from engine.table import Turn

Cell = tuple[int, int]
Pieces = dict[str, list[str]]
EVERYWHERE = (START, *ITEMS, *OCTAGONS, *PORTALS)
SQUARE = """
    octagon-a bread     chocolate octagon-b cookies   sun
    dreams    brain     peace     eye       octagon-c party
    milk      rocket    start     start     octagon-e love
    sleep     octagon-d start     start     money     toaster
    television octagon-f music    octagon-g time      portal-2
    coffee    moon      portal-1  cosmos    octagon-h doughnuts
"""
"""The nine tiles as a game begins, none of them turned."""
GAP = """
    octagon-a bread     .         .         chocolate octagon-b
    dreams    brain     .         .         peace     eye
"""
"""Two tiles, and room for one between them."""


def table_of(tiles: dict[str, Lying], pieces: Pieces, *, on: tuple[str, ...] = ()) -> BoardTable:
    """A table with tiles and pieces; red is seat 1, and the pegs in ``on`` are at their second holes."""
    return BoardTable(
        deck=Deck("", (), game="board"),
        seed="",
        order=[1, 2, 3, 4],
        hands={},
        turn=Turn(1),
        draw_pile=[],
        tiles=tiles,
        pieces={colour: sorted(pieces.get(colour, ())) for colour in COLOURS},
        colours=dict(enumerate(COLOURS, 1)),
        pegs=dict.fromkeys(PEGS, 0) | dict.fromkeys(on, 1),
        collected={},
    )


def draw(picture: str, *, on: tuple[str, ...] = (), **pieces: list[str]) -> BoardTable:
    """The table of a picture of cells; the start tile lies at 0/0, or else the first tile of the picture."""
    lines = [line.split() for line in picture.strip().splitlines()]
    tiles = _far_away()
    for y in range(0, len(lines), 2):
        for x in range(0, len(lines[y]), 2):
            four = ((lines[y][x], lines[y][x + 1]), (lines[y + 1][x], lines[y + 1][x + 1]))
            if four[0][0] != ".":
                name, turns = _tile_of(four)
                tiles[name] = Lying(x // 2, y // 2, turns)
    return table_of(_around_start(tiles), pieces, on=on)


def lay(picture: str, *, on: tuple[str, ...] = (), **pieces: list[str]) -> BoardTable:
    """The table of a picture of tiles, ``*`` for the start tile, none of them turned."""
    tiles = _far_away()
    for y, line in enumerate(picture.strip().splitlines()):
        for x, name in enumerate(line.split()):
            if name != ".":
                tiles[START if name == "*" else name] = Lying(x, y)
    return table_of(_around_start(tiles), pieces, on=on)


def _far_away() -> dict[str, Lying]:
    return {name: Lying(1000 + at, 1000 + at) for at, name in enumerate(NAMES)}


def _around_start(tiles: dict[str, Lying]) -> dict[str, Lying]:
    x, y = (tiles[START].x, tiles[START].y) if tiles[START].x < 1000 else (0, 0)
    return {name: Lying(tile.x - x, tile.y - y, tile.turns) for name, tile in tiles.items()}


def _tile_of(four: tuple[tuple[str, str], ...]) -> tuple[str, int]:
    for name in NAMES:
        for turns in range(4):
            if turned(name, turns) == four:
                return name, turns
    raise AssertionError(f"No tile looks like {four}.")


def turned(name: str, turns: int) -> tuple[tuple[str, ...], ...]:
    """The two rows of a tile after quarter turns clockwise."""
    nw, ne, sw, se = TILES.get(name, (START,) * 4)
    rows: tuple[tuple[str, ...], ...] = ((nw, ne), (sw, se))
    for _ in range(turns):
        rows = tuple(zip(*rows[::-1], strict=True))
    return rows


def by_chance(dice: Random, *, apart: bool = False, on: tuple[str, ...] = ()) -> BoardTable:
    """Tiles that grew together by chance, or lie ``apart``, and twelve pieces wherever they may stand."""
    places = {(0, 0)}
    while len(places) < len(NAMES):
        x, y = dice.choice(sorted(places))
        places.add((x + dice.randint(-2, 2), y + dice.randint(-2, 2)) if apart else beside(x, y, dice))
    laid = dice.sample(sorted(places), len(places))
    tiles = {name: Lying(*place, dice.randrange(4)) for name, place in zip(NAMES, laid, strict=True)}
    items, pieces = dice.sample(ITEMS, len(ITEMS)), {}
    crowded = dice.random()
    for colour in COLOURS:
        open_spaces = (START, *PORTALS, dice.choice(OCTAGONS))
        pieces[colour] = [
            items.pop() if dice.random() < crowded else dice.choice(open_spaces) for _ in range(PIECES)
        ]
    return table_of(tiles, pieces, on=on)


def beside(x: int, y: int, dice: Random) -> Cell:
    """One of the four places beside a place, by chance."""
    return dice.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])


class Drawn:
    """The same rules read a second time, word by word, off a board that is drawn on squared paper."""

    def __init__(self, table: BoardTable) -> None:
        lying = table.tiles.values()
        self.left, self.top = min(tile.x for tile in lying), min(tile.y for tile in lying)
        width = 2 * (max(tile.x for tile in lying) - self.left + 1)
        height = 2 * (max(tile.y for tile in lying) - self.top + 1)
        self.paper = [["." for _ in range(width)] for _ in range(height)]
        for name, tile in table.tiles.items():
            for down, row in enumerate(turned(name, tile.turns)):
                for across, space in enumerate(row):
                    y, x = 2 * (tile.y - self.top) + down, 2 * (tile.x - self.left) + across
                    assert self.paper[y][x] == "."
                    self.paper[y][x] = space
        self.pieces = table.pieces
        self.wraparound = table.pegs["wraparound"] == 1
        self.entered = {space: set(self.walks(space)) for space in EVERYWHERE}

    def walks(self, space: str) -> Iterator[str]:
        """The spaces that one step from a space enters, as often as there are ways."""
        found = [(x, y) for y, row in enumerate(self.paper) for x, word in enumerate(row) if word == space]
        arrows = {(0, -1): found[1:2], (1, 0): found[3:4], (0, 1): found[2:3], (-1, 0): found[:1]}
        for (across, down), exits in arrows.items():
            for x, y in exits if space == START else found:
                if there := self.walk(x, y, across, down):
                    yield there

    def walk(self, x: int, y: int, across: int, down: int) -> str:
        """Where a step in one direction from a cell ends; empty if it is illegal."""
        line = [row[x] for row in self.paper] if down else self.paper[y]
        at, way = (y, down) if down else (x, across)
        if 0 <= at + way < len(line) and line[at + way] != ".":
            return line[at + way]
        if not self.wraparound:
            return ""
        onwards = line[at + 1 :] if way > 0 else line[:at][::-1]
        from_far_end = line if way > 0 else line[::-1]
        there = next(word for word in [*onwards, *from_far_end] if word != ".")
        return "" if there == line[at] else there

    def steps(self, colour: str) -> dict[str, Pieces]:
        """What each step of a colour's pieces, by label, makes of all pieces."""
        found = {}
        for source in sorted(set(self.pieces[colour])):
            for target in sorted(self.entered[source]):
                if {source, target} != set(PORTALS):
                    for bump in self.bumps(source, target):
                        found[f"{source}>{target}" + ("!" + bump if bump else "")] = self.after(
                            colour, source, through(target), bump, target
                        )
            if source in PORTALS:
                found[f"{source}>{through(source)}"] = self.after(colour, source, through(source), "", "")
        return found

    def bumps(self, source: str, target: str) -> list[str]:
        """The spaces into which whoever is in the way may be bumped; one empty word if nobody is."""
        if not self.is_held(target):
            return [""]
        return [
            space
            for space in EVERYWHERE
            if space in self.entered[target]
            and space != source
            and through(space) != source
            and not self.is_held(space)
        ]

    def is_held(self, space: str) -> bool:
        """Whether a space for one piece has one."""
        return space in ITEMS and any(space in pieces for pieces in self.pieces.values())

    def after(self, colour: str, source: str, stands: str, bump: str, target: str) -> Pieces:
        """All pieces after a step."""
        pieces = {name: list(spaces) for name, spaces in self.pieces.items()}
        if bump:
            [bumped] = [name for name in pieces if target in pieces[name]]
            pieces[bumped][pieces[bumped].index(target)] = through(bump)
        pieces[colour][pieces[colour].index(source)] = stands
        return {name: sorted(spaces) for name, spaces in pieces.items()}


def through(space: str) -> str:
    """Where a piece stands that has gone into a space."""
    return {"portal-1": "portal-2", "portal-2": "portal-1"}.get(space, space)


def is_one_group(places: list[Cell]) -> bool:
    """Whether whoever floods the first place, side by side, floods all."""
    flooded, wet = set(), places[:1]
    while wet:
        x, y = wet.pop()
        if (x, y) in places and (x, y) not in flooded:
            flooded.add((x, y))
            wet += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return len(flooded) == len(places)


def all_uprootings(table: BoardTable) -> list[str]:
    """The label of every uprooting, found by carrying every tile to every place in reach."""
    places = {name: (tile.x, tile.y) for name, tile in table.tiles.items()}
    across, down = zip(*places.values(), strict=True)
    return [
        f"uproot:{name}:{x}/{y}"
        for name in places
        for y in range(min(down) - 2, max(down) + 3)
        for x in range(min(across) - 2, max(across) + 3)
        if (x, y) not in places.values() and is_one_group(list((places | {name: (x, y)}).values()))
    ]
