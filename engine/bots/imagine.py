"""A table as one seat imagines it from its view: what it can't see are blank cards.

The rules themselves run on it, so that a bot knows what a card does without being told.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from engine.card import Card, Deck
from engine.cards import CARDS
from engine.editions import deck_of
from engine.in_force import plays_left
from engine.outcomes import FACE_DOWN
from engine.table import CommonTable, Table, Temporary, Turn
from engine.view import View

_BLANK = Card("a-blank", "", "", "action")  # plays without effect
BLANK = 0


@lru_cache(maxsize=64)
def _imagined(name: str) -> Deck:
    """A deck with each card of the real one once, blanks, and faces that are not seen.

    Nobody objects to what is imagined, so its Surprises cancel nothing.
    """
    real = deck_of(name)
    cards = {card.slug: card for card in (_BLANK, *real.cards, CARDS[FACE_DOWN])}
    deck = Deck(name, tuple(cards.values()), switches=real.switches, game=real.game)
    deck.cancelling = {}
    return deck


def imagine(view: View) -> Table:
    """The table of cards of a view.  All cards of one name are the same physical card."""
    common = imagine_common(view)
    deck = common["deck"]
    creepers = {seat.seat: numbers(deck, seat.creepers) for seat in view.seats if seat.creepers}
    table = Table(
        **common,
        keepers={seat.seat: numbers(deck, seat.keepers) for seat in view.seats},
        creepers=creepers,
        attached={
            number(deck, creeper): number(deck, keeper)
            for seat in view.seats
            for creeper, keeper in seat.attached
        },
        rules=numbers(deck, view.rules),
        goals=numbers(deck, view.goals),
        meta=numbers(deck, view.meta),
    )
    hidden = {FACE_DOWN, *(keeper for seat in view.seats for keeper in seat.face_down)}
    kept = {card for cards in table.keepers.values() for card in cards}
    table.face_down = [card for card in numbers(deck, sorted(hidden)) if card in kept]
    table.turn.plays_over = plays_left(table) > view.plays_left
    return table


def imagine_common(view: View) -> dict[str, Any]:
    """What every table has, by the names of its fields, but for the goals in play."""
    deck = _imagined(view.deck)
    hands = {seat.seat: [BLANK] * seat.hand_size for seat in view.seats}
    temporary = []
    if view.me is not None:
        hands[view.me] = numbers(deck, view.hand)
        temporary = [Temporary(view.me, numbers(deck, view.temporary))]
    return {
        "deck": deck,
        "seed": "",
        "order": [seat.seat for seat in view.seats],
        "hands": hands,
        "turn": Turn(
            seat=view.turn,
            number=view.turn_number,
            phase=view.phase,
            drawn=view.drawn,
            played=view.played,
            again=view.again,
            extra=view.extra,
        ),
        "draw_pile": [BLANK] * view.deck_size,
        "discard": numbers(deck, reversed(view.discard)),
        "temporary": temporary,
    }


def numbers(deck: Deck, slugs: Iterable[str]) -> list[int]:
    """The cards of these names."""
    return [number(deck, slug) for slug in slugs]


def number(deck: Deck, label: str) -> int:
    """The card that a label names: ``bread``, ``bread#2``, ``bread@3``."""
    return deck.numbers(label.partition("@")[0].partition("#")[0])[0]


def unseen(table: Table) -> list[int]:
    """The cards that lie somewhere out of sight."""
    seen = {*table.discard, *table.rules, *table.goals, *table.resolving, *table.meta, *table.deck.creepers}
    for cards in (
        *table.hands.values(),
        *table.keepers.values(),
        *(aside.cards for aside in table.temporary),
    ):
        seen.update(cards)
    return [card for card in range(BLANK + 1, len(table.deck)) if card not in seen]


def copy(table: Table, seed: str = "") -> Table:
    """The same table again, to try something on."""
    return msgspec.structs.replace(
        table,
        **copy_common(table, seed),
        keepers={seat: cards[:] for seat, cards in table.keepers.items()},
        creepers={seat: cards[:] for seat, cards in table.creepers.items()},
        attached=table.attached.copy(),
        face_down=table.face_down[:],
        rules=table.rules[:],
    )


def copy_common(table: CommonTable, seed: str) -> dict[str, Any]:
    """What every table has and a try may change, by the names of its fields."""
    return {
        "seed": seed,
        "hands": {seat: cards[:] for seat, cards in table.hands.items()},
        "beside": [],
        "temporary": [Temporary(aside.seat, aside.cards[:], aside.drawn) for aside in table.temporary],
        "turn": msgspec.structs.replace(table.turn, used=table.turn.used[:]),
        "draw_pile": table.draw_pile[:],
        "discard": table.discard[:],
        "goals": table.goals[:],
        "resolving": table.resolving[:],
        "happened": [],
    }
