"""For whom a table waits: seats that are asked, and a window in which all others may answer a card."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.history import window
from games.models import Question, Seat
from games.pages.common.card_faces import Face

from .question_words import describe_wait
from .table_cards import TableCards


@dataclass(frozen=True)
class WaitingSeat:
    """A seat that the table waits for; ``is_heading`` where the page has no other heading."""

    name: str
    text: str
    due_at: datetime | None
    is_me: bool
    is_heading: bool = False
    number: int = 0


@dataclass(frozen=True)
class WindowShown:
    """A card that others may answer before it takes effect, and the Surprises against it so far.

    It is the same for seats that are asked, seats that have answered, and onlookers.
    """

    call: str
    verdict: str
    outcome: str
    by: str
    card: Face
    chain: tuple[tuple[str, Face], ...]
    due_at: datetime | None


def show_window(
    table: TableCards, rows: Iterable[Question] = (), *, has_hints: bool = False
) -> WindowShown | None:
    """Show the card that is being played. Nothing of it tells who has answered, and who has not."""
    opened = window.open_window(table.view, table.names)
    if opened is None:
        return None
    due_at, faces = window.due_at(row for row in rows if row.is_window), table.faces
    return WindowShown(
        call=opened.call,
        verdict=opened.verdict,
        outcome=opened.outcome if has_hints else "",
        by=opened.by,
        card=faces.of(opened.card),
        chain=tuple((name, faces.of(slug)) for name, slug in opened.chain),
        due_at=due_at,
    )


def list_waiting(seats: Iterable[Seat], rows: Iterable[Question], me: Seat | None) -> Iterable[WaitingSeat]:
    """Return for whom the table waits; of a window nothing, for who has answered is sealed."""
    asked = {row.seat_id: row for row in rows if not row.is_window}
    for seat in seats:
        if (row := asked.get(seat.pk)) is not None:
            yield WaitingSeat(
                str(seat), describe_wait(str(seat), row.kind), row.due_at, seat == me, number=seat.number
            )
