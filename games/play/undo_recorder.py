"""What can be taken back while a table is played on: the moments to go back to, and requests, which lapse."""

from collections.abc import Iterable
from datetime import datetime

import engine
from games.core.undo_points import Moment, Moments, moments_of, packed
from games.models import BY_PEOPLE, By, Game, GameState, Move, Seat, Vote
from games.models.vote import IS_OPEN

# A turn of more answers than this can be taken back by so many.
MOST_STEPS = 12
OTHERS = "others"
LAPSED = "lapsed"
# What a player's own standing orders did is theirs to take back, too.
OWN = (*BY_PEOPLE, By.ORDER)


class UndoRecorder:
    """The moments of one table in memory, until it is stored."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._moments: Moments | None = None
        self._changed = False

    @property
    def moments(self) -> Moments:
        """The moments as they are now."""
        if self._moments is None:
            self._moments = moments_of(self._state)
        return self._moments

    @staticmethod
    def before_answer(rules: engine.Game, seat: Seat, version: int) -> Moment | None:
        """Return the moment before an answer that a player gives in their own turn; None for every other."""
        if not seat.is_person or seat.player_id is None or rules.turn != seat.number:
            return None
        data = rules.dump().decode()
        return Moment(seat.number, seat.player_id, rules.turn_number, version, data)

    def after_answer(self, rules: engine.Game, seat: Seat, by: By, before: Moment | None) -> None:
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
        why = _lasting(rules, seat, before)
        moments.why = why or ""
        moments.steps = [] if why else [*moments.steps, before][-MOST_STEPS:]

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

    def is_resting(self, rules: engine.Game, seat: Seat) -> bool:
        """Whether the orders of a seat about its turn rest: they would undo what it has just taken back."""
        return rules.turn == seat.number and self.moments.resting == seat.number

    def end_rest(self, rules: engine.Game, seat: Seat) -> None:
        """Let the orders of a seat hold again: its player has just said what they are."""
        if self.is_resting(rules, seat):
            self.moments.resting = None
            self._changed = True

    def forget(self) -> None:
        """Forget all: somebody has joined or left, or the rules' code has changed."""
        self._moments, self._changed = Moments(resting=self.moments.resting), True

    def packed(self, *, is_over: bool) -> bytes | None:
        """Return the moments as they are stored, none if the game is over; ``None`` if they are unchanged."""
        if is_over:
            return packed(Moments())
        return packed(self.moments) if self._changed else None


def _lasting(rules: engine.Game, seat: Seat, before: Moment) -> str | None:
    if rules.over or rules.turn_number != before.turn:
        return engine.Lasting.TURN
    return engine.lasting(engine.Game.load(before.data.encode()), rules, seat.number)


def close_lapsed_requests(game: Game, moves: Iterable[Move], now: datetime) -> list[str]:
    """Close the requests to take a turn back if these moves play on; return whose they were.

    A pass in a window has no outcome and is no sign of that: it is sealed.
    """
    besides = (Move.Kind.ANSWER, Move.Kind.EVENT)
    if not any(
        move.kind not in besides or (move.kind == Move.Kind.ANSWER and move.by in BY_PEOPLE and move.outcomes)
        for move in moves
    ):
        return []
    asked = list(Vote.objects.filter(IS_OPEN, game=game, kind=Vote.Kind.TAKEBACK).select_related("seat"))
    for vote in asked:
        vote.closed_at, vote.outcome = now, LAPSED
        vote.save(update_fields=["closed_at", "outcome"])
    return [str(vote.seat) for vote in asked]
