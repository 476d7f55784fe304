"""What made goals ask for, as the conditions of ``engine.goals``."""

from typing import TYPE_CHECKING

import msgspec

from engine.goals import Both, GoalCondition, Holds, MostCards, MostKeepers, Without
from engine.in_force import numeral
from engine.made.data import (
    MadeGoal,
    WantsBoth,
    WantsMostCards,
    WantsMostKeepers,
    WantsSome,
    WantsWithCreeper,
    WantsWithout,
)

if TYPE_CHECKING:
    from engine.table import Table


class Some(Holds, frozen=True):
    """At least ``least`` of ``some``; Inflation raises the number (R066)."""

    def winners(self, table: "Table") -> list[int]:
        plain = Holds(some=self.some, least=numeral(table, self.least), own=self.own)
        return plain.winners(table)


class WithCreeper(GoalCondition, frozen=True):
    """Whatever ``wants`` asks for, with a Creeper in front of the same seat, which then blocks nobody."""

    wants: GoalCondition
    creeper: str

    def winners(self, table: "Table") -> list[int]:
        copies = table.deck.copies(self.creeper)
        others = {
            seat: [creeper for creeper in creepers if creeper not in copies]
            for seat, creepers in table.creepers.items()
        }
        met = self.wants.winners(msgspec.structs.replace(table, creepers=others))
        return [seat for seat in met if not copies.isdisjoint(table.creepers.get(seat, ()))]

    @property
    def keepers(self) -> tuple[str, ...]:
        return self.wants.keepers

    @property
    def creepers(self) -> tuple[str, ...]:
        return (self.creeper,)

    @property
    def counts_hands(self) -> bool:
        return self.wants.counts_hands


def condition(goal: MadeGoal) -> GoalCondition:
    """What a made goal asks for; the cards that it names are named by their slugs."""
    own = (goal.creeper,) if goal.creeper else ()
    match goal.wants:
        case WantsBoth(one, other):
            return Holds(all=(one, other), own=own) if own else Both(one, other)
        case WantsSome(least, of):
            return Some(some=of, least=least, own=own)
        case WantsWithout(keeper, absent):
            return Holds(all=(keeper,), absent=(absent,), own=own) if own else Without(keeper, absent)
        case WantsWithCreeper(keepers, creeper):
            return Holds(all=keepers, own=tuple(dict.fromkeys((creeper, *own))))
        case WantsMostKeepers(least):
            most: GoalCondition = MostKeepers(least)
        case WantsMostCards(least):
            most = MostCards(least)
    return WithCreeper(most, *own) if own else most
