"""What standing orders decide about one question."""

from dataclasses import dataclass, field
from typing import Any

from games.models import SeatNote

from .turn_orders import TurnOrders


@dataclass(frozen=True)
class Decision:
    """What is answered; without `labels` the player is asked.

    `note` is the private note that the player gets, with its `words`; one that names its ``question`` is
    given once. `orders` is what remains of the turn orders, if something was used up.
    """

    labels: tuple[str, ...] | None = None
    note: SeatNote.Kind | None = None
    words: dict[str, Any] = field(default_factory=dict)
    orders: TurnOrders | None = None


NOTHING = Decision()
