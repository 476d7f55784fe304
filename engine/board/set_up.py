"""How a board game begins: tiles, pieces, the stack of goals, the deal; and how seats come and go."""

from collections.abc import Sequence

from engine.board.spaces import COLOURS, PEGS, PIECES, START, TILES
from engine.board.table import BoardTable, Lying
from engine.card import BoardGoal, Deck
from engine.outcomes import GameBegan, StackLaid
from engine.randomness import Draw
from engine.table import Turn
from engine.verbs import deal, put_on_top

FEWEST, MOST = 2, len(COLOURS)
STACKED = 5  # goals that lie in the stack at the start
LONGER = "win-at-4"
"""The switch of a deck for a longer game: the win peg begins at its second hole."""

_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def lay_out(
    deck: Deck,
    order: Sequence[int],
    first: int,
    seed: str,
    top: Sequence[int] = (),
    draws: list[Draw] | None = None,
) -> BoardTable:
    """A board laid out and dealt, before anything has happened (B01)."""
    table = BoardTable(
        deck=deck,
        seed=seed,
        order=list(order),
        hands={seat: [] for seat in order},
        turn=Turn(first, phase="free-change"),
        draw_pile=list(range(len(deck))),
        seated=len(order),
        draws=draws,
        tiles={START: Lying(0, 0)},
        pieces={},
        colours={},
        pegs=dict.fromkeys(PEGS, 0),
        collected={},
        to_change=[*order[order.index(first) :], *order[: order.index(first)]],
    )
    if LONGER in deck.switches:
        table.pegs["win"] = 1
    _lay_tiles(table)
    for seat in order:
        _give_colour(table, seat)
    table.tell(GameBegan(tuple(order), first))
    table.shuffle(table.draw_pile)
    _stack_goals(table)
    put_on_top(table, top)
    for seat in order:
        deal(table, seat)
    return table


def _lay_tiles(table: BoardTable) -> None:
    """Put the tiles around the start tile by chance, each turned by chance."""
    names = list(TILES)
    places = list(range(len(_AROUND)))
    table.shuffle(places, "places")
    for name, place, turns in zip(names, places, table.roll(len(names)), strict=True):
        x, y = _AROUND[place]
        table.tiles[name] = Lying(x, y, turns % 4)


def _stack_goals(table: BoardTable) -> None:
    """The first goals of the deck, in an order by chance, become the stack; all have seen them."""
    goals = [card for card in reversed(table.draw_pile) if isinstance(table.card(card), BoardGoal)][:STACKED]
    table.draw_pile = [card for card in table.draw_pile if card not in goals]
    table.shuffle(goals)
    table.goals = goals
    table.shuffle(table.draw_pile)
    table.tell(StackLaid(table.slugs(reversed(goals))))


def _give_colour(table: BoardTable, seat: int) -> None:
    colour = next(colour for colour in COLOURS if colour not in table.pieces)
    table.colours[seat] = colour
    table.pieces[colour] = [START] * PIECES
    table.collected[seat] = []


def seat_one(table: BoardTable, seat: int) -> None:
    """Give a seat that joins a free colour, and a change of the rules if its turn comes before the first."""
    _give_colour(table, seat)
    before = table.order[table.order.index(table.turn.seat) : table.order.index(seat)]
    if set(before) <= set(table.to_change):
        table.to_change.insert(len(before), seat)


def clear_seat(table: BoardTable, seat: int) -> list[int]:
    """Take what a seat that leaves has on the table; returns its cards, which are discarded."""
    del table.pieces[table.colours.pop(seat)]
    if seat in table.to_change:
        table.to_change.remove(seat)
    return table.collected.pop(seat)


def first_phase(table: BoardTable, seat: int) -> str:
    """The phase in which a turn of this seat begins."""
    return "free-change" if seat in table.to_change else "start"
