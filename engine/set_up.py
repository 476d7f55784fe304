"""How a game of cards begins: the cards that begin in play, the shuffle, the deal."""

from collections.abc import Sequence

from engine.card import Deck, MetaRule
from engine.outcomes import GameBegan
from engine.randomness import Draw
from engine.table import Table, Turn
from engine.verbs import deal, put_on_top

FEWEST, MOST = 2, 6


def lay_out(
    deck: Deck,
    order: Sequence[int],
    first: int,
    seed: str,
    top: Sequence[int] = (),
    draws: list[Draw] | None = None,
) -> Table:
    """A table shuffled and dealt, before anything has happened (R001)."""
    table = Table(
        deck=deck,
        seed=seed,
        order=list(order),
        hands={seat: [] for seat in order},
        keepers={seat: [] for seat in order},
        turn=Turn(first),
        draw_pile=list(range(len(deck))),
        seated=len(order),
        draws=draws,
    )
    for slug in deck.start:
        _begin_in_play(table, slug)
    table.shuffle(table.draw_pile)
    put_on_top(table, top)
    table.tell(GameBegan(tuple(order), first))
    for seat in order:
        deal(table, seat)
    return table


def _begin_in_play(table: Table, slug: str) -> None:
    """Lay out a card that is in play from the start (R002)."""
    card = next(card for card in table.deck.numbers(slug) if card in table.draw_pile)
    table.draw_pile.remove(card)
    zone = table.meta if isinstance(table.card(card), MetaRule) else table.rules
    zone.append(card)


def seat_one(table: Table, seat: int) -> None:
    """Give a seat that joins a place for its keepers (R006)."""
    table.keepers[seat] = []


def clear_seat(table: Table, seat: int) -> list[int]:
    """Take what lies in front of a seat that leaves; returns the cards (R007)."""
    cards = [*table.keepers.pop(seat), *table.creepers.pop(seat, ())]
    table.attached = {c: keeper for c, keeper in table.attached.items() if c not in cards}
    table.face_down = [card for card in table.face_down if card not in cards]
    return cards


def first_phase(table: Table, seat: int) -> str:
    """The phase in which every turn begins."""
    return "start"
