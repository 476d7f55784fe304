"""What everybody may see of the clock of a seat."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks import running_time
from games.clocks.running_time import ClockPauses
from games.models import Game, Question, Seat, Timing


@dataclass(frozen=True)
class SeatClock:
    """When the question of a seat is due, until when its clock rests, what it has saved, and its vacation."""

    due_at: datetime | None
    rests_until: datetime | None
    bank: timedelta | None
    away_until: datetime | None


def read_clock(game: Game, seat: Seat, row: Question | None, hours: ClockPauses, now: datetime) -> SeatClock:
    """Return the clock of a seat with its open question; of a window nothing, for who has answered is sealed.

    `hours` is all that stops the clocks of its player.
    """
    away_until = max((back for leave, back in hours.away if leave <= now < back), default=None)
    due_at = rests_until = bank = None
    if game.timing == Timing.BANK and not seat.plays_itself:
        bank = game.bank[0] if seat.bank is None else seat.bank
    if row is not None and not row.is_window and row.due_at is not None:
        row.game, row.seat, due_at = game, seat, row.due_at
        pauses = row.pauses_with(hours)
        resumes = running_time.end_of_pause(now, pauses)
        rests_until = resumes if resumes > now and due_at != resumes else None
        if bank is not None and row.on_turn_clock and row.turn == seat.clock_turn:
            bank = min(bank, running_time.elapsed(now, due_at, pauses))
    return SeatClock(
        due_at=due_at,
        rests_until=rests_until,
        bank=None if bank is None else max(bank, timedelta()),
        away_until=away_until if game.vacations_stop_turns or seat.is_away else None,
    )
