"""Who meets a goal, and the moment in which somebody wins."""

from typing import TYPE_CHECKING

import msgspec

from engine.card import Goal, Keeper, Ungoal
from engine.in_force import numeral
from engine.outcomes import Ended, Won

if TYPE_CHECKING:
    from engine.table import Table


class GameOver(Exception):
    """Raised at the moment in which the game ends; it ends whatever is in progress."""


class GameWon(GameOver):
    """Exactly one seat meets a goal."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class GoalCondition(msgspec.Struct, frozen=True):
    """What a goal asks for."""

    def winners(self, table: "Table") -> list[int]:
        """The seats that meet it now."""
        raise NotImplementedError

    @property
    def keepers(self) -> tuple[str, ...]:
        """The keepers that a seat wants for it by name."""
        return ()

    @property
    def creepers(self) -> tuple[str, ...]:
        """The Creepers that it names: they keep nobody from winning by it."""
        return ()

    @property
    def names_all(self) -> bool:
        """Whether a seat that has all these keepers and Creepers meets it, whatever else there is."""
        return False

    @property
    def counts_hands(self) -> bool:
        """Whether it looks at hands, so that a card that leaves one may decide it (R100)."""
        return False

    @property
    def besides_food(self) -> str:
        """The keeper that it wants besides any that are food; empty where food doesn't count."""
        return ""


class TableTest(msgspec.Struct, frozen=True):
    """What an Ungoal looks for on the whole table."""

    def met_by(self, table: "Table") -> set[int]:
        """The keepers by which it holds now; none where it doesn't."""
        raise NotImplementedError


class Both(GoalCondition, frozen=True):
    """Both keepers in front of one seat."""

    one: str
    other: str

    def winners(self, table: "Table") -> list[int]:
        one, other = _face_up(table, self.one), _face_up(table, self.other)
        seats = []
        for seat, keepers in table.keepers.items():
            if not one.isdisjoint(keepers) and not other.isdisjoint(keepers):
                seats.append(seat)
        return seats

    @property
    def keepers(self) -> tuple[str, ...]:
        return (self.one, self.other)

    @property
    def names_all(self) -> bool:
        return True


class Without(GoalCondition, frozen=True):
    """A keeper in front of a seat, while another one is in front of nobody (R115)."""

    keeper: str
    absent: str

    def winners(self, table: "Table") -> list[int]:
        return [] if holders(table, self.absent) else holders(table, self.keeper)

    @property
    def keepers(self) -> tuple[str, ...]:
        return (self.keeper,)


class MostKeepers(GoalCondition, frozen=True):
    """At least so many keepers, and strictly more than anybody else."""

    least: int

    def winners(self, table: "Table") -> list[int]:
        keepers = table.face_up
        counts = {seat: len(keepers[seat]) for seat in table.order}
        return _strictly_most(table, counts, numeral(table, self.least))


class MostCards(GoalCondition, frozen=True):
    """At least so many cards in hand, and strictly more than anybody else (R099, R101)."""

    least: int

    @property
    def counts_hands(self) -> bool:
        return True

    def winners(self, table: "Table") -> list[int]:
        counts = {seat: len(table.hands[seat]) for seat in table.order}
        return _strictly_most(table, counts, numeral(table, self.least))


class Holds(GoalCondition, frozen=True):
    """Keepers in front of one seat: ``all`` of these, at least ``least`` of ``some``, and perhaps no others.

    ``absent`` are keepers that nobody may have, ``own`` Creepers that the seat must have itself, ``any``
    Creepers that must lie in front of somebody.
    """

    all: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    least: int = 0
    absent: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    only: bool = False

    def winners(self, table: "Table") -> list[int]:
        lying = {slug for cards in table.creepers.values() for slug in table.slugs(cards)}
        if not lying.issuperset(self.any) or (self.absent and _lies(table, self.absent)):
            return []
        return [seat for seat in table.order if self._is_met(table, seat)]

    def _is_met(self, table: "Table", seat: int) -> bool:
        slugs = table.slugs(table.face_up_of(seat))
        has = set(slugs)
        return (
            has.issuperset(self.all)
            and len(has.intersection(self.some)) >= self.least
            and set(table.slugs(table.creepers.get(seat, ()))).issuperset(self.own)
            and not (self.only and len(slugs) > len(self.all) + self.least)
        )

    @property
    def keepers(self) -> tuple[str, ...]:
        return (*self.all, *self.some)

    @property
    def creepers(self) -> tuple[str, ...]:
        return (*self.own, *self.any)


