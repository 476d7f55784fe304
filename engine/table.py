"""The table: the whole state of one game as plain data, and the only source of chance."""

from collections.abc import Iterable
from itertools import chain

import msgspec

from engine.card import Card, Deck
from engine.outcomes import FACE_DOWN, Outcome, TurnBegan
from engine.randomness import PICK, ROLL, SHUFFLE, Draw, random_numbers


class Turn(msgspec.Struct, omit_defaults=True):
    """Where the turn is.  Counters are totals of this turn; nothing about it is kept elsewhere."""

    seat: int
    number: int = 1
    phase: str = "start"
    drawn: int = 0  # towards the draw rule
    missing: int = 0  # of these, cards that the empty piles could not give: never made up for (R023)
    played: int = 0
    moved: int = 0  # moves of pieces and tiles, in the board game
    began_empty: bool = False
    bonus: int = 0  # cards of the No-Hand Bonus
    kept_one: bool = False  # the extra card of Play All But 1 was drawn
    plays_over: bool = False  # after Swap Plays for Draws, by the rulings of older games
    used: list[str] = []  # free actions used
    again: bool = False  # another turn follows
    extra: bool = False  # this is that other turn
    more_turns: int = 0  # turns that follow after that one
    gave_turns: list[str] = []  # cards that gave a turn since the seat began the first in a row
    more_plays: int = 0  # plays that keepers gave on top of the rules
    trivia: int = 0  # questions asked of other seats this turn
    nested: int = 0  # cards that other cards made a seat play
    next: int | None = None  # who has the next turn, if not the left neighbour


def is_ending(turn: Turn) -> bool:
    """Whether nothing is left of a turn but its limits."""
    return turn.phase in ("hand-limit", "keeper-limit", "end")


MOST_NESTED = 60
"""Cards that other cards may make seats play in one turn; after that actions have no effect.

No printed deck comes near it.  It lets decks come to an end that are full of actions which play actions.
"""

MOST_PLAYED = 100
"""Cards that a seat may play in one turn of its own accord; for decks that bring more and more of them."""


class Temporary(msgspec.Struct, omit_defaults=True):
    """Cards drawn by an action that is being resolved; the hand of ``seat`` is set aside meanwhile."""

    seat: int
    cards: list[int] = []
    drawn: int = 0


class Beside(msgspec.Struct, omit_defaults=True):
    """A question that stays open beside the play and stops nobody.

    ``options`` are labels; with ``words`` above 0 a text of up to so many characters is an answer, too.
    ``said`` is a text that it is about.  ``secret`` is what its seat may not see, such as the right answer.
    ``given`` is the answer, of ``count`` labels, until the next checkpoint settles it.  ``turn`` is the
    number of the turn in which it was opened.
    """

    number: int
    seat: int
    what: str
    options: tuple[str, ...]
    turn: int
    about: tuple[str, ...] = ()
    words: int = 0
    secret: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    said: str = ""
    count: int = 1


