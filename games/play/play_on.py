"""How a table goes on without people: wishes, bots, standing orders, and what the site plays for the late."""

import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import NamedTuple

from django.utils.translation import gettext_noop

import engine
from engine import QuestionKind
from games.core import bots
from games.core.locking import in_transaction_failing_with_bots, lock_game
from games.core.unknown import note_unknown
from games.models import By, Move, Seat, Wish
from games.models.names import distinct_name
from games.models.seat import names_at
from games.orders.decision import NOTHING, Decision
from games.orders.private_notes import without_repeated_note
from games.orders.table_orders import decide

from . import away, bot_pace
from .store_change import store_change
from .table import LockedTable
from .table_notices import notify_table

# How far bots play within the transaction of somebody's answer; what is left goes to a worker.
BOT_ANSWERS = 200
BOT_SECONDS = 0.5
# How many answers orders give in their seats' own turns before a person is asked: where hands are nearly
# empty and the only card is played for everyone, one answer would play the whole game to its end.
ORDER_ANSWERS = 40
BY_BOTS = (By.BOT, By.CLOCK)


class Decided(NamedTuple):
    """What the site decides about a question of a seat; nobody has touched the table yet."""

    seat: Seat
    question: engine.QuestionView
    by: By
    decision: Decision


def play_on(table: LockedTable) -> None:
    """Carry out wishes, let bots and standing orders answer, until a person is asked or the game is over.

    Bots stop after `BOT_ANSWERS` answers or `BOT_SECONDS`, and a worker goes on; after too many moves within
    an hour they wait. After `ORDER_ANSWERS` in own turns the next person is asked. Raises `BotFailed`.
    """
    if table.game.paused_at is not None:
        return
    stop = time.monotonic() + BOT_SECONDS
    rest = bots.are_at_rest() or bot_pace.must_rest(table.game, table.now)
    bot_answers, order_answers = 0 if rest else BOT_ANSWERS, ORDER_ANSWERS
    while True:
        do_grant_wishes(table)
        if not table.people or table.will_end:
            return
        if time.monotonic() > stop:
            bot_answers = 0
        last: Decided | None = None
        for last in decide_next(table, with_bots=bot_answers > 0):
            with bots.failing(table.game, last.question) if last.by in BY_BOTS else nullcontext():
                take(table, last)
        order_answers -= last is not None and last.by == By.ORDER and last.question.own_turn
        if last is None or last.decision.labels is None or not order_answers:
            return
        bot_answers -= last.by in BY_BOTS


def decide_next(table: LockedTable, *, with_bots: bool) -> Iterator[Decided]:
    """Yield what is decided about the questions, in the order of asking, until one of them is answered.

    It only reads; whoever asks for the next one has taken what came before. Raises `BotFailed`.
    """
    for question in sorted(table.engine_game.questions, key=lambda question: question.number):
        seat = table.seats[question.seat]
        if not seat.plays_itself:
            for decided in decide_by_orders(table, seat, question):
                yield decided
                if decided.decision.labels is not None:
                    return
        by = find_bot(table, seat, question) if with_bots else None
        if by is not None:
            with bots.failing(table.game, question):
                asked = question if question.beside else None
                labels = bots.choose_answer(table.engine_game, seat, table.chance, asked)
            yield Decided(seat, question, by, Decision(labels))
            return


def decide_by_orders(table: LockedTable, seat: Seat, question: engine.QuestionView) -> Iterator[Decided]:
    """Yield what the standing orders of a seat decide; once more when a plan has stopped."""
    if question.what is not QuestionKind.WINDOW and table.orders_on_hold(seat):
        return
    decision = ask_orders(table, seat, question)
    if decision.labels is None and decision.orders is not None:
        yield Decided(seat, question, By.ORDER, decision)
        decision = ask_orders(table, seat, question)
    if decision is not NOTHING:
        yield Decided(seat, question, By.ORDER, decision)


def ask_orders(table: LockedTable, seat: Seat, question: engine.QuestionView) -> Decision:
    """Return what the standing orders of a seat decide, without a note that its player has already."""
    decision = decide(table.orders, table.engine_game, seat, question, table.chance)
    return without_repeated_note(decision, seat, table.notes)


def find_bot(table: LockedTable, seat: Seat, question: engine.QuestionView) -> By | None:
    """Return as whom a bot answers a question: for itself, the late or the absent; or that none does."""
    if seat.plays_itself:
        return By.BOT
    if _is_late(table, seat, question):
        return By.CLOCK
    return By.BOT if away.answers_question(seat, question, table.engine_game.turn) else None


def take(table: LockedTable, decided: Decided) -> None:
    """Go on by a decision: the orders that are left, the private note, and the answer if there is one."""
    seat, decision = decided.seat, decided.decision
    if decision.orders is not None:
        table.orders = table.orders.with_turn_orders(seat, decision.orders)
    if decision.note is not None:
        table.note(seat, decision.note, decision.words, with_next=decision.labels is not None)
    if decision.labels is not None:
        table.answer(seat, decision.labels, by=decided.by, number=decided.question.number)


def _is_late(table: LockedTable, seat: Seat, question: engine.QuestionView) -> bool:
    """Whether time has run out in this turn of the seat, so that the site plays the rest of it."""
    if question.beside or question.what is QuestionKind.WINDOW or question.seat != table.engine_game.turn:
        return False
    return bool(seat.timed_out_turn) and seat.timed_out_turn == table.engine_game.turn_number


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
    change, questions = store_change(table)
    notify_table(change, questions)


@in_transaction_failing_with_bots
def play_bots(*, game: int) -> None:
    """Let the bots of a game with this primary key go on, and carry out its wishes. Locks the game.

    Raises `BotFailed`, and changes nothing, when one of them fails.
    """
    locked = lock_game(pk=game)
    if locked.is_running and locked.is_dealt and locked.paused_at is None:
        play_and_store(LockedTable.load(locked))
