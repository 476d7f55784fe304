"""Telling players, the morning before, that their vacation ends."""

from games import clock
from games.core.locking import in_transaction
from games.models import Notice, Question, Seat, Vacation
from games.models.question import STOPS_PLAY
from games.outbox import notices

from .hours import seats_of


@in_transaction
def announce_return(*, vacation: int) -> bool:
    """Write the notice that a vacation is about to end, once; return whether there is somebody to tell.

    It is about the game that waits with the nearest deadline, and lists all.
    """
    now = clock.now()
    row = Vacation.objects.select_for_update().get(pk=vacation)
    if row.return_noted_at is not None or row.ends_at <= now:
        return False
    row.return_noted_at = now
    row.save(update_fields=["return_noted_at"])
    seat = find_first_seat(row)
    if seat is None:
        return False
    notices.notify(
        Notice.Kind.VACATION,
        key=f"vacation/{row.pk}/ends",
        game=seat.game,
        seat=seat,
        params={"vacation": row.pk, "event": "ends"},
    )
    return True


def find_first_seat(vacation: Vacation) -> Seat | None:
    """Return the seat of a player that is asked first, or else any in a running game."""
    asked = Question.objects.filter(STOPS_PLAY, seat__player=vacation.player, due_at__isnull=False)
    first = asked.order_by("due_at").values_list("seat", flat=True).first()
    seats = seats_of(vacation.player)
    return seats.filter(pk=first or 0).first() or seats.first()
