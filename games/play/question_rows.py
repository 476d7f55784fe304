"""Questions as rows: what is answered is closed, what is asked is opened, and each goes on with its clock."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

import engine
from games.clocks import running_time
from games.clocks.running_time import Hours
from games.core.undo_points import Moment
from games.models import By, Game, Move, Notice, Question, Seat
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
        answer_times.record_answer_time(row)


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
        deadlines.start_clock(row, of_player)
    if game.paused_at is not None:
        deadlines.pause_clock(row, row.opened_at, of_player)


def restart_clock(row: Question, game: Game, seat: Seat, now: datetime) -> None:
    """Ask an open question of a seat of a locked game as if anew: its clock starts from the beginning."""
    row.game, row.seat, row.opened_at = game, seat, now
    row.time_left = row.due_at = row.remind_at = row.given = None
    deadlines.reset_clock(seat)
    row.asked_id = seat.player_id if answer_times.is_counted(row, seat) else None
    start_clock(row, game)
    row.save(update_fields=["opened_at", "due_at", "time_left", "given", "remind_at", "asked"])
    seat.save(update_fields=deadlines.CLOCK_FIELDS)


class ReopenedClocks:
    """What was open at the moment to which a table goes back, and which of the new questions it is now.

    The clock of a turn lies with its seat and just runs on. Every other question has a clock of its own:
    after one's own undo it has the deadline that it had, for all time since was one's own; when the table has
    agreed to go back it has the time that was left when it was answered, for others have played since.
    """

    def __init__(self, game: Game, now: datetime, to: Moment, rules: engine.Game, *, agreed: bool) -> None:
        self.game, self.now, self.agreed = game, now, agreed
        asked_then = [each.number for each in engine.Game.load(to.data.encode()).questions]
        asked_now = [each.number for each in rules.questions]
        # Under which number each question of the moment is asked now.
        self.renumbered = dict(zip(asked_then, asked_now, strict=True))
        latest = self._asked_last(to)
        self._before = {new: latest.get(str(old), old) for old, new in self.renumbered.items()}

    def _asked_last(self, to: Moment) -> Mapping[str, int]:
        """Return as what this moment's questions were asked last: the table may have been back before."""
        backs = Move.objects.filter(game=self.game, kind=Move.Kind.UNDO, params__to=to.version)
        last = backs.order_by("-version").first()
        found: Mapping[str, int] = {} if last is None else last.params.get("asked", {})
        return found

    def keep_clock(self, row: Question, taken_back: Iterable[Question]) -> bool:
        """Give a question the clock that it had before; return whether there is one to go on with.

        Without one, a question of the turn starts with what its seat has left of the turn.
        """
        mine = [each for each in taken_back if each.seat_id == row.seat_id]
        number = self._before.get(row.number)
        before = next((each for each in mine if each.number == number), None)
        if before is None and row.of_turn:
            before = next((each for each in mine if each.of_turn), None)
        if before is not None:
            copy_clock(row, before)
            return True
        return not (row.of_turn or row.beside) and self._wind_back(row, number)

    def _wind_back(self, row: Question, number: int | None) -> bool:
        """Give a question out of turn, or of a window, what its clock showed when it was answered."""
        asked = Question.objects.filter(game=self.game, seat=row.seat_id)
        before = None if number is None else asked.filter(number=number).first()
        if before is None or before.due_at is None or before.closed_at is None:
            return False
        hours = deadlines.hours_of(row)
        row.given = before.allowance
        due_at = before.due_at
        if self.agreed:
            left = running_time.running(before.closed_at, before.due_at, hours)
            due_at = running_time.due(self.now, left, hours)
        deadlines.set_due(row, due_at, hours, self.now)
        return True
