"""The verbs that cards are written in: draw, discard, take, choose.

A verb moves cards and tells what happened.  Those that only move cards are plain functions; those that
let a player decide are awaited.  A choice with a single possibility is made without asking.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from engine.ask import Ask, AskAll
from engine.learning import release_rules
from engine.outcomes import (
    CreeperCame,
    Decided,
    Discarded,
    Drew,
    KeeperTaken,
    Reshuffled,
    TurnedDown,
    TurnedUp,
)
from engine.question_kind import QuestionKind
from engine.table import CommonTable, Table

T = TypeVar("T")

HAND_LIMIT = "hand-limit"
DEALT = 3
"""Cards that each seat begins with."""


def label_cards(table: CommonTable, cards: Sequence[int]) -> dict[str, int]:
    """Labels for cards of one zone: the slug, and ``slug#2`` for a second equal one."""
    return _label(table.slugs(cards), cards)


def _label(names: Sequence[str], cards: Sequence[int]) -> dict[str, int]:
    labels = dict(zip(names, cards, strict=True))
    if len(labels) == len(cards):
        return labels
    labels = {}
    for name, card in zip(names, cards, strict=True):
        label, copy = name, 1
        while label in labels:
            copy += 1
            label = f"{name}#{copy}"
        labels[label] = card
    return labels


def label_seats(seats: Iterable[int]) -> dict[str, int]:
    """Labels for seats: ``@2``."""
    return {f"@{seat}": seat for seat in seats}


def label_keepers(table: Table, seats: Iterable[int], asked: int | None = None) -> dict[str, tuple[int, int]]:
    """Labels for keepers in play, ``bread@2``, to (seat, card).

    ``asked``, by default the seat in turn, sees the faces of its own; those of others that lie face down
    are ``face-down@2``.
    """
    asked = table.turn.seat if asked is None else asked
    labels: dict[str, tuple[int, int]] = {}
    for seat in seats:
        cards = table.keepers[seat]
        names = table.slugs(cards) if seat == asked else table.shown(cards)
        labels |= {f"{label}@{seat}": (seat, card) for label, card in _label(names, cards).items()}
    return labels


def label_creepers(table: Table, seats: Iterable[int]) -> dict[str, tuple[int, int]]:
    """Labels for Creepers in play, ``virus@2``, to (seat, card)."""
    return {
        f"{label}@{seat}": (seat, card)
        for seat in seats
        for label, card in label_cards(table, table.creepers.get(seat, [])).items()
    }


def is_forced(ask: Ask[T]) -> bool:
    """Whether an ask leaves nothing to decide: all of its options must be chosen."""
    return ask.least == len(ask.options)


async def choose_some(table: CommonTable, ask: Ask[T]) -> list[T]:
    """The values that a seat chooses; nothing is asked when there is nothing to decide."""
    if is_forced(ask):
        table.tell(Decided(ask.seat, ask.what.value, tuple(ask.options)))
        return list(ask.options.values())
    return await ask


async def choose(
    table: CommonTable, seat: int, what: QuestionKind, options: dict[str, T], about: tuple[str, ...] = ()
) -> T:
    """The one value that a seat chooses.  ``options`` must not be empty."""
    return (await choose_some(table, Ask(seat, what, options, about=about)))[0]


async def choose_all(table: CommonTable, asks: Sequence[Ask[T]]) -> dict[int, list[T]]:
    """What several seats choose at once; sealed until all have answered."""
    chosen = {ask.seat: list(ask.options.values()) for ask in asks if is_forced(ask)}
    for ask in asks:
        if ask.seat in chosen:
            table.tell(Decided(ask.seat, ask.what.value, tuple(ask.options)))
    open_asks = [ask for ask in asks if ask.seat not in chosen]
    if open_asks:
        chosen.update(await AskAll(open_asks))
    return {ask.seat: chosen[ask.seat] for ask in asks}


def take_from_pile(table: CommonTable, seat: int, count: int) -> list[int]:
    """Up to ``count`` cards that ``seat`` draws from the draw pile: fewer if both piles run out (R022).

    An empty pile is renewed only when a card is needed (R020, R021).  A Creeper is put in front of the seat
    at once and is not counted (R150).
    """
    taken: list[int] = []
    creepers = table.deck.creepers
    while len(taken) < count and (table.draw_pile or _renew(table)):
        card = table.draw_pile.pop()
        if card in creepers and isinstance(table, Table):
            put_creeper(table, seat, card)
            table.tell(CreeperCame(seat, table.deck.slugs[card]))
        else:
            taken.append(card)
    return taken


def put_creeper(table: Table, seat: int, creeper: int) -> None:
    """Put a Creeper that is in no zone in front of a seat; it clings to nothing yet."""
    table.creepers.setdefault(seat, []).append(creeper)


def clinging(table: Table, keeper: int) -> list[int]:
    """The Creepers attached to a keeper."""
    return [creeper for creeper, held in table.attached.items() if held == keeper]


def loosen(table: Table, keeper: int) -> None:
    """Take the Creepers off a keeper; they stay in front of its owner."""
    for creeper in clinging(table, keeper):
        del table.attached[creeper]


def move_keeper(table: Table, card: int, source: int, to: int) -> None:
    """Move a keeper from one seat to another, with the Creepers that cling to it (D8)."""
    table.keepers[source].remove(card)
    table.keepers[to].append(card)
    for creeper in clinging(table, card):
        table.creepers[source].remove(creeper)
        put_creeper(table, to, creeper)


