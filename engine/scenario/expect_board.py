"""What must be true in a position of the board game."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.board.pegs import moves_left
from engine.board.spaces import PIECES, START
from engine.scenario.board import Lies, Says, read_laid
from engine.scenario.cards import Cards
from engine.scenario.errors import BadScenario
from engine.scenario.expect import OTHERS, CommonThen, names_by_seat, names_of
from engine.scenario.scene import Scene
from engine.scenario.spelling import read_colour, read_hole, read_peg, read_space, read_tile, write_lying


class BoardThen(CommonThen, frozen=True):
    """What must be true in the board game."""

    tiles: dict[str, Lies] = {}
    pieces: dict[str, list[str]] = {}
    colours: dict[str, str] = {}
    pegs: dict[str, Says] = {}
    stack: Cards | None = None
    collected: dict[str, Cards] = {}
    free_changes: list[str] | None = None
    moved: int | None = None
    moves_left: int | None = None

    def misses(self, scene: Scene) -> Iterator[str]:
        """A sentence for each expectation that does not hold."""
        yield from super().misses(scene)
        for word, lies in self.tiles.items():
            yield from _missed_tile(scene, word, lies)
        for whose, words in self.pieces.items():
            yield from _missed_pieces(scene, whose, words)
        for word, says in self.pegs.items():
            peg = read_peg("pegs", word)
            if scene.board.pegs[peg] != read_hole("pegs", peg, says):
                yield f"pegs.{word}: expected {says!r}, found {scene.pegs[peg]!r}."
        if self.stack is not None:
            yield from _missed_stack(self.stack, scene.stack)

    def pairs(self, scene: Scene) -> list[tuple[str, Any, Any]]:
        """What must be equal: its name, what is wanted, what there is."""
        table = scene.board
        owing = [player.name for seat in table.to_change for player in scene.seats if player.seat == seat]
        colours = {name: read_colour(f"colours.{name}", word) for name, word in self.colours.items()}
        return [
            *super().pairs(scene),
            ("moved", self.moved, table.turn.moved),
            ("moves_left", self.moves_left, moves_left(table)),
            ("free_changes", self.free_changes, owing),
            *((f"colours.{name}", colour, scene.player(name).colour) for name, colour in colours.items()),
        ]

    def piles(self, scene: Scene) -> list[tuple[str, Cards | None, list[str]]]:
        """The zones that are compared in any order: its name, what is wanted, what there is."""
        collected = ((name, zone, scene.player(name).collected) for name, zone in self.collected.items())
        return [
            *super().piles(scene),
            *((f"collected.{name}", zone, found) for name, zone, found in collected),
        ]

    def seats_named(self) -> dict[str, Iterable[str]]:
        """The names of seats that are written, by key."""
        more: dict[str, Iterable[str]] = {"colours": self.colours, "collected": self.collected}
        return {**super().seats_named(), **more, "free_changes": self.free_changes or ()}

    def cards_named(self) -> dict[str, list[str]]:
        """The names of cards that are written, by key."""
        collected = names_by_seat("collected", self.collected)
        return {**super().cards_named(), **collected, "stack": names_of(self.stack)}


def _missed_tile(scene: Scene, word: str, lies: Lies) -> Iterator[str]:
    lying = scene.board.tiles[read_tile("tiles", word)]
    place, turns = read_laid(f"tiles.{word}", lies)
    if place not in (None, (lying.x, lying.y)) or turns not in (None, lying.turns % 4):
        yield f"tiles.{word}: expected {lies!r}, found {write_lying(lying)!r}."


def _missed_pieces(scene: Scene, whose: str, words: list[str]) -> Iterator[str]:
    """Compare in any order; pieces that are not written are on the start tile, or with ... anywhere."""
    colour = scene.player(whose).colour if whose in scene.players else read_colour("pieces", whose)
    if colour not in scene.board.pieces:
        raise BadScenario(f"nobody plays the pieces of {whose!r}", "pieces", whose)
    wanted = [read_space(f"pieces.{whose}", word) for word in words if word != OTHERS]
    found = list(scene.board.pieces[colour])
    others = list(found)
    for space in wanted:
        if space in others:
            others.remove(space)
    if len(others) != PIECES - len(wanted) or (OTHERS not in words and set(others) - {START}):
        yield f"pieces.{whose}: expected {words}, found {found}."


def _missed_stack(wanted: Cards, found: list[str]) -> Iterator[str]:
    """Compare in order, top first; a number stands for so many goals, ... for all that lie below."""
    entries = [wanted] if isinstance(wanted, int) else wanted
    expected: list[str | None] = []
    for entry in entries:
        expected += [entry] if isinstance(entry, str) else [None] * entry
    open_ended = expected[-1:] == [OTHERS]
    expected = expected[:-1] if open_ended else expected
    short = len(found) < len(expected) if open_ended else len(found) != len(expected)
    if short or any(want not in (None, goal) for want, goal in zip(expected, found, strict=False)):
        yield f"stack: expected {wanted}, found {found}."
