"""Who sits at a table of a list, with their faces."""

from collections.abc import Sequence

from games.models import Face, Seat, faces_of

Person = tuple[Seat, Face | None]


def people_among(seats: Sequence[Seat]) -> tuple[Person, ...]:
    """Return those seats of a table that are taken, each with its face."""
    faces = faces_of(seats)
    return tuple((seat, faces.get(seat.number)) for seat in seats if seat.is_taken)
