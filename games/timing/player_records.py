"""How quickly and reliably players answer. Windows don't count: who passes, and when, is sealed (H7)."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext as _

from games import clock
from games.clocks import reliability
from games.clocks.reliability import ReliabilityRecord, TimedQuestion
from games.models import BY_PEOPLE, By, Player, Question, Seat

# What a person has answered, or has let pass.
COUNTED = (*BY_PEOPLE, By.CLOCK)
# A turn has several questions; of more rows than this only the newest are read.
MOST_ROWS = 1000
HOUR = timedelta(hours=1)


def load_record(player: Player) -> ReliabilityRecord:
    """Return the record of a player over the last year."""
    since = clock.now() - reliability.YEAR
    rows = Question.objects.filter(counts_for=player, closed_at__gt=since, closed_by__in=COUNTED)
    newest = rows.order_by("-closed_at", "-pk").values_list("game", "number", "turn", "on_turn_clock", "took")
    return reliability.build_record(
        TimedQuestion((game, turn if on_turn_clock and turn else -number), took)
        for game, number, turn, on_turn_clock, took in newest[:MOST_ROWS]
    )


def describe_record(record: ReliabilityRecord) -> str:
    """Return what a record says, as a sentence without a subject."""
    if not record.is_known:
        return _("no record yet")
    in_time = _("%(in_time)d of %(turns)d turns in time") % {"in_time": record.in_time, "turns": record.turns}
    if record.quartiles is None:
        return in_time
    low, usual, high = record.quartiles
    answers = _("usually answers within %(usual)s (half between %(low)s and %(high)s)") % {
        "usual": describe_length(usual),
        "low": describe_length(low),
        "high": describe_length(high),
    }
    return f"{answers}; {in_time}"


def describe_length(time: timedelta) -> str:
    """Return a length of time in one rounded number: “20 min”, “5 h”, “3 days”."""
    if time < HOUR:
        return _("%(count)d min") % {"count": max(1, round(time / timedelta(minutes=1)))}
    if time < 48 * HOUR:
        return _("%(count)d h") % {"count": round(time / HOUR)}
    return _("%(count)d days") % {"count": round(time / timedelta(days=1))}


def list_records(seats: Iterable[Seat]) -> list[tuple[Seat, str]]:
    """Return the records of those who sit on these seats."""
    return [
        (seat, describe_record(load_record(seat.player))) for seat in seats if seat.is_person and seat.player
    ]
