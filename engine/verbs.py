"""The verbs that cards are written in: draw, discard, take, choose.

A verb moves cards and tells what happened.  Those that only move cards are plain functions; those that
let a player decide are awaited.  A choice with a single possibility is made without asking.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.ask import Ask, AskAll
from engine.outcomes import Decided, Discarded, Drew, KeeperTaken, Reshuffled
from engine.table import Table

T = TypeVar("T")


def label_cards(table: Table, cards: Sequence[int]) -> dict[str, int]:
    """Labels for cards of one zone: the slug, and ``slug#2`` for a second equal one."""
    slugs = table.deck.slugs
    labels = {slugs[card]: card for card in cards}
    if len(labels) == len(cards):
        return labels
    labels = {}
    for card in cards:
        label, copy = slugs[card], 1
        while label in labels:
            copy += 1
            label = f"{slugs[card]}#{copy}"
        labels[label] = card
    return labels


def label_seats(seats: Iterable[int]) -> dict[str, int]:
    """Labels for seats: ``@2``."""
    return {f"@{seat}": seat for seat in seats}


def label_keepers(table: Table, seats: Iterable[int]) -> dict[str, tuple[int, int]]:
    """Labels for keepers in play, ``bread@2``, to (seat, card)."""
    return {
        f"{label}@{seat}": (seat, card)
        for seat in seats
        for label, card in label_cards(table, table.keepers[seat]).items()
    }


def is_forced(ask: Ask[T]) -> bool:
    """Whether an ask leaves nothing to decide: all of its options must be chosen."""
    return ask.least == len(ask.options)


async def choose_some(table: Table, ask: Ask[T]) -> list[T]:
    """The values that a seat chooses; nothing is asked when there is nothing to decide."""
    if is_forced(ask):
        table.tell(Decided(ask.seat, ask.what, tuple(ask.options)))
        return list(ask.options.values())
    return await ask


async def choose(table: Table, seat: int, what: str, options: dict[str, T], about: tuple[str, ...] = ()) -> T:
    """The one value that a seat chooses.  ``options`` must not be empty."""
    return (await choose_some(table, Ask(seat, what, options, about=about)))[0]


async def choose_all(table: Table, asks: Sequence[Ask[T]]) -> dict[int, list[T]]:
    """What several seats choose at once; sealed until all have answered."""
    chosen = {ask.seat: list(ask.options.values()) for ask in asks if is_forced(ask)}
    for ask in asks:
        if ask.seat in chosen:
            table.tell(Decided(ask.seat, ask.what, tuple(ask.options)))
    open_asks = [ask for ask in asks if ask.seat not in chosen]
    if open_asks:
        chosen.update(await AskAll(open_asks))
    return {ask.seat: chosen[ask.seat] for ask in asks}


def take_top(table: Table) -> int | None:
    """The top card of the draw pile; an empty pile is renewed only now that a card is needed (R020, R021)."""
    return table.draw_pile.pop() if table.draw_pile or _renew(table) else None


def take_from_pile(table: Table, count: int) -> list[int]:
    """Up to ``count`` cards from the draw pile: fewer if both piles run out (R022)."""
    taken: list[int] = []
    while len(taken) < count and (table.draw_pile or _renew(table)):
        taken.append(table.draw_pile.pop())
    return taken


def _renew(table: Table) -> bool:
    """Shuffle the discard pile into a new draw pile; False if there is none."""
    if not table.discard:
        return False
    table.draw_pile, table.discard = table.discard, []
    table.shuffle(table.draw_pile)
    table.tell(Reshuffled(len(table.draw_pile)))
    return True


def draw(table: Table, seat: int, count: int, why: str = "") -> int:
    """Draw into a seat's hand, as one event; returns how many cards there were to draw."""
    cards = take_from_pile(table, count)
    if cards:
        table.hands[seat].extend(cards)
        table.tell(Drew(seat, len(cards), table.slugs(cards), why))
    return len(cards)


def discard_from_hand(table: Table, seat: int, cards: Sequence[int], why: str) -> None:
    """Discard cards of a seat's hand."""
    _discard(table, table.hands[seat], cards, "hand", why, seat)


def discard_keepers(table: Table, seat: int, cards: Sequence[int], why: str) -> None:
    """Discard keepers in front of a seat."""
    _discard(table, table.keepers[seat], cards, "keepers", why, seat)


def discard_rules(table: Table, cards: Sequence[int], why: str) -> None:
    """Discard rules in play: they bind nobody from now on."""
    _discard(table, table.rules, cards, "rules", why, None)


def discard_goals(table: Table, cards: Sequence[int], why: str) -> None:
    """Discard goals in play."""
    _discard(table, table.goals, cards, "goals", why, None)


def _discard(
    table: Table, zone: list[int], cards: Sequence[int], name: str, why: str, seat: int | None
) -> None:
    cards = tuple(cards)
    if cards:
        for card in cards:
            zone.remove(card)
        table.discard.extend(cards)
        table.tell(Discarded(table.slugs(cards), name, why, seat))


def take_random(table: Table, source: int) -> int:
    """A random card out of a seat's hand; it is in no zone until the caller puts it somewhere."""
    hand = table.hands[source]
    card = table.pick(hand)
    hand.remove(card)
    return card


def take_keeper(table: Table, seat: int, source: int, card: int) -> None:
    """Move a keeper from ``source`` to ``seat``."""
    table.keepers[source].remove(card)
    table.keepers[seat].append(card)
    table.tell(KeeperTaken(seat, source, table.deck.slugs[card]))
