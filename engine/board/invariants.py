"""What must hold on the board whenever a question is open, and from each question to the next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from engine.board import moves, pegs
from engine.board.goals import meets
from engine.board.retold import retell
from engine.board.spaces import COLOURS, OPEN, PEGS, PIECES, START, TILE_OF, TILES
from engine.board.table import BoardTable
from engine.board.view import BoardView, show_board
from engine.card import BoardGoal
from engine.outcomes import Left, Outcome, Played
from engine.verbs import HAND_LIMIT


def board_violations(table: BoardTable, *, at_rest: bool) -> Iterator[str]:
    """One sentence for each invariant that does not hold; ``at_rest`` says that no play is in progress."""
    yield from _tiles(table)
    yield from _pieces(table)
    astray = [peg for peg, hole in table.pegs.items() if not 0 <= hole < len(PEGS[peg])]
    for peg in astray:
        yield f"The peg {peg} is in hole {table.pegs[peg]}."
    if astray:  # nobody can tell then what the rules are
        return
    for card in (table.card(card) for card in chain(table.goals, *table.collected.values())):
        if not isinstance(card, BoardGoal):
            yield f"The card {card.slug} lies among the goals."
    if not set(table.to_change) <= set(table.order):
        yield "A free change of the rules waits for somebody who does not sit at the table."
    if table.winner is not None and _leader(table) != table.winner:
        yield f"Seat {table.winner} won without goals enough, and more than every other."
    if at_rest:
        yield from _rest(table)


def _tiles(table: BoardTable) -> Iterator[str]:
    """All nine tiles lie in one group, each at a place of its own."""
    if set(table.tiles) != {START, *TILES}:
        yield "The tiles are not those of the box."
    places = {(lying.x, lying.y) for lying in table.tiles.values()}
    if len(places) < len(table.tiles):
        yield "Two tiles lie at the same place."
    if any(not 0 <= lying.turns < 4 for lying in table.tiles.values()):
        yield "A tile is turned by more than a full turn."
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
        if spaces != sorted(spaces):
            yield f"The {colour} pieces are not in order."


def _rest(table: BoardTable) -> Iterator[str]:
    """Between plays nothing is in progress and everything owed is settled."""
    if table.resolving or table.temporary:
        yield "A card is being resolved though nothing is in progress."
    for seat in table.others(table.turn.seat):
        if pegs.over_hand_limit(table, seat) and not table.is_asked_beside(seat, HAND_LIMIT):
            yield f"Seat {seat} waits with more cards than the hand limit allows."
    if table.goals and any(meets(table, colour, table.goals[-1]) for colour in table.pieces):
        yield "The goal on top is met, and nobody noticed."
    if _leader(table) is not None:
        yield f"Seat {_leader(table)} has won, and nobody noticed."
    if table.turn.phase == "plays" and table.turn.drawn < pegs.draw_count(table):
        yield f"The turn drew {table.turn.drawn} cards of {pegs.draw_count(table)}."
    turn = table.turn
    if turn.phase == "plays" and not _still(table, turn.seat, turn.played, turn.moved):
        yield "The turn goes on, and nothing is left to do."


def _leader(table: BoardTable) -> int | None:
    """Who has goals enough to win, and more than every other."""
    counts = sorted(((len(taken), seat) for seat, taken in table.collected.items()), reverse=True)
    (most, seat), *others = counts
    enough = most >= (PEGS["win"][table.pegs["win"]] or 0)
    return seat if enough and all(count < most for count, _ in others) else None


def _still(table: BoardTable, seat: int, played: int, moved: int) -> str:
    """What a seat that has played and moved so often in its turn must do yet; empty if nothing."""
    if table.hands[seat] and played < pegs.play_count(table):
        return "a card to play"
    if moved < pegs.number(table, "move") and moves.can_move(table, table.colours[seat]):
        return "a move to make"
    return ""


class Moment(msgspec.Struct, frozen=True):
    """What is remembered of an open question, to compare the next one with it."""

    board: BoardView
    seat: int
    number: int
    phase: str
    played: int


def moment_of(table: BoardTable) -> Moment:
    """The present moment of a table."""
    turn = table.turn
    return Moment(show_board(table), turn.seat, turn.number, turn.phase, turn.played)


def board_changes(table: BoardTable, before: Moment, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """One sentence for each thing that changed since ``before`` without being told, or against the rules."""
    turn = table.turn
    goals = frozenset(card.slug for card in table.deck.cards if isinstance(card, BoardGoal))
    try:
        told = retell(before.board, outcomes, goals)
    except (LookupError, ValueError) as untrue:
        yield f"What is told can't have happened: {untrue}"
        return
    same_turn = turn.number == before.number
    moved = told.moved if same_turn else 0
    expected = msgspec.structs.replace(told, moved=moved, moves_left=pegs.moves_left(table))
    now = show_board(table)
    for field in BoardView.__struct_fields__:
        if getattr(now, field) != getattr(expected, field):
            yield f"Of {field}, {getattr(now, field)} is not what was told: {getattr(expected, field)}."
    ended = not same_turn or turn.phase == "hand-limit"
    left = any(isinstance(outcome, Left) for outcome in outcomes)
    if before.phase == "plays" and ended and not (table.over or left):
        own = [each for each in outcomes if isinstance(each, Played) and each.seat == before.seat]
        played = before.played + sum(not each.via for each in own)
        still = _still(table, before.seat, played, told.moved)
        if still:
            yield f"The turn of seat {before.seat} ended, and it still had {still}."
