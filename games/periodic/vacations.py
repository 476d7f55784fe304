"""What sweeps do about vacations: they begin and end at each table."""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q

from games import clock
from games.core.errors import Tally
from games.core.postponed import is_ready, run_due, run_each
from games.models import Away, AwayPolicy, Game, Question, Seat, Vacation
from games.models.question import IS_SWEPT
from games.people.announce_return import announce_return
from games.people.auto_vacation import begin_automatic
from games.play.vacations import begin_vacation, finish_vacation
from games.timing import deadlines

BATCH = 100
# What the log and the postponed rows call these works.
BEGIN, END = "the vacation at seat", "the end of a vacation at seat"
AUTOMATIC, RETURN = "the automatic vacation at question", "the return of vacation"
# A vacation ends at midnight; at eight in the morning before, its player is told.
MORNING_BEFORE = timedelta(hours=16)


def answered_by_bots() -> Q:
    """Return the condition for open questions that a bot answers, as their players are on vacation.

    Where a deputy has accepted, the question is theirs; `games.play.away` asks whether they still are one.
    """
    no_deputy = Q(seat__away=Away.DEPUTY, seat__has_deputy=False)
    others_wait = Q(on_turn_clock=False) & (Q(seat__away=Away.ANSWERS) | no_deputy)
    plays = Q(seat__away=Away.BOT) | (no_deputy & Q(game__away_policy=AwayPolicy.BOT))
    return Q(seat__away_until__gt=clock.now()) & (others_wait | plays)


def begin_all(*, stop_at: float) -> Tally:
    """Let vacations that have begun count at every running table of their players, also at new ones."""
    pairs = to_begin(clock.now())
    return run_each(
        BEGIN, pairs, lambda seat: begin_vacation(seat=seat, vacation=pairs[seat]), stop_at=stop_at
    )


def to_begin(now: datetime) -> dict[int, int]:
    """Return seats that have not heard yet of the vacation that their player is on, and the vacation."""
    current = Vacation.objects.filter(player=OuterRef("player"), starts_at__lte=now, ends_at__gt=now)
    seats = Seat.objects.filter(status=Seat.Status.TAKEN, game__status=Game.Status.RUNNING)
    seats = seats.filter(Exists(current)).annotate(until=current.order_by("ends_at").values("ends_at")[:1])
    seats = seats.annotate(vacation=current.order_by("ends_at").values("pk")[:1])
    unaware = seats.filter(is_ready(BEGIN), Q(away_until=None) | ~Q(away_until=F("until")))
    return dict(unaware.order_by("game_id", "pk").values_list("pk", "vacation")[:BATCH])


def begin_automatic_all(*, stop_at: float) -> Tally:
    """Begin the vacations of players who want that when a turn of theirs has run out."""
    late = clock.now() - deadlines.TIMEOUT_DELAY
    overdue = Question.objects.filter(IS_SWEPT, due_at__lte=late, on_turn_clock=True)
    overdue = overdue.filter(seat__player__auto_vacation=True, game__paused_at=None).order_by("due_at", "pk")
    return run_due(AUTOMATIC, overdue, lambda pk: begin_automatic(question=pk), stop_at=stop_at)


def announce_returns(*, stop_at: float) -> Tally:
    """Tell players, in the morning before, that their vacation ends and their clocks run again."""
    now = clock.now()
    ending = Vacation.objects.filter(ends_at__gt=now, ends_at__lte=now + MORNING_BEFORE, return_noted_at=None)
    ending = ending.filter(starts_at__lte=now).order_by("ends_at", "pk")
    return run_due(RETURN, ending, lambda pk: announce_return(vacation=pk), stop_at=stop_at)


def finish_all(*, stop_at: float) -> Tally:
    """Give the seats back to players whose vacations are over."""
    over = Seat.objects.filter(away_until__lte=clock.now()).order_by("game_id", "pk")
    return run_due(END, over, lambda pk: finish_vacation(seat=pk), stop_at=stop_at)
