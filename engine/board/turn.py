"""A turn of the board game: its phases, in order.

    free-change      before the first turn of all: every seat moves one peg forward, as a turn of its own
    start            the turn begins, and cards are drawn
    plays            plays and moves in any order, until both are over
    hand-limit       the seat in turn discards down to the hand limit
    end              the next turn begins

No phase keeps a local variable across a question of its own: every such question is a checkpoint.
"""

from collections.abc import Awaitable, Callable

from engine.ask import Ask
from engine.beside import due, settle_beside
from engine.board import moves, pegs
from engine.board.moves import BoardMove
from engine.board.play import play, settle
from engine.board.set_up import first_phase
from engine.board.spaces import PEGS
from engine.board.table import BoardTable
from engine.goals import GameOver
from engine.outcomes import Ended, TurnBegan
from engine.question_kind import QuestionKind
from engine.table import Turn
from engine.verbs import keep_hand_limit, label_cards

Phase = Callable[[BoardTable], Awaitable[None]]


async def turns(table: BoardTable) -> None:
    """Play from wherever the table is, turn after turn, until ``GameOver``."""
    await settle(table)
    while True:
        await PHASES[table.turn.phase](table)
        while table.beside and (question := due(table)) is not None:
            await settle_beside(table, question)
            await settle(table)


async def _free_change(table: BoardTable) -> None:
    """One peg goes forward; nobody may decline, and nothing goes back (B02).

    With all pegs in their last holes there is nothing to change.
    """
    seat = table.turn.seat
    if options := {peg: peg for peg in PEGS if "forward" in pegs.ways(table, peg)}:
        (peg,) = await Ask(seat, QuestionKind.FREE_CHANGE, options, top=True)
        pegs.move_peg(table, seat, peg, 1)
    table.to_change.remove(seat)
    await settle(table)
    table.turn.phase = "hand-limit"


async def _start(table: BoardTable) -> None:
    table.tell(TurnBegan(table.turn.seat, table.turn.number))
    table.turn.phase = "plays"  # from now on settling draws whatever the turn owes to the Draw peg
    await settle(table)


async def _plays(table: BoardTable) -> None:
    """What can be played or moved must be: the turn goes on while there is anything to do (O10, O11)."""
    turn = table.turn
    hand = table.hands[turn.seat]
    options: dict[str, int | BoardMove] = {}
    if pegs.plays_left(table):
        options.update(label_cards(table, hand))
    if pegs.moves_left(table):
        options.update(moves.legal_moves(table, table.colours[turn.seat]))
    if not options:
        turn.phase = "hand-limit"
        return
    (chosen,) = await Ask(turn.seat, QuestionKind.PLAY_OR_MOVE, options, top=True)
    if isinstance(chosen, int):
        hand.remove(chosen)
        turn.played += 1
        await play(table, turn.seat, chosen)
    else:
        turn.moved += 1
        moves.do_move(table, turn.seat, chosen)
        await settle(table)


async def _hand_limit(table: BoardTable) -> None:
    await keep_hand_limit(table, pegs.over_hand_limit(table, table.turn.seat))
    table.turn.phase = "end"


async def _end(table: BoardTable) -> None:
    if table.is_stuck:
        table.over = True
        table.tell(Ended("stuck"))
        raise GameOver
    seat = table.left_of(table.turn.seat)
    table.turn = Turn(seat, number=table.turn.number + 1, phase=first_phase(table, seat))


PHASES: dict[str, Phase] = {
    "free-change": _free_change,
    "start": _start,
    "plays": _plays,
    "hand-limit": _hand_limit,
    "end": _end,
}
