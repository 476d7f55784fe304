"""The replay: the public table after each move of a game, one page for each move.

It is the same for everybody who may read the history: players, deputies, onlookers and staff.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.board.drawing import build_drawing
from games.board.values import BoardDrawing
from games.history.replay import PublicMove, read_public_history
from games.history.turn_blocks import TurnBlock
from games.models import Game, Seat
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page

from .table_cards import TableCards, build_table_cards
from .waiting_for import WindowShown, show_window


@dataclass(frozen=True)
class TurnChoice:
    """A turn that can be chosen, by the move with which it began."""

    number: int
    name: str
    move: int


@dataclass(frozen=True)
class ReplayPage:
    """One move of a game and the table after it.

    There is no ``move`` where nothing has happened yet, or a move was asked for that isn't there; and no
    ``table`` where that of the moment can't be shown any more.
    """

    count: int
    turns: Sequence[TurnChoice] = ()
    move: PublicMove | None = None
    table: TableCards | None = None
    board: BoardDrawing | None = None
    window: WindowShown | None = None

    @property
    def previous(self) -> int:
        """The number of the move before; 0 at the first."""
        return self.move.number - 1 if self.move is not None else 0

    @property
    def next(self) -> int:
        """The number of the next move; 0 at the last."""
        return self.move.number + 1 if self.move is not None and self.move.number < self.count else 0

    @property
    def turn(self) -> TurnBlock | None:
        """The turn that goes on after the move, with all that happened in it."""
        return self.move.block if self.move is not None else None


@seat_page("GET", needs=Needs.VIEWER, is_costly=True, reads_all=True)
def replay(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the table as everybody could see it after a move, by default the first."""
    page = build_replay(request, context.game, context.snapshot.seats)
    shown = show_replay(page, context.urls["replay"], context.urls["history"])
    return render_page(request, context, "games/replay.html", shown, status=status_of_replay(page))


def build_replay(
    request: HttpRequest, game: Game, seats: Sequence[Seat], *, plays_only: bool = False
) -> ReplayPage:
    """Return the move that the address names and the table after it; `seats` are all of the game."""
    history = read_public_history(game, seats, plays_only=plays_only)
    number, count = read_number(request, "move") if "move" in request.GET else 1, len(history.moves)
    if number is None or not 1 <= number <= count:
        return ReplayPage(count)
    by_number = {seat.number: seat for seat in seats}
    names = {number: str(seat) for number, seat in by_number.items()}
    turns = [TurnChoice(turn.number, names[turn.seat], turn.move) for turn in history.turns]
    page = ReplayPage(count, turns, history.read_move(number))
    view = history.view_after(number)
    if view is None:
        return page
    table = build_table_cards(view, by_number, is_over=view.over, is_past=True)
    board = None
    if view.board is not None:
        board = build_drawing(view, names, moved=history.outcomes_of(number))
    return replace(page, table=table, board=board, window=show_window(table))


def show_replay(page: ReplayPage, replay_url: str, history_url: str) -> dict[str, Any]:
    """Return what the template wants."""
    shown = {"page": page, "move": page.move, "faces": page.table.faces if page.table is not None else None}
    return shown | {"replay_url": replay_url, "history_url": history_url}


def status_of_replay(page: ReplayPage) -> int:
    """Return 404 where a move was asked for that isn't there."""
    return HTTPStatus.OK if page.move is not None or not page.count else HTTPStatus.NOT_FOUND
