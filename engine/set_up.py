"""The start of a game: the cards that begin in play, the shuffle, the deal."""

from engine.card import MetaRule
from engine.editions import deck_of
from engine.outcomes import GameBegan
from engine.table import Table, Turn
from engine.verbs import take_from_pile

FEWEST, MOST = 2, 6
DEALT = 3


def set_up(edition: str, seats: int, first: int, *, seed: str) -> Table:
    """A table shuffled and dealt, before anything has happened; raises as ``Game.new`` does."""
    if not FEWEST <= seats <= MOST:
        raise ValueError(f"A game has {FEWEST} to {MOST} seats, not {seats}.")
    if not 1 <= first <= seats:
        raise ValueError(f"Seat {first} can't begin: the seats are 1 to {seats}.")
    try:
        deck = deck_of(edition)
    except KeyError:
        raise ValueError(f"There is no edition called {edition!r}.") from None
    order = list(range(1, seats + 1))
    table = Table(
        deck=deck,
        seed=seed,
        order=order,
        hands={seat: [] for seat in order},
        keepers={seat: [] for seat in order},
        turn=Turn(first),
        draw_pile=list(range(len(deck))),
        seated=seats,
    )
    for slug in deck.start:
        _begin_in_play(table, slug)
    table.shuffle(table.draw_pile)
    table.tell(GameBegan(tuple(order), first))
    for seat in order:
        table.hands[seat] = take_from_pile(table, seat, DEALT)
    return table


def _begin_in_play(table: Table, slug: str) -> None:
    """Lay out a card that is in play from the start (R002)."""
    card = next(card for card in table.deck.numbers(slug) if card in table.draw_pile)
    table.draw_pile.remove(card)
    zone = table.meta if isinstance(table.card(card), MetaRule) else table.rules
    zone.append(card)
