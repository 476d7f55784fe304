"""Who was one card away from winning when a game ended."""

from collections.abc import Iterable
from dataclasses import dataclass

import engine


@dataclass(frozen=True)
class NearWin:
    """A seat that had all but one `card` of what a goal in play names, face up."""

    seat: int
    card: str
    goal: str


def near_wins(view: engine.View) -> Iterable[NearWin]:
    """Yield who had all but one of the cards that a goal in play names, face up, and which one was missing.

    A goal that asks for more than it names tells nothing, and a Creeper that it does not name keeps a seat
    from winning by it.
    """
    if view.board is not None:
        return
    cards = view.deck.known_cards
    for goal in view.goals:
        named = set(cards[goal].names) if cards[goal].names_all else set()
        for seat in view.seats:
            if seat.seat == view.winner or not named.issuperset(seat.creepers):
                continue
            missing = named.difference(engine.cards_that_meet(view, goal, seat.seat))
            if len(missing) == 1:
                yield NearWin(seat.seat, missing.pop(), goal)
