"""The clocks of a table, for all who see it: what is left, who is away, and to whom time may be given."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games import clock
from games.clocks import running_time
from games.clocks.running_time import Hours
from games.history import clock_words
from games.models import Game, Question, Seat, Timing
from games.pages.common.seat_context import SeatContext
from games.play.give_time import GIFTS, MOST_GIVEN
from games.timing import deadlines


@dataclass(frozen=True)
class ClockShown:
    """The clock of one seat, as everybody may see it."""

    seat: Seat
    is_me: bool
    due_at: datetime | None
    rests_until: datetime | None
    bank: str
    away_until: datetime | None
    gifts: tuple[int, ...]


def show_clocks(context: SeatContext) -> list[ClockShown]:
    """Return the clocks of a running table, of those seats of which there is something to say."""
    game = context.game
    if not game.is_running or game.paused_at is not None:
        return []
    now = clock.now()
    seats = [seat for seat in context.snapshot.seats if seat.is_person]
    asked = {row.seat_id: row for row in context.snapshot.questions}
    shown = [show_clock(context, seat, asked.get(seat.pk), now) for seat in seats]
    return [each for each in shown if each.bank or each.away_until or each.gifts or each.rests_until]


def show_clock(context: SeatContext, seat: Seat, row: Question | None, now: datetime) -> ClockShown:
    """Return the clock of one seat; of a window nothing, for who has answered is sealed."""
    game = context.game
    asked = row if row is not None and not row.is_window and row.due_at is not None else None
    hours = context.snapshot.hours[seat.player_id or 0]
    away_until = max((back for leave, back in hours.away if leave <= now < back), default=None)
    rests_until = None
    if asked is not None:
        asked.game, asked.seat = game, seat
        resumes = running_time.end_of_pause(now, deadlines.hours_of(asked, hours))
        rests_until = resumes if resumes > now and asked.due_at != resumes else None
    return ClockShown(
        seat=seat,
        is_me=context.seat is not None and seat.pk == context.seat.pk,
        due_at=asked.due_at if asked is not None else None,
        rests_until=rests_until,
        bank=bank_left(game, seat, asked, now, hours),
        away_until=away_until if game.vacations else None,
        gifts=gifts_for(context, seat, asked),
    )


def bank_left(game: Game, seat: Seat, asked: Question | None, now: datetime, hours: Hours) -> str:
    """Return in words what a seat has saved; nothing where nothing is saved up."""
    if game.timing != Timing.BANK or seat.plays_itself:
        return ""
    bank = game.bank[0] if seat.bank is None else seat.bank
    if asked is not None and asked.of_turn and asked.turn == seat.clock_turn and asked.due_at is not None:
        bank = min(bank, running_time.elapsed(now, asked.due_at, deadlines.hours_of(asked, hours)))
    return clock_words.describe_span(max(bank, timedelta()))


def gifts_for(context: SeatContext, seat: Seat, asked: Question | None) -> tuple[int, ...]:
    """Return how many days the viewer may give to a seat; none where its clock does not run."""
    me = None if context.deputy is not None else context.seat
    if asked is None or me is None or not me.is_person or me.pk == seat.pk or seat.plays_itself:
        return ()
    return tuple(days for days in GIFTS if seat.gift_days + days <= MOST_GIVEN)
