"""The players around a table: where each of them sits, and how much time they have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from .table_cards import SeatShown

# Clockwise from the viewer's left, by how many there are.
PLACES: dict[int, tuple[str, ...]] = {
    1: ("top",),
    2: ("left", "right"),
    3: ("left", "top", "right"),
    4: ("left", "top-left", "top-right", "right"),
    5: ("left", "top-left", "top", "top-right", "right"),
    6: ("left", "top-left", "top", "top-right", "right", "foot"),
}
# So many cards before a player are shown by their signs alone on a phone, and so many everywhere.
MANY_CARDS, CROWDED = 3, 7
BACKS_IN_A_FAN = 5


@dataclass(frozen=True)
class PlayerPlate:
    """A player as the table shows them, at a place; `due_at` is until when they are to answer."""

    seat: SeatShown
    place: str
    due_at: datetime | None = None

    @property
    def backs(self) -> range:
        """One for each back in the fan beside the number of cards."""
        return range(min(self.seat.view.hand_size, BACKS_IN_A_FAN))

    @property
    def style(self) -> str:
        """How close the cards before the player lie, from how many there are."""
        count = len(self.seat.keepers) + len(self.seat.creepers)
        return "crowded" if count >= CROWDED else "many" if count >= MANY_CARDS else "few"


def place_players(seats: Sequence[SeatShown], due: Mapping[int, datetime | None]) -> tuple[PlayerPlate, ...]:
    """Return the others clockwise from the viewer's left; `due` says until when seats are to answer."""
    others = [seat for seat in seats if not seat.is_me]
    places = PLACES.get(len(others), PLACES[6])
    return tuple(
        PlayerPlate(seat, place, due.get(seat.row.number))
        for seat, place in zip(others, places, strict=False)
    )
