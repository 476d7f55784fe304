"""What happens in the games of cards: keepers, rules, Creepers, Surprises, trivia."""

from engine.outcomes.base import Told


class Used(Told, frozen=True):
    """A seat used the free action of a rule in force."""

    seat: int
    rule: str


class KeeperTaken(Told, frozen=True):
    """A keeper moved from ``source`` to ``seat``; of one that lies face down only the two know which."""

    seat: int
    source: int
    card: str
    face_down: bool = False


class KeeperGiven(Told, frozen=True):
    """``seat`` gave a keeper to ``other``, for the card ``why``; only they know one that lies face down."""

    seat: int
    other: int
    card: str
    why: str
    face_down: bool = False


class KeepersExchanged(Told, frozen=True):
    """``seat`` gave a keeper to ``other`` and took one, in the same moment.

    Of those that lie face down, which ``face_down`` names as fields, only the two know which they are.
    """

    seat: int
    other: int
    given: str
    taken: str
    face_down: tuple[str, ...] = ()


class KeepersDealt(Told, frozen=True):
    """All keepers were shuffled and dealt anew.

    ``face_down`` has the places of those that lie face down: only their new owners know which they are.
    """

    dealt: dict[int, tuple[str, ...]]
    face_down: dict[int, tuple[int, ...]] = {}


class HandsRotated(Told, frozen=True):
    """Every hand went to a neighbour: left (clockwise) or right."""

    seat: int
    direction: str


class SeatsShifted(Told, frozen=True):
    """Everybody moved one place on: each seat got hand, keepers and Creepers of its left neighbour.

    ``seat`` made them do so, and has the next turn.
    """

    seat: int


class HandWon(Told, frozen=True):
    """``seat`` took the whole hand of ``loser``."""

    seat: int
    loser: int
    count: int


class CardsTaken(Told, frozen=True):
    """``seat`` took random cards from the hand of ``source``: only the two know which."""

    seat: int
    source: int
    count: int
    cards: tuple[str, ...] = ()


class Zapped(Told, frozen=True):
    """A card in play went to the hand of ``seat``; ``source`` is the owner if it was a keeper.

    Of a keeper that lay face down only the two know which it is.
    """

    seat: int
    card: str
    source: int | None = None
    face_down: bool = False


class PileRenewed(Told, frozen=True):
    """The discard pile was shuffled into the draw pile by a card."""

    seat: int
    count: int


class Threw(Told, frozen=True):
    """One throw of rock-paper-scissors; no winner when both threw the same."""

    throws: dict[int, str]
    winner: int | None = None


class Declared(Told, frozen=True):
    """A seat said what day it is for it."""

    seat: int
    occasion: str


class TurnGained(Told, frozen=True):
    """A seat will have another turn after this one, unless (``granted`` false) this card gave one already."""

    seat: int
    granted: bool


class CreeperCame(Told, frozen=True):
    """A Creeper was drawn, and lies in front of the seat that drew it; another card was drawn for it."""

    seat: int
    card: str


class CreeperMoved(Told, frozen=True):
    """A Creeper went from ``source`` to ``seat``."""

    seat: int
    source: int
    card: str
    why: str


class CreeperRemoved(Told, frozen=True):
    """A Creeper of a seat is out of the game."""

    seat: int
    card: str
    why: str


class Attached(Told, frozen=True):
    """A Creeper of a seat now clings to one of its keepers."""

    seat: int
    creeper: str
    keeper: str
    face_down: bool = False


class TurnedDown(Told, frozen=True):
    """All keepers in play that lay face up, so many, were turned face down."""

    count: int


class TurnedUp(Told, frozen=True):
    """Keepers of a seat that lay face down lie face up now."""

    seat: int
    cards: tuple[str, ...]


class Surprised(Told, frozen=True):
    """A seat played a Surprise out of turn, against the card ``against``."""

    seat: int
    card: str
    against: str


class Cancelled(Told, frozen=True):
    """A card that was being played was cancelled by the Surprise ``by`` of ``seat``.

    It went to the discard pile, or, a keeper (``taken``), in front of that seat.
    """

    seat: int
    card: str
    by: str
    taken: bool = False


class Stood(Told, frozen=True):
    """A card that was being played takes effect: the Surprises against it cancelled each other."""

    card: str


class Said(Told, frozen=True):
    """A seat said something that all may read, for the card ``why``."""

    seat: int
    words: str
    why: str


class RuleEntered(Told, frozen=True):
    """A rule came into play by itself: the meta rule ``why`` put it in the place of one that leaves."""

    rule: str
    why: str


class RuleStayed(Told, frozen=True):
    """A rule that was to leave play stays: the meta rule ``why`` keeps it."""

    rule: str
    why: str


class Quizzed(Told, frozen=True):
    """A seat was asked something beside the play, by the rule ``why``; ``card`` was played before."""

    seat: int
    card: str
    why: str


class Answered(Told, frozen=True):
    """A seat's answer to a question about a fact was settled; ``card`` is what the fact is about."""

    seat: int
    card: str
    fact: str
    why: str
    right: bool


class Lapsed(Told, frozen=True):
    """A question beside the play was not answered in time."""

    seat: int
    why: str


class Judged(Told, frozen=True):
    """The others decided whether what a seat said counts, by their votes."""

    seat: int
    why: str
    votes: int
    challenges: int
    accepted: bool
