"""A turn: its phases, in order.

    start            what happens before anything else (No-Hand Bonus)
    before-drawing   free actions, if one is usable
    draw             the draw rule
    plays            plays and free actions, until both are over
    hand-limit       the seat in turn discards down to the hand limit
    keeper-limit     and to the keeper limit
    end              the next turn begins

No phase keeps a local variable across a question of its own: every such question is a checkpoint.
"""

from collections.abc import Awaitable, Callable
from functools import lru_cache

from engine.ask import Ask
from engine.beside import due, settle_beside
from engine.card import Deck, cached_on_deck
from engine.cards.free_actions import FREE_ACTIONS, FreeAction
from engine.goals import GameOver, check_win
from engine.in_force import in_force, numeral, over_hand_limit, over_keeper_limit, play_count, plays_left
from engine.outcomes import Ended, TurnBegan, Used
from engine.play import play, settle
from engine.question_kind import QuestionKind
from engine.table import Table, Turn
from engine.verbs import choose_some, discard_keepers, draw, keep_hand_limit, label_cards

Phase = Callable[[Table], Awaitable[None]]


async def turns(table: Table) -> None:
    """Play from wherever the table is, turn after turn, until ``GameOver``."""
    await settle(table)
    while True:
        await PHASES[table.turn.phase](table)
        while table.beside and (question := due(table)) is not None:
            await settle_beside(table, question)
            await settle(table)


async def _start(table: Table) -> None:
    turn = table.turn
    turn.began_empty = not table.hands[turn.seat]
    table.tell(TurnBegan(turn.seat, turn.number, turn.extra))
    if turn.began_empty and "no-hand-bonus" in in_force(table).slugs:
        turn.bonus = numeral(table, 3)
        draw(table, turn.seat, turn.bonus, why="no-hand-bonus")
        await settle(table)
    turn.phase = "before-drawing"


async def _before_drawing(table: Table) -> None:
    free = _usable(table)
    if not free:
        table.turn.phase = "draw"
        return
    options: dict[str, FreeAction | None] = {"draw": None, **free}
    (chosen,) = await Ask(table.turn.seat, QuestionKind.BEFORE_DRAWING, options, top=True)
    if chosen is None:
        table.turn.phase = "draw"
    else:
        await _use(table, chosen)


async def _draw(table: Table) -> None:
    table.turn.phase = "plays"  # from now on settling draws whatever the turn owes to the rules
    await settle(table)


async def _plays(table: Table) -> None:
    turn = table.turn
    hand = table.hands[turn.seat]
    left, random = plays_left(table), ""
    free = _usable(table)
    options: dict[str, int | FreeAction | None]
    if not left:
        if not free:
            turn.phase = "hand-limit"
            return
        options = {"end": None, **free}
    elif random := _random_play(table, left):
        if not free:
            await _play_random(table, random)
            return
        options = {"random": None, **free}
    else:
        options = {**label_cards(table, hand), **free}
    (chosen,) = await Ask(turn.seat, QuestionKind.PLAY, options, top=True)
    if isinstance(chosen, FreeAction):
        await _use(table, chosen)
    elif isinstance(chosen, int):
        hand.remove(chosen)
        turn.played += 1
        await play(table, turn.seat, chosen)
    elif left:
        await _play_random(table, random)
    else:
        turn.phase = "hand-limit"


def _random_play(table: Table, left: int) -> str:
    """The rule that lets chance pick the card to play now, if any.

    First Play Random needs more than one play; Final Card Random a turn of three plays or more, or all, of
    which this is the last and not the only one.
    """
    slugs, played = in_force(table).slugs, table.turn.played
    if left > 1 and not played and "first-play-random" in slugs:
        return "first-play-random"
    if left == 1 and played and "final-card-random" in slugs and (play_count(table) or 3) > 2:
        return "final-card-random"
    return ""


async def _play_random(table: Table, why: str) -> None:
    turn = table.turn
    card = table.pick(table.hands[turn.seat])
    table.hands[turn.seat].remove(card)
    turn.played += 1
    await play(table, turn.seat, card, via=why)


def _usable(table: Table) -> dict[str, FreeAction]:
    """The free actions of the rules in play that the seat in turn can use now.

    This never depends on which cards a hand holds: whether a turn goes on is seen by all.
    """
    granted = _granted(in_force(table).slugs)
    if powers := _powers(table.deck):
        me = table.turn.seat
        for card in (*table.face_up_of(me), *table.creepers.get(me, ())):
            if card in powers:
                granted = granted | {f"use:{powers[card].slug}": powers[card]}
    if not granted:
        return granted
    return {label: free for label, free in granted.items() if free.is_usable(table)}


@lru_cache(maxsize=4096)
def _granted(rules: frozenset[str]) -> dict[str, FreeAction]:
    return {f"use:{slug}": free for slug, free in FREE_ACTIONS.items() if slug in rules}


@cached_on_deck
def _powers(deck: Deck) -> dict[int, FreeAction]:
    """The free actions of keepers and Creepers of a deck, by physical card."""
    return {
        card: FREE_ACTIONS[printed.slug]
        for card, printed in enumerate(deck.cards)
        if printed.kind in ("keeper", "creeper") and printed.slug in FREE_ACTIONS
    }


async def _use(table: Table, free: FreeAction) -> None:
    table.turn.used.append(free.slug)
    table.tell(Used(table.turn.seat, free.slug))
    await free.effect(table, table.turn.seat)
    await settle(table)


async def _hand_limit(table: Table) -> None:
    if over := over_hand_limit(table, table.turn.seat):
        await keep_hand_limit(table, over)
        check_win(table)
    table.turn.phase = "keeper-limit"


async def _keeper_limit(table: Table) -> None:
    seat = table.turn.seat
    if over := over_keeper_limit(table, seat):
        ask = Ask(
            seat,
            QuestionKind.KEEPER_LIMIT,
            label_cards(table, table.keepers[seat]),
            least=over,
            most=over,
            top=True,
        )
        discard_keepers(table, seat, await choose_some(table, ask), "keeper-limit")
        check_win(table)
    table.turn.phase = "end"


async def _end(table: Table) -> None:
    """The turn goes on to the next seat, once whatever came after the limits obeys them, too (R084)."""
    turn = table.turn
    rules = in_force(table)
    if (rules.hand_limit is not None and over_hand_limit(table, turn.seat)) or (
        rules.keeper_limit is not None and over_keeper_limit(table, turn.seat)
    ):
        turn.phase = "hand-limit"
        return
    if table.is_stuck:
        table.over = True
        table.tell(Ended("stuck"))
        raise GameOver
    if turn.again:
        table.turn = Turn(
            turn.seat,
            number=turn.number + 1,
            extra=True,
            again=turn.more_turns > 0,
            more_turns=max(0, turn.more_turns - 1),
            gave_turns=turn.gave_turns,
        )
    else:
        following = table.left_of(turn.seat) if turn.next is None else turn.next
        table.turn = Turn(following, number=turn.number + 1)


PHASES: dict[str, Phase] = {
    "start": _start,
    "before-drawing": _before_drawing,
    "draw": _draw,
    "plays": _plays,
    "hand-limit": _hand_limit,
    "keeper-limit": _keeper_limit,
    "end": _end,
}
