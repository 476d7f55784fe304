"""The moves of a game in the order in which everybody was told of them, and the public table after each.

Whoever may read the history may look at these tables: they are what a spectator could see at that moment.
Moves are counted here without those that nobody is told of, such as a pass in a window: their version would
count the passes (requirement H7).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import engine
from games.core.stored_game import DivergedTable, UnreadableTable
from games.models import Game, GameState, Move, Seat

from .game_history import HistoryLine, history_lines
from .play_again import build_player, play_again
from .turn_blocks import TurnBlock, group_by_turn

# What stands in the history, and is no move.
BESIDE_THE_PLAY = (Move.Kind.EVENT, "note")


@dataclass(frozen=True)
class PublicMove:
    """One move as everybody was told of it, with what happened beside the play before the next one."""

    number: int
    version: int
    lines: tuple[HistoryLine, ...]

    @property
    def is_undone(self) -> bool:
        """Whether it was taken back later."""
        return any(line.is_undone for line in self.lines)


@dataclass(frozen=True)
class PublicHistory:
    """All that everybody was told of a game. ``rows`` are all moves as they are stored, secret ones, too."""

    game: Game
    rows: Sequence[Move]
    moves: Sequence[PublicMove]
    turns: Sequence[TurnBlock]

    def turn_of(self, move: PublicMove) -> TurnBlock:
        """Return the turn that goes on after a move."""
        found = [
            turn for turn in self.turns if move.number in (turn.move, *(line.move for line in turn.lines))
        ]
        return found[-1]

    def outcomes_of(self, move: PublicMove) -> list[engine.Outcome]:
        """Return what came of a move, as everybody may know it."""
        row = next(row for row in self.rows if row.version == move.version)
        seen = (engine.seen_by(outcome, None) for outcome in engine.load_outcomes(row.outcomes))
        return [outcome for outcome in seen if outcome is not None]

    def view_after(self, move: PublicMove) -> engine.View | None:
        """Return the table after a move as a spectator saw it, by playing the game again until there.

        ``None`` where that leads to something else than what happened, as after a correction of the rules:
        another table would be wrong, and might show cards that are hidden in the real one.
        """
        state = GameState.objects.filter(game=self.game).first()
        if state is None:
            return None
        try:
            builder = build_player(self.game, state, self.rows)
            for row, outcomes in play_again(builder, self.rows):
                if outcomes != engine.load_outcomes(row.outcomes):
                    return None
                if row.version == move.version:
                    return builder.view(None)
        except (DivergedTable, UnreadableTable, engine.Refused, ValueError, KeyError):
            return None
        return None


def read_public_history(game: Game, seats: Sequence[Seat]) -> PublicHistory:
    """Return the whole history of a game as everybody may know it; `seats` are all of the game."""
    rows = list(game.moves.order_by("version"))
    lines = history_lines(game, None, seats=seats, moves=rows[::-1])
    numbered = number_moves(lines)
    return PublicHistory(game, rows, tuple(_moves(numbered)), group_by_turn(numbered))


def number_moves(lines: Iterable[HistoryLine]) -> list[HistoryLine]:
    """Return lines of the history, from its beginning on, with the numbers of the moves that they tell of.

    A note of a seat, or an event beside the play, has none.
    """
    number, last, numbered = 0, 0, []
    for line in lines:
        if line.kind in BESIDE_THE_PLAY:
            numbered.append(line)
            continue
        if line.version != last:
            number, last = number + 1, line.version
        numbered.append(replace(line, move=number))
    return numbered


def _moves(lines: Sequence[HistoryLine]) -> Iterable[PublicMove]:
    """Put numbered lines together by moves; what happened beside the play goes with the move before it."""
    told: dict[int, list[HistoryLine]] = {}
    number = 1  # what happened before the deal goes with it
    for line in lines:
        number = line.move or number
        told.setdefault(number, []).append(line)
    for number, of_move in told.items():
        version = next((line.version for line in of_move if line.move), None)
        if version is not None:
            yield PublicMove(number, version, tuple(of_move))
