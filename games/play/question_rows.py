"""Questions as rows: what is answered is closed, what is asked is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

import engine
from games.clocks.running_time import Hours
from games.models import By, Game, Notice, Question, Seat
from games.models.question import IS_OPEN, STOPS_PLAY, WINDOW
from games.timing import answer_times, deadlines


def open_questions(game: Game | int) -> QuerySet[Question]:
    """Return the questions of a game that wait for an answer."""
    return Question.objects.filter(IS_OPEN, game=game)


def is_in_window(seat: Seat) -> bool:
    """Whether a window is open to this seat."""
    return Question.objects.filter(STOPS_PLAY, seat=seat, what=WINDOW).exists()


def close(rows: Iterable[Question], answered: Mapping[int | None, str]) -> None:
    """Note at questions who closed them, as `answered` says; what nobody answered the rules took back."""
    for row in rows:
        row.closed_by = answered.get(row.number, By.ENGINE)
        answer_times.note(row)


def new_row(game: Game, seat: Seat, question: engine.Question, now: datetime) -> Question:
    """Return the row, not stored yet, of a question that the rules ask now. Its clock does not run yet."""
    row = Question(
        game=game,
        seat=seat,
        number=question.number,
        what=question.what,
        optional=question.least == 0,
        own_turn=question.own_turn,
        beside=question.beside,
        opened_at=now,
    )
    if answer_times.is_counted(row, seat):
        row.asked_id = seat.player_id
    return row


def keep_clock(row: Question, taken_back: Iterable[Question]) -> Question | None:
    """Give a question the clock that it had before, if it was asked before; return as what.

    When a seat joins or leaves, the rules take a question back and ask the same anew. The new row says that
    it was asked before: see `asked_before`.
    """
    for before in taken_back:
        if before.what == row.what and before.seat_id == row.seat_id:
            copy_clock(row, before)
            return before
    return None


def asked_before(row: Question) -> QuerySet[Question]:
    """Return the earlier rows of a question that was asked anew: they were opened when it was."""
    same = Question.objects.filter(seat=row.seat_id, what=row.what, opened_at=row.opened_at)
    return same.exclude(pk=row.pk)


def hand_on_notices(before: Question, row: Question) -> None:
    """Let what waits to be told of a question be told of it as it is asked now; what was told stays there."""
    Notice.objects.filter(question=before, status=Notice.Status.WAITING).update(question=row)


def copy_clock(row: Question, before: Question) -> None:
    """Let a question go on with the clock of another that is asked no more."""
    row.opened_at, row.due_at, row.remind_at = before.opened_at, before.due_at, before.remind_at
    row.time_left, row.given, row.extended_at = before.time_left, before.given, before.extended_at


def start_clock(row: Question, game: Game, of_player: Hours | None = None) -> None:
    """Start the clock of a question that was opened now; in a paused game it stands still.

    A window has a clock of its own, and a question beside the play has none: the rules let it lapse. For
    `of_player` see `deadlines.hours_of`. The caller stores the row and, for a question of its own turn, the
    seat.
    """
    if not row.seat.plays_itself:
        deadlines.start(row, of_player)
    if game.paused_at is not None:
        deadlines.freeze(row, row.opened_at, of_player)


def restart_clock(row: Question, game: Game, seat: Seat, now: datetime) -> None:
    """Ask an open question of a seat of a locked game as if anew: its clock starts from the beginning."""
    row.game, row.seat, row.opened_at = game, seat, now
    row.time_left = row.due_at = row.remind_at = row.given = None
    deadlines.fresh(seat)
    row.asked_id = seat.player_id if answer_times.is_counted(row, seat) else None
    start_clock(row, game)
    row.save(update_fields=["opened_at", "due_at", "time_left", "given", "remind_at", "asked"])
    seat.save(update_fields=deadlines.CLOCK_FIELDS)
