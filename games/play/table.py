"""A locked game with its table in memory: load, answer, go back, store. How it goes on is in `play_on`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext_noop

import engine
from games import clock
from games.clocks.running_time import Hours
from games.core import bots, rows
from games.core.rows import Changes, GameRows
from games.core.stored_game import read_table
from games.core.undo_points import Moment
from games.models import By, Game, GameState, Move, Question, Seat, SeatNote, StandingOrder, Wish
from games.timing import deadlines

from . import question_rows
from .private_notes import Hands, PrivateNotes, delete_notes_after, surprises_held
from .standing_orders import StoredTurnOrders
from .undo_recorder import UndoRecorder, close_lapsed_requests


class Table:
    """One game, locked by the caller's transaction, and what happens at its table until `store`.

    ``opened`` and ``autopiloted`` tell afterwards what somebody must hear of. ``will_end`` is why the game
    ends without a winner when it is stored.
    """

    def __init__(self, game: Game, loaded: GameRows, rules: engine.Game) -> None:
        self.game = game
        self.loaded = loaded
        self.rules = rules
        self.seats = {seat.number: seat for seat in loaded.seats}
        self.now: datetime = clock.now()
        self.moves: list[Move] = []
        self.opened: list[Question] = []
        self.autopiloted: list[Seat] = []
        self.turn_at_last_answer: dict[int, int] = {}
        self.will_end = ""
        self.notes = PrivateNotes(game, self.now)
        self.undo_points = UndoRecorder(loaded.table_state)
        self.turn_orders = StoredTurnOrders(game, self.notes)
        self._reopened: question_rows.ReopenedClocks | None = None
        self._hands: Hands = {}
        self._orders: list[StandingOrder] | None = None
        self._wishes: list[Wish] | None = None
        self._touched: dict[int, Seat] = {}
        self._new: list[Question] = []

    @classmethod
    def load(cls, game: Game, loaded: GameRows | None = None) -> Table:
        """Load the table of a locked game; `loaded` are its rows where the caller has them.

        Raises `DivergedTable` when the code changed under a play, `UnreadableTable` when it can't be read.
        """
        if loaded is None:
            loaded = rows.load(game)
        table = cls(game, loaded, read_table(loaded.table_state))
        table._hands = table._surprises_held()
        return table

    @property
    def state(self) -> GameState:
        """The table as it was loaded."""
        return self.loaded.table_state

    @property
    def seed(self) -> str:
        """The secret that the shuffles come from."""
        return self.state.seed

    def answer(
        self, seat: Seat, labels: Sequence[str], *, by: By, number: int, submission_key: str = ""
    ) -> Move:
        """Give the rules one answer. Raises `engine.Refused`, and changes nothing, when it does not fit."""
        if by in (By.PAGE, By.MAIL, By.REPLY):
            self.turn_at_last_answer[seat.number] = self.turn_number
        before = self.undo_points.before_answer(self.rules, seat, self.game.version)
        outcomes = self.rules.answer(seat.number, tuple(labels), number)
        self.undo_points.after_answer(self.rules, seat, by, before)
        return self.record(
            Move.Kind.ANSWER,
            by=by,
            seat=seat,
            number=number,
            labels=labels,
            outcomes=outcomes,
            submission_key=submission_key,
        )

    def record(
        self,
        kind: Move.Kind,
        *,
        by: By,
        seat: Seat | None = None,
        number: int | None = None,
        labels: Sequence[str] = (),
        outcomes: Sequence[engine.Outcome] = (),
        submission_key: str = "",
    ) -> Move:
        """Note one more move of this game."""
        self.game.version += 1
        if kind in (Move.Kind.JOIN, Move.Kind.LEAVE, Move.Kind.RESTORED):
            self.undo_points.forget()
        move = Move(
            game=self.game,
            version=self.game.version,
            kind=kind,
            seat=seat,
            question_number=number,
            labels=list(labels),
            by=by,
            outcomes=engine.dump_outcomes(outcomes),
            submission_key=submission_key,
            created_at=self.now,
        )
        self.moves.append(move)
        self.turn_orders.on_outcomes(self.seats.values(), outcomes)
        return move

    def go_back(self, to: Moment, seat: Seat, *, by: By, agreed: bool = False) -> Move:
        """Bring back the table as it was before an answer of a seat; what happened since is told as undone.

        The chance to come stays what it was. Raises `engine.Refused`, and changes nothing, where the rules'
        code has changed since.
        """
        self.rules = self.rules.back_to(to.data.encode())
        self._reopened = question_rows.ReopenedClocks(self.game, self.now, to, self.rules, agreed=agreed)
        self.undo_points.went_back(to)
        delete_notes_after(self.game, to.version)
        self._hands = self._surprises_held()
        if not agreed:
            self.turn_at_last_answer[seat.number] = self.turn_number
        move = self.record(Move.Kind.UNDO, by=by, seat=seat)
        asked = {str(old): new for old, new in self._reopened.renumbered.items()}
        move.params = {"to": to.version, "agreed": agreed, "asked": asked}
        return move

    def note_event(self, what: str, **words: str | int) -> Move:
        """Note something that all may know and that is not part of the play; see `event_sentences`."""
        move = self.record(Move.Kind.EVENT, by=By.ENGINE)
        move.params = {"what": what, **words}
        return move

    def note_in_window(self, seat: Seat, kind: SeatNote.Kind, *, surprise: str = "") -> None:
        """Note for a seat what is about to be answered for it in the window that is open."""
        view = self.rules.view(None)
        params = {"surprise": surprise, "card": view.window[-1], "by": view.window_by[-1]}
        self.notes.add(seat, kind, params, with_next=True)

    def touch(self, seat: Seat) -> None:
        """Remember that this seat's row has changed."""
        self._touched[seat.pk] = seat

    def advice(self, number: int, question: engine.Question | None = None) -> tuple[str, ...]:
        """Return what a bot answers to a question of a seat: by default, to that which the play waits for."""
        return bots.advice(self.rules, self.seats[number], f"{self.seed}:{self.game.version}", question)

    @property
    def orders(self) -> list[StandingOrder]:
        """The standing orders of all seats, those of one seat and kind in their order."""
        if self._orders is None:
            orders = StandingOrder.objects.filter(seat__game=self.game)
            self._orders = list(orders.order_by("seat", "kind", "position"))
        return self._orders

    @property
    def wishes(self) -> list[Wish]:
        """The wishes that wait for a checkpoint, oldest first."""
        if self._wishes is None:
            wishes = Wish.objects.filter(game=self.game, settled_at=None).order_by("pk")
            self._wishes = list(wishes) if self.loaded.has_wishes else []
        return self._wishes

    def add_wish(self, wish: Wish) -> None:
        """Let one more wish wait for a checkpoint."""
        if wish not in self.wishes:
            self.wishes.append(wish)

    @property
    def people(self) -> list[Seat]:
        """The seats where a player sits now."""
        return [seat for seat in self.seats.values() if seat.is_person]

    @property
    def has_bot_questions(self) -> bool:
        """Whether a bot still owes an answer."""
        return any(self.seats[question.seat].plays_itself for question in self.rules.questions)

    def store(self) -> None:
        """Write all that has happened: state, moves, questions, clocks, seats, and the end if it came."""
        if self.rules.over:
            self._finish()
        elif not self.people:
            self.end(gettext_noop("Everybody left."))
        elif self.will_end:
            self.end(self.will_end)
        if self.loaded.has_takeback:
            for name in close_lapsed_requests(self.game, self.moves, self.now):
                self.note_event("takeback-lapsed", name=name)
        closed, anew = self._close_and_open_questions()
        if self.game.is_over:
            Wish.objects.filter(game=self.game, settled_at=None).update(settled_at=self.now)
        self.turn_orders.store()
        self._note_new_surprises()
        rows.store(
            Changes(
                self.game,
                self.rules.dump(),
                self.undo_points.packed(is_over=self.game.is_over),
                moves=self.moves,
                seats=list(self._touched.values()),
                closed=closed,
                opened=self._new,
                notes=self.notes.rows,
            )
        )
        for before, row in anew:
            question_rows.hand_on_notices(before, row)

    def _surprises_held(self) -> Hands:
        return surprises_held(self.rules, self.game.edition, self.people)

    def _note_new_surprises(self) -> None:
        """Hint at the Surprises that have come to hands."""
        for number, held in self._surprises_held().items():
            seat = self.seats[number]
            for card in held - self._hands.get(number, Counter()):
                orders = (order for order in self.orders if order.seat_id == seat.pk)
                passes = all(order.what == StandingOrder.What.PASS for order in orders)
                self.notes.add(seat, SeatNote.Kind.HOLDING, {"surprise": card, "passes": passes})

    def end(self, reason: str) -> None:
        """End the game without a winner."""
        self.game.status = Game.Status.ENDED
        self.game.end_reason = reason
        self.game.finished_at = self.now

    def _finish(self) -> None:
        """Note how the game ended by its rules: won, lost by all, stuck, or with too few at the table."""
        if len(self.rules.seats) == 1:
            self.end(gettext_noop("Only one seat was left."))
            return
        self.game.status = Game.Status.FINISHED
        self.game.finished_at = self.now
        if self.rules.winner is not None:
            self.game.winner = self.seats[self.rules.winner]
        elif self.rules.view(None).lost:
            self.game.end_reason = gettext_noop("Everybody lost: an Ungoal was met.")
        else:
            self.game.end_reason = gettext_noop("Nobody could do anything any more.")

    def _close_and_open_questions(self) -> tuple[list[Question], list[tuple[Question, Question]]]:
        """Return what is closed, and which rows ask anew what others did."""
        asked = {} if self.game.is_over else {question.number: question for question in self.rules.questions}
        closed = [row for row in self.loaded.questions if row.number not in asked]
        for row in closed:
            row.closed_at = self.now
        answered = {move.question_number: move.by for move in self.moves if move.kind == Move.Kind.ANSWER}
        question_rows.close(closed, answered)
        known = {row.number for row in self.loaded.questions}
        taken_back = [row for row in closed if row.number not in answered]
        self._stop_clocks(closed)
        anew = []
        for question in asked.values():
            if question.number not in known:
                row = question_rows.new_row(self.game, self.seats[question.seat], question, self.now)
                row.turn = self.turn_number
                row.of_turn = question.seat == self.rules.turn and not (row.beside or row.is_window)
                if self._reopened is not None:
                    kept = self._reopened.keep_clock(row, taken_back)
                else:
                    before = question_rows.keep_clock(row, taken_back)
                    kept = before is not None
                    anew += [] if before is None else [(before, row)]
                if not kept:
                    question_rows.start_clock(row, self.game, self.hours_of(row.seat))
                    if row.seat.clock_turn == row.turn and row.given is not None:
                        self.touch(row.seat)
                if not kept or self._reopened is not None:
                    self.opened.append(row)
                self._new.append(row)
        return closed, anew

    def _stop_clocks(self, closed: Iterable[Question]) -> None:
        """Note at the seats what their clocks show, now that nobody waits for these answers any more."""
        for row in closed:
            if deadlines.stop_clock(row, self.now, self.hours_of(row.seat)):
                self.touch(row.seat)

    def hours_of(self, seat: Seat) -> Hours | None:
        """Return what stops the clocks of who sat there when the table was loaded; otherwise nothing."""
        return self.loaded.hours.get(seat.player_id or 0)

    def is_at_the_page(self, question: Question) -> bool:
        """Whether this question follows its seat's own answer in the same turn: it is on the page already."""
        return self.turn_at_last_answer.get(question.seat.number) == self.turn_number

    @property
    def turn_number(self) -> int:
        """How many turns the game has had."""
        return self.rules.turn_number
