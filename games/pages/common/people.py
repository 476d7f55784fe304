"""Who sits at the tables of a list, with their faces: one query for all of them."""

from collections.abc import Iterable, Sequence

from games.models import Face, Seat, faces_of

# The columns that a row of a list shows.
SHOWN = ("game", "number", "name", "bot", "status", "player__face_colour", "player__face_mark")

Person = tuple[Seat, Face | None]


def seats_by_game(games: Iterable[int]) -> dict[int, list[Seat]]:
    """Return all seats of the games with these primary keys, in their order."""
    keys, found = list(games), dict[int, list[Seat]]()
    seats = Seat.objects.filter(game__in=keys).select_related("player").only(*SHOWN)
    for seat in seats.order_by("game", "number") if keys else ():
        found.setdefault(seat.game_id, []).append(seat)
    return found


def people_among(seats: Sequence[Seat]) -> tuple[Person, ...]:
    """Return those seats of a table that are taken, each with its face."""
    faces = faces_of(seats)
    return tuple((seat, faces.get(seat.number)) for seat in seats if seat.is_taken)
