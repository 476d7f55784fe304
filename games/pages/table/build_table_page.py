"""Builds the page of a table for one viewer: reads its rows, then puts together what each part shows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

import engine
from games.board.drawing import build_drawing
from games.board.values import BoardDrawing
from games.core import access
from games.core.refusal import Refusal
from games.history.happened import list_happened, moves_since_turn
from games.models import Question, Seat
from games.pages.common.seat_context import SeatContext
from games.play.nudge import offer_nudges
from games.play.undo import offer_undo

from .board_bar import build_board_bar
from .build_ending import build_ending, offer_rematch
from .build_question_form import build_first_card_form, build_question_form
from .hints import shows_hints, with_hints
from .question_form import UNFILLED, FilledForm, QuestionForm
from .receipt import build_receipt
from .surprise_switches import build_switches
from .table_cards import TableCards, build_table_cards
from .table_notes import build_notes
from .table_page import TablePage
from .table_rights import find_rights
from .table_sidebar import build_side
from .turn_news import list_turn_news
from .waiting_for import list_waiting, show_window


def build_table_page(
    context: SeatContext,
    filled: FilledForm = UNFILLED,
    *,
    problem: Refusal | str = "",
    since: int | None = None,
    plays_by_one_tap: bool = False,
    waiting_elsewhere: int = 0,
) -> TablePage:
    """Return the page of a started game for a viewer.

    What happened after move `since` is new; without it, what came after the viewer's last visit.
    """
    game, seat = context.game, context.seat
    happened = list_happened(context.snapshot, seat, since, with_notes=context.deputy is None)
    view = access.view(game, seat, context.snapshot)
    if view is not None and (game.is_over or game.paused_at is not None):
        view = msgspec.structs.replace(view, question=None, beside=())
    seats = {each.number: each for each in context.snapshot.seats}
    rows = [] if game.is_over else context.snapshot.questions
    mine = _find_question(rows, seat)
    is_answered = since is not None and filled.text_result is None
    notes = build_notes(context, problem)
    switches, has_hints = build_switches(context, view), shows_hints(context)
    table = None
    if view is not None:
        table = build_table_cards(view, seats, is_over=game.is_over)
    moves = moves_since_turn(context.viewer, happened)
    moved = [outcome for move in moves for outcome in context.viewer.outcomes_of(move)]
    board = draw_board(table, filled, moved)
    since_turn = (
        () if table is None else list_turn_news(moves, context.viewer, table.faces, turn=table.view.turn)
    )
    asked = _show_asked(context, table, mine, filled, has_hints=has_hints)
    if asked is not None:
        asked = replace(asked, one_tap=plays_by_one_tap).with_faces(game.faces)
        asked = asked.with_cards(lambda card, choice: replace(choice, switch=switches.get(card)))
    can_ask_back = table is not None and notes.takeback is None
    rights = find_rights(context, can_ask_back=can_ask_back)
    plays = None if context.deputy is not None else seat
    nudges, undo = offer_nudges(context.snapshot, plays), offer_undo(context.snapshot, plays, view)
    return TablePage(
        context=context,
        me=seat,
        rights=rights,
        notes=notes,
        table=table,
        board=board,
        board_bar=build_board_bar(board, asked),
        asked=asked,
        side_questions=tuple(_show_side_questions(context, table, filled)),
        window=None if table is None or game.is_over else show_window(table, rows, has_hints=has_hints),
        due_at=mine.due_at if mine is not None else None,
        waiting=tuple(list_waiting(seats.values(), rows, seat)),
        happened=happened,
        since=since_turn,
        is_answered=is_answered,
        receipt=build_receipt(context, view, happened.recent, since) if is_answered else None,
        undo=undo,
        nudges=nudges,
        switches=switches,
        text_result=filled.text_result,
        ending=build_ending(context, table, happened.recent) if game.is_over and table is not None else None,
        rematch=offer_rematch(context) if rights.can_rematch else None,
        side=build_side(context, view),
        has_tips=shows_tips(context, asked) and board is None,
        plays_by_one_tap=plays_by_one_tap,
        waiting_elsewhere=waiting_elsewhere,
    )


def _find_question(rows: Iterable[Question], seat: Seat | None) -> Question | None:
    """Return the row of what a viewer's seat is asked."""
    return next((row for row in rows if seat is not None and row.seat_id == seat.pk), None)


def _show_asked(
    context: SeatContext,
    table: TableCards | None,
    mine: Question | None,
    filled: FilledForm,
    *,
    has_hints: bool,
) -> QuestionForm | None:
    """Show the question that the play waits for; before the deal, who takes the first card."""
    if table is None:
        is_first = mine is not None and mine.is_first_card and context.game.paused_at is None
        if mine is None or not is_first:
            return None
        return build_first_card_form(mine.number, context.required_seat.number, mine.nonce)
    question = table.view.question
    if question is None:
        return None
    nonce = None if mine is None else mine.nonce
    form = build_question_form(table, question, filled.at(question), nonce=nonce)
    return with_hints(form, table.view, table.names) if has_hints else form


def draw_board(
    table: TableCards | None, filled: FilledForm, moved: Sequence[engine.Outcome]
) -> BoardDrawing | None:
    """Draw the board with the moves since the viewer's last turn."""
    if table is None or table.view.board is None:
        return None
    filled = filled.at(table.view.question)
    return build_drawing(table.view, table.names, path=filled.path, labels=filled.labels, moved=moved)


def _show_side_questions(
    context: SeatContext, table: TableCards | None, filled: FilledForm
) -> Iterable[QuestionForm]:
    """Show what is asked of the viewer while nobody waits for it."""
    if table is None:
        return
    nonces = {row.number: row.nonce for row in context.snapshot.open_questions}
    for question in table.view.beside:
        mine = filled if filled.number == question.number else UNFILLED
        yield build_question_form(table, question, mine, nonce=nonces.get(question.number))


def shows_tips(context: SeatContext, asked: QuestionForm | None) -> bool:
    """Return whether the viewer is in the first turn of their first game of cards, and may want tips."""
    if asked is None or not asked.question.own_turn or not asked.is_hand or context.deputy is not None:
        return False
    player = context.required_seat.player if context.only_this_game else context.person
    return player is not None and not player.tips_over
