"""A table as one seat imagines it from its view: what it can't see are blank cards.

The rules themselves run on it, so that a bot knows what a card does without being told.
"""

from collections.abc import Iterable

import msgspec

from engine.card import Card, Deck
from engine.cards import CARDS
from engine.in_force import plays_left
from engine.table import Table, Temporary, Turn
from engine.view import View

_BLANK = Card("a-blank", "", "", "action")  # plays without effect, and stays among the cards being resolved
DECK = Deck("imagined", (_BLANK, *(card for card in CARDS.values() if card.kind != "basic rules")))
BLANK = 0


def imagine(view: View) -> Table:
    """The table of a view.  All cards of one name are the same physical card."""
    table = Table(
        deck=DECK,
        seed="",
        order=[seat.seat for seat in view.seats],
        hands={seat.seat: [BLANK] * seat.hand_size for seat in view.seats},
        keepers={seat.seat: numbers(seat.keepers) for seat in view.seats},
        turn=Turn(
            view.turn,
            view.turn_number,
            view.phase,
            view.drawn,
            view.played,
            again=view.again,
            extra=view.extra,
        ),
        draw_pile=[BLANK] * view.deck_size,
        discard=numbers(reversed(view.discard)),
        rules=numbers(view.rules),
        goals=numbers(view.goals),
    )
    if view.me is not None:
        table.hands[view.me] = numbers(view.hand)
        table.temporary = [Temporary(view.me, numbers(view.temporary))]
    table.turn.plays_over = plays_left(table) > view.plays_left
    return table


def numbers(slugs: Iterable[str]) -> list[int]:
    """The cards of these names."""
    return [number(slug) for slug in slugs]


def number(label: str) -> int:
    """The card that a label names: ``bread``, ``bread#2``, ``bread@3``."""
    return DECK.numbers(label.partition("@")[0].partition("#")[0])[0]


def unseen(table: Table) -> list[int]:
    """The cards that lie somewhere out of sight."""
    seen = {*table.discard, *table.rules, *table.goals, *table.resolving}
    for cards in (
        *table.hands.values(),
        *table.keepers.values(),
        *(aside.cards for aside in table.temporary),
    ):
        seen.update(cards)
    return [card for card in range(BLANK + 1, len(DECK)) if card not in seen]


def copy(table: Table, seed: str = "") -> Table:
    """The same table again, to try something on."""
    return msgspec.structs.replace(
        table,
        seed=seed,
        hands={seat: cards[:] for seat, cards in table.hands.items()},
        keepers={seat: cards[:] for seat, cards in table.keepers.items()},
        temporary=[Temporary(aside.seat, aside.cards[:], aside.drawn) for aside in table.temporary],
        turn=msgspec.structs.replace(table.turn, used=table.turn.used[:]),
        draw_pile=table.draw_pile[:],
        discard=table.discard[:],
        rules=table.rules[:],
        goals=table.goals[:],
        resolving=table.resolving[:],
        happened=[],
    )
