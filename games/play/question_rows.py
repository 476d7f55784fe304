"""Questions as rows: what is answered is closed, what is asked is opened, and each goes on with its clock."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

import engine
from games.clocks import running_time
from games.clocks.running_time import ClockPauses
from games.core.rows import GameRows
from games.core.stored_game import StaffPoint, UndoPoint
from games.models import By, Game, Move, Notice, Question, Seat
from games.models.question import IS_OPEN, STOPS_PLAY, WINDOW
from games.timing import deadlines, player_records


def open_questions(game: Game | int) -> QuerySet[Question]:
    """Return the questions of a game that wait for an answer."""
    return Question.objects.filter(IS_OPEN, game=game)


def is_in_window(seat: Seat) -> bool:
    """Whether a window is open to this seat."""
    return Question.objects.filter(STOPS_PLAY, seat=seat, what=WINDOW).exists()


def do_restart_clock(row: Question, game: Game, seat: Seat, now: datetime) -> None:
    """Start the clock of an open question of a seat from the beginning, and store both. In a locked game."""
    row.game, row.seat, row.opened_at = game, seat, now
    deadlines.reset_clock(seat)
    is_counted = player_records.is_counted(row, seat, game.seats.all())
    row.counts_for_id = seat.player_id if is_counted else None
    deadlines.start_clock(row)
    row.save(update_fields=["opened_at", "due_at", "time_left", "given", "remind_at", "counts_for"])
    seat.save(update_fields=deadlines.CLOCK_FIELDS)


class QuestionRows:
    """The question rows that an action in a locked game closes and opens.

    The players of the questions in `to_notify` get notices. The clocks of `seats` have changed.
    """

    def __init__(self, game: Game, loaded: GameRows, now: datetime) -> None:
        self.closed: list[Question] = []
        self.opened: list[Question] = []
        self.to_notify: list[Question] = []
        self.seats: list[Seat] = []
        self._game, self._loaded, self._now = game, loaded, now
        self._reopened: ReopenedClocks | None = None
        self._asked_anew: list[tuple[Question, Question]] = []
        self._at_table: tuple[Seat, ...] = ()

    def go_back(
        self, to: UndoPoint | StaffPoint, engine_game: engine.Game, *, agreed: bool
    ) -> Mapping[int, int]:
        """Let `update` give questions their clocks of an undo point; return their new numbers by the old."""
        self._reopened = ReopenedClocks(self._game, self._now, to, engine_game, agreed=agreed)
        return self._reopened.renumbered

    def update(self, engine_game: engine.Game, seats: Mapping[int, Seat], moves: Iterable[Move]) -> None:
        """Close what the rules do not ask any more, and open what they ask now."""
        self._at_table = tuple(seats.values())
        open_now = () if self._game.is_over else engine_game.questions
        asked = {question.number: question for question in open_now}
        answered = {move.question_number: move.by for move in moves if move.kind == Move.Kind.ANSWER}
        self.closed = [row for row in self._loaded.questions if row.number not in asked]
        for row in self.closed:
            row.closed_at = self._now
            row.closed_by = answered.get(row.number, By.ENGINE)
            player_records.record_answer_time(row)
            if deadlines.stop_clock(row, self._now, self._pauses_of(row.seat)):
                self.seats.append(row.seat)
        taken_back = [row for row in self.closed if row.number not in answered]
        known = {row.number for row in self._loaded.questions}
        for question in asked.values():
            if question.number not in known:
                self._open(engine_game, seats[question.seat], question, taken_back)

    def _open(
        self, engine_game: engine.Game, seat: Seat, question: engine.QuestionView, taken_back: list[Question]
    ) -> None:
        row = Question(
            game=self._game,
            seat=seat,
            number=question.number,
            what=question.what,
            optional=question.least == 0,
            own_turn=question.own_turn,
            is_side=question.beside,
            opened_at=self._now,
            turn=engine_game.turn_number,
        )
        row.on_turn_clock = question.seat == engine_game.turn and not (row.is_side or row.is_window)
        if player_records.is_counted(row, seat, self._at_table):
            row.counts_for_id = seat.player_id
        self.opened.append(row)
        if self._reopened is not None:
            has_clock = self._reopened.keep_clock(row, taken_back)
        else:
            has_clock = self._keep_clock(row, taken_back)
        if not has_clock:
            deadlines.start_clock(row, self._pauses_of(seat))
            if seat.clock_turn == row.turn and row.given is not None:
                self.seats.append(seat)
        if not has_clock or self._reopened is not None:
            self.to_notify.append(row)

    def _keep_clock(self, row: Question, taken_back: Iterable[Question]) -> bool:
        """Give a question that was closed and is asked again its clock; return whether there is such a one.

        The engine asks again when a seat joins or leaves.
        """
        for before in taken_back:
            if before.what == row.what and before.seat_id == row.seat_id:
                deadlines.copy_clock(row, before)
                self._asked_anew.append((before, row))
                return True
        return False

    def _pauses_of(self, seat: Seat) -> ClockPauses | None:
        """Return what stops the clocks of who sat there when the game was loaded; otherwise nothing."""
        return self._loaded.pauses.get(seat.player_id or 0)

    def hand_on_notices(self) -> None:
        """Point waiting notices of a question that is asked again to its new row; sent ones stay."""
        for before, row in self._asked_anew:
            Notice.objects.filter(question=before, status=Notice.Status.WAITING).update(question=row)


class ReopenedClocks:
    """After an undo: gives each question that is asked again the clock it had then.

    The clock of a turn belongs to its seat and runs on. Any other question gets the deadline that it had or,
    when the table agreed to go back, since others have played meanwhile, the time left when it was answered.
    """

    def __init__(
        self, game: Game, now: datetime, to: UndoPoint | StaffPoint, engine_game: engine.Game, *, agreed: bool
    ) -> None:
        self.game, self.now, self.agreed = game, now, agreed
        asked_then = [each.number for each in engine.Game.load(to.data.encode()).questions]
        asked_now = [each.number for each in engine_game.questions]
        # The numbers of the questions at the undo point, and the new ones that they have now.
        self.renumbered = dict(zip(asked_then, asked_now, strict=True))
        # If the table was at this point before, its questions were last asked under those numbers.
        backs = Move.objects.filter(game=game, kind=Move.Kind.UNDO, params__to=to.version)
        last = backs.order_by("-version").first()
        latest = {} if last is None else last.params.get("asked", {})
        self._before = {new: latest.get(str(old), old) for old, new in self.renumbered.items()}

    def keep_clock(self, row: Question, taken_back: Iterable[Question]) -> bool:
        """Give a question the clock that it had before; return whether it had one.

        Otherwise a question of the turn starts with the time that its seat has left.
        """
        mine = [each for each in taken_back if each.seat_id == row.seat_id]
        number = self._before.get(row.number)
        before = next((each for each in mine if each.number == number), None)
        if before is None and row.on_turn_clock:
            before = next((each for each in mine if each.on_turn_clock), None)
        if before is not None:
            deadlines.copy_clock(row, before)
            return True
        return not (row.on_turn_clock or row.is_side) and self._wind_back(row, number)

    def _wind_back(self, row: Question, number: int | None) -> bool:
        """Give a question out of turn, or of a window, its old deadline or the time that was left."""
        asked = Question.objects.filter(game=self.game, seat=row.seat_id)
        before = None if number is None else asked.filter(number=number).first()
        if before is None or before.due_at is None or before.closed_at is None:
            return False
        pauses = deadlines.pauses_of(row)
        row.given = before.allowance
        due_at = before.due_at
        if self.agreed:
            left = running_time.elapsed(before.closed_at, before.due_at, pauses)
            due_at = running_time.add_running(self.now, left, pauses)
        deadlines.set_due(row, due_at, pauses, self.now)
        return True
