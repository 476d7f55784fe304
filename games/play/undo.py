"""Taking back one's own last answer, as long as nobody knows or owes more because of it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from engine import Refused, UndoObstacle
from games.core import access, rows, window_passes
from games.core.errors import translate_error
from games.core.locking import lock_game
from games.core.refusal import NotAllowed, NotPossible, Stale
from games.core.snapshot import TableSnapshot
from games.core.stored_game import UndoPoint
from games.core.undo_points import OTHERS
from games.core.unknown import note_unknown
from games.models import By, Game, Seat
from games.outbox import notices

from .answer import check_can_move
from .store_change import store_change
from .table import LockedTable
from .table_action import table_action
from .table_notices import build_table_notices

WHY_NOT: dict[str, str] = {
    UndoObstacle.TURN: gettext_noop("You can’t undo this move: your turn is over."),
    UndoObstacle.OVER: gettext_noop("The game is over."),
    UndoObstacle.ASKED: gettext_noop("You can’t undo this move: it gave others a question."),
    UndoObstacle.BESIDE: gettext_noop("You can’t undo this move: it answered a side question."),
    UndoObstacle.CHANCE: gettext_noop("You can’t undo this move: it involved chance."),
    UndoObstacle.DRAWN: gettext_noop("You can’t undo this move: cards were drawn because of it."),
    UndoObstacle.SEEN: gettext_noop("You can’t undo this move: it showed someone hidden cards."),
    OTHERS: gettext_noop("You can’t undo this move: something else has happened since."),
    "": gettext_noop("There’s nothing to undo: you haven’t moved in this turn."),
}


def why_not(why: str) -> str:
    """Return why an answer can't be taken back; neutral words for a reason of another release."""
    if why in WHY_NOT:
        return _(WHY_NOT[why])
    note_unknown("undo obstacle", why)
    return _("You can’t undo this move.")


@dataclass(frozen=True)
class UndoOffer:
    """What a player can take back: the answer after move ``number``, or nothing, and why not."""

    number: int | None
    why_not: str


def offer_undo(snapshot: TableSnapshot, me: Seat | None, view: engine.View | None) -> UndoOffer | None:
    """Return what a player can take back in this turn; ``None`` where it is not theirs."""
    game = snapshot.game
    if me is None or view is None or view.turn != view.me or not me.is_person:
        return None
    if game.is_over or game.paused_at is not None:
        return None
    version, why = access.last_answer(snapshot, me, view.turn_number)
    # No reason is shown to a player who has done nothing yet in this turn.
    if version is None:
        return UndoOffer(None, why_not(why) if why else "")
    return UndoOffer(window_passes.number_at(game, version), "")


@table_action
def undo(*, seat: int, by: By = By.PAGE, version: int | None = None) -> Game:
    """Take back the last answer that the seat with this primary key has given in its own turn.

    `version` is the move that comes before it, as the form has it: a form that is sent twice takes back one
    answer. No clock gains by it, and the same cards come again (requirement H5).

    The caller has checked that this person may speak for the seat. Opens its own transaction, locks the game.
    Raises a `Refusal`, and changes nothing, when there is nothing that can be taken back.
    """
    game = lock_game(seats=seat)
    loaded = rows.load(game)
    mine = next(each for each in loaded.seats if each.pk == seat)
    check_seat(game, mine)
    if not game.is_dealt:
        raise NotPossible(why_not(""))
    table = LockedTable.load(game, loaded)
    do_go_back(table, check_step(table, mine, version), mine, by=by)
    return game


def check_seat(game: Game, seat: Seat) -> None:
    """Refuse who does not play, and a game that does not move."""
    if not seat.is_taken:
        raise NotAllowed(_("You’ve left this table."))
    check_can_move(game)


def check_step(table: LockedTable, seat: Seat, version: int | None) -> UndoPoint:
    """Return the point before the last answer of a seat, or say why it can't be taken back."""
    points, turn = table.undo_points, table.engine_game.turn_number
    step = points.newest(seat, turn)
    # A form names the move by its number, which is the same with sealed passes before it.
    if step is not None and (version is None or _number(table, version) == _number(table, step.version)):
        return step
    if step is not None:
        raise Stale(_("The table has changed since then. Here’s what it looks like now."))
    if table.engine_game.turn != seat.number:
        raise NotPossible(_("You can only undo moves during your own turn."))
    raise NotPossible(why_not(points.why_not(turn)))  # a sentence that gives nothing away


def _number(table: LockedTable, version: int) -> int:
    return window_passes.number_at(table.game, version)


def do_go_back(table: LockedTable, to: UndoPoint, seat: Seat, *, by: By, agreed: bool = False) -> None:
    """Bring back an earlier point of a locked table, and store it. Nobody answers anything by themselves."""
    try:
        move = table.go_back(to, seat, by=by, agreed=agreed)
    except Refused as error:
        raise NotPossible(translate_error(error)) from None
    if not agreed:
        seat.seen_version = move.version
        table.touch(seat)
    change, questions = store_change(table)
    notices.write(build_table_notices(change, questions))
