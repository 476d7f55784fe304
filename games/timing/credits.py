"""Gives the time of an outage back in many games at once: rows are read, and written, as sets."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection

from games import clock
from games.clocks.running_time import add_running, elapsed
from games.core.event_log import note_events
from games.models import Game, Outage, Question, Vacation, Vote
from games.models.hours import VACATIONS_COUNT_FOR, with_vacations
from games.models.question import IS_OPEN
from games.models.vote import IS_OPEN as IS_VOTE_OPEN

from . import deadlines

# Who comes back after an outage has at least so much time: this, or a part of what the question gives.
LEAST, LEAST_PART = timedelta(hours=1), 4
CLOCKS = """
UPDATE games_question question
   SET due_at = new.due_at, remind_at = new.remind_at, time_left = new.time_left,
       attempts = new.attempts, retry_at = new.retry_at, stuck_at = new.stuck_at
  FROM unnest(%s::bigint[], %s::timestamptz[], %s::timestamptz[], %s::interval[], %s::int[],
              %s::timestamptz[], %s::timestamptz[])
       AS new (id, due_at, remind_at, time_left, attempts, retry_at, stuck_at)
 WHERE question.id = new.id
"""
SEATS = """
UPDATE games_seat seat SET turn_left = seat.turn_left + new.more
  FROM unnest(%s::bigint[], %s::interval[]) AS new (id, more) WHERE seat.id = new.id
"""
VOTES = """
UPDATE games_vote vote SET closes_at = new.closes_at
  FROM unnest(%s::bigint[], %s::timestamptz[]) AS new (id, closes_at) WHERE vote.id = new.id
"""


def credit_games(games: Sequence[Game], outage: Outage) -> None:
    """Give the time of an outage back to every clock of these locked games, and tell their tables."""
    now, credit = clock.now(), SeatTimes()
    rows = read_questions(games, outage)
    changed = [row for row in rows if extend_deadline(row, outage, now, credit)]
    votes = extend_votes(games, outage, now)
    columns = ("pk", *deadlines.DUE_FIELDS)
    with connection.cursor() as cursor:
        if changed:
            cursor.execute(CLOCKS, [[getattr(row, name) for row in changed] for name in columns])
        if credit.more:
            cursor.execute(SEATS, [list(credit.more), list(credit.more.values())])
        if votes:
            cursor.execute(VOTES, [[vote.pk for vote in votes], [vote.closes_at for vote in votes]])
    touched = {row.game_id for row in changed} | {vote.game_id for vote in votes}
    start, end = outage.started_at.isoformat(), outage.ended_at.isoformat()
    told = [game for game in games if game.pk in touched]
    note_events(told, f"outage-{outage.why}", from_at=start, to_at=end)


class SeatTimes:
    """What seats get back of their turns, for one statement in the end."""

    def __init__(self) -> None:
        self.more: defaultdict[int, timedelta] = defaultdict(timedelta)

    def __call__(self, question: Question, more: timedelta) -> None:
        """Add time to a seat's turn, as `deadlines.credit_turn` does in the database."""
        if question.on_turn_clock and more > timedelta() and question.seat_id is not None:
            self.more[question.seat_id] += more


def read_questions(games: Sequence[Game], outage: Outage) -> list[Question]:
    """Return the open questions of these games from before the end of an outage, with what stops them."""
    by_key = {game.pk: game for game in games}
    asked = Question.objects.filter(IS_OPEN, game__in=by_key, opened_at__lt=outage.ended_at)
    rows = list(asked.select_related("seat__player"))
    players = {row.seat.player_id: row.seat.player for row in rows if row.seat and row.seat.player}
    since = clock.now() - VACATIONS_COUNT_FOR
    away = defaultdict(list)
    for vacation in Vacation.objects.filter(player__in=players, ends_at__gt=since):
        away[vacation.player_id].append(vacation)
    for row in rows:
        row.game = by_key[row.game_id]
        if row.seat and (player := row.seat.player):
            player.known_hours = with_vacations(player.regular_hours, away[player.pk])
    return rows


def extend_votes(games: Sequence[Game], outage: Outage, now: datetime) -> list[Vote]:
    """Put off the end of the votes of these games; return those that ran, which are not stored yet."""
    running = Vote.objects.filter(IS_VOTE_OPEN, game__in=[game.pk for game in games])
    votes = list(running.filter(opened_at__lt=outage.ended_at, closes_at__gt=outage.started_at))
    for vote in votes:
        lost = outage.ended_at - max(outage.started_at, vote.opened_at)
        vote.closes_at = max(vote.closes_at + lost, now + LEAST)
    return votes


def extend_deadline(question: Question, outage: Outage, now: datetime, credit: deadlines.Credit) -> bool:
    """Put off one deadline by what ran of its clock during an outage; return whether it ran at all.

    Some time is left in any case. One that had run out before the outage is left alone.
    """
    start = max(outage.started_at, question.opened_at)
    pauses = question.pauses
    paused_at = question.game.paused_at
    if question.due_at is None:
        if question.time_left is None or paused_at is None or paused_at <= start:
            return False
        more = elapsed(start, min(paused_at, outage.ended_at), pauses)
        deadlines.extend(question, more, now, credit=credit)
        return True
    if question.due_at + deadlines.TIMEOUT_DELAY <= outage.started_at:
        return False
    lost = elapsed(start, outage.ended_at, pauses)
    given = question.allowance or question.due_at - question.opened_at
    later = add_running(question.due_at, lost, pauses) if lost else question.due_at
    later = max(later, add_running(now, min(LEAST, given / LEAST_PART), pauses))
    deadlines.move_deadline(question, later, given, now, credit=credit)
    return True
