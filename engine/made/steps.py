"""What made actions are put together from: effects of printed cards, and a few verbs with a number."""

from collections.abc import Awaitable, Callable

from engine.ask import Ask
from engine.card import Effect
from engine.cards.actions import ACTIONS
from engine.cards.actions.hands import use_temporary_hand
from engine.goals import check_win
from engine.in_force import numeral
from engine.made.data import Step
from engine.outcomes import CardsTaken
from engine.play import after_draw
from engine.question_kind import QuestionKind
from engine.table import Table, is_ending
from engine.verbs import choose, choose_all, discard_from_hand, draw, label_cards, label_seats, take_random

Do = Callable[[Table, int, Step, str], Awaitable[None]]
_PRINTED: dict[str, Effect] = {card.slug: card.effect for card in ACTIONS}


def steps_of(slug: str, steps: tuple[Step, ...]) -> Effect:
    """The effect of a made action: its steps in order, and a look for a winner after each.

    If a card that a step plays ends the turn, or is one too many, that is the end of the action, too.
    """

    async def do_steps(table: Table, me: int) -> None:
        for step in steps:
            if is_ending(table.turn) or table.is_worn_out:
                break
            if step.do in _COUNTED:
                await _COUNTED[step.do](table, me, step, slug)
            else:
                await _PRINTED[step.do](table, me)
            check_win(table)

    return do_steps


async def _draw(table: Table, me: int, step: Step, why: str) -> None:
    draw(table, me, numeral(table, step.count), why)
    await after_draw(table)


async def _draw_and_play(table: Table, me: int, step: Step, why: str) -> None:
    await use_temporary_hand(table, me, why, draws=step.count, plays=step.play)


async def _everybody_draws(table: Table, me: int, step: Step, why: str) -> None:
    for seat in table.around(me):
        draw(table, seat, numeral(table, step.count), why)
    await after_draw(table)


async def _everybody_discards(table: Table, me: int, step: Step, why: str) -> None:
    """Everybody chooses at the same time; who has fewer cards discards them all."""
    count = numeral(table, step.count)
    asks = [
        Ask(seat, QuestionKind.DISCARD_CARDS, label_cards(table, hand), least=most, most=most, about=(why,))
        for seat in table.around(me)
        if (most := min(count, len(hand := table.hands[seat])))
    ]
    if asks:
        for seat, cards in (await choose_all(table, asks)).items():
            discard_from_hand(table, seat, cards, why)


async def _take_a_card(table: Table, me: int, step: Step, why: str) -> None:
    """Take a card at random from the hand of a player you choose."""
    with_cards = [seat for seat in table.others(me) if table.hands[seat]]
    if not with_cards:
        return
    source = await choose(table, me, QuestionKind.CHOOSE_VICTIM, label_seats(with_cards), (why,))
    card = take_random(table, source)
    table.hands[me].append(card)
    table.tell(CardsTaken(me, source, 1, table.slugs([card])))


_COUNTED: dict[str, Do] = {
    "draw": _draw,
    "draw-and-play": _draw_and_play,
    "everybody-draws": _everybody_draws,
    "everybody-discards": _everybody_discards,
    "take-a-card": _take_a_card,
}
