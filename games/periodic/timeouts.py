"""Timeouts (`strike`): when a deadline has passed, the site answers for the seat."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q

from games import clock
from games.core import bots, rows
from games.core.errors import Tally, describe_error
from games.core.locking import in_transaction
from games.core.log_context import log_scope
from games.core.rows import lock_game_of_question
from games.core.stored_game import DivergedTable, UnreadableTable
from games.models import By, Question, Seat, SeatNote
from games.models.question import IS_SWEPT
from games.orders.decide_window import PASS, window_words
from games.play import silence
from games.play.play_on import play_and_store
from games.play.start import do_deal
from games.play.table import LockedTable
from games.play.table_action import restore_checkpoint
from games.play.unreadable import park_game
from games.timing import deadlines

from . import unnotified
from .timeout_facts import load_facts

logger = logging.getLogger(__name__)

BATCH = 100
STUCK_AFTER = 5


def strike_all(*, stop_at: float) -> Tally:
    """Answer every question whose time has run out, each in a transaction of its own.

    One that cannot be answered waits longer after each attempt, is stuck after `STUCK_AFTER`, and holds
    nobody up.
    """
    tally = Tally()
    after: tuple[datetime, int] | None = None
    while time.monotonic() < stop_at:
        batch = due_questions(after)
        for due_at, question_pk in batch:
            if time.monotonic() >= stop_at:
                break
            tally.count(run_isolated(question_pk, partial(strike, question_pk=question_pk)))
            after = due_at, question_pk
        if len(batch) < BATCH:
            break
    return tally


def due_questions(after: tuple[datetime, int] | None = None) -> list[tuple[datetime, int]]:
    """Return the next batch of overdue questions, as deadline and primary key."""
    now = clock.now()
    due = Question.objects.filter(IS_SWEPT, due_at__isnull=False, due_at__lte=now - deadlines.TIMEOUT_DELAY)
    due = due.filter(Q(retry_at=None) | Q(retry_at__lte=now))
    if after is not None:
        due = due.filter(Q(due_at__gt=after[0]) | Q(due_at=after[0], pk__gt=after[1]))
    return list(due.order_by("due_at", "pk").values_list("due_at", "pk")[:BATCH])  # type: ignore[arg-type]


def run_isolated(question_pk: int, act: Callable[[], object]) -> bool:
    """Run `act` for one question; if it fails, record that in its row. Return whether it succeeded."""
    with log_scope():
        try:
            try:
                act()
            except DivergedTable as error:
                restore_checkpoint(game=error.game)
            except UnreadableTable:
                park_game(game=Question.objects.values_list("game_id", flat=True).get(pk=question_pk))
        except Exception as error:
            logger.error("question %s: %s", question_pk, describe_error(error))
            postpone_after_error(question_pk, error)
            return False
        return True


@in_transaction
def strike(*, question_pk: int) -> bool:
    """Time a question out: answer it for its seat if its deadline has passed. Return whether it had.

    Does nothing when somebody holds the lock of the game: they may be answering it.
    """
    game = lock_game_of_question(question_pk)
    if game is None or not game.is_running or game.paused_at is not None:
        return False
    loaded = rows.load(game)
    struck = clock.now() - deadlines.TIMEOUT_DELAY
    row = next((each for each in loaded.questions if each.pk == question_pk), None)
    if row is None or row.due_at is None or row.due_at > struck:
        return False
    seat = row.seat
    facts = load_facts(row.pk)
    if facts.clocks_held or unnotified.postpone_if_unnotified(row, loaded.seats, facts.notices):
        return False
    row.had_outage = facts.had_outage
    if row.is_first_card:
        table = do_deal(game, first=seat, by=By.CLOCK, number=row.number)
    else:
        table = LockedTable.load(game, loaded)
        if row.is_window:
            words = window_words(table.engine_game.view(None))
            table.note(seat, SeatNote.Kind.TIME_OUT, words, with_next=True)
            table.answer(seat, PASS, by=By.CLOCK, number=row.number)
        else:
            labels = bots.choose_answer(table.engine_game, seat, table.chance)
            count_timeout(table, seat, row, missed_before=facts.missed_before)
            table.answer(seat, labels, by=By.CLOCK, number=row.number)
            silence.do_policy(table, seat)
    play_and_store(table)
    return True


def count_timeout(table: LockedTable, seat: Seat, question: Question, *, missed_before: bool) -> None:
    """Count one more missed turn of a seat; the site plays the rest of that turn, too.

    What follows from several missed turns is decided in `games.play.silence`. What counts is said by
    `Question.is_missed_turn`. `missed_before` says whether the clock has answered for the seat in this turn
    already.
    """
    if not question.is_missed_turn:
        return
    if question.on_turn_clock:
        seat.timed_out_turn = table.engine_game.turn_number
        table.touch(seat)
    if question.turn and missed_before:
        return
    seat.timeouts_in_row += 1
    table.touch(seat)


@transaction.atomic
def postpone_after_error(question_pk: int, error: BaseException) -> None:
    """Record a failed attempt to answer a question, and give up after `STUCK_AFTER`."""
    row = Question.objects.select_for_update().filter(pk=question_pk).first()
    if row is None:
        return
    row.attempts += 1
    row.error = describe_error(error)
    row.retry_at = clock.now() + timedelta(minutes=2**row.attempts)
    if row.attempts >= STUCK_AFTER:
        row.stuck_at = clock.now()
        logger.error("question %s is stuck after %s attempts: %s", question_pk, row.attempts, row.error)
    row.save(update_fields=["attempts", "error", "retry_at", "stuck_at"])
