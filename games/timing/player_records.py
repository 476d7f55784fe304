"""How quickly and reliably players answer: how long an answer took, and what their record says.

Windows don't count: who passes, and when, is sealed (H7).
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from games import clock
from games.clocks import reliability, running_time
from games.clocks.reliability import ReliabilityRecord, TimedQuestion
from games.models import BY_PEOPLE, By, Move, Player, Question, Seat, StaffAct

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
    low, usual, high = map(describe_length, record.quartiles)
    if low == high:
        answers = _("usually answers within %(usual)s") % {"usual": usual}
    else:
        words = {"usual": usual, "low": low, "high": high}
        answers = _("usually answers within %(usual)s (half between %(low)s and %(high)s)") % words
    return f"{answers}; {in_time}"


def describe_length(time: timedelta) -> str:
    """Return a length of time in one rounded number: “20 min”, “5 h”, “3 days”."""
    if time < HOUR:
        return _("%(count)d min") % {"count": max(1, round(time / timedelta(minutes=1)))}
    if time < 48 * HOUR:
        return _("%(count)d h") % {"count": round(time / HOUR)}
    return _("%(count)d days") % {"count": round(time / timedelta(days=1))}


def list_records(seats: Iterable[Seat], *, known_only: bool = False) -> list[tuple[Seat, str]]:
    """Return the records of those who sit on these seats; with `known_only`, of those who have one."""
    loaded = [(seat, load_record(seat.player)) for seat in seats if seat.is_person and seat.player]
    return [(seat, describe_record(record)) for seat, record in loaded if record.is_known or not known_only]


# Nobody has been away within an answer that came so fast.
FAST = timedelta(hours=1)
OUTAGES = """
SELECT started_at, ended_at FROM games_outage WHERE ended_at > %s AND started_at < %s ORDER BY started_at
"""
PAUSES = (PAUSE, RESUME) = ("pause", "resume")
# A final act has a time at which it takes effect, and the game rests until then.
STOPS_CLOCKS = Q(act__in=PAUSES) | Q(due_at__isnull=False)
# A pause on which a table has agreed stands in its history alone.
AGREED = "pause-agreed"
AGREED_PAUSES = Q(kind=Move.Kind.EVENT, params__what__in=(AGREED, "pause-ended", "pause-over"))


def is_counted(question: Question, seat: Seat, table: Iterable[Seat]) -> bool:
    """Whether the answer to a new question belongs to the record of who sits there; `table` are all seats.

    It does where another person waits: not among bots alone, nor for side questions. Nor do windows count,
    where passes are sealed.
    """
    if not seat.is_person or seat.plays_itself or question.is_side or question.is_window:
        return False
    return any(each.is_person and not each.plays_itself for each in table if each.pk != seat.pk)


def record_answer_time(question: Question) -> None:
    """Note at a question that is being closed how long its answer took, or that a missing one is excused.

    The caller stores ``took`` and ``counts_for``.
    """
    if question.counts_for_id is None or question.closed_at is None or question.closed_by not in COUNTED:
        return
    if question.closed_by == By.CLOCK:
        if is_excused(question):
            question.counts_for_id = None
        return
    question.took = question.closed_at - question.opened_at
    if question.took > FAST:
        player = Player.objects.get(pk=question.counts_for_id)
        question.took = time_without_pauses(question, question.closed_at, player)


def time_without_pauses(question: Question, closed_at: datetime, player: Player) -> timedelta:
    """Return how long a question was open, without its player's vacations, outages, and pauses of its game.

    Nights and days off count: this is about how long others wait.
    """
    away = player.hours.away + outages_during(question) + pauses_during(question, closed_at)
    pauses = replace(running_time.NO_PAUSES, zone=player.zone, away=away)
    return running_time.elapsed(question.opened_at, closed_at, pauses)


def outages_during(question: Question) -> tuple[tuple[datetime, datetime], ...]:
    """Return the outages of the site while a question was open."""
    with connection.cursor() as cursor:
        cursor.execute(OUTAGES, [question.opened_at, question.closed_at])
        return tuple(cursor.fetchall())


def pauses_during(question: Question, closed_at: datetime) -> tuple[tuple[datetime, datetime], ...]:
    """Return when the game was paused while a question was open; the parts may overlap.

    A pause lasts until it is ended or taken back. That the game went on by mistake doesn't end one. A final
    act is a pause, too, until it is called off or takes effect.
    """
    acts = StaffAct.objects.filter(STOPS_CLOCKS, game=question.game_id, at__lte=closed_at)
    agreed = Move.objects.filter(AGREED_PAUSES, game=question.game_id, created_at__lte=closed_at)
    found: list[tuple[datetime, datetime]] = []
    turns = [(move.created_at, move.params.get("what") == AGREED) for move in agreed]
    for act in acts:
        if act.act == RESUME:
            if act.status != StaffAct.Status.REVERTED:
                turns.append((act.at, False))
        elif act.act == PAUSE and act.status == StaffAct.Status.DONE:
            turns.append((act.at, True))
        else:
            found.append((act.at, min(act.settled_at or closed_at, closed_at)))
    since: datetime | None = None
    for at, begins in sorted(turns):
        if begins:
            since = at
        elif since is not None:
            found.append((since, at))
            since = None
    if since is not None:
        found.append((since, closed_at))
    return tuple(found)


def is_excused(question: Question) -> bool:
    """Whether a missing answer does not count.

    It is no missed turn, or the site was away then or could not reach its player.
    """
    seat = question.seat
    if question.extended_at is not None or not question.is_missed_turn:
        return True
    player = seat.player if seat.player_id == question.counts_for_id else question.counts_for
    if player is not None and player.mail_refused_at is not None:
        return True
    return bool(outages_during(question)) if question.had_outage is None else question.had_outage