class CommonTable(msgspec.Struct, omit_defaults=True):
    """What every table has: seats, hands, a deck in its piles, whose turn it is, and chance.

    A card (an integer) is in exactly one zone.  Piles have their top at the end of the list.  ``hands`` go by
    seat; ``order`` lists the seats still playing, clockwise.  ``goals`` are in play.  ``chance`` counts the
    random draws made from ``seed``; ``stacked`` lists cards that chance must pick first and is only ever set
    by a scenario.  ``draws`` keeps what chance decided while a record is played again; it is never stored.
    """

    deck: Deck
    seed: str
    order: list[int]
    hands: dict[int, list[int]]
    turn: Turn
    draw_pile: list[int]
    discard: list[int] = []
    goals: list[int] = []
    beside: list[Beside] = []
    resolving: list[int] = []
    temporary: list[Temporary] = []
    chance: int = 0
    stacked: list[str] = []
    asked: int = 0
    stop: int = 0  # number of the newest question of a turn itself
    seated: int = 0  # seats that ever sat here: the newest has this number
    over: bool = False
    winner: int | None = None
    happened: list[Outcome] = []
    draws: list[Draw] | None = None

    def tell(self, outcome: Outcome) -> None:
        """Record what just happened."""
        self.happened.append(outcome)

    def card(self, card: int) -> Card:
        """What is printed on a physical card."""
        return self.deck.cards[card]

    def slugs(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The names of physical cards, in the same order."""
        if not cards:
            return ()
        names = self.deck.slugs
        return tuple([names[card] for card in cards])

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left neighbour of ``seat``."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[:at]

    def around(self, seat: int) -> list[int]:
        """All seats, clockwise from ``seat``."""
        return [seat, *self.others(seat)]

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def is_asked_beside(self, seat: int, what: str) -> bool:
        """Whether a seat has an open question of this kind beside the play."""
        return any(each.seat == seat and each.what == what for each in self.beside)

    @property
    def is_worn_out(self) -> bool:
        """Whether so many cards have made seats play others that what they have begun is given up."""
        return self.turn.nested > MOST_NESTED and self.deck.rulings > 0

    def laid(self) -> Iterable[int]:
        """The cards that lie on the table, open or face down, besides the piles and the goals."""
        raise NotImplementedError

    @property
    def is_stuck(self) -> bool:
        """Whether turns went once around and nothing happened: nothing will (only in very small decks)."""
        last = self.happened[-len(self.order) :]
        return len(last) == len(self.order) and all(isinstance(outcome, TurnBegan) for outcome in last)

    def pick(self, cards: list[int]) -> int:
        """One of ``cards``, by chance."""
        if self.stacked:
            wanted = [card for card in cards if self.deck.slugs[card] == self.stacked[0]]
            if wanted:
                del self.stacked[0]
                return wanted[0]
        self.chance += 1
        card = cards[random_numbers(self.seed, self.chance, 1)[0] % len(cards)]
        self._note_draw(PICK, cards, (card,))
        return card

    def roll(self, count: int) -> list[int]:
        """So many numbers of 64 bits, by chance."""
        self.chance += 1
        numbers = random_numbers(self.seed, self.chance, count)
        if self.draws is not None:
            self.draws.append(Draw(ROLL, rolled=tuple(f"{number:016x}" for number in numbers)))
        return numbers

    def shuffle(self, cards: list[int], what: str = "cards") -> None:
        """Put ``cards`` in a random order, in place (Fisher-Yates).  ``what`` they are, for the record."""
        self.chance += 1
        before = tuple(cards) if self.draws is not None else ()
        numbers = random_numbers(self.seed, self.chance, len(cards))
        for last in range(len(cards) - 1, 0, -1):
            other = numbers[last] % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        self._note_draw(SHUFFLE, before, cards, what)

    def _note_draw(self, how: str, before: Iterable[int], after: Iterable[int], what: str = "cards") -> None:
        """Keep what chance decided, while a record is played again."""
        if self.draws is not None:
            self.draws.append(Draw(how, tuple(before), tuple(after), what=what))


class Table(CommonTable, kw_only=True):
    """The table of a game of cards.

    ``keepers`` and ``creepers`` go by seat.  ``attached`` maps a Creeper to the keeper that it clings to, and
    ``face_down`` lists keepers whose faces only their owners see.  ``removed`` are out of the game.
    """

    keepers: dict[int, list[int]]
    rules: list[int] = []
    meta: list[int] = []
    creepers: dict[int, list[int]] = {}
    attached: dict[int, int] = {}
    face_down: list[int] = []
    removed: list[int] = []

    def shown(self, cards: Iterable[int]) -> tuple[str, ...]:
        """The names of physical cards as everybody may read them: not those of keepers that lie face down."""
        if not self.face_down:
            return self.slugs(cards)
        return tuple([FACE_DOWN if card in self.face_down else self.deck.slugs[card] for card in cards])

    def laid(self) -> Iterable[int]:
        """Rules, meta rules, keepers and Creepers, and what is out of the game."""
        return chain(self.rules, self.meta, *self.keepers.values(), *self.creepers.values(), self.removed)

    @property
    def face_up(self) -> dict[int, list[int]]:
        """The keepers that lie face up, by seat: these alone count for goals and have powers."""
        if not self.face_down:
            return self.keepers
        down = self.face_down
        return {seat: [card for card in cards if card not in down] for seat, cards in self.keepers.items()}

    def face_up_of(self, seat: int) -> list[int]:
        """Those of one seat."""
        down = self.face_down
        return [card for card in self.keepers[seat] if card not in down] if down else self.keepers[seat]
