"""The Surprises: what each does when its owner plays it in turn.  Out of turn all of them cancel (window)."""

from itertools import chain

from engine.ask import Ask, AskAll
from engine.card import GOAL_KINDS, Surprise
from engine.cards.registering import registering_surprises
from engine.in_force import numeral
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import (
    choose,
    choose_all,
    choose_some,
    discard_from_hand,
    discard_goals,
    discard_rules,
    label_cards,
    label_keepers,
    take_keeper,
)

SURPRISES: list[Surprise] = []
surprise = registering_surprises(SURPRISES)


@surprise("thats-mine", "keeper")
async def thats_mine(table: Table, me: int) -> None:
    """Take a keeper from in front of another player."""
    theirs = label_keepers(table, table.others(me))
    if not theirs:
        return
    source, card = await choose(table, me, QuestionKind.TAKE_KEEPER, theirs, ("thats-mine",))
    take_keeper(table, me, source, card)


@surprise("veto", "new rule")
async def veto(table: Table, me: int) -> None:
    """Discard up to 2 new rules in play (R171)."""
    if not table.rules:
        return
    most = min(numeral(table, 2), len(table.rules))
    ask = Ask(
        me, QuestionKind.DISCARD_RULES, label_cards(table, table.rules), least=0, most=most, about=("veto",)
    )
    discard_rules(table, await choose_some(table, ask), "veto")


@surprise("stop-that", "action")
async def stop_that(table: Table, me: int) -> None:
    """Everybody else discards an action of their choice, or a random card."""
    await _everybody_else_discards(table, me, ("action",), "stop-that")


@surprise("canceled-plans", "goal")
async def canceled_plans(table: Table, me: int) -> None:
    """Discard all goals in play; everybody else discards a goal of their choice, or a random card (R172)."""
    discard_goals(table, table.goals, "canceled-plans")
    await _everybody_else_discards(table, me, GOAL_KINDS, "canceled-plans")


async def _everybody_else_discards(table: Table, me: int, kinds: tuple[str, ...], why: str) -> None:
    """Each other seat with a hand picks a card of these kinds, or lets chance pick any (R175).

    All are asked, and at once, whether they hold such a card or not: who is asked tells nothing of a hand.
    Nobody is asked once no such card is out of sight, since all know then that nobody holds one (Z5).
    """
    asks = []
    for seat in table.others(me):
        if hand := table.hands[seat]:
            fitting = label_cards(table, [card for card in hand if table.card(card).kind in kinds])
            options: dict[str, int | None] = {**fitting, "random": None}
            asks.append(Ask(seat, QuestionKind.DISCARD_OR_RANDOM, options, about=(why,)))
    if not asks:
        return
    hidden = chain(table.draw_pile, *table.hands.values(), *(aside.cards for aside in table.temporary))
    may_be_held = any(table.card(card).kind in kinds for card in hidden)
    chosen = await AskAll(asks) if may_be_held else await choose_all(table, asks)
    for seat, (picked,) in chosen.items():
        card = table.pick(table.hands[seat]) if picked is None else picked
        discard_from_hand(table, seat, [card], why)
