"""Who meets a goal, and the moment in which somebody wins."""

from typing import TYPE_CHECKING

import msgspec

from engine.card import Goal, Keeper
from engine.in_force import numeral
from engine.outcomes import Won

if TYPE_CHECKING:
    from engine.table import Table


class GameOver(Exception):
    """Raised at the moment in which the game ends; it ends whatever is in progress."""


class GameWon(GameOver):
    """Exactly one seat meets a goal."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class Condition(msgspec.Struct, frozen=True):
    """What a goal asks for."""

    def winners(self, table: "Table") -> list[int]:
        """The seats that meet it now; one may be named twice if it has two equal keepers."""
        raise NotImplementedError

    @property
    def keepers(self) -> tuple[str, ...]:
        """The keepers that a seat wants for it by name."""
        return ()


class Both(Condition, frozen=True):
    """Both keepers in front of one seat."""

    one: str
    other: str

    def winners(self, table: "Table") -> list[int]:
        return [
            seat
            for one in table.deck.numbers(self.one)
            for other in table.deck.numbers(self.other)
            for seat, keepers in table.keepers.items()
            if one in keepers and other in keepers
        ]

    @property
    def keepers(self) -> tuple[str, ...]:
        return (self.one, self.other)


class Without(Condition, frozen=True):
    """A keeper in front of a seat, while another one is in front of nobody (R115)."""

    keeper: str
    absent: str

    def winners(self, table: "Table") -> list[int]:
        return [] if holders(table, self.absent) else holders(table, self.keeper)

    @property
    def keepers(self) -> tuple[str, ...]:
        return (self.keeper,)


class MostKeepers(Condition, frozen=True):
    """At least so many keepers, and strictly more than anybody else."""

    least: int

    def winners(self, table: "Table") -> list[int]:
        return _strictly_most(
            {seat: len(table.keepers[seat]) for seat in table.order}, numeral(table, self.least)
        )


class MostCards(Condition, frozen=True):
    """At least so many cards in hand, and strictly more than anybody else (R099, R101)."""

    least: int

    def winners(self, table: "Table") -> list[int]:
        return _strictly_most(
            {seat: len(table.hands[seat]) for seat in table.order}, numeral(table, self.least)
        )


class WithFood(Condition, frozen=True):
    """A keeper together with at least so many keepers that are food."""

    keeper: str
    least: int

    def winners(self, table: "Table") -> list[int]:
        return [
            seat for seat in holders(table, self.keeper) if _food(table, seat) >= numeral(table, self.least)
        ]


def holders(table: "Table", keeper: str) -> list[int]:
    """The seats with a keeper of this name in front of them, clockwise."""
    cards = table.deck.copies(keeper)
    return [seat for seat in table.order if not cards.isdisjoint(table.keepers[seat])]


def _food(table: "Table", seat: int) -> int:
    cards = [table.card(card) for card in table.keepers[seat]]
    return sum(isinstance(card, Keeper) and card.food for card in cards)


def _strictly_most(counts: dict[int, int], least: int) -> list[int]:
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most]
    return first if most >= least and len(first) == 1 else []


def goals_met(table: "Table") -> dict[int, list[str]]:
    """The seats that meet a goal in play, each with the goals that it meets."""
    met: dict[int, list[str]] = {}
    for goal in table.goals:
        card = table.deck.cards[goal]
        if isinstance(card, Goal):
            for seat in card.wants.winners(table):
                met.setdefault(seat, []).append(card.slug)
    return met


def check_win(table: "Table") -> None:
    """End the game by ``GameWon`` if exactly one seat meets a goal in play.

    Two or more at once is a tie: play goes on until one alone remains (R093, R095).
    """
    if not table.goals:
        return
    met = goals_met(table)
    if len(met) == 1:
        (seat,) = met
        table.over = True
        table.winner = seat
        table.tell(Won(seat, tuple(dict.fromkeys(met[seat]))))
        raise GameWon(seat)
