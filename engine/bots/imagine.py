"""A table as one seat imagines it from its view: what it can't see are blank cards.

The rules themselves run on it, so that a bot knows what a card does without being told.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.card import Card, Deck, cached_on_deck
from engine.cards import CARDS
from engine.in_force import plays_left
from engine.option import read_option
from engine.outcomes import FACE_DOWN
from engine.table import CommonTable, Table, Temporary, Turn
from engine.view import View

_BLANK = Card("a-blank", "", "", "action")  # plays without effect
BLANK = 0


@cached_on_deck
def _imagined(real: Deck) -> Deck:
    """The real deck between a blank card and faces that are not seen.

    Nobody objects to what is imagined, so its Surprises cancel nothing.
    """
    unseen_faces = [CARDS[FACE_DOWN]] * sum(card.kind == "keeper" for card in real.cards)
    deck = Deck(
        real.slug,
        (_BLANK, *real.cards, *unseen_faces),
        switches=real.switches,
        game=real.game,
        known_cards=real.known_cards,
        rulings=real.rulings,
    )
    deck.cancelling = {}
    return deck


def imagine(view: View) -> Table:
    """The table of cards of a view; equal cards are different copies, so that each Creeper has its keeper."""
    common = imagine_common(view)
    deck = common["deck"]
    held = numbers(deck, [*view.hand, *view.temporary])
    keepers = _lay_out(deck, {seat.seat: seat.keepers for seat in view.seats}, held)
    creepers = _lay_out(deck, {seat.seat: seat.creepers for seat in view.seats if seat.creepers})
    attached: dict[int, int] = {}
    for seat in view.seats:
        for creeper, keeper in seat.attached:
            loose = [card for card in creepers[seat.seat] if card not in attached]
            attached[find(deck, creeper, loose)] = find(deck, keeper, keepers[seat.seat])
    table = Table(
        **common,
        keepers=keepers,
        creepers=creepers,
        attached=attached,
        rules=numbers(deck, view.rules),
        goals=numbers(deck, view.goals),
        meta=numbers(deck, view.meta),
        removed=numbers(deck, view.removed),
    )
    for seat in view.seats:
        hidden = {FACE_DOWN, *seat.face_down}
        table.face_down += [card for card in keepers[seat.seat] if deck.slugs[card] in hidden]
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
            gave_turns=list(view.gave_turns),
        ),
        "draw_pile": [BLANK] * view.deck_size,
        "discard": numbers(deck, reversed(view.discard)),
        "temporary": temporary,
    }


def _lay_out(deck: Deck, zones: dict[int, tuple[str, ...]], held: Iterable[int] = ()) -> dict[int, list[int]]:
    """The cards in front of the seats: other copies than those that are held."""
    taken, laid = set(held), dict[int, list[int]]()
    for seat, slugs in zones.items():
        laid[seat] = []
        for slug in slugs:
            copies = deck.numbers(slug)
            card = next((copy for copy in copies if copy not in taken), copies[0])
            taken.add(card)
            laid[seat].append(card)
    return laid


def numbers(deck: Deck, labels: Iterable[str]) -> list[int]:
    """The cards of these names in one zone: equal ones are different copies."""
    found: list[int] = []
    for label in labels:
        copies = deck.numbers(read_option(label).card)
        several = len(copies) > 1
        found.append(next((copy for copy in copies if several and copy not in found), copies[0]))
    return found


def number(deck: Deck, label: str) -> int:
    """A card of the name that a label begins with: ``bread``, ``bread#2``, ``bread@3``."""
    return deck.numbers(read_option(label).card)[0]


def find(deck: Deck, label: str, zone: Iterable[int]) -> int:
    """The first card in a zone that a label names.  Raises ``ValueError`` if there is none."""
    copies = deck.copies(read_option(label).card)
    for card in zone:
        if card in copies:
            return card
    raise ValueError(f"{label} is not in this zone.")


def unseen(table: Table) -> list[int]:
    """The cards that lie somewhere out of sight."""
    seen = {*table.discard, *table.rules, *table.goals, *table.resolving, *table.meta, *table.deck.creepers}
    for cards in (
        *table.hands.values(),
        *table.keepers.values(),
        *(aside.cards for aside in table.temporary),
    ):
        seen.update(cards)
    faces = table.deck.copies(FACE_DOWN)
    return [card for card in range(BLANK + 1, len(table.deck)) if card not in seen and card not in faces]


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
        removed=table.removed[:],
    )


def copy_common(table: CommonTable, seed: str) -> dict[str, Any]:
    """What every table has and a try may change, by the names of its fields."""
    return {
        "seed": seed,
        "hands": {seat: cards[:] for seat, cards in table.hands.items()},
        "beside": [],
        "temporary": [Temporary(aside.seat, aside.cards[:], aside.drawn) for aside in table.temporary],
        "turn": msgspec.structs.replace(
            table.turn, used=table.turn.used[:], gave_turns=table.turn.gave_turns[:]
        ),
        "draw_pile": table.draw_pile[:],
        "discard": table.discard[:],
        "goals": table.goals[:],
        "resolving": table.resolving[:],
        "happened": [],
    }
