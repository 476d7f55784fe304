"""A locked game with its table in memory: load, answer, go back, store. How it goes on is in `play_on`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

import engine
from games import clock
from games.core import bots, rows, wake
from games.core.change import Step
from games.core.event_log import Word, event_params
from games.core.rows import GameRows
from games.core.stored_game import (
    StaffPoint,
    UndoPoint,
    pack_undo_points,
    read_engine_game,
    read_undo_points,
)
from games.models import BY_PEOPLE, By, Game, Move, Question, Seat, Wish

from . import away, bot_pace
from .lapse import do_lapse_requests
from .question_rows import QuestionRows
from .standing_orders import PrivateNotes, TableOrders
from .undo_points import after_step


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
        self.steps: list[Step] = []
        self.autopiloted: list[Seat] = []
        self.will_end = ""
        self.questions = QuestionRows(game, loaded, self.now)
        self.notes = PrivateNotes(game, self.now)
        self.orders = TableOrders(game, self.notes)
        self.undo_points = self._stored_points = read_undo_points(loaded.table_state)
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
    def moves(self) -> list[Move]:
        """What has happened, in order; no row is stored yet."""
        return [step.move for step in self.steps]

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
        rules = self.engine_game
        before, turn = rules.dump(), rules.turn_number
        player = seat.player_id if seat.is_person and rules.turn == seat.number else None
        outcomes = rules.answer(seat.number, tuple(labels), number)
        move = self._build_move(
            Move.Kind.ANSWER,
            by=by,
            outcomes=outcomes,
            seat=seat,
            question_number=number,
            labels=list(labels),
            submission_key=submission_key,
        )
        return self._take(Step(move, tuple(outcomes), before, rules.dump(), turn, player))

    def record(
        self, kind: Move.Kind, *, by: By, outcomes: Sequence[engine.Outcome] = (), **fields: Any
    ) -> Move:
        """Record one more move of this game; `fields` are more of its row."""
        move = self._build_move(kind, by=by, outcomes=outcomes, **fields)
        now = self.engine_game.dump()
        return self._take(Step(move, tuple(outcomes), now, now, self.engine_game.turn_number))

    def _build_move(self, kind: Move.Kind, *, outcomes: Sequence[engine.Outcome] = (), **fields: Any) -> Move:
        self.game.version += 1
        return Move(
            game=self.game,
            version=self.game.version,
            kind=kind,
            outcomes=engine.dump_outcomes(outcomes),
            created_at=self.now,
            **fields,
        )

    def _take(self, step: Step) -> Move:
        """Go on from a step, and return its move."""
        self.steps.append(step)
        self.undo_points = after_step(self.undo_points, step)
        self.orders.on_outcomes(self.seats.values(), step.outcomes)
        return step.move

    def go_back(self, to: UndoPoint | StaffPoint, seat: Seat, *, by: By, agreed: bool = False) -> Move:
        """Bring back the table as it was before an answer of a seat; what happened since is shown as undone.

        Chance goes on as it would have. Raises `engine.Refused`, and changes nothing, where the rules' code
        has changed.
        """
        before, turn = self.engine_game.dump(), self.engine_game.turn_number
        self.engine_game = self.engine_game.back_to(to.data.encode())
        renumbered = self.questions.go_back(to, self.engine_game, agreed=agreed)
        self.notes.delete_after(to.version)
        self.orders.remember_surprises(self.engine_game, self.people)
        if not agreed:
            self.mark_present(seat)
        asked = {str(old): new for old, new in renumbered.items()}
        params = {"to": to.version, "agreed": agreed, "asked": asked}
        move = self._build_move(Move.Kind.UNDO, by=by, seat=seat, params=params)
        return self._take(Step(move, (), before, self.engine_game.dump(), turn, back_to=to))

    def revert_staff_answer(self, point: StaffPoint, seat: Seat) -> dict[int, int]:
        """Bring back the table as it was before staff let the site answer for a seat.

        Return the new numbers of the questions by their old ones. Raises `engine.Refused`, and changes
        nothing, where the rules' code has changed.
        """
        move = self.go_back(point, seat, by=By.MODERATOR, agreed=True)
        return {int(old): new for old, new in move.params["asked"].items()}

    def note_event(self, what: str, **words: Word) -> Move:
        """Note something that all may know and that is not part of the play; see `event_sentences`."""
        return self.record(Move.Kind.EVENT, by=By.ENGINE, params=event_params(what, **words))

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
            for seat in do_lapse_requests(self.game, self.moves, self.now):
                self.note_event("takeback-lapsed", name=seat)
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
            self._pack_undo_points(),
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

    def _pack_undo_points(self) -> bytes | None:
        """Return the undo points as they are stored; `None` if they are unchanged. A game over has none."""
        if self.game.is_over:
            return b""
        return None if self.undo_points == self._stored_points else pack_undo_points(self.undo_points)

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