def discard_creeper(table: Table, seat: int, creeper: int) -> None:
    """Discard a Creeper of a seat by itself; a keeper that it clung to stays."""
    _detach(table, seat, creeper)
    table.discard.append(creeper)


def remove_creeper(table: Table, seat: int, creeper: int) -> None:
    """Take a Creeper of a seat out of the game; a keeper that it clung to stays."""
    _detach(table, seat, creeper)
    table.removed.append(creeper)


def _detach(table: Table, seat: int, creeper: int) -> None:
    table.creepers[seat].remove(creeper)
    table.attached.pop(creeper, None)


def _renew(table: CommonTable) -> bool:
    """Shuffle the discard pile into a new draw pile; False if there is none."""
    if not table.discard:
        return False
    table.draw_pile, table.discard = table.discard, []
    table.shuffle(table.draw_pile)
    table.tell(Reshuffled(len(table.draw_pile)))
    return True


def put_on_top(table: CommonTable, cards: Sequence[int]) -> None:
    """Move cards of the draw pile to its top, the first of them topmost."""
    if cards:
        table.draw_pile = [card for card in table.draw_pile if card not in cards]
        table.draw_pile.extend(reversed(cards))


def deal(table: CommonTable, seat: int) -> None:
    """Give a seat the cards that it begins with."""
    table.hands[seat] = take_from_pile(table, seat, DEALT)


def draw(table: CommonTable, seat: int, count: int, why: str = "") -> int:
    """Draw into a seat's hand, as one event; returns how many cards there were to draw."""
    cards = take_from_pile(table, seat, count)
    if cards:
        table.hands[seat].extend(cards)
        table.tell(Drew(seat, len(cards), table.slugs(cards), why))
    return len(cards)


def discard_from_hand(table: CommonTable, seat: int, cards: Sequence[int], why: str) -> None:
    """Discard cards of a seat's hand."""
    _discard(table, table.hands[seat], cards, "hand", why, seat)


async def keep_hand_limit(table: CommonTable, over: int) -> None:
    """Let the seat in turn discard the cards of its hand that are over the limit, at the end of its turn."""
    if over:
        seat = table.turn.seat
        ask = Ask(
            seat,
            QuestionKind.HAND_LIMIT,
            label_cards(table, table.hands[seat]),
            least=over,
            most=over,
            top=True,
        )
        discard_from_hand(table, seat, await choose_some(table, ask), HAND_LIMIT)


async def limit_hands(table: CommonTable, over: Mapping[int, int]) -> None:
    """Let all seats that have cards over the limit discard them at once.

    A newcomer that is asked beside the play is not waited for (Z11).
    """
    asks = [
        Ask(seat, QuestionKind.HAND_LIMIT, label_cards(table, table.hands[seat]), least=count, most=count)
        for seat, count in over.items()
        if count > 0 and not table.is_asked_beside(seat, HAND_LIMIT)
    ]
    if asks:
        for seat, cards in (await choose_all(table, asks)).items():
            discard_from_hand(table, seat, cards, HAND_LIMIT)


def discard_keepers(table: Table, seat: int, cards: Sequence[int], why: str) -> None:
    """Discard keepers in front of a seat, with the Creepers that cling to them (D8)."""
    with_them = [creeper for card in cards for creeper in clinging(table, card)]
    uncover(table, cards)
    _discard(table, table.keepers[seat], cards, "keepers", why, seat)
    for creeper in with_them:
        discard_creeper(table, seat, creeper)
    if with_them:
        table.tell(Discarded(table.slugs(with_them), "creepers", why, seat))


def discard_rules(table: Table, cards: Sequence[int], why: str) -> None:
    """Discard rules in play: they bind nobody from now on.  A meta rule may keep one of them (R178)."""
    _discard(table, table.rules, release_rules(table, cards) if table.meta else cards, "rules", why, None)


def discard_goals(table: Table, cards: Sequence[int], why: str) -> None:
    """Discard goals in play."""
    _discard(table, table.goals, cards, "goals", why, None)


def _discard(
    table: CommonTable, zone: list[int], cards: Sequence[int], name: str, why: str, seat: int | None
) -> None:
    cards = tuple(cards)
    if cards:
        for card in cards:
            zone.remove(card)
        table.discard.extend(cards)
        table.tell(Discarded(table.slugs(cards), name, why, seat))


def take_random(table: CommonTable, source: int) -> int:
    """A random card out of a seat's hand; it is in no zone until the caller puts it somewhere."""
    hand = table.hands[source]
    card = table.pick(hand)
    hand.remove(card)
    return card


def take_keeper(table: Table, seat: int, source: int, card: int) -> None:
    """Move a keeper from ``source`` to ``seat``."""
    move_keeper(table, card, source, seat)
    table.tell(KeeperTaken(seat, source, table.deck.slugs[card], card in table.face_down))


def uncover(table: Table, cards: Sequence[int]) -> None:
    """Keepers that leave play, or are turned up, lie face down no more."""
    if table.face_down:
        table.face_down = [card for card in table.face_down if card not in cards]


def turn_down(table: Table) -> None:
    """Turn all keepers in play face down."""
    turned = [card for seat in table.order for card in table.face_up_of(seat)]
    if turned:
        table.face_down.extend(turned)
        table.tell(TurnedDown(len(turned)))


def turn_up(table: Table, seat: int, cards: Sequence[int]) -> None:
    """Turn face-down keepers of a seat face up."""
    uncover(table, cards)
    table.tell(TurnedUp(seat, table.slugs(cards)))
