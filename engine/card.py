"""What a card is, and what a deck is.  A card on a table is an integer: its place in the deck's list."""

from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import msgspec

from engine.translation import Gettext, Ngettext

if TYPE_CHECKING:
    from engine.goals import GoalCondition, TableTest

Effect = Callable[[Any, int], Coroutine[Any, Any, None]]
"""What a card does: (table, seat)."""


class Card(msgspec.Struct, frozen=True):
    """One title: its name in the code, its kind, and what a person reads (English; to be translated).

    ``face`` is the sign that the maker of a made card chose for it, ``picture`` the name of a drawing that is
    shown instead.  ``wording`` words the text of a made card in the reader's language where its maker wrote
    none.
    """

    slug: str
    title: str
    text: str
    kind: str
    face: str = ""
    picture: str = ""
    wording: Callable[[Gettext, Ngettext], str] | None = None

    def describe(self, gettext: Gettext, ngettext: Ngettext) -> str:
        """What it does, in the language of the caller's translation functions."""
        return self.wording(gettext, ngettext) if self.wording else gettext(self.text)

    @property
    def is_made(self) -> bool:
        """Whether a person made it: its slug has the hash of its data, as no other has."""
        return "~" in self.slug

    @property
    def names(self) -> tuple[str, ...]:
        """The keepers and Creepers that it is about, in its order: what a picture of it shows."""
        return ()

    @property
    def names_all(self) -> bool:
        """Whether who has all that it names has done all that it asks for."""
        return False

    @property
    def answers(self) -> tuple[str, ...]:
        """The kinds of cards that it may answer out of turn (C1)."""
        return ()


KnownCards = Mapping[str, Card]
"""The cards that a game may speak of, by slug."""


class Keeper(Card, frozen=True):
    """Lies in front of its owner.  ``food`` counts for Party Snacks."""

    food: bool = False


class Goal(Card, frozen=True, kw_only=True):
    """How to win.  ``wants`` says who meets it."""

    wants: "GoalCondition"

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.wants.keepers, *self.wants.creepers)

    @property
    def names_all(self) -> bool:
        return self.wants.names_all


class Ungoal(Card, frozen=True, kw_only=True):
    """How everybody loses: it takes the place of a goal.  ``loses`` says when."""

    loses: "TableTest"


class Bonus(msgspec.Struct, frozen=True):
    """What a rule gives to the seat in turn while it has a keeper: more cards to draw, more to play."""

    holds: str
    draw: int = 0
    play: int = 0


class NewRule(Card, frozen=True, kw_only=True):
    """A rule.  A newer rule of the same ``group`` replaces it.

    The numbers are as printed, before Inflation; None says nothing of the matter.  ``play_all_but`` is
    the number of cards kept by Play All (0) and Play All But 1 (1).  ``enters`` is what happens at the table
    when the rule has come into play.
    """

    group: str
    draw: int | None = None
    play: int | None = None
    play_all_but: int | None = None
    hand_limit: int | None = None
    keeper_limit: int | None = None
    bonus: Bonus | None = None
    enters: Callable[[Any], None] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.bonus.holds,) if self.bonus else ()


class MetaRule(Card, frozen=True):
    """A rule that is in force from the deal to the end, whatever is played."""


class Creeper(Card, frozen=True):
    """Comes into play in front of whoever draws it, and keeps its owner from winning.

    ``attaches`` says whether it clings to a keeper of its owner.
    """

    attaches: bool = False


class Surprise(Card, frozen=True, kw_only=True):
    """May be played out of turn, against a card of the kind ``cancels`` or another Surprise.

    ``effect`` is what it does when its owner plays it in turn.
    """

    cancels: str
    effect: Effect

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.cancels, "surprise")


