"""What happens in every game: turns, cards in hands and piles, the end."""

from engine.outcomes.base import Told


class GameBegan(Told, frozen=True):
    """The cards were shuffled and dealt; ``first`` has the first turn."""

    seats: tuple[int, ...]
    first: int


class TurnBegan(Told, frozen=True):
    """A seat's turn began; ``extra`` when it follows a turn of the same seat."""

    seat: int
    number: int
    extra: bool = False


class Drew(Told, frozen=True):
    """A seat drew into its hand.  ``why`` names the card that said so, or is empty for the draw rule."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()
    why: str = ""


class DrewAside(Told, frozen=True):
    """A seat drew into a temporary hand, for the card ``why``."""

    seat: int
    count: int
    why: str
    cards: tuple[str, ...] = ()


class Reshuffled(Told, frozen=True):
    """The discard pile became the new draw pile."""

    count: int


class Played(Told, frozen=True):
    """A seat played a card, perhaps face down.  ``via`` names the card or rule that made it do so, if any."""

    seat: int
    card: str
    via: str = ""
    face_down: bool = False


class Discarded(Told, frozen=True):
    """Cards went to the discard pile from ``zone``: hand, keepers, rules, goals or temporary."""

    cards: tuple[str, ...]
    zone: str
    why: str
    seat: int | None = None


class HandsTraded(Told, frozen=True):
    """Two seats swapped their whole hands."""

    seat: int
    other: int


class CardGiven(Told, frozen=True):
    """``seat`` gave ``other`` a card for its hand: only the two know which."""

    seat: int
    other: int
    card: str = ""


class NoEffect(Told, frozen=True):
    """A card was played and nothing could come of it."""

    seat: int
    card: str


class Decided(Told, frozen=True):
    """A choice with a single possibility, made without asking.  Kept for the record alone."""

    seat: int
    what: str
    labels: tuple[str, ...]


class Joined(Told, frozen=True):
    """A seat joined the running game and was dealt cards."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()


class Left(Told, frozen=True):
    """A seat left: its hand and the cards in front of it went to the discard pile."""

    seat: int
    cards: tuple[str, ...]


class Won(Told, frozen=True):
    """The game is over: one seat alone met a goal in play."""

    seat: int
    goals: tuple[str, ...]


class Ended(Told, frozen=True):
    """The game is over without a winner: stuck, too-few-seats, or ungoal (``cards``: everybody loses)."""

    reason: str
    cards: tuple[str, ...] = ()
