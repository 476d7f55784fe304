"""The clocks of questions that are asked again because a table has gone back: nobody's time grows by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import engine
from games.clocks import running_time
from games.core.undo_points import Moment
from games.models import Game, Move, Question
from games.timing import deadlines

from .question_rows import copy_clock


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
        backs = Move.objects.filter(game=self.game, kind=Move.Kind.UNDO, told__to=to.version)
        last = backs.order_by("-version").first()
        found: Mapping[str, int] = {} if last is None else last.told.get("asked", {})
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