class WithFood(GoalCondition, frozen=True):
    """A keeper together with at least so many keepers that are food."""

    keeper: str
    least: int

    def winners(self, table: "Table") -> list[int]:
        return [
            seat for seat in holders(table, self.keeper) if _food(table, seat) >= numeral(table, self.least)
        ]

    @property
    def besides_food(self) -> str:
        return self.keeper


def holders(table: "Table", keeper: str) -> list[int]:
    """The seats with a keeper of this name face up in front of them, clockwise."""
    cards = _face_up(table, keeper)
    return [seat for seat in table.order if not cards.isdisjoint(table.keepers[seat])]


def _face_up(table: "Table", keeper: str) -> frozenset[int]:
    """The cards of this name that don't lie face down."""
    cards = table.deck.copies(keeper)
    return cards.difference(table.face_down) if table.face_down else cards


def _food(table: "Table", seat: int) -> int:
    cards = [table.card(card) for card in table.face_up_of(seat)]
    return sum(isinstance(card, Keeper) and card.food for card in cards)


def _strictly_most(table: "Table", counts: dict[int, int], least: int) -> list[int]:
    """The one seat with the most; a seat that Creepers block is no rival in a tie (R097, R098)."""
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most and not table.creepers.get(seat)]
    return first if most >= least and len(first) == 1 else []


def _lies(table: "Table", keepers: tuple[str, ...]) -> bool:
    return any(holders(table, keeper) for keeper in keepers)


def _is_blocked(table: "Table", seat: int, wants: GoalCondition) -> bool:
    """Whether a Creeper that the goal does not name keeps a seat from winning (R151, R152)."""
    creepers = table.creepers.get(seat, [])
    return bool(creepers) and not set(table.slugs(creepers)).issubset(wants.creepers)


def goals_met(table: "Table") -> dict[int, list[str]]:
    """The seats that meet a goal in play, each with the goals that it meets."""
    met: dict[int, list[str]] = {}
    for goal in table.goals:
        card = table.deck.cards[goal]
        if isinstance(card, Goal):
            for seat in card.wants.winners(table):
                if not table.creepers or not _is_blocked(table, seat, card.wants):
                    met.setdefault(seat, []).append(card.slug)
    return met


def ungoals_met(table: "Table") -> list[str]:
    """The Ungoals in play whose test holds."""
    deck = table.deck
    if deck.ungoals.isdisjoint(table.goals):
        return []
    cards = [deck.cards[goal] for goal in table.goals]
    return [card.slug for card in cards if isinstance(card, Ungoal) and card.loses.met_by(table)]


def keepers_of_ungoals(table: "Table") -> list[int]:
    """The keepers by which the Ungoals in play hold, clockwise."""
    cards = (table.deck.cards[goal] for goal in table.goals)
    met = {keeper for card in cards if isinstance(card, Ungoal) for keeper in card.loses.met_by(table)}
    return [keeper for seat in table.order for keeper in table.keepers[seat] if keeper in met]


def check_win(table: "Table") -> None:
    """End the game by ``GameWon`` if exactly one seat meets a goal in play, or for all by an Ungoal (R112).

    Two or more seats at once is a tie, and so is a goal together with an Ungoal: play goes on until one
    alone remains (R093, R095, R113).
    """
    if not table.goals:
        return
    met = goals_met(table)
    lost = ungoals_met(table) if table.deck.ungoals else []
    if lost and not met:
        table.over = True
        table.tell(Ended("ungoal", tuple(lost)))
        raise GameOver
    if len(met) == 1 and not lost:
        (seat,) = met
        table.over = True
        table.winner = seat
        table.tell(Won(seat, tuple(dict.fromkeys(met[seat]))))
        raise GameWon(seat)
