"""The question rows that a change closes and opens: each goes on with its clock, or starts one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import engine
from games.clocks import running_time
from games.core.change import Change, Step
from games.models import By, Move, Question, Seat

from . import deadlines, player_records


@dataclass(frozen=True)
class QuestionChanges:
    """The rows that are closed and opened, and the seats whose clocks have changed by that.

    The players of the questions in `to_notify` get notices. `asked_anew` are pairs of a closed row and an
    opened one that asks the same.
    """

    closed: tuple[Question, ...]
    opened: tuple[Question, ...]
    to_notify: tuple[Question, ...]
    asked_anew: tuple[tuple[Question, Question], ...]
    seats: tuple[Seat, ...]


def derive_questions(change: Change) -> QuestionChanges:
    """Close what the rules do not ask any more, and open what they ask now."""
    open_now = () if change.game.is_over else change.engine_game.questions
    asked = {question.number: question for question in open_now}
    closed = [row for row in change.loaded.questions if row.number not in asked]
    stopped, taken_back = _close_all(closed, change)
    known = {row.number for row in change.loaded.questions}
    opened = [_build_row(question, change) for number, question in asked.items() if number not in known]
    asked_anew = () if change.undo is not None else tuple(_find_same(opened, taken_back))
    for before, row in asked_anew:
        deadlines.copy_clock(row, before)
    to_notify = [row for row in opened if row not in [again for _before, again in asked_anew]]
    begun = _start_all(to_notify, taken_back, change)
    return QuestionChanges(tuple(closed), tuple(opened), tuple(to_notify), asked_anew, (*stopped, *begun))


def _close_all(rows: Iterable[Question], change: Change) -> tuple[list[Seat], list[Question]]:
    """Close rows; return the seats whose clocks have stopped by that, and the rows that nobody answered."""
    answered = {move.question_number: move.by for move in change.moves if move.kind == Move.Kind.ANSWER}
    stopped = [row.seat for row in rows if _close(row, answered.get(row.number, By.ENGINE), change)]
    return stopped, [row for row in rows if row.number not in answered]


def _start_all(rows: Iterable[Question], taken_back: Iterable[Question], change: Change) -> list[Seat]:
    """Start the clocks of new rows, or give them those that they had; return the seats whose turns began."""
    clocks = None if change.undo is None else ClocksBefore.of(change, change.undo)
    begun = []
    for row in rows:
        if clocks is not None and clocks.give_clock_back(row, taken_back):
            continue
        deadlines.start_clock(row)
        if row.seat.clock_turn == row.turn and row.given is not None:
            begun.append(row.seat)
    return begun


def _close(row: Question, by: By | str, change: Change) -> bool:
    """Close a question; return whether the clock of its seat has stopped by that."""
    row.closed_at = change.now
    row.closed_by = by
    player_records.record_answer_time(row)
    return deadlines.stop_clock(row, change.now)


def _build_row(question: engine.QuestionView, change: Change) -> Question:
    rules, seat = change.engine_game, change.seats[question.seat]
    row = Question(
        game=change.game,
        seat=seat,
        number=question.number,
        what=question.stored_what,
        optional=question.least == 0,
        own_turn=question.own_turn,
        is_side=question.beside,
        opened_at=change.now,
        turn=rules.turn_number,
    )
    row.on_turn_clock = question.seat == rules.turn and not (row.is_side or row.is_window)
    if player_records.is_counted(row, seat, change.seats.values()):
        row.counts_for_id = seat.player_id
    return row


def _find_same(
    opened: Iterable[Question], taken_back: Iterable[Question]
) -> Iterator[tuple[Question, Question]]:
    """Yield closed questions with those that ask the same again, as when a seat joins or leaves."""
    for row in opened:
        for before in taken_back:
            if before.what == row.what and before.seat_id == row.seat_id:
                yield before, row
                break


@dataclass(frozen=True)
class ClocksBefore:
    """After an undo: the clocks that questions had before they are asked again.

    The clock of a turn belongs to its seat and runs on. Any other question gets the deadline that it had or,
    when the table `agreed` to go back, since others have played meanwhile, the time left when it was
    answered. `numbers` says under which number each question was last asked.
    """

    now: datetime
    agreed: bool
    numbers: Mapping[int, int]

    @classmethod
    def of(cls, change: Change, undo: Step) -> "ClocksBefore":
        """Return the clocks before an undo; if the table was at its point before, those are the last."""
        params = undo.move.params
        backs = Move.objects.filter(game=change.game, kind=Move.Kind.UNDO, params__to=params["to"])
        last = backs.order_by("-version").first()
        latest = {} if last is None else last.params.get("asked", {})
        numbers = {new: latest.get(old, int(old)) for old, new in params["asked"].items()}
        return cls(change.now, params["agreed"], numbers)

    def give_clock_back(self, row: Question, taken_back: Iterable[Question]) -> bool:
        """Give a question the clock that it had before; return whether it had one.

        Otherwise a question of the turn starts with the time that its seat has left.
        """
        mine = [each for each in taken_back if each.seat_id == row.seat_id]
        number = self.numbers.get(row.number)
        before = next((each for each in mine if each.number == number), None)
        if before is None and row.on_turn_clock:
            before = next((each for each in mine if each.on_turn_clock), None)
        if before is not None:
            deadlines.copy_clock(row, before)
            return True
        return not (row.on_turn_clock or row.is_side) and self._wind_back(row, number)

    def _wind_back(self, row: Question, number: int | None) -> bool:
        """Give a question out of turn, or of a window, its old deadline or the time that was left."""
        asked = Question.objects.filter(game=row.game, seat=row.seat_id)
        before = None if number is None else asked.filter(number=number).first()
        if before is None or before.due_at is None or before.closed_at is None:
            return False
        pauses = row.pauses
        row.given = before.allowance
        due_at = before.due_at
        if self.agreed:
            left = running_time.elapsed(before.closed_at, before.due_at, pauses)
            due_at = running_time.add_running(self.now, left, pauses)
        deadlines.set_due(row, due_at, pauses, self.now)
        return True
