"""Any position of the board game, written down by names."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from engine.board.layout import is_connected, layout_of
from engine.board.pegs import draw_count
from engine.board.set_up import LONGER
from engine.board.spaces import COLOURS, OPEN, PEGS, PIECES, START
from engine.board.table import BoardTable, Lying
from engine.card import BoardGoal, Deck
from engine.scenario.cards import Cards, CardsLeft, Count
from engine.scenario.errors import BadScenario
from engine.scenario.position import SEED, CommonPosition
from engine.scenario.spelling import (
    read_colour,
    read_hole,
    read_lying,
    read_peg,
    read_space,
    read_tile,
    read_turns,
    write_lying,
)
from engine.table import Turn

_ROWS = (("a", "b", "c"), ("d", START, "e"), ("f", "g", "h"))
STANDARD = {tile: (x, y) for y, row in enumerate(_ROWS, start=-1) for x, tile in enumerate(row, start=-1)}
"""Where the tiles lie, none of them turned, of which a scenario says nothing."""


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a tile lies: its place, ``2/-1``, and its degrees clockwise."""

    at: str | None = None
    turned: int | None = None


Lies = str | Laid
Says = bool | int | str


class BoardPosition(CommonPosition):
    """Everything that a scenario can set up in the board game.

    ``tiles`` say where tiles lie; others lie by the ``STANDARD``.  ``pieces`` are the spaces of a seat's or a
    colour's pieces; others stand on the start tile.  ``colours`` go by seat.  ``pegs`` are what they say.
    ``stack`` has goals, top first; ``collected`` those that seats have met.  ``free_changes`` are the seats
    that still owe theirs, ``moved`` counts the moves of this turn.
    """

    tiles: dict[str, Lies] = {}
    pieces: dict[str, list[str]] = {}
    colours: dict[str, str] = {}
    pegs: dict[str, Says] = {}
    stack: Cards = []
    collected: dict[str, Cards] = {}
    free_changes: list[str] = []
    moved: Count | None = None

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        more: dict[str, Iterable[str]] = {"colours": self.colours, "collected": self.collected}
        return {**super().seats_named(), **more, "free_changes": self.free_changes}

    def zones(self) -> dict[str, Cards]:
        """The cards that are written, by the zone where they lie."""
        collected = {f"collected.{name}": self.collected.get(name, []) for name in self.seats}
        return {**super().zones(), **collected, "stack": self.stack}

    def lay(self, pile: Deck) -> BoardTable:
        """Lay the board, and the table with the cards of a deck."""
        colours = self._colours()
        pieces = self._pieces(colours)
        cards = CardsLeft(pile, [*self.avoid, *chain(*self.cards_named().values())], _goals_at(pile, pieces))
        dealt = self.deal(cards)
        table = BoardTable(
            deck=pile,
            seed=SEED,
            order=list(colours),
            hands=self.hands_of(dealt),
            turn=self._turn(),
            draw_pile=self.draw_pile(cards, dealt),
            discard=list(reversed(dealt["discard"])),
            goals=list(reversed(dealt["stack"])),
            seated=len(colours),
            tiles=self._tiles(),
            pieces=pieces,
            colours=colours,
            pegs=self._pegs(pile),
            collected={seat: dealt[f"collected.{name}"] for seat, name in enumerate(self.seats, start=1)},
            to_change=[self.seat(name) for name in self.free_changes],
        )
        if table.turn.phase == "plays" and self.drawn is None:
            table.turn.drawn = draw_count(table)
        return table

    def _colours(self) -> dict[int, str]:
        """The colour of each seat: what is written, and for others the first that are free."""
        chosen = {self.seat(name): read_colour("given.colours", word) for name, word in self.colours.items()}
        free = [colour for colour in COLOURS if colour not in chosen.values()]
        if len(set(chosen.values())) < len(chosen):
            raise BadScenario("two seats can't have the same colour", "given.colours")
        return {seat: chosen.get(seat) or free.pop(0) for seat in range(1, len(self.seats) + 1)}

    def _pieces(self, colours: dict[int, str]) -> dict[str, list[str]]:
        pieces: dict[str, list[str]] = {}
        for whose, words in self.pieces.items():
            colour = colours[self.seat(whose)] if whose in self.seats else read_colour("given.pieces", whose)
            if colour not in colours.values() or colour in pieces:
                why = "twice" if colour in pieces else "though nobody plays them"
                raise BadScenario(f"the {colour} pieces are written {why}", "given.pieces", whose)
            if len(words) > PIECES:
                why = f"there are {PIECES} {colour} pieces, not {len(words)}"
                raise BadScenario(why, f"given.pieces.{whose}")
            spaces = [read_space(f"given.pieces.{whose}", word) for word in words]
            pieces[colour] = sorted([*spaces, *[START] * (PIECES - len(spaces))])
        standing = [space for spaces in pieces.values() for space in spaces if space not in OPEN]
        for space in standing:
            if standing.count(space) > 1:
                raise BadScenario(f"two pieces can't stand on {space}", "given.pieces")
        return {
            colour: pieces.get(colour, [START] * PIECES) for colour in COLOURS if colour in colours.values()
        }

    def _tiles(self) -> dict[str, Lying]:
        tiles = {tile: Lying(*place) for tile, place in STANDARD.items()}
        for word, lies in self.tiles.items():
            tile = read_tile("given.tiles", word)
            place, turns = read_laid(f"given.tiles.{word}", lies)
            tiles[tile] = Lying(*(place or STANDARD[tile]), turns or 0)
        places: dict[tuple[int, int], str] = {}
        for tile, lying in tiles.items():
            other = places.setdefault((lying.x, lying.y), tile)
            if other != tile:
                at = write_lying(Lying(lying.x, lying.y))
                raise BadScenario(f"{other} and {tile} can't both lie at {at}", "given.tiles")
        if not is_connected(layout_of(tiles)):
            why = "not all of them can be reached from the start tile by full sides"
            raise BadScenario(why, "given.tiles")
        return tiles

    def _pegs(self, pile: Deck) -> dict[str, int]:
        pegs = dict.fromkeys(PEGS, 0)
        pegs["win"] = 1 if LONGER in pile.switches else 0
        for word, says in self.pegs.items():
            peg = read_peg("given.pegs", word)
            pegs[peg] = read_hole("given.pegs", peg, says)
        return pegs

    def _turn(self) -> Turn:
        seat = self.seat(self.turn or (self.free_changes or self.seats)[0])
        counts = (self.drawn, self.played, self.moved)
        if self.free_changes:
            around = [*self.seats[seat - 1 :], *self.seats[: seat - 1]]
            if self.free_changes != around[: len(self.free_changes)] or counts != (None, None, None):
                why = "they begin with the seat in turn, go on clockwise, and precede all else"
                raise BadScenario(why, "given.free_changes")
            return Turn(seat, phase="free-change")
        if counts == (None, None, None):
            return Turn(seat)
        drawn, played, moved = (count or 0 for count in counts)
        return Turn(seat, phase="plays", drawn=drawn, played=played, moved=moved)


def read_laid(key: str, lies: Lies) -> tuple[tuple[int, int] | None, int | None]:
    """The place and the quarter turns that are written for a tile; each None if it isn't."""
    if isinstance(lies, str):
        return read_lying(key, lies)
    place, turns = read_lying(key, lies.at) if lies.at is not None else (None, None)
    return place, turns if lies.turned is None else read_turns(key, lies.turned)


def _goals_at(pile: Deck, pieces: dict[str, list[str]]) -> Iterator[str]:
    """The goals that ask for a space where a piece stands."""
    held = [space for spaces in pieces.values() for space in spaces]
    for card in pile.cards:
        if isinstance(card, BoardGoal) and not set(card.spaces).isdisjoint(held):
            yield card.slug
