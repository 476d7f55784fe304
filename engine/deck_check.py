"""What is wrong with a deck that somebody builds, and how it is composed."""

import msgspec

from engine.card import Card
from engine.deck_spec import DeckSpec
from engine.made.data import MadeCard
from engine.made.problem import Problem


class Share(msgspec.Struct, frozen=True):
    """One title of a deck: its card, how many copies there are, and its data if it is a made card."""

    card: Card
    copies: int
    made: MadeCard | None = None


class Composition(msgspec.Struct, frozen=True):
    """What a deck holds: its titles by kind in the order of ``engine.card``, and cards counted by kind."""

    shares: tuple[Share, ...]
    kinds: dict[str, int]

    @property
    def size(self) -> int:
        """How many cards there are, copies included."""
        return sum(self.kinds.values())


def composition(spec: DeckSpec) -> Composition:
    """The cards of a deck; those that are not known are left out."""
    return Composition((), {})


def problems(spec: DeckSpec, seats: int | None = None) -> list[Problem]:
    """What is wrong with a deck, the serious first; for so many seats, if that is known."""
    return []
