"""What an option of each kind of question leads to in the board game."""

from collections.abc import Callable
from typing import Any

from engine.board import moves, pegs
from engine.board.moves import BoardMove, Leap, PieceStep, Rotation, Uprooting
from engine.board.play import play, settle
from engine.board.table import BoardTable
from engine.bots.board_imagine import copy_board, imagine_board
from engine.bots.board_worth import board_worth
from engine.bots.imagine import find, number
from engine.bots.options import discard_from_hand, seat_of
from engine.bots.search import SENSES, TOGETHER, About, Sense, run, worth
from engine.card import Shift
from engine.option import OptionKind, read_option
from engine.question_kind import QuestionKind

_BOARD = SENSES["board"] = Sense(
    imagine_board, copy_board, board_worth, together=(QuestionKind.SWITCH_TILES,)
)
tries = _BOARD.trying
tries(QuestionKind.HAND_LIMIT)(discard_from_hand)


@tries(QuestionKind.PLAY_OR_MOVE, QuestionKind.PLAY_TEMPORARY)
def _play_or_move(table: BoardTable, me: int, label: str, about: About) -> float:
    if read_option(label).is_move:
        table.turn.moved += 1
        return _move(table, me, label, about)
    zone = table.temporary[-1].cards if about else table.hands[me]
    card = find(table.deck, label, zone)
    zone.remove(card)
    table.turn.played += not about
    return run(table, me, lambda table, me: play(table, me, card))


@tries(QuestionKind.ROTATE_TILE, QuestionKind.UPROOT_TILE)
def _move(table: BoardTable, me: int, label: str, about: About) -> float:
    return _then_settle(table, me, lambda: moves.do_move(table, me, read_move(label)))


@tries(QuestionKind.LEAP)
def _leap(table: BoardTable, me: int, label: str, about: About) -> float:
    leap = read_option(label)
    return _then_settle(table, me, lambda: moves.do_leap(table, me, Leap(leap.source, leap.target), ""))


@tries(QuestionKind.SEND_BACK)
def _send_back(table: BoardTable, me: int, label: str, about: About) -> float:
    piece = read_option(label)
    return _then_settle(table, me, lambda: moves.send_back(table, me, piece.source, piece.target, ""))


@tries(QuestionKind.SWITCH_TILES)
def _switch_tiles(table: BoardTable, me: int, labels: str, about: About) -> float:
    tile, other = (read_option(each).source for each in labels.split(TOGETHER))
    return _then_settle(table, me, lambda: moves.switch_tiles(table, me, tile, other, ""))


@tries(QuestionKind.FREE_CHANGE)
def _change_freely(table: BoardTable, me: int, label: str, about: About) -> float:
    return _then_settle(table, me, lambda: pegs.move_peg(table, me, label, 1))


@tries(QuestionKind.SHIFT_PEG)
def _shift(table: BoardTable, me: int, label: str, about: About) -> float:
    printed = table.card(number(table.deck, about[0]))
    if not isinstance(printed, Shift):
        return worth(table, me)
    step = pegs.ways(table, printed.peg)[label]
    return _then_settle(table, me, lambda: pegs.move_peg(table, me, printed.peg, step))


@tries(QuestionKind.CHOOSE_OPPONENT)
def _meet(table: BoardTable, me: int, label: str, about: About) -> float:
    """Trade hands, or colours."""
    other = seat_of(label, me)
    traded: dict[int, Any] = table.hands if about == ("trade-hands",) else table.colours
    return _then_settle(table, me, lambda: _trade(traded, me, other))


def _trade(belongings: dict[int, Any], me: int, other: int) -> None:
    belongings[me], belongings[other] = belongings[other], belongings[me]


@tries(QuestionKind.PASS_COLOURS)
def _pass_colours(table: BoardTable, me: int, label: str, about: About) -> float:
    colours = [table.colours[seat] for seat in table.order]
    passed = colours[-1:] + colours[:-1] if label == "left" else colours[1:] + colours[:1]
    return _then_settle(table, me, lambda: table.colours.update(zip(table.order, passed, strict=True)))


@tries(QuestionKind.CHOOSE_RECIPIENT)
def _give_card(table: BoardTable, me: int, label: str, about: About) -> float:
    """Others get what is of least use to them: it is judged as if they were about to play it."""
    seat, card = seat_of(label, me), number(table.deck, about[-1])
    before = worth(table, seat)
    table.hands[seat].append(card)
    gain = 0.0 if seat == me else worth(table, seat) - before
    return worth(table, me) - gain


def read_move(label: str) -> BoardMove:
    """The move that a label of the board names."""
    option = read_option(label)
    match option.kind:
        case OptionKind.ROTATE:
            return Rotation(option.source, int(option.target))
        case OptionKind.UPROOT:
            return Uprooting(option.source, option.target)
    return PieceStep(option.source, option.target, option.bump)


def _then_settle(table: BoardTable, me: int, change: Callable[[], None]) -> float:
    """What the position is worth after a change and what follows from it at once."""

    async def effect(table: BoardTable, me: int) -> None:
        change()
        await settle(table)

    return run(table, me, effect)
