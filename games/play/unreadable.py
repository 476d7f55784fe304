"""A game that this release can't read rests: no time runs out, its people are told, and they can leave it.

It goes on, with fresh clocks, when a release can read it again.
"""

from datetime import timedelta

from games import clock
from games.core import rows
from games.core.errors import Tally
from games.core.locking import in_transaction, lock_game
from games.core.postponed import run_each
from games.core.stored_game import UnreadableTable, read_engine_game
from games.models import Game, Notice, Question
from games.models.question import IS_OPEN
from games.outbox import notices

from . import question_rows
from .table_action import table_action

# What its questions say while it rests, and the code of the sentence that its people read.
SAID, EVENT = "this release can’t read the game", "unreadable"
LOOK_AGAIN = timedelta(hours=1)
BATCH = 50


@in_transaction
def park_game(*, game: int) -> bool:
    """Let a game rest that can't be read, and tell its people; return whether it did not yet. Locks it."""
    locked = lock_game(pk=game)
    asked = Question.objects.filter(IS_OPEN, game=locked)
    if not locked.is_running or not asked.exclude(error=SAID).exists():
        return False
    now = clock.now()
    asked.update(stuck_at=now, error=SAID, remind_at=None, retry_at=now + LOOK_AGAIN)
    waiting = Notice.objects.filter(game=locked, question__isnull=False, status=Notice.Status.WAITING)
    waiting.update(status=Notice.Status.SKIPPED, reason=SAID)
    params = {"act": None, "reverted": False, "sentence": {"what": EVENT}}
    people = [seat for seat in locked.seats.select_related("player") if seat.is_person]
    key = f"{EVENT}/{locked.pk}/{locked.version}"
    # Of a kind which the release before knows as well.
    notices.notify_seats(Notice.Kind.STAFF, people, key=key, game=locked, params=params)
    return True


def parked_games() -> list[int]:
    """Return the running games, by primary key, that rest as they can't be read."""
    asked = Question.objects.filter(IS_OPEN, error=SAID, game__status=Game.Status.RUNNING)
    return list(asked.order_by("game_id").values_list("game_id", flat=True).distinct())


def unpark_all(*, stop_at: float) -> Tally:
    """Look, once an hour each, whether games that rest can be read again."""
    due = Question.objects.filter(IS_OPEN, error=SAID, retry_at__lte=clock.now(), game__paused_at=None)
    games = due.order_by("game_id").values_list("game_id", flat=True).distinct()
    return run_each("the unreadable game", list(games[:BATCH]), unpark_game, stop_at=stop_at)


@table_action
def unpark_game(pk: int) -> None:
    """Let a game go on that can be read again, and ask its people anew. Locks the game."""
    game = lock_game(pk=pk)
    asked = Question.objects.filter(IS_OPEN, game=game, error=SAID)
    loaded, now = rows.load(game), clock.now()
    try:
        if loaded.state is not None:
            read_engine_game(loaded.state)
    except UnreadableTable:
        asked.update(retry_at=now + LOOK_AGAIN)
        return
    for question in asked.select_related("seat", "seat__player"):
        question.stuck_at, question.retry_at, question.attempts, question.error = None, None, 0, ""
        question.save(update_fields=["stuck_at", "retry_at", "attempts", "error"])
        if not question.is_side:
            question_rows.do_restart_clock(question, game, question.seat, now)
        notices.resend_question(question, reason=f"readable-{now:%s}")
