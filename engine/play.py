"""Playing a card, and what must be settled at once after anything has changed.

``play`` is the only recursion of the engine: a card that makes a seat play another one calls it again.
"""

from collections.abc import Callable

from engine.ask import Ask
from engine.attach import attach_creepers, is_loose
from engine.card import Action, Card, Goal, Keeper, NewRule, Surprise, Ungoal
from engine.goals import check_win
from engine.in_force import InForce, draw_count, in_force
from engine.outcomes import Cancelled, NoEffect, Played
from engine.question_kind import QuestionKind
from engine.table import MOST_NESTED, Table
from engine.verbs import (
    choose,
    choose_all,
    discard_goals,
    discard_keepers,
    discard_rules,
    draw,
    label_cards,
    limit_hands,
    turn_up,
)
from engine.window import objection

AfterKeeper = Callable[[Table, str], None]
_AFTER_KEEPER: list[AfterKeeper] = []


def after_keeper(effect: AfterKeeper) -> AfterKeeper:
    """Register what may follow once a keeper of this name has been played face up, and all is settled."""
    _AFTER_KEEPER.append(effect)
    return effect


async def play(table: Table, me: int, card: int, via: str = "") -> None:
    """Play a card that has just left the zone where it was.

    The card is in no hand or pile while it is resolved (R100, R125).  ``via`` names what made the seat
    play it.  If others may object, they are asked before anything comes of the card (R177).  Afterwards
    whatever the table now owes is settled.
    """
    table.resolving.append(card)
    if via:
        table.turn.nested += 1
    printed = table.card(card)
    hidden = printed.kind == "keeper" and in_force(table).face_down
    if hidden:
        table.face_down.append(card)
    table.tell(Played(me, printed.slug, via, hidden))
    if not table.deck.hand_goals.isdisjoint(table.goals):
        check_win(table)
    if printed.kind in table.deck.cancelling and (taken := await objection(table, me, card)) is not None:
        _cancel(table, card, *taken)
        await settle(table)
        return
    await _resolve(table, me, card)
    await settle(table, at_once=_binds_at_once(table, printed))
    if printed.kind == "keeper" and not hidden:
        for effect in _AFTER_KEEPER:
            effect(table, printed.slug)


async def _resolve(table: Table, me: int, card: int) -> None:
    """Let a card do what its kind does, and put it where it belongs."""
    match printed := table.card(card):
        case Keeper():
            _put(table, card, table.keepers[me])
        case NewRule():
            _enter_rule(table, card, printed)
        case Goal() | Ungoal():
            await _enter_goal(table, me, card)
        case Action() | Surprise():
            await _do(table, me, printed)
            _put(table, card, table.discard)


def _cancel(table: Table, card: int, seat: int, surprise: int) -> None:
    """The card counts as played and is gone; a keeper goes to whoever cancelled it (R057, R173)."""
    taken = table.card(card).kind == "keeper"
    _put(table, card, table.keepers[seat] if taken else table.discard)
    cancelled, by = table.shown([card, surprise])
    table.tell(Cancelled(seat, cancelled, by, taken))


def _binds_at_once(table: Table, printed: Card) -> bool:
    """Whether a limit that comes into play binds the seat in turn at once, too: in some decks (X4)."""
    limits = isinstance(printed, NewRule) and printed.group in ("hand limit", "keeper limit")
    return limits and "limits-at-once" in table.deck.switches


async def settle(table: Table, *, at_once: bool = False) -> None:
    """Apply what the rules in force require of the present position; do nothing if all is done.

    Turn keepers up that no rule hides, attach Creepers, discard surplus goals (R107), check for a win (R091),
    draw for a raised draw rule (R014), and enforce limits on the other seats (R075, R082); with ``at_once``
    on the seat in turn, too.
    """
    rules = in_force(table)
    if table.face_down and not rules.face_down:
        _turn_all_up(table)
    if table.creepers and is_loose(table):
        await attach_creepers(table)
    if len(table.goals) > rules.goals:
        await _drop_goals(table, table.turn.seat, rules.goals)
    check_win(table)
    if table.turn.phase == "plays" and _catch_up_draws(table, rules):
        if table.creepers and is_loose(table):
            await attach_creepers(table)
        check_win(table)
    if rules.hand_limit is None and rules.keeper_limit is None:
        return
    turn = table.turn.seat
    bound = table.around(turn) if at_once else table.others(turn)
    if over := _over(table.hands, bound, rules.hand_limit):
        await limit_hands(table, over)
        check_win(table)
    if over := _over(table.keepers, bound, rules.keeper_limit):
        await _limit_keepers(table, over)
        check_win(table)


