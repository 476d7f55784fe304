"""The end of a game for strangers: what everybody may see, by the names that its players let them read."""

from copy import copy
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _

from games.board.drawing import build_drawing
from games.board.values import BoardDrawing
from games.core import access
from games.core.snapshot import TableSnapshot
from games.history.narrator import Viewer
from games.models import Game, Seat
from games.models.names import one_line
from games.seats.sharing import name_for_strangers, seats_for_strangers

from .build_ending import Ending, describe_end
from .table_cards import TableCards, build_table_cards


@dataclass(frozen=True)
class ShownEnd:
    """A game that is over as strangers see it, in the present language; `board` where it has one."""

    game: Game
    seats: list[Seat]
    table: TableCards
    ending: Ending
    board: BoardDrawing | None

    @property
    def title(self) -> str:
        """Who won the game."""
        words = {"game": self.game.shown_name}
        if self.ending.winner is not None:
            return _("%(name)s won “%(game)s”") % {"name": self.ending.winner.shown_name, **words}
        if self.table.lost:
            return _("Everyone lost “%(game)s”") % words
        return _("Nobody won “%(game)s”") % words

    @property
    def why(self) -> str:
        """Why it ended, as one text."""
        return " ".join(one_line(str(told)) for told in self.ending.why)


def show_end(game: Game) -> ShownEnd:
    """Return the end of a game. Raises `Http404` where there is none to see yet, and `UnreadableTable`."""
    snapshot = TableSnapshot(game)
    view = access.view(game, None, snapshot) if game.is_over else None
    if view is None:
        raise Http404
    seats = seats_for_strangers(snapshot.seats)
    game = copy(game)  # nobody stores it by this name
    game.name = name_for_strangers(game, snapshot.seats)
    table = build_table_cards(view, {seat.number: seat for seat in seats}, is_over=True)
    board = build_drawing(view, table.names) if view.board is not None else None
    return ShownEnd(game, seats, table, describe_end(Viewer(game, seats), table), board)