class BoardGoal(Card, frozen=True, kw_only=True):
    """A goal of the board game: who has pieces on both spaces collects it."""

    spaces: tuple[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return self.spaces


class Shift(Card, frozen=True, kw_only=True):
    """A new rule of the board game: it moves the peg of a rule, and is discarded.

    ``way`` is ``forward``, ``either`` (the player chooses) or ``toggle``.
    """

    peg: str
    way: str


class Leaper(Card, frozen=True, kw_only=True):
    """Takes a piece of its player to a space; ``targets`` are those that its player may choose from."""

    targets: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.targets if len(self.targets) == 1 else ()


class Action(Card, frozen=True, kw_only=True):
    """Done once, then discarded."""

    effect: Effect


GOAL_KINDS = ("goal", "ungoal")
"""The kinds of cards that count as goals wherever a card speaks of goals (R186)."""


RULINGS = 1
"""The number of the rulings that new games are played by.

A game goes on by those that it began with, as it keeps its cards: it lists both.

0   before rulings were counted
1   Z6, Z7, Z10, Z11, Z13, and R132 for each card by itself
"""


class Deck:
    """The cards of a game: the integer ``n`` stands for ``cards[n]``.

    ``start`` names the cards that begin in play and are not shuffled, ``switches`` the readings of the rules
    that this deck asks for, ``rulings`` the newest that the game was begun with.  ``game`` says whose rules
    it is played by: those of ``cards`` or of the ``board``.  ``known_cards`` are all that a game with this
    deck may speak of, by slug: every printed card, and those made for it.  ``creepers`` and ``ungoals`` are
    its cards of these kinds, ``hand_goals`` the goals that look at hands, ``cancelling`` those of its
    Surprises that may answer a card of a kind.  ``kept`` is what ``cached_on_deck`` has found out about it.
    """

    __slots__ = (
        "_copies",
        "_numbers",
        "cancelling",
        "cards",
        "creepers",
        "game",
        "hand_goals",
        "kept",
        "known_cards",
        "order",
        "rulings",
        "slug",
        "slugs",
        "start",
        "switches",
        "ungoals",
    )

    def __init__(
        self,
        slug: str,
        cards: tuple[Card, ...],
        start: tuple[str, ...] = (),
        switches: frozenset[str] = frozenset(),
        game: str = "cards",
        known_cards: KnownCards | None = None,
        rulings: int = RULINGS,
    ) -> None:
        self.slug = slug
        self.rulings = rulings
        self.game = game
        self.cards = cards
        self.start = start
        self.switches = switches
        self.slugs = tuple(card.slug for card in cards)
        self.known_cards = known_cards or {card.slug: card for card in cards}
        self.creepers = frozenset(n for n, card in enumerate(cards) if isinstance(card, Creeper))
        self.ungoals = frozenset(n for n, card in enumerate(cards) if isinstance(card, Ungoal))
        self.hand_goals = frozenset(
            n for n, card in enumerate(cards) if isinstance(card, Goal) and card.wants.counts_hands
        )
        self.cancelling = _cancelling(cards)
        self.kept: dict[Any, dict[Any, Any]] = {}
        self._numbers: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(cards):
            self._numbers[card.slug] = (*self._numbers.get(card.slug, ()), number)
        self._copies = {name: frozenset(numbers) for name, numbers in self._numbers.items()}
        ranked = sorted(
            self._numbers, key=lambda name: (KINDS.index(self.cards[self._numbers[name][0]].kind), name)
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


MOST_KEPT = 1024  # answers of one function about one deck
_Rest = TypeVarTuple("_Rest")
_Found = TypeVar("_Found")


def cached_on_deck(find: Callable[[Deck, *_Rest], _Found]) -> Callable[[Deck, *_Rest], _Found]:
    """Let each deck keep what a function finds out about it, so that no cache outlives the deck."""

    @wraps(find)
    def find_once(deck: Deck, *rest: *_Rest) -> _Found:
        try:
            found: _Found = deck.kept[find][rest]
        except KeyError:
            found = find(deck, *rest)
            if len(kept := deck.kept.setdefault(find, {})) >= MOST_KEPT:
                kept.clear()
            kept[rest] = found
        return found

    return find_once


class _Order(dict[str, int]):
    """Labels of cards to their ranks; whatever is no card comes after them."""

    def __missing__(self, label: str) -> int:
        return len(self)


def _cancelling(cards: tuple[Card, ...]) -> dict[str, frozenset[int]]:
    """The Surprises that may answer a card, by its kind: any may answer another Surprise (C1)."""
    surprises = {number: card for number, card in enumerate(cards) if isinstance(card, Surprise)}
    if not surprises:
        return {}
    fitting = {
        kind: frozenset(number for number, card in surprises.items() if card.cancels == kind)
        for kind in ("keeper", "goal", "new rule", "action")
    }
    fitting |= dict.fromkeys(GOAL_KINDS, fitting["goal"])
    return {kind: numbers for kind, numbers in fitting.items() if numbers} | {
        "surprise": frozenset(surprises)
    }


KINDS = (
    *("keeper", "goal", "ungoal", "leaper", "new rule", "meta rule", "action"),
    *("surprise", "creeper", "basic rules"),
)
"""Every kind of card, in the order in which cards are shown."""
