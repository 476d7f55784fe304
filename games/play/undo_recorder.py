"""Keeping the moments to which a table can go back, while it is played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.core.undo_points import Moment, Moments, moments_of, packed
from games.models import By, Seat

if TYPE_CHECKING:
    from .table import Table

# A turn of more answers than this can be taken back by so many.
MOST_STEPS = 12
OTHERS = "others"
# Who answers so has answered for themselves; what their own standing orders did is theirs to take back, too.
OWN = (By.PAGE, By.MAIL, By.REPLY, By.ORDER)


class GoingBack:
    """The moments of one table in memory, until it is stored."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._moments: Moments | None = None
        self._changed = False

    @property
    def moments(self) -> Moments:
        """The moments as they are now."""
        if self._moments is None:
            self._moments = moments_of(self.table.state)
        return self._moments

    def before_answer(self, seat: Seat) -> Moment | None:
        """Return the moment before an answer that a player gives in their own turn; None for every other."""
        rules = self.table.rules
        if not seat.is_person or seat.player_id is None or rules.turn != seat.number:
            return None
        data = rules.dump().decode()
        return Moment(seat.number, seat.player_id, rules.turn_number, self.table.game.version, data)

    def after_answer(self, seat: Seat, by: By, before: Moment | None) -> None:
        """Keep the moment before an answer that has been given, or none of this turn if it is to stay."""
        if before is None:
            self._let_stay(OTHERS)
            return
        moments = self.moments
        self._changed = True
        if by != By.ORDER:
            moments.resting = None
        begun = moments.turns.get(seat.number)
        if begun is None or (begun.turn, begun.player) != (before.turn, before.player):
            moments.turns[seat.number] = before
        if moments.turn != before.turn:
            moments.steps, moments.turn, moments.why = [], before.turn, ""
        if by not in OWN:
            self._let_stay(OTHERS)
            return
        why = self._lasting(seat, before)
        moments.why = why or ""
        moments.steps = [] if why else [*moments.steps, before][-MOST_STEPS:]

    def _lasting(self, seat: Seat, before: Moment) -> str | None:
        rules = self.table.rules
        if rules.over or rules.turn_number != before.turn:
            return engine.Lasting.TURN
        return engine.lasting(engine.Game.load(before.data.encode()), rules, seat.number)

    def _let_stay(self, why: str) -> None:
        """Note that what was answered before stays.

        Where nothing could be taken back anyhow, nothing changes: what others answer in a window is sealed.
        """
        if self.moments.steps:
            self.moments.steps, self.moments.why = [], why
            self._changed = True

    def went_back(self, to: Moment) -> None:
        """Forget what was after a moment to which the table has gone back."""
        moments = self.moments
        moments.steps = [step for step in moments.steps if step.turn == to.turn and step.version < to.version]
        moments.turn = to.turn
        moments.turns = {seat: each for seat, each in moments.turns.items() if each.version <= to.version}
        moments.why = ""
        moments.resting = to.seat
        self._changed = True

    def rests(self, seat: Seat) -> bool:
        """Whether the orders of a seat about its turn rest: they would undo what it has just taken back."""
        return self.table.rules.turn == seat.number and self.moments.resting == seat.number

    def end_rest(self, seat: Seat) -> None:
        """Let the orders of a seat hold again: its player has just said what they are."""
        if self.rests(seat):
            self.moments.resting = None
            self._changed = True

    def forget(self) -> None:
        """Forget all: somebody has joined or left, or the rules' code has changed."""
        self._moments, self._changed = Moments(resting=self.moments.resting), True

    def packed(self) -> bytes | None:
        """Return the moments as they are stored; ``None`` where they have not changed."""
        if self.table.game.is_over:
            return packed(Moments())
        return packed(self.moments) if self._changed else None
