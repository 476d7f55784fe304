"""How a table goes on without people: wishes, bots, standing orders, and what the site plays for the late."""

import time

from django.utils.translation import gettext_noop

import engine
from games.core import bots
from games.core.errors import describe_error
from games.core.locking import in_transaction_failing_with_bots, lock_game
from games.core.unknown import note_unknown
from games.models import By, Move, Seat, Wish
from games.models.names import distinct_name
from games.models.question import WINDOW
from games.models.seat import names_at

from . import away, bot_pace
from .table import LockedTable
from .table_notices import notify_table
from .undo_points import rests

# How far bots play within the transaction of somebody's answer; what is left goes to a worker.
BOT_ANSWERS = 200
BOT_SECONDS = 0.5


def play_on(table: LockedTable) -> None:
    """Carry out wishes, let bots and standing orders answer, until a person is asked or the game is over.

    Bots stop after `BOT_ANSWERS` answers or `BOT_SECONDS`, and a worker goes on; after too many moves within
    an hour they wait. Raises `BotFailed`.
    """
    if table.game.paused_at is not None:
        return
    stop = time.monotonic() + BOT_SECONDS
    rest = bots.are_at_rest() or bot_pace.must_rest(table.game, table.now)
    bot_answers = 0 if rest else BOT_ANSWERS
    while True:
        do_grant_wishes(table)
        if not table.people or table.will_end:
            return
        if time.monotonic() > stop:
            bot_answers = 0
        by = _answer_next(table, with_bots=bot_answers > 0)
        if by is None:
            return
        bot_answers -= by in (By.BOT, By.CLOCK)


def _answer_next(table: LockedTable, *, with_bots: bool) -> By | None:
    """Answer the first question that needs no person, in the order of asking; return by whom it was."""
    for question in sorted(table.engine_game.questions, key=lambda question: question.number):
        seat = table.seats[question.seat]
        if seat.plays_itself and with_bots:
            _answer_by_bot(table, seat, question)
            return By.BOT
        if not seat.plays_itself and _answer_by_order(table, seat, question):
            return By.ORDER
        if with_bots and _is_late(table, seat, question):
            _answer_by_bot(table, seat, question, By.CLOCK)
            return By.CLOCK
        if with_bots and away.answers_question(seat, question, table.engine_game.turn):
            _answer_by_bot(table, seat, question)
            return By.BOT
    return None


def _is_late(table: LockedTable, seat: Seat, question: engine.QuestionView) -> bool:
    """Whether time has run out in this turn of the seat, so that the site plays the rest of it."""
    if question.beside or question.what == WINDOW or question.seat != table.engine_game.turn:
        return False
    return bool(seat.timed_out_turn) and seat.timed_out_turn == table.engine_game.turn_number


def _answer_by_bot(table: LockedTable, seat: Seat, question: engine.QuestionView, by: By = By.BOT) -> None:
    try:
        labels = table.advice(seat.number, question) if question.beside else table.advice(seat.number)
        table.answer(seat, labels, by=by, number=question.number)
    except Exception as error:
        where = f"seat {question.seat} of game {table.game.pk}, question {question.what}"
        raise bots.BotFailed(f"{where}: {describe_error(error)}") from None


def _answer_by_order(table: LockedTable, seat: Seat, question: engine.QuestionView) -> bool:
    """Answer a question by the seat's standing orders; return whether they decided it."""
    if question.what != WINDOW and rests(table.undo_points, table.engine_game.turn, seat.number):
        return False
    labels = table.orders.decide(table.engine_game, seat, question, table.chance)
    if labels is None:
        return False
    table.answer(seat, labels, by=By.ORDER, number=question.number)
    return True


def do_grant_wishes(table: LockedTable) -> None:
    """Let players join or leave who wish to, as long as no card is being resolved."""
    while table.wishes and table.engine_game.at_rest:
        wish = table.wishes.pop(0)
        if wish.kind == Wish.Kind.JOIN:
            _seat_newcomer(table, wish)
        elif wish.kind == Wish.Kind.LEAVE:
            _clear_seat(table, wish)
        else:
            note_unknown("wish", wish.kind)  # it waits for the release that knows it
            continue
        wish.settled_at = table.now
        wish.save(update_fields=["settled_at", "refusal", "seat"])


def _seat_newcomer(table: LockedTable, wish: Wish) -> None:
    try:
        number, outcomes = table.engine_game.join()
    except engine.Refused as error:
        wish.refusal = str(error)[:200]
        return
    seat = Seat.objects.create(
        game=table.game,
        number=number,
        player=wish.player,
        name=distinct_name(wish.name, names_at(table.seats.values())),
        status=Seat.Status.TAKEN,
        seen_version=table.game.version,
    )
    table.seats[number] = wish.seat = seat
    table.record(Move.Kind.JOIN, by=By.ENGINE, seat=seat, outcomes=outcomes)


def _clear_seat(table: LockedTable, wish: Wish) -> None:
    seat = next((each for each in table.seats.values() if each.pk == wish.seat_id), None)
    if seat is None or not seat.is_taken:
        wish.refusal = gettext_noop("Its player has already left this seat.")
        return
    outcomes = table.engine_game.leave(seat.number)
    seat.status = Seat.Status.LEFT
    seat.on_autopilot = False
    seat.link_epoch += 1
    table.touch(seat)
    table.record(Move.Kind.LEAVE, by=By.ENGINE, seat=seat, outcomes=outcomes)
    if table.game.host_id == seat.player_id and (heirs := table.people):
        table.game.host = heirs[0].player  # type: ignore[assignment]  # a person's seat has a player


def play_and_store(table: LockedTable) -> None:
    """Let wishes and bots go on at a locked table, store it, and tell people."""
    play_on(table)
    table.store()
    notify_table(table)


@in_transaction_failing_with_bots
def play_bots(*, game: int) -> None:
    """Let the bots of a game with this primary key go on, and carry out its wishes. Locks the game.

    Raises `BotFailed`, and changes nothing, when one of them fails.
    """
    locked = lock_game(pk=game)
    if locked.is_running and locked.is_dealt and locked.paused_at is None:
        play_and_store(LockedTable.load(locked))
