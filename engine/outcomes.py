"""Outcomes: what happened, as values, in the order in which it happened.

An outcome may hold cards that only some seats may know.  ``seen_by`` is the only way from an
outcome to a log line, a page or a mail: it returns what one seat, or a spectator, may know.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

FACE_DOWN = "face-down"
"""What a keeper is called by those who may not see its face."""


class _Outcome(msgspec.Struct, frozen=True, tag=str.lower, omit_defaults=True):
    pass


class GameBegan(_Outcome, frozen=True):
    """The cards were shuffled and dealt; ``first`` has the first turn."""

    seats: tuple[int, ...]
    first: int


class TurnBegan(_Outcome, frozen=True):
    """A seat's turn began; ``extra`` when it follows a turn of the same seat."""

    seat: int
    number: int
    extra: bool = False


class Drew(_Outcome, frozen=True):
    """A seat drew into its hand.  ``why`` names the card that said so, or is empty for the draw rule."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()
    why: str = ""


class DrewAside(_Outcome, frozen=True):
    """A seat drew into a temporary hand, for the card ``why``."""

    seat: int
    count: int
    why: str
    cards: tuple[str, ...] = ()


class Reshuffled(_Outcome, frozen=True):
    """The discard pile became the new draw pile."""

    count: int


class Played(_Outcome, frozen=True):
    """A seat played a card, perhaps face down.  ``via`` names the card or rule that made it do so, if any."""

    seat: int
    card: str
    via: str = ""
    face_down: bool = False


class Used(_Outcome, frozen=True):
    """A seat used the free action of a rule in force."""

    seat: int
    rule: str


class Discarded(_Outcome, frozen=True):
    """Cards went to the discard pile from ``zone``: hand, keepers, rules, goals or temporary."""

    cards: tuple[str, ...]
    zone: str
    why: str
    seat: int | None = None


class KeeperTaken(_Outcome, frozen=True):
    """A keeper moved from ``source`` to ``seat``; of one that lies face down only the two know which."""

    seat: int
    source: int
    card: str
    face_down: bool = False


class KeeperGiven(_Outcome, frozen=True):
    """``seat`` gave a keeper to ``other``, for the card ``why``; only they know one that lies face down."""

    seat: int
    other: int
    card: str
    why: str
    face_down: bool = False


class KeepersExchanged(_Outcome, frozen=True):
    """``seat`` gave a keeper to ``other`` and took one, in the same moment.

    Of those that lie face down, which ``face_down`` names as fields, only the two know which they are.
    """

    seat: int
    other: int
    given: str
    taken: str
    face_down: tuple[str, ...] = ()


class KeepersDealt(_Outcome, frozen=True):
    """All keepers were shuffled and dealt anew.

    ``face_down`` has the places of those that lie face down: only their new owners know which they are.
    """

    dealt: dict[int, tuple[str, ...]]
    face_down: dict[int, tuple[int, ...]] = {}


class HandsTraded(_Outcome, frozen=True):
    """Two seats swapped their whole hands."""

    seat: int
    other: int


class HandsRotated(_Outcome, frozen=True):
    """Every hand went to a neighbour: left (clockwise) or right."""

    seat: int
    direction: str


class SeatsShifted(_Outcome, frozen=True):
    """Everybody moved one place on: each seat got hand, keepers and Creepers of its left neighbour.

    ``seat`` made them do so, and has the next turn.
    """

    seat: int


class HandWon(_Outcome, frozen=True):
    """``seat`` took the whole hand of ``loser``."""

    seat: int
    loser: int
    count: int


class CardsTaken(_Outcome, frozen=True):
    """``seat`` took random cards from the hand of ``source``: only the two know which."""

    seat: int
    source: int
    count: int
    cards: tuple[str, ...] = ()


class CardGiven(_Outcome, frozen=True):
    """``seat`` gave ``other`` a card for its hand: only the two know which."""

    seat: int
    other: int
    card: str = ""


class Zapped(_Outcome, frozen=True):
    """A card in play went to the hand of ``seat``; ``source`` is the owner if it was a keeper.

    Of a keeper that lay face down only the two know which it is.
    """

    seat: int
    card: str
    source: int | None = None
    face_down: bool = False


class PileRenewed(_Outcome, frozen=True):
    """The discard pile was shuffled into the draw pile by a card."""

    seat: int
    count: int


class Threw(_Outcome, frozen=True):
    """One throw of rock-paper-scissors; no winner when both threw the same."""

    throws: dict[int, str]
    winner: int | None = None


class Declared(_Outcome, frozen=True):
    """A seat said what day it is for it."""

    seat: int
    occasion: str


class TurnGained(_Outcome, frozen=True):
    """A seat will have another turn after this one, or (``granted`` false) may not have a third."""

    seat: int
    granted: bool


class NoEffect(_Outcome, frozen=True):
    """A card was played and nothing could come of it."""

    seat: int
    card: str


class Decided(_Outcome, frozen=True):
    """A choice with a single possibility, made without asking.  Kept for the record alone."""

    seat: int
    what: str
    labels: tuple[str, ...]


class CreeperCame(_Outcome, frozen=True):
    """A Creeper was drawn, and lies in front of the seat that drew it; another card was drawn for it."""

    seat: int
    card: str


class CreeperMoved(_Outcome, frozen=True):
    """A Creeper went from ``source`` to ``seat``."""

    seat: int
    source: int
    card: str
    why: str


class Attached(_Outcome, frozen=True):
    """A Creeper of a seat now clings to one of its keepers."""

    seat: int
    creeper: str
    keeper: str
    face_down: bool = False


class TurnedDown(_Outcome, frozen=True):
    """All keepers in play that lay face up, so many, were turned face down."""

    count: int


class TurnedUp(_Outcome, frozen=True):
    """Keepers of a seat that lay face down lie face up now."""

    seat: int
    cards: tuple[str, ...]


class Surprised(_Outcome, frozen=True):
    """A seat played a Surprise out of turn, against the card ``against``."""

    seat: int
    card: str
    against: str


class Cancelled(_Outcome, frozen=True):
    """A card that was being played was cancelled by the Surprise ``by`` of ``seat``.

    It went to the discard pile, or, a keeper (``taken``), in front of that seat.
    """

    seat: int
    card: str
    by: str
    taken: bool = False


class Stood(_Outcome, frozen=True):
    """A card that was being played takes effect: the Surprises against it cancelled each other."""

    card: str


class Said(_Outcome, frozen=True):
    """A seat said something that all may read, for the card ``why``."""

    seat: int
    words: str
    why: str


class RuleEntered(_Outcome, frozen=True):
    """A rule came into play by itself: the meta rule ``why`` put it in the place of one that leaves."""

    rule: str
    why: str


class RuleStayed(_Outcome, frozen=True):
    """A rule that was to leave play stays: the meta rule ``why`` keeps it."""

    rule: str
    why: str


class Quizzed(_Outcome, frozen=True):
    """A seat was asked something beside the play, by the rule ``why``; ``card`` was played before."""

    seat: int
    card: str
    why: str


class Answered(_Outcome, frozen=True):
    """A seat's answer to a question about a fact was settled; ``card`` is what the fact is about."""

    seat: int
    card: str
    fact: str
    why: str
    right: bool


