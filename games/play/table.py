"""A locked game with its table in memory: load, answer, go back.

`play_on` lets it go on, `store_change` stores it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from msgspec.structs import replace

import engine
from games import clock
from games.core import rows
from games.core.change import Change, Step
from games.core.event_log import Word, event_params
from games.core.rows import GameRows
from games.core.stored_game import StaffPoint, UndoPoint, read_engine_game, read_undo_points
from games.core.undo_points import after_step
from games.models import BY_PEOPLE, By, Game, Move, Seat, SeatNote, Wish
from games.orders.table_orders import StoredOrders, TableOrders, after_outcomes


class LockedTable:
    """One game, locked by the caller's transaction, and what happens at its table until it is stored.

    `before` is the engine's game as it was loaded. Those of ``autopiloted`` get notices afterwards.
    ``will_end`` is why the game ends without a winner when it is stored.
    """

    def __init__(
        self, game: Game, loaded: GameRows, engine_game: engine.Game, before: bytes | None = None
    ) -> None:
        self.game = game
        self.loaded = loaded
        self.engine_game = engine_game
        self.before = before
        self.seats = {seat.number: seat for seat in loaded.seats}
        self.now: datetime = clock.now()
        self.steps: list[Step] = []
        self.notes: list[SeatNote] = []
        self.orders = TableOrders(StoredOrders(game))
        self.stored_points = self.undo_points = read_undo_points(loaded.table_state)
        self.present: dict[int, int] = {}
        self.touched: dict[int, Seat] = {}
        self.autopiloted: list[Seat] = []
        self.will_end = ""

    @classmethod
    def load(cls, game: Game, loaded: GameRows | None = None) -> "LockedTable":
        """Load the table of a locked game; `loaded` are its rows where the caller has them.

        Raises `DivergedTable` when the code changed under a play, `UnreadableTable` when it can't be read.
        """
        if loaded is None:
            loaded = rows.load(game)
        state = loaded.table_state
        return cls(game, loaded, read_engine_game(state), bytes(state.data))

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
        self.orders, notes = after_outcomes(self.orders, self.seats.values(), step)
        self.notes += notes
        self.undo_points = after_step(self.undo_points, step)
        return step.move

    def go_back(self, to: UndoPoint | StaffPoint, seat: Seat, *, by: By, agreed: bool = False) -> Move:
        """Bring back the table as it was before an answer of a seat; what happened since is shown as undone.

        Chance goes on as it would have. Raises `engine.Refused`, and changes nothing, where the rules' code
        has changed.
        """
        before, turn = self.engine_game.dump(), self.engine_game.turn_number
        self.engine_game = self.engine_game.back_to(to.data.encode())
        if not agreed:
            self.mark_present(seat)
        # The questions at the undo point, and the new numbers that they have now.
        numbers_then = [str(each.number) for each in engine.Game.load(to.data.encode()).questions]
        numbers_now = [each.number for each in self.engine_game.questions]
        asked = dict(zip(numbers_then, numbers_now, strict=True))
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

    def note(
        self, seat: Seat, kind: SeatNote.Kind, params: dict[str, Any], *, with_next: bool = False
    ) -> None:
        """Note something for a seat alone, at the last move or, `with_next`, at the one that follows."""
        version = self.game.version + with_next
        row = SeatNote(seat=seat, version=version, kind=kind, params=params, created_at=self.now)
        self.notes.append(row)

    def orders_on_hold(self, seat: Seat) -> bool:
        """Whether a seat's orders for its turn wait, as they would repeat what its player just took back."""
        return self.engine_game.turn == seat.number == self.undo_points.resting

    def release_orders(self, seat: Seat) -> None:
        """Let the orders of a seat answer again: its player has just said what they are."""
        if self.orders_on_hold(seat):
            self.undo_points = replace(self.undo_points, resting=None)

    def touch(self, seat: Seat) -> None:
        """Remember that this seat's row has changed."""
        self.touched[seat.pk] = seat

    def mark_present(self, seat: Seat) -> None:
        """Remember that the player of a seat is at the page in this turn."""
        self.present[seat.number] = self.engine_game.turn_number

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

    def freeze(self) -> Change:
        """Return all that has happened, once nothing more does."""
        return Change(
            game=self.game,
            loaded=self.loaded,
            seats=self.seats,
            now=self.now,
            before=self.before,
            engine_game=self.engine_game,
            steps=tuple(self.steps),
            present=self.present,
            autopiloted=tuple(self.autopiloted),
        )