def _over(zones: dict[int, list[int]], seats: list[int], limit: int | None) -> dict[int, int]:
    """The seats that have more cards than a limit allows, and how many more."""
    over = {}
    if limit is not None:
        for seat in seats:
            if len(zones[seat]) > limit:
                over[seat] = len(zones[seat]) - limit
    return over


async def after_draw(table: Table) -> None:
    """What Creepers bring that were drawn in the middle of something: they cling, somebody may win (D3)."""
    if table.creepers:
        await attach_creepers(table)
        check_win(table)


def _turn_all_up(table: Table) -> None:
    for seat in table.around(table.turn.seat):
        if hidden := [card for card in table.keepers[seat] if card in table.face_down]:
            turn_up(table, seat, hidden)


async def _do(table: Table, me: int, printed: Action | Surprise) -> None:
    told, count = table.happened, len(table.happened)
    if table.turn.nested <= MOST_NESTED:
        await printed.effect(table, me)
    if table.happened is told and len(told) == count:  # nobody was asked and nothing moved (R048)
        table.tell(NoEffect(me, printed.slug))


def _put(table: Table, card: int, zone: list[int]) -> None:
    table.resolving.remove(card)
    zone.append(card)


def _enter_rule(table: Table, card: int, printed: NewRule) -> None:
    """A rule replaces the older one of its group, and only that (R058, R059)."""
    older = [rule for rule in table.rules if _group(table, rule) == printed.group]
    _put(table, card, table.rules)
    discard_rules(table, older, printed.slug)
    if printed.enters:
        printed.enters(table)


def _group(table: Table, rule: int) -> str:
    printed = table.card(rule)
    return printed.group if isinstance(printed, NewRule) else ""


async def _enter_goal(table: Table, me: int, card: int) -> None:
    """A goal replaces the old one; under Double Agenda its player picks which of two goes (R090, R108)."""
    await _drop_goals(table, me, in_force(table).goals - 1, why=table.deck.slugs[card])
    _put(table, card, table.goals)


async def _drop_goals(table: Table, chooser: int, keep: int, why: str = "double-agenda") -> None:
    if keep == 0:
        discard_goals(table, table.goals, why)
    while len(table.goals) > keep:
        goal = await choose(
            table, chooser, QuestionKind.DISCARD_GOAL, label_cards(table, table.goals), about=(why,)
        )
        discard_goals(table, [goal], why)


def _catch_up_draws(table: Table, rules: InForce) -> bool:
    """Draw what the seat in turn still owes to the draw rule, counted over the whole turn (R014 to R023).

    Returns whether anything was owed.

    Who began the turn with an empty hand and drew no more than Play All But 1 makes it keep, draws one
    extra (R045); that one is not counted as drawn.
    """
    turn = table.turn
    owed = draw_count(table) - turn.drawn
    if owed > 0:
        turn.drawn += owed
        turn.missing += owed - draw(table, turn.seat, owed)
    if rules.keep and turn.began_empty and not turn.kept_one and turn.drawn + turn.bonus <= rules.keep:
        turn.kept_one = True
        owed += 1
        draw(table, turn.seat, 1, why=rules.kept_by)
    return owed > 0


async def _limit_keepers(table: Table, over: dict[int, int]) -> None:
    """Let all seats that have keepers over the limit discard them at once."""
    asks = [
        Ask(seat, QuestionKind.KEEPER_LIMIT, label_cards(table, table.keepers[seat]), least=count, most=count)
        for seat, count in over.items()
    ]
    for seat, cards in (await choose_all(table, asks)).items():
        discard_keepers(table, seat, cards, "keeper-limit")
