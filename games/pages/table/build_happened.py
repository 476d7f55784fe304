"""What happened lately at a table, turn by turn, from a viewer's last turn or last visit on."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core import window_passes
from games.history import game_history
from games.history.game_history import HistoryLine
from games.history.turn_blocks import TurnBlock, group_by_turn
from games.models import Game, Move, Seat
from games.pages.common.seat_context import SeatContext

MOVES_SHOWN = 60
MOVES_OF_CONTEXT = LINES_OF_CONTEXT = 4
LATEST, LATEST_SINCE_PLAY = 3, 6


@dataclass(frozen=True)
class Happened:
    """The last turns, of which `folded` are older; what came after move `since` is new.

    `last_turn` is the move that ended the viewer's last turn, and 0 where they had none; the board shows what
    was `drawn_after`. `recent` are the last moves, the newest first, and `version` numbers the newest.
    """

    turns: tuple[TurnBlock, ...]
    folded: tuple[TurnBlock, ...]
    version: int
    since: int
    last_turn: int
    drawn_after: int
    has_news: bool
    recent: Sequence[Move]

    def latest(self, after: int | None) -> list[HistoryLine]:
        """Return the last lines, for phones; after a play with move `after`, those of what came of it."""
        lines = [line for turn in self.turns for line in turn.lines if not line.is_undone]
        if after is None:
            return lines[-LATEST:]
        return [line for line in lines if line.version > after][-LATEST_SINCE_PLAY:]


def build_happened(context: SeatContext, since: int | None) -> Happened:
    """Return what happened; new is what came after move `since`, or else after the viewer's last visit."""
    game, seat = context.game, context.seat
    version = window_passes.newest_version(game)
    recent = game_history.moves_after(game, max(0, version - MOVES_SHOWN))
    last_turn = _find_last_turn(game, seat, recent, version)
    if since is None:
        since = seat.seen_version if seat is not None else max(0, version - MOVES_OF_CONTEXT)
    drawn_after = max(0, version - MOVES_OF_CONTEXT if last_turn is None else last_turn)
    told_after = max(0, min(since, drawn_after, version - MOVES_OF_CONTEXT), version - MOVES_SHOWN)
    lines = _lines_with_head(context, recent, told_after)
    # All since the viewer's last turn stays open during the present one, though they have answered in it.
    earlier = sum(line.version <= min(since, drawn_after) for line in lines)
    folded = _back_to_turn(lines, min(earlier, max(0, len(lines) - LINES_OF_CONTEXT)))
    return Happened(
        turns=tuple(group_by_turn(lines[folded:])),
        folded=tuple(group_by_turn(lines[:folded])),
        version=max([version, *(line.version for line in lines)]),
        since=since,
        last_turn=last_turn or 0,
        drawn_after=drawn_after,
        has_news=any(line.version > since for line in lines),
        recent=recent,
    )


def _find_last_turn(game: Game, seat: Seat | None, recent: Sequence[Move], version: int) -> int | None:
    """Return the move with which a player's last turn ended, mostly one of the recent ones; 0 if none did."""
    if seat is None or not seat.is_person:
        return None
    found = game_history.last_turn_among(recent, seat)
    return found if found or version <= MOVES_SHOWN else game_history.since_last_turn(game, seat)


def _lines_with_head(context: SeatContext, recent: Sequence[Move], after: int) -> Sequence[HistoryLine]:
    """Return what happened after move `after`, and the beginning of the turn in which that move ended."""
    start = max(0, after - 1)
    lines = game_history.history_lines(
        context.game,
        context.seat,
        after=start,
        with_notes=context.deputy is None,
        seats=context.snapshot.seats,
        moves=[move for move in recent if move.version > start],
    )
    first = next((place for place, line in enumerate(lines) if line.version > after), len(lines))
    return lines[_back_to_turn(lines, first) :]


def _back_to_turn(lines: Sequence[HistoryLine], place: int) -> int:
    """Return where the turn that goes on at a place began, if that was in the move before; else the place."""
    last = lines[place - 1].version if place else 0
    begun = (at for at in range(place) if lines[at].version == last and lines[at].began is not None)
    return max(begun, default=place)
