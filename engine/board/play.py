"""Playing a card of the board game, and what must be settled at once after anything has changed."""

from engine.board import moves, pegs
from engine.board.goals import collect_goals
from engine.board.table import BoardTable
from engine.card import Action, BoardGoal, Leaper, Shift
from engine.outcomes import NoEffect, Played
from engine.question_kind import QuestionKind
from engine.verbs import choose, draw, limit_hands


async def play(table: BoardTable, me: int, card: int, via: str = "") -> None:
    """Play a card that has just left the zone where it was; afterwards whatever is owed is settled.

    ``via`` names what made the seat play it.
    """
    table.resolving.append(card)
    printed = table.card(card)
    table.tell(Played(me, printed.slug, via))
    if isinstance(printed, BoardGoal):
        table.resolving.remove(card)
        table.goals.append(card)
    else:
        told, count = table.happened, len(table.happened)
        match printed:
            case Shift():
                await _shift(table, me, printed)
            case Leaper():
                options = moves.leaps(table, table.colours[me], printed.targets)
                leap = await choose(table, me, QuestionKind.LEAP, options, about=(printed.slug,))
                moves.do_leap(table, me, leap, printed.slug)
            case Action():
                await printed.effect(table, me)
        if table.happened is told and len(told) == count:  # nobody was asked and nothing moved
            table.tell(NoEffect(me, printed.slug))
        table.resolving.remove(card)
        table.discard.append(card)
    await settle(table)


async def _shift(table: BoardTable, me: int, printed: Shift) -> None:
    """Move a peg; one that is at its end stays, and a choice takes the only way there is."""
    ways = pegs.ways(table, printed.peg)
    match printed.way:
        case "either":
            step = await choose(table, me, QuestionKind.SHIFT_PEG, ways, about=(printed.slug,))
        case "toggle":
            (step,) = ways.values()
        case _:
            step = ways.get("forward", 0)
    if step:
        pegs.move_peg(table, me, printed.peg, step, printed.slug)


async def settle(table: BoardTable) -> None:
    """What must come of the present position before anything else happens; nothing if it is settled.

    The goal on top is collected and a win is a win; a raised Draw peg is caught up with; the seats that wait
    obey the hand limit.
    """
    collect_goals(table)
    turn = table.turn
    owed = pegs.draw_count(table) - turn.drawn if turn.phase == "plays" else 0
    if owed > 0:
        turn.drawn += owed
        turn.missing += owed - draw(table, turn.seat, owed)
    await limit_hands(table, {seat: pegs.over_hand_limit(table, seat) for seat in table.others(turn.seat)})