class Lapsed(_Outcome, frozen=True):
    """A question beside the play was not answered in time."""

    seat: int
    why: str


class Judged(_Outcome, frozen=True):
    """The others decided whether what a seat said counts, by their votes."""

    seat: int
    why: str
    votes: int
    challenges: int
    accepted: bool


class Joined(_Outcome, frozen=True):
    """A seat joined the running game and was dealt cards."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()


class Left(_Outcome, frozen=True):
    """A seat left: its hand and the cards in front of it went to the discard pile."""

    seat: int
    cards: tuple[str, ...]


class Won(_Outcome, frozen=True):
    """The game is over: one seat alone met a goal in play."""

    seat: int
    goals: tuple[str, ...]


class Ended(_Outcome, frozen=True):
    """The game is over without a winner: stuck, too-few-seats, or ungoal (``cards``: everybody loses)."""

    reason: str
    cards: tuple[str, ...] = ()


Outcome = (
    GameBegan
    | TurnBegan
    | Drew
    | DrewAside
    | Reshuffled
    | Played
    | Used
    | Discarded
    | KeeperTaken
    | KeeperGiven
    | KeepersExchanged
    | KeepersDealt
    | HandsTraded
    | HandsRotated
    | SeatsShifted
    | HandWon
    | CardsTaken
    | CardGiven
    | Zapped
    | PileRenewed
    | Threw
    | Declared
    | TurnGained
    | NoEffect
    | Decided
    | CreeperCame
    | CreeperMoved
    | Attached
    | TurnedDown
    | TurnedUp
    | Surprised
    | Cancelled
    | Stood
    | Said
    | RuleEntered
    | RuleStayed
    | Quizzed
    | Answered
    | Lapsed
    | Judged
    | Joined
    | Left
    | Won
    | Ended
)


def seen_by(outcome: Outcome, seat: int | None) -> Outcome | None:
    """What ``seat`` (None for a spectator) may know of an outcome; None if nothing at all."""
    match outcome:
        case Decided():
            return None
        case Drew() | DrewAside() | Joined():
            return outcome if seat == outcome.seat else msgspec.structs.replace(outcome, cards=())
        case CardsTaken():
            knows = seat is not None and seat in (outcome.seat, outcome.source)
            return outcome if knows else msgspec.structs.replace(outcome, cards=())
        case CardGiven():
            knows = seat is not None and seat in (outcome.seat, outcome.other)
            return outcome if knows else msgspec.structs.replace(outcome, card="")
        case Played(face_down=True) | Attached(face_down=True) if seat != outcome.seat:
            name = "card" if isinstance(outcome, Played) else "keeper"
            return msgspec.structs.replace(outcome, **{name: FACE_DOWN})
        case KeeperTaken(face_down=True) | Zapped(face_down=True):
            knows = seat is not None and seat in (outcome.seat, outcome.source)
            return outcome if knows else msgspec.structs.replace(outcome, card=FACE_DOWN)
        case KeepersExchanged() if seat is None or seat not in (outcome.seat, outcome.other):
            return msgspec.structs.replace(outcome, **dict.fromkeys(outcome.face_down, FACE_DOWN))
        case KeeperGiven(face_down=True):
            knows = seat is not None and seat in (outcome.seat, outcome.other)
            return outcome if knows else msgspec.structs.replace(outcome, card=FACE_DOWN)
        case KeepersDealt() if outcome.face_down:
            return _dealt_as_seen(outcome, seat)
    return outcome


def _dealt_as_seen(outcome: KeepersDealt, seat: int | None) -> KeepersDealt:
    dealt = {
        owner: tuple(
            FACE_DOWN if owner != seat and place in outcome.face_down.get(owner, ()) else card
            for place, card in enumerate(cards)
        )
        for owner, cards in outcome.dealt.items()
    }
    return msgspec.structs.replace(outcome, dealt=dealt)


def dump_outcomes(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Outcomes as plain lists and dicts, ready for a JSON column."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(list(outcomes), str_keys=True)
    return plain


def load_outcomes(plain: Sequence[dict[str, Any]]) -> tuple[Outcome, ...]:
    """The outcomes that ``dump_outcomes`` wrote.  Raises ``ValueError`` for anything else."""
    return msgspec.convert(list(plain), tuple[Outcome, ...], strict=False)
