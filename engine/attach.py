"""Creepers that cling to keepers: whose choice it is, and when a choice can't matter."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from engine.ask import Ask, AskAll
from engine.card import Creeper
from engine.goals import check_win, ungoals_met
from engine.in_force import in_force
from engine.outcomes import Attached
from engine.question_kind import QuestionKind
from engine.table import Table
from engine.verbs import choose_some, is_forced, label_cards

_MOST_TRIED = 2_000  # ways to attach Creepers that are looked at; a printed deck has fewer


def is_loose(table: Table) -> bool:
    """Whether a Creeper clings to nothing."""
    return len(table.attached) < sum(map(len, table.creepers.values()))


async def attach_creepers(table: Table) -> None:
    """Every loose Creeper that clings to keepers gets one, of its owner's choice, if any (D3, D7).

    All owners are asked at once, and a win that no choice can prevent comes before they are (Z7).
    """
    loose, asks = list[int](), list[Ask[int]]()
    for seat, creeper in list(_loose_creepers(table)):
        options = label_cards(table, table.keepers[seat])
        ask = Ask(seat, QuestionKind.ATTACH, options, about=(table.deck.slugs[creeper],))
        if is_forced(ask) or not table.deck.rulings:  # in older games one after the other
            (keeper,) = await choose_some(table, ask)
            _attach(table, seat, creeper, keeper)
        else:
            loose.append(creeper)
            asks.append(ask)
    if not asks:
        return
    if len(table.goals) <= in_force(table).goals and not _may_lose(table, loose, asks):
        check_win(table)
    chosen = await AskAll(asks)
    keepers = {seat: iter(values) for seat, values in chosen.items()}
    for creeper, ask in zip(loose, asks, strict=True):
        _attach(table, ask.seat, creeper, next(keepers[ask.seat]))


def _loose_creepers(table: Table) -> Iterator[tuple[int, int]]:
    """The Creepers that should cling to a keeper of their owner and don't, with their seats, clockwise."""
    for seat in table.around(table.turn.seat):
        for creeper in table.creepers.get(seat, ()):
            printed = table.card(creeper)
            clings = isinstance(printed, Creeper) and printed.attaches
            if clings and creeper not in table.attached and table.keepers[seat]:
                yield seat, creeper


def _attach(table: Table, seat: int, creeper: int, keeper: int) -> None:
    table.attached[creeper] = keeper
    printed, face_down = table.deck.slugs[keeper], keeper in table.face_down
    table.tell(Attached(seat, table.deck.slugs[creeper], printed, face_down))


def _may_lose(table: Table, loose: Sequence[int], asks: Sequence[Ask[int]]) -> bool:
    """Whether an Ungoal in play that is not met yet may be met by how these Creepers are attached.

    Nothing else looks at what they cling to.  Where there are too many ways to try, it may.
    """
    if table.deck.ungoals.isdisjoint(table.goals) or ungoals_met(table):
        return False
    options = [ask.options.values() for ask in asks]
    if prod(map(len, options)) > _MOST_TRIED:
        return True
    before = table.attached
    try:
        for keepers in product(*options):
            table.attached = before | dict(zip(loose, keepers, strict=True))
            if ungoals_met(table):
                return True
    finally:
        table.attached = before
    return False
