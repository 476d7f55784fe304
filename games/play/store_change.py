"""Stores what has happened at a locked table: every row follows from one change, and is written here.

Each is derived in the package that owns it, and the packages are called from the highest down.
"""

from datetime import datetime

from django.utils.translation import gettext_noop

import engine
from games.core import rows, wake
from games.core.change import Change
from games.core.stored_game import pack_changed_points
from games.models import Game, Wish
from games.orders.private_notes import delete_undone_notes, derive_surprise_notes
from games.orders.table_orders import store_turn_orders
from games.timing.question_changes import QuestionChanges, derive_questions

from . import away, bot_pace
from .facts import do_write_facts
from .lapsed_takebacks import do_lapse_requests
from .table import LockedTable


def store_change(table: LockedTable) -> tuple[Change, QuestionChanges]:
    """Write what has happened, and the facts of a game that it finishes, which follow from its rows.

    Return it, so that people can be notified. Bots who have not answered yet do so in a worker, unless they
    must rest: then a sweep finds them.
    """
    change, questions = store_rows(table)
    if change.game.status == Game.Status.FINISHED:
        do_write_facts(change)
    return change, questions


def store_rows(table: LockedTable) -> tuple[Change, QuestionChanges]:
    """Write state, moves, questions, clocks, seats, orders, notes, and the end if it came."""
    do_end_if_over(table)
    if table.loaded.has_takeback:
        moves = [step.move for step in table.steps]
        for seat in do_lapse_requests(table.game, moves, table.now):
            table.note_event("takeback-lapsed", name=seat)
    change = table.freeze()
    bots_go_on = waits_for_bots(change)
    delete_undone_notes(change)
    store_turn_orders(table.orders)
    notes = [*table.notes, *derive_surprise_notes(change, table.orders)]
    questions = derive_questions(change)
    points = pack_changed_points(table.undo_points, table.stored_points, is_over=change.game.is_over)
    seats = table.touched | {seat.pk: seat for seat in questions.seats}
    rows.store(
        change.game,
        change.engine_game.dump(),
        points,
        moves=change.moves,
        seats=list(seats.values()),
        closed=questions.closed,
        opened=questions.opened,
        notes=notes,
    )
    rows.hand_on_notices(questions.asked_anew)
    if bots_go_on:
        wake.play_after_commit(change.game.pk)
    return change, questions


def waits_for_bots(change: Change) -> bool:
    """Whether a bot has still to answer something that is asked now, and need not rest."""
    rules, seats = change.engine_game, change.seats
    asks_bots = any(
        seats[each.seat].plays_itself or away.answers_question(seats[each.seat], each, rules.turn)
        for each in rules.questions
    )
    return asks_bots and not bot_pace.must_rest(change.game, change.now)


def do_end_if_over(table: LockedTable) -> None:
    """End the game of a locked table if it is over by its rules, by a decision, or as everybody has left."""
    game, rules = table.game, table.engine_game
    if rules.over and len(rules.seats) > 1:
        game.status, game.finished_at = Game.Status.FINISHED, table.now
        if rules.winner is not None:
            game.winner = table.seats[rules.winner]
        else:
            game.end_reason = describe_end(rules)
    elif rules.over:
        do_end(game, gettext_noop("Only one seat was left."), table.now)
    elif not table.people:
        do_end(game, gettext_noop("Everyone left."), table.now)
    elif table.will_end:
        do_end(game, table.will_end, table.now)
    if game.is_over:
        Wish.objects.filter(game=game, settled_at=None).update(settled_at=table.now)


def do_end(game: Game, reason: str, now: datetime) -> None:
    """End a locked game without a winner."""
    game.status, game.end_reason, game.finished_at = Game.Status.ENDED, reason, now


def describe_end(rules: engine.Game) -> str:
    """Return why a game is over that nobody has won."""
    if rules.view(None).lost:
        return gettext_noop("Everyone lost: an Ungoal was met.")
    return gettext_noop("Nobody could do anything any more.")
