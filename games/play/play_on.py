"""How a table goes on without people: wishes, bots, standing orders, and what the site plays for the late."""

from __future__ import annotations

import logging
import time

import engine
from games.core import bots, wake
from games.core.errors import describe
from games.core.locking import lock_game, retried
from games.models import By, Seat
from games.models.question import WINDOW
from games.orders import decide_window
from games.outbox import notices

from . import table_notices
from .table import Table

logger = logging.getLogger(__name__)

# How far bots play within the transaction of somebody's answer; what is left goes to a worker.
BOT_ANSWERS = 200
BOT_SECONDS = 0.5


def play_on(table: Table) -> None:
    """Carry out wishes, let bots and standing orders answer, until a person is asked or the game is over.

    Bots stop early after `BOT_ANSWERS` answers or `BOT_SECONDS`; their questions that are then open are
    found by a worker. Raises `bots.BotFailed`.
    """
    if table.game.paused_at is not None:
        return
    stop = time.monotonic() + BOT_SECONDS
    bot_answers = 0 if bots.are_at_rest() else BOT_ANSWERS
    while True:
        table.grant_wishes()
        if not table.people or table.will_end:
            return
        if time.monotonic() > stop:
            bot_answers = 0
        by = _answer_next(table, with_bots=bot_answers > 0)
        if by is None:
            return
        bot_answers -= by in (By.BOT, By.CLOCK)


def _answer_next(table: Table, *, with_bots: bool) -> By | None:
    """Answer the first question that needs no person, in the order of asking; return by whom it was."""
    for question in sorted(table.rules.questions, key=lambda question: question.number):
        seat = table.seats[question.seat]
        if seat.plays_itself and with_bots:
            _answer_by_bot(table, seat, question)
            return By.BOT
        if not seat.plays_itself and _answer_by_order(table, seat, question):
            return By.ORDER
        if with_bots and _is_late(table, seat, question):
            _answer_by_bot(table, seat, question, By.CLOCK)
            return By.CLOCK
    return None


def _is_late(table: Table, seat: Seat, question: engine.Question) -> bool:
    """Whether time has run out in this turn of the seat, so that the site plays the rest of it."""
    if question.beside or question.what == WINDOW or question.seat != table.rules.turn:
        return False
    return bool(seat.timed_out_turn) and seat.timed_out_turn == table.turn_number


def _answer_by_bot(table: Table, seat: Seat, question: engine.Question, by: By = By.BOT) -> None:
    try:
        labels = table.advice(seat.number, question) if question.beside else table.advice(seat.number)
        table.answer(seat, labels, by=by, number=question.number)
    except Exception as error:
        where = f"seat {question.seat} of game {table.game.pk}, question {question.what}"
        raise bots.BotFailed(f"{where}: {describe(error)}") from None


def _answer_by_order(table: Table, seat: Seat, question: engine.Question) -> bool:
    """Do what the seat's orders say; return whether they did not leave it to the player."""
    if question.what != WINDOW:
        return table.kept_orders.answer(seat, question)
    view = table.rules.view(seat.number)
    try:
        decision = decide_window.decide_window(
            view, [order for order in table.orders if order.seat_id == seat.pk]
        )
    except Exception as error:
        logger.error("game %s: the orders of seat %s failed: %s", table.game.pk, seat.pk, describe(error))
        return False
    if decision.labels is None:
        return False
    if decision.note is not None:
        table.notes.tell(seat, decision.note, surprise=decision.surprise)
    table.answer(seat, decision.labels, by=By.ORDER, number=question.number)
    return True


def play_and_store(table: Table) -> None:
    """Let wishes and bots go on at a locked table, store it, and tell people."""
    play_on(table)
    table.store()
    notices.write([*table_notices.of_table(table), *table_notices.early(table)])
    if table.has_bot_questions:
        wake.play_after_commit(table.game.pk)


@retried
def play_bots(*, game: int) -> None:
    """Let the bots of a game with this primary key go on, and carry out its wishes. Locks the game.

    Raises `BotFailed`, and changes nothing, when one of them fails.
    """
    locked = lock_game(pk=game)
    if locked.is_running and locked.is_dealt and locked.paused_at is None:
        play_and_store(Table.load(locked))
