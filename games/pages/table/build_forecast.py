"""When a game may end, and when its viewer may play again, in words."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games import clock
from games.clocks.forecast import Progress, estimate_end, estimate_next_turn
from games.history.formatting import format_date
from games.models import Game, Seat
from games.pages.common.seat_context import SeatContext


def build_forecast(context: SeatContext, view: engine.View | None) -> Sequence[str]:
    """Return sentences about the time that is left; none of a table at which at most one person plays.

    They follow from what everybody sees: the turn, who sits where, and when the game began.
    """
    game, seats = context.game, {each.number: each for each in context.snapshot.seats}
    people = sum(_plays_slowly(each) for each in seats.values())
    if view is None or not game.is_running or game.paused_at or game.started_at is None or people < 2:
        return ()
    age = clock.now() - game.started_at
    progress = Progress(game.edition, len(view.seats), view.turn_number, age)
    before = [seats[number] for number in _seats_before(view, context.seat)]
    return (
        *_tell_end(progress),
        *_tell_next_turn(progress, people, [each for each in before if _plays_slowly(each)], game),
    )


def _plays_slowly(seat: Seat) -> bool:
    return seat.is_person and not seat.plays_itself


def _seats_before(view: engine.View, me: Seat | None) -> list[int]:
    """Return the seats that play before a seat's next turn, the one in turn first; none in its own turn."""
    order = [each.seat for each in view.seats]
    if me is None or me.number not in order or view.turn not in order:
        return []
    start = order.index(view.turn)
    order = order[start:] + order[:start]
    return order[: order.index(me.number)]


def _tell_end(progress: Progress) -> Iterator[str]:
    end = estimate_end(progress)
    if end is None:
        return
    first, last = (_date(clock.now() + each) for each in end)
    if first == last:
        yield _("Half of all games like this one end on %(day)s.") % {"day": first}
    else:
        yield _("Half of all games like this one end between %(first)s and %(last)s.") % {
            "first": first,
            "last": last,
        }


def _tell_next_turn(progress: Progress, people: int, before: Sequence[Seat], game: Game) -> Iterator[str]:
    """Say about when the viewer plays again, to a part of a day in their zone."""
    span = estimate_next_turn(progress, people, len(before))
    if span is None or not before:
        return
    back = [each.away_until for each in before if each.is_away and each.away_until is not None]
    at = max([clock.now() + span, *(back if game.vacations_stop_turns else ())])
    local, today = timezone.localtime(at), timezone.localtime(clock.now())
    if local.date() == today.date():
        yield _("You may play again later today.")
        return
    told = (
        _("You’ll play again around %(day)s, at night."),
        _("You’ll play again around %(day)s, in the morning."),
        _("You’ll play again around %(day)s, in the afternoon."),
        _("You’ll play again around %(day)s, in the evening."),
    )
    yield told[local.hour // 6] % {"day": _date(at)}


def _date(at: datetime) -> str:
    # Translators: Django's date format of a day within a year: 4 December
    return format_date(timezone.localtime(at), pgettext("date format", "j E"))
