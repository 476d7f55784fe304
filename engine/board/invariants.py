"""What must hold on the board whenever a question is open, whatever has been played."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from engine.board import pegs
from engine.board.goals import meets
from engine.board.spaces import COLOURS, OPEN, PEGS, PIECES, START, TILE_OF, TILES
from engine.board.table import BoardTable
from engine.card import BoardGoal


def board_violations(table: BoardTable, *, at_rest: bool) -> Iterator[str]:
    """One sentence for each invariant that does not hold; ``at_rest`` says that no play is in progress."""
    yield from _tiles(table)
    yield from _pieces(table)
    for peg, hole in table.pegs.items():
        if not 0 <= hole < len(PEGS[peg]):
            yield f"The peg {peg} is in hole {hole}."
    for card in (table.card(card) for card in chain(table.goals, *table.collected.values())):
        if not isinstance(card, BoardGoal):
            yield f"The card {card.slug} lies among the goals."
    if at_rest:
        yield from _rest(table)


def _tiles(table: BoardTable) -> Iterator[str]:
    """All nine tiles lie in one group, each at a place of its own."""
    if set(table.tiles) != {START, *TILES}:
        yield "The tiles are not those of the box."
    places = {(lying.x, lying.y) for lying in table.tiles.values()}
    if len(places) < len(table.tiles):
        yield "Two tiles lie at the same place."
    reached = [(table.tiles[START].x, table.tiles[START].y)]
    for x, y in reached:
        beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        reached += [place for place in beside if place in places and place not in reached]
    if len(reached) < len(places):
        yield "A tile can't be reached from the start tile."


def _pieces(table: BoardTable) -> Iterator[str]:
    """Every seat plays a colour, every colour in play has its pieces, and an item space holds one."""
    if not set(table.colours) == set(table.collected) == set(table.order):
        yield "The seats of the order, the colours and the collected goals differ."
    if sorted(table.colours.values()) != sorted(table.pieces) or not set(table.pieces) <= set(COLOURS):
        yield "The colours that are played and those of the pieces differ."
    standing = Counter(chain.from_iterable(table.pieces.values()))
    for space, count in standing.items():
        if space not in TILE_OF:
            yield f"A piece stands on {space}, which is no space."
        elif count > 1 and space not in OPEN:
            yield f"{count} pieces stand on {space}."
    for colour, spaces in table.pieces.items():
        if len(spaces) != PIECES:
            yield f"There are {len(spaces)} {colour} pieces."


def _rest(table: BoardTable) -> Iterator[str]:
    """Between plays nothing is in progress and everything owed is settled."""
    if table.resolving or table.temporary:
        yield "A card is being resolved though nothing is in progress."
    for seat in table.others(table.turn.seat):
        if pegs.over_hand_limit(table, seat):
            yield f"Seat {seat} waits with more cards than the hand limit allows."
    if table.goals and any(meets(table, colour, table.goals[-1]) for colour in table.pieces):
        yield "The goal on top is met, and nobody noticed."
    if table.turn.phase == "plays" and table.turn.drawn < pegs.draw_count(table):
        yield f"The turn drew {table.turn.drawn} cards of {pegs.draw_count(table)}."
