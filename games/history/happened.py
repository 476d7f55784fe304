"""What happened lately at a table, turn by turn, from a viewer's last turn or last visit on."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core import window_passes
from games.core.shown_rows import moves_after
from games.core.snapshot import MOVES_SHOWN, TableSnapshot
from games.models import Move, Seat

from . import game_history
from .game_history import HistoryLine
from .narrator import Viewer
from .turn_blocks import TurnBlock, group_by_turn

MOVES_OF_CONTEXT = LINES_OF_CONTEXT = 4


@dataclass(frozen=True)
class Happened:
    """The last turns, of which `folded` are older; what came after move `since` is new.

    `last_turn` is the move that ended the viewer's last turn, and 0 where they had none; the board shows what
    was `drawn_after`. `recent` are the last moves, the newest first. `version` is that of the newest, and
    `number` says how many moves all may see up to it.
    """

    turns: tuple[TurnBlock, ...]
    folded: tuple[TurnBlock, ...]
    version: int
    number: int
    since: int
    last_turn: int
    drawn_after: int
    has_news: bool
    recent: Sequence[Move]


def list_happened(
    snapshot: TableSnapshot, seat: Seat | None, since: int | None, *, with_notes: bool = True
) -> Happened:
    """Return what happened, as a seat may know it; new is what came after move `since`, or its last visit.

    `with_notes` is for the seat's own player, who is called “you”, and sees its private notes.
    """
    game = snapshot.game
    newest = [*snapshot.versions_shown, *[0] * (MOVES_SHOWN + 1)]
    version, context_after, shown_after = (newest[place] for place in (0, MOVES_OF_CONTEXT, MOVES_SHOWN))
    recent = moves_after(game, shown_after)
    last_turn = _find_last_turn(snapshot, seat, recent, is_all=not shown_after)
    if since is None:
        since = seat.seen_version if seat is not None else context_after
    drawn_after = context_after if last_turn is None else last_turn
    told_after = max(min(since, drawn_after, context_after), shown_after)
    start = max(0, told_after - 1)  # with the beginning of the turn in which that move ended
    told = game_history.history_lines(
        game,
        seat,
        after=start,
        with_notes=with_notes,
        is_you=with_notes,
        seats=snapshot.seats,
        moves=[move for move in recent if move.version > start],
    )
    first = next((place for place, line in enumerate(told) if line.version > told_after), len(told))
    lines = told[_back_to_turn(told, first) :]
    # All since the viewer's last turn stays open during the present one, though they have answered in it.
    earlier = sum(line.version <= min(since, drawn_after) for line in lines)
    folded = _back_to_turn(lines, min(earlier, max(0, len(lines) - LINES_OF_CONTEXT)))
    version = max([version, *(line.version for line in lines)])
    return Happened(
        turns=tuple(group_by_turn(lines[folded:])),
        folded=tuple(group_by_turn(lines[:folded])),
        version=version,
        number=window_passes.number_at(game, version),
        since=since,
        last_turn=last_turn or 0,
        drawn_after=drawn_after,
        has_news=any(line.version > since for line in lines),
        recent=recent,
    )


def _find_last_turn(
    snapshot: TableSnapshot, seat: Seat | None, recent: Sequence[Move], *, is_all: bool
) -> int | None:
    """Return the move with which a player's last turn ended, mostly one of the recent ones; 0 if none did."""
    if seat is None or not seat.is_person:
        return None
    found = game_history.last_turn_among(recent, seat)
    return found if found or is_all else game_history.since_last_turn(snapshot.game, seat)


def _back_to_turn(lines: Sequence[HistoryLine], place: int) -> int:
    """Return where the turn that goes on at a place began, if that was in the move before; else the place."""
    last = lines[place - 1].version if place else 0
    begun = (at for at in range(place) if lines[at].version == last and lines[at].began is not None)
    return max(begun, default=place)


def moves_since_turn(viewer: Viewer, happened: Happened) -> list[Move]:
    """Return the moves since the viewer's last turn, oldest first, without those that were taken back."""
    recent, after = happened.recent, happened.drawn_after
    if recent and after < recent[-1].version - 1:
        recent = game_history.moves_after(viewer.game, after)
    return game_history.played_among([move for move in recent if move.version > after])
