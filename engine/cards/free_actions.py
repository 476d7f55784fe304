"""The free actions that rules in play give to the seat in turn: none of them is a play (R139 to R145)."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.ask import Ask
from engine.card import GOAL_KINDS, Effect
from engine.goals import check_win
from engine.in_force import numeral, plays_left
from engine.play import after_draw, play
from engine.question_kind import QuestionKind
from engine.table import Table, Temporary
from engine.verbs import (
    choose,
    discard_from_hand,
    discard_keepers,
    draw,
    label_cards,
    take_from_pile,
)


@dataclass(frozen=True)
class FreeAction:
    """What a rule in play, or a card in front of it, lets the seat in turn do.

    ``is_usable`` looks at public facts alone.
    """

    slug: str
    effect: Effect
    is_usable: Callable[[Table], bool]


FREE_ACTIONS: dict[str, FreeAction] = {}


def free_action(slug: str, is_usable: Callable[[Table], bool]) -> Callable[[Effect], Effect]:
    """Register the free action of a rule, a keeper or a Creeper with this name."""

    def register(effect: Effect) -> Effect:
        FREE_ACTIONS[slug] = FreeAction(slug, effect, is_usable)
        return effect

    return register


def _unused(table: Table, slug: str) -> bool:
    return slug not in table.turn.used


def _has_cards(table: Table) -> bool:
    return bool(table.hands[table.turn.seat])


def _has_a_play(table: Table) -> bool:
    """Whether a card can still be played this turn, which takes one in hand."""
    return plays_left(table) > 0 if table.turn.phase == "plays" else _has_cards(table)


@free_action("get-on-with-it", _has_a_play)
async def get_on_with_it(table: Table, me: int) -> None:
    """Discard your hand, draw 3, and your turn is over at once."""
    discard_from_hand(table, me, table.hands[me], "get-on-with-it")
    check_win(table)
    draw(table, me, numeral(table, 3), why="get-on-with-it")
    table.turn.phase = "hand-limit"


@free_action("goal-mill", lambda table: _unused(table, "goal-mill") and _has_cards(table))
async def goal_mill(table: Table, me: int) -> None:
    """Discard any number of goals from your hand and draw as many cards."""
    goals = [card for card in table.hands[me] if table.card(card).kind in GOAL_KINDS]
    if goals:
        options = label_cards(table, goals)
        chosen = await Ask(
            me, QuestionKind.CHOOSE_GOALS, options, least=0, most=len(goals), about=("goal-mill",)
        )
        discard_from_hand(table, me, chosen, "goal-mill")
        check_win(table)
        draw(table, me, len(chosen), why="goal-mill")


@free_action(
    "mystery-play", lambda table: _unused(table, "mystery-play") and bool(table.draw_pile or table.discard)
)
async def mystery_play(table: Table, me: int) -> None:
    """Play the top card of the draw pile, unseen; it is never in your hand (R102)."""
    aside = Temporary(me, take_from_pile(table, me, 1))
    table.temporary.append(aside)
    await after_draw(table)
    table.temporary.pop()
    for card in aside.cards:
        await play(table, me, card, via="mystery-play")


@free_action("recycling", lambda table: _unused(table, "recycling") and bool(table.keepers[table.turn.seat]))
async def recycling(table: Table, me: int) -> None:
    """Discard one of your keepers and draw 3 cards."""
    keeper = await choose(
        table, me, QuestionKind.DISCARD_KEEPER, label_cards(table, table.keepers[me]), about=("recycling",)
    )
    discard_keepers(table, me, [keeper], "recycling")
    check_win(table)
    draw(table, me, numeral(table, 3), why="recycling")


@free_action("swap-plays-for-draws", lambda table: table.turn.phase == "plays" and plays_left(table) > 0)
async def swap_plays_for_draws(table: Table, me: int) -> None:
    """Draw as many cards as you had plays left, and your turn is over at once (R146)."""
    left = plays_left(table)
    if table.deck.rulings:
        table.turn.phase = "hand-limit"
    else:
        table.turn.plays_over = True  # other free actions may follow
    draw(table, me, left, why="swap-plays-for-draws")
