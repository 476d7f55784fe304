"""The moves of a game in the order in which everybody was told of them, and the public table after each.

Whoever may read the history may look at these tables: they are what a spectator could see at that moment.
Moves are counted here without those that nobody is told of, such as a pass in a window: their version would
count the passes (requirement H7).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import engine
from games.core.shared_work import SharedWork
from games.core.stored_game import DivergedTable, UnreadableTable
from games.models import Game, GameState, Move, Seat

from .game_history import PLAY, HistoryLine, history_lines, told_among, turns_begun, undone_among
from .narrator import Viewer
from .play_again import build_player, play_again
from .turn_blocks import TurnBlock, group_by_turn

# What everybody saw after a move, which several look at at once.
_VIEWS = SharedWork[engine.View | None](kept=0)


@dataclass(frozen=True)
class PublicTurn:
    """A turn, whose it was, and the number of the move with which it began."""

    number: int
    seat: int
    move: int


@dataclass(frozen=True)
class PublicMove:
    """One move as everybody was told of it, with what happened beside the play before the next one.

    ``block`` is the turn that goes on after it, with all that happened in it.
    """

    number: int
    row: Move
    is_undone: bool
    lines: Sequence[HistoryLine]
    block: TurnBlock


@dataclass(frozen=True)
class PublicHistory:
    """The moves of which everybody was told: the first has the number 1. Turns taken back are left out.

    ``rows`` are all moves as they are stored, secret ones, too.
    """

    game: Game
    seats: Sequence[Seat]
    rows: Sequence[Move]
    moves: Sequence[Move]
    turns: Sequence[PublicTurn]

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers of the moves by their versions."""
        return number_by_version(self.moves)

    def read_move(self, number: int) -> PublicMove:
        """Return a move in words, with its turn. Raises `IndexError` for a number that there is not."""
        row = self.moves[number - 1]
        turn = max(
            (turn for turn in self.turns if turn.move <= number), default=None, key=lambda each: each.move
        )
        later = (each.move for each in self.turns if each.move > number)
        first = self.moves[turn.move - 1].version if turn is not None else 0
        end = self._end_of(max(number, min(later, default=len(self.moves))))
        told = [each for each in self.rows[::-1] if first <= each.version < end]
        lines = history_lines(self.game, None, until=end, seats=self.seats, moves=told)
        lines = number_moves(lines, self.numbers)
        after = self._end_of(number)
        mine = [line for line in lines if row.version <= line.version < after]
        blocks = group_by_turn(lines)
        number_of_turn = turn.number if turn is not None else 0
        block = next((each for each in blocks if each.number == number_of_turn), blocks[0])
        return PublicMove(number, row, any(line.is_undone for line in mine), mine, block)

    def _end_of(self, number: int) -> int:
        """Return the version of the move after this one."""
        return self.moves[number].version if number < len(self.moves) else self.rows[-1].version + 1

    def outcomes_of(self, number: int) -> list[engine.Outcome]:
        """Return what came of a move, as everybody may know it."""
        return Viewer(self.game, self.seats).outcomes_of(self.moves[number - 1])

    def view_after(self, number: int) -> engine.View | None:
        """Return the table after a move as a spectator saw it, by playing the game again until there.

        ``None`` where that leads to something else than what happened, as after a correction of the rules:
        another table would be wrong, and might show cards that are hidden in the real one.
        """
        wanted = self.moves[number - 1].version
        return _VIEWS.do((self.game.pk, wanted), partial(self._play_until, wanted))

    def _play_until(self, wanted: int) -> engine.View | None:
        state = GameState.objects.filter(game=self.game).first()
        if state is None:
            return None
        by_pk = {seat.pk: seat for seat in self.seats}
        for row in self.rows:
            row.seat = by_pk.get(row.seat_id or 0)
        try:
            builder = build_player(self.game, state, self.rows)
            for row, outcomes in play_again(builder, self.rows):
                if outcomes != engine.load_outcomes(row.outcomes):
                    return None
                if row.version == wanted:
                    return builder.view(None)
        except (DivergedTable, UnreadableTable, engine.Refused, ValueError, KeyError):
            return None
        return None


def read_public_history(game: Game, seats: Sequence[Seat], *, plays_only: bool = False) -> PublicHistory:
    """Return the whole history of a game as everybody may know it; `seats` are all of the game.

    With `plays_only` it has no events beside the play, and names no deputies: neither concerns strangers.
    """
    rows = list(game.moves.order_by("version"))
    if plays_only:
        rows = [row for row in rows if row.kind != Move.Kind.EVENT]
        for row in rows:
            row.deputy_id = None
    moves, undone = public_moves(game, rows), undone_among(rows)
    turns = [
        PublicTurn(turn.number, turn.seat, number)
        for number, row in enumerate(moves, start=1)
        if not (row.kind in PLAY and row.version in undone)
        for turn in turns_begun(row)
    ]
    return PublicHistory(game, seats, rows, moves, turns)


def public_moves(game: Game, rows: Sequence[Move]) -> list[Move]:
    """Return which of a game's moves, the oldest first, everybody was told of; no events beside the play."""
    return [move for move in told_among(game, rows) if move.kind != Move.Kind.EVENT]


def number_by_version(moves: Iterable[Move]) -> dict[int, int]:
    """Return the numbers of public moves by their versions."""
    return {move.version: number for number, move in enumerate(moves, start=1)}


def number_moves(lines: Iterable[HistoryLine], numbers: Mapping[int, int]) -> list[HistoryLine]:
    """Return lines of the history with the numbers of the moves that they tell of."""
    return [replace(line, move=numbers.get(line.version, 0)) for line in lines]
