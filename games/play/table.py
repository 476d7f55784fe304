"""A locked game with its table in memory: load, answer, go back, store. How it goes on is in `play_on`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

import engine
from games import clock
from games.core import bots, rows, wake
from games.core.rows import GameRows
from games.core.stored_game import StaffPoint, UndoPoint, read_engine_game
from games.models import BY_PEOPLE, By, Game, Move, Question, Seat, Wish

from . import away, bot_pace
from .question_rows import QuestionRows
from .standing_orders import PrivateNotes, TableOrders
from .undo_recorder import UndoRecorder, do_lapse_requests


class LockedTable:
    """One game, locked by the caller's transaction, and what happens at its table until `store`.

    Those of ``autopiloted`` and ``questions.to_notify`` get notices afterwards. ``will_end`` is why the game
    ends without a winner when it is stored.
    """

    def __init__(self, game: Game, loaded: GameRows, engine_game: engine.Game) -> None:
        self.game = game
        self.loaded = loaded
        self.engine_game = engine_game
        self.seats = {seat.number: seat for seat in loaded.seats}
        self.now: datetime = clock.now()
        self.moves: list[Move] = []
        self.autopiloted: list[Seat] = []
        self.will_end = ""
        self.questions = QuestionRows(game, loaded, self.now)
        self.notes = PrivateNotes(game, self.now)
        self.orders = TableOrders(game, self.notes)
        self.undo_points = UndoRecorder(loaded.table_state)
        self._present_in_turn: dict[int, int] = {}
        self._touched: dict[int, Seat] = {}

    @classmethod
    def load(cls, game: Game, loaded: GameRows | None = None) -> "LockedTable":
        """Load the table of a locked game; `loaded` are its rows where the caller has them.

        Raises `DivergedTable` when the code changed under a play, `UnreadableTable` when it can't be read.
        """
        if loaded is None:
            loaded = rows.load(game)
        table = cls(game, loaded, read_engine_game(loaded.table_state))
        table.orders.remember_surprises(table.engine_game, table.people)
        return table

    @property
    def chance(self) -> str:
        """The secret from which the site decides what bots and orders leave to chance at this move."""
        return f"{self.loaded.table_state.seed}:{self.game.version}"

    def answer(
        self, seat: Seat, labels: Sequence[str], *, by: By, number: int, submission_key: str = ""
    ) -> Move:
        """Give the rules one answer. Raises `engine.Refused`, and changes nothing, when it does not fit."""
        if by in BY_PEOPLE:
            self.mark_present(seat)
        before = self.undo_points.before_answer(self.engine_game, seat, self.game.version)
        staff_point = None
        if by == By.MODERATOR:
            staff_point = self.undo_points.build_staff_point(self.engine_game, self.game.version)
        outcomes = self.engine_game.answer(seat.number, tuple(labels), number)
        self.undo_points.after_answer(self.engine_game, seat, by, before)
        if staff_point is not None:
            self.undo_points.keep_staff_point(staff_point)
        return self.record(
            Move.Kind.ANSWER,
            by=by,
            outcomes=outcomes,
            seat=seat,
            question_number=number,
            labels=list(labels),
            submission_key=submission_key,
        )

    def record(
        self, kind: Move.Kind, *, by: By, outcomes: Sequence[engine.Outcome] = (), **fields: Any
    ) -> Move:
        """Record one more move of this game; `fields` are more of its row."""
        self.game.version += 1
        if kind in (Move.Kind.JOIN, Move.Kind.LEAVE, Move.Kind.RESTORED):
            self.undo_points.forget()
        move = Move(
            game=self.game,
            version=self.game.version,
            kind=kind,
            by=by,
            outcomes=engine.dump_outcomes(outcomes),
            created_at=self.now,
            **fields,
        )
        self.moves.append(move)
        self.orders.on_outcomes(self.seats.values(), outcomes)
        return move

    def go_back(self, to: UndoPoint, seat: Seat, *, by: By, agreed: bool = False) -> Move:
        """Bring back the table as it was before an answer of a seat; what happened since is shown as undone.

        Chance goes on as it would have. Raises `engine.Refused`, and changes nothing, where the rules' code
        has changed.
        """
        self.engine_game = self.engine_game.back_to(to.data.encode())
        renumbered = self.questions.go_back(to, self.engine_game, agreed=agreed)
        self.undo_points.went_back(to)
        self.notes.delete_after(to.version)
        self.orders.remember_surprises(self.engine_game, self.people)
        if not agreed:
            self.mark_present(seat)
        asked = {str(old): new for old, new in renumbered.items()}
        params = {"to": to.version, "agreed": agreed, "asked": asked}
        return self.record(Move.Kind.UNDO, by=by, seat=seat, params=params)

    def revert_staff_answer(self, point: StaffPoint, seat: Seat) -> dict[int, int]:
        """Bring back the table as it was before staff let the site answer for a seat.

        Return the new numbers of the questions by their old ones. Raises `engine.Refused`, and changes
        nothing, where the rules' code has changed.
        """
        to = UndoPoint(seat.number, 0, self.engine_game.turn_number, point.version, point.data)
        move = self.go_back(to, seat, by=By.MODERATOR, agreed=True)
        self.undo_points.reverted(point)
        return {int(old): new for old, new in move.params["asked"].items()}

    def note_event(self, what: str, **words: str | int) -> Move:
        """Note something that all may know and that is not part of the play; see `event_sentences`."""
        return self.record(Move.Kind.EVENT, by=By.ENGINE, params={"what": what, **words})

    def touch(self, seat: Seat) -> None:
        """Remember that this seat's row has changed."""
        self._touched[seat.pk] = seat

    def mark_present(self, seat: Seat) -> None:
        """Remember that the player of a seat is at the page in this turn."""
        self._present_in_turn[seat.number] = self.engine_game.turn_number

    def is_at_the_page(self, question: Question) -> bool:
        """Whether this question follows its seat's own answer in the same turn: it is on the page already."""
        return self._present_in_turn.get(question.seat.number) == self.engine_game.turn_number

    def advice(self, number: int, question: engine.QuestionView | None = None) -> tuple[str, ...]:
        """Return what a bot answers to a question of a seat: by default, to that which the play waits for."""
        return bots.advice(self.engine_game, self.seats[number], self.chance, question)

    @cached_property
    def wishes(self) -> list[Wish]:
        """The wishes that wait for a checkpoint, oldest first. A new one is appended by who stores it."""
        if not self.loaded.has_wishes:
            return []
        return list(Wish.objects.filter(game=self.game, settled_at=None).order_by("pk"))

    @property
    def people(self) -> list[Seat]:
        """The seats where a player sits now."""
        return [seat for seat in self.seats.values() if seat.is_person]

    def store(self) -> None:
        """Write all that has happened: state, moves, questions, clocks, seats, and the end if it came.

        Bots who have not answered yet do so in a worker, unless they must rest: then a sweep finds them.
        """
        if self.engine_game.over:
            self._finish()
        elif not self.people:
            self.end(gettext_noop("Everybody left."))
        elif self.will_end:
            self.end(self.will_end)
        if self.loaded.has_takeback:
            for name in do_lapse_requests(self.game, self.moves, self.now):
                self.note_event("takeback-lapsed", name=name)
        self.questions.update(self.engine_game, self.seats, self.moves)
        for seat in self.questions.seats:
            self.touch(seat)
        if self.game.is_over:
            Wish.objects.filter(game=self.game, settled_at=None).update(settled_at=self.now)
        self.orders.store()
        self.orders.note_new_surprises(self.engine_game, self.people)
        rows.store(
            self.game,
            self.engine_game.dump(),
            self.undo_points.packed(is_over=self.game.is_over),
            moves=self.moves,
            seats=list(self._touched.values()),
            closed=self.questions.closed,
            opened=self.questions.opened,
            notes=self.notes.rows,
        )
        self.questions.hand_on_notices()
        asks_bots = any(self._is_for_bots(question) for question in self.engine_game.questions)
        if asks_bots and not bot_pace.must_rest(self.game, self.now):
            wake.play_after_commit(self.game.pk)

    def _is_for_bots(self, question: engine.QuestionView) -> bool:
        seat = self.seats[question.seat]
        return seat.plays_itself or away.answers_question(seat, question, self.engine_game.turn)

    def end(self, reason: str) -> None:
        """End the game without a winner."""
        self.game.status = Game.Status.ENDED
        self.game.end_reason = reason
        self.game.finished_at = self.now

    def _finish(self) -> None:
        """Note how the game ended by its rules: won, lost by all, stuck, or with too few at the table."""
        if len(self.engine_game.seats) == 1:
            self.end(gettext_noop("Only one seat was left."))
            return
        self.game.status = Game.Status.FINISHED
        self.game.finished_at = self.now
        if self.engine_game.winner is not None:
            self.game.winner = self.seats[self.engine_game.winner]
        elif self.engine_game.view(None).lost:
            self.game.end_reason = gettext_noop("Everybody lost: an Ungoal was met.")
        else:
            self.game.end_reason = gettext_noop("Nobody could do anything any more.")
