"""The actions of the board game.  Each function is its card: the docstring says what it does."""

from engine.aside import discard_aside, draw_aside, give_out, set_hand_aside, take_from_aside
from engine.ask import Ask
from engine.board import moves
from engine.board.play import play
from engine.board.spaces import RULE_PEGS, START
from engine.board.table import BoardTable
from engine.card import Action
from engine.cards.registering import registering
from engine.outcomes import ColoursChanged, GoalSunk, PegsReset
from engine.question_kind import QuestionKind
from engine.verbs import choose, choose_some, draw, label_seats

ACTIONS: list[Action] = []
action = registering(ACTIONS)


@action("swap-colours")
async def swap_colours(table: BoardTable, me: int) -> None:
    """Trade colours, and the pieces with them, with a player of your choice (O15)."""
    other = await choose(
        table, me, QuestionKind.CHOOSE_OPPONENT, label_seats(table.others(me)), ("swap-colours",)
    )
    _recolour(table, me, {me: table.colours[other], other: table.colours[me]}, "swap-colours")


@action("pass-colours")
async def pass_colours(table: BoardTable, me: int) -> None:
    """Everyone passes the colour on to one neighbour; you say in which direction."""
    step = await choose(table, me, QuestionKind.PASS_COLOURS, {"left": 1, "right": -1}, ("pass-colours",))
    seats = table.order
    passed = {seats[(at + step) % len(seats)]: table.colours[seat] for at, seat in enumerate(seats)}
    _recolour(table, me, {seat: passed[seat] for seat in seats}, "pass-colours")


def _recolour(table: BoardTable, me: int, colours: dict[int, str], why: str) -> None:
    table.colours.update(colours)
    table.tell(ColoursChanged(me, colours, why))


@action("draw-two-play-both")
async def draw_two_play_both(table: BoardTable, me: int) -> None:
    """Set your hand aside, draw 2 cards and play both."""
    await _use_temporary_hand(table, me, "draw-two-play-both", draws=2)


@action("draw-three-play-two")
async def draw_three_play_two(table: BoardTable, me: int) -> None:
    """Set your hand aside, draw 3 cards, play 2 of them and discard the third."""
    await _use_temporary_hand(table, me, "draw-three-play-two", draws=3)


async def _use_temporary_hand(table: BoardTable, me: int, why: str, draws: int, plays: int = 2) -> None:
    aside = set_hand_aside(table, me)
    draw_aside(table, aside, draws, why)
    for _ in range(min(plays, len(aside.cards))):
        await play(table, me, await take_from_aside(table, aside, why), via=why)
    discard_aside(table, aside, why)


@action("three-more")
async def three_more(table: BoardTable, me: int) -> None:
    """Draw 3 cards."""
    draw(table, me, 3, why="three-more")


@action("one-for-everyone")
async def one_for_everyone(table: BoardTable, me: int) -> None:
    """Draw a card for each player, look at them, and give everybody 1: who gets which is up to you."""
    aside = set_hand_aside(table, me)
    draw_aside(table, aside, len(table.order), "one-for-everyone")
    await give_out(table, aside, 1, "one-for-everyone")


@action("spin-two")
async def spin_two(table: BoardTable, me: int) -> None:
    """Turn two different tiles, whatever the Rotate peg says."""
    first = await choose(table, me, QuestionKind.ROTATE_TILE, moves.rotations(table), ("spin-two",))
    moves.do_move(table, me, first, "spin-two")
    second = await choose(
        table, me, QuestionKind.ROTATE_TILE, moves.rotations(table, but=first.tile), ("spin-two",)
    )
    moves.do_move(table, me, second, "spin-two")


@action("transplant")
async def transplant(table: BoardTable, me: int) -> None:
    """Uproot a tile, whatever the Uproot peg says."""
    uprooting = await choose(table, me, QuestionKind.UPROOT_TILE, moves.uprootings(table), ("transplant",))
    moves.do_move(table, me, uprooting, "transplant")


@action("switch-tiles")
async def switch_tiles(table: BoardTable, me: int) -> None:
    """Two tiles change places, as they lie."""
    options = {f"tile:{tile}": tile for tile in table.tiles}
    ask = Ask(me, QuestionKind.SWITCH_TILES, options, least=2, most=2, about=("switch-tiles",))
    tile, other = await choose_some(table, ask)
    moves.switch_tiles(table, me, tile, other, "switch-tiles")


@action("back-to-start")
async def back_to_start(table: BoardTable, me: int) -> None:
    """Send a piece of any colour back to the start tile."""
    standing = [(colour, space) for colour, spaces in table.pieces.items() for space in spaces]
    options = {f"{colour}:{space}": (colour, space) for colour, space in standing if space != START}
    if options:
        colour, space = await choose(table, me, QuestionKind.SEND_BACK, options, ("back-to-start",))
        moves.send_back(table, me, colour, space, "back-to-start")


@action("reset-pegs")
async def reset_pegs(table: BoardTable, me: int) -> None:
    """Move the seven pegs of the rules back to their first holes."""
    if any(table.pegs[peg] for peg in RULE_PEGS):
        table.pegs.update(dict.fromkeys(RULE_PEGS, 0))
        table.tell(PegsReset(me, "reset-pegs"))


@action("goal-to-bottom")
async def goal_to_bottom(table: BoardTable, me: int) -> None:
    """Put the goal on top of the stack under all others."""
    if len(table.goals) > 1:
        goal = table.goals.pop()
        table.goals.insert(0, goal)
        table.tell(GoalSunk(me, table.deck.slugs[goal], "goal-to-bottom"))
