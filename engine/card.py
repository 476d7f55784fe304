"""What a card is, and what a deck is.  A card on a table is an integer: its place in the deck's list."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from engine.goals import Condition
    from engine.table import Table

Effect = Callable[["Table", int], Coroutine[Any, Any, None]]


class Card(msgspec.Struct, frozen=True):
    """One title: its name in the code, its kind, and what a person reads (English; to be translated)."""

    slug: str
    title: str
    text: str
    kind: str


class Keeper(Card, frozen=True):
    """Lies in front of its owner.  ``food`` counts for Party Snacks."""

    food: bool = False


class Goal(Card, frozen=True):
    """How to win.  ``wants`` says who meets it."""

    wants: "Condition"


class NewRule(Card, frozen=True):
    """A rule.  A newer rule of the same ``group`` replaces it.

    The numbers are as printed, before Inflation; None says nothing of the matter.  ``play_all_but`` is
    the number of cards kept by Play All (0) and Play All But 1 (1).
    """

    group: str
    draw: int | None = None
    play: int | None = None
    play_all_but: int | None = None
    hand_limit: int | None = None
    keeper_limit: int | None = None


class Action(Card, frozen=True):
    """Done once, then discarded."""

    effect: Effect


class Deck:
    """The shuffled cards of a game: the integer ``n`` stands for ``cards[n]``."""

    __slots__ = ("_copies", "_numbers", "cards", "order", "slug", "slugs")

    def __init__(self, slug: str, cards: tuple[Card, ...]) -> None:
        self.slug = slug
        self.cards = cards
        self.slugs = tuple(card.slug for card in cards)
        self._numbers: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(cards):
            self._numbers[card.slug] = (*self._numbers.get(card.slug, ()), number)
        self._copies = {name: frozenset(numbers) for name, numbers in self._numbers.items()}
        ranked = sorted(
            self._numbers, key=lambda name: (_KINDS.index(self.cards[self._numbers[name][0]].kind), name)
        )
        self.order = _Order()  # in which hands and options are shown, by label
        for rank, name in enumerate(ranked):
            copies = range(2, len(self._numbers[name]) + 1)
            self.order |= dict.fromkeys((name, *(f"{name}#{copy}" for copy in copies)), rank)

    def numbers(self, slug: str) -> tuple[int, ...]:
        """The physical cards with this name, in the deck's order; empty when the deck has none."""
        return self._numbers.get(slug, ())

    def copies(self, slug: str) -> frozenset[int]:
        """The same cards, to ask whether one of them lies somewhere."""
        return self._copies.get(slug, frozenset())

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"<Deck {self.slug}: {len(self)} cards>"


class _Order(dict[str, int]):
    """Labels of cards to their ranks; whatever is no card comes after them."""

    def __missing__(self, label: str) -> int:
        return len(self)


_KINDS = ("keeper", "goal", "new rule", "action")
