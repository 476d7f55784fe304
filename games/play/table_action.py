"""Actions on a table, which may find a play in progress that no longer fits the rules' code."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from games.core import rows
from games.core.locking import in_transaction, lock_game
from games.core.stored_game import DivergedTable, read_engine_game
from games.models import By, Game, Move
from games.outbox import notices

from .store_change import store_change
from .table import LockedTable
from .table_notices import build_table_notices

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")


def table_action(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action in a transaction of its own, as `in_transaction` does.

    Where the table's play in progress has diverged from the code, it is taken back first.
    """
    attempt = in_transaction(action)

    @wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return attempt(*args, **kwargs)
        except DivergedTable as error:
            restore_checkpoint(game=error.game)
        return attempt(*args, **kwargs)

    return run


@in_transaction
def restore_checkpoint(*, game: int) -> bool:
    """Bring a game whose play in progress diverged back to its checkpoint, and record that in its history.

    At most one play has to be done again. Returns whether one had diverged. Locks the game.
    """
    locked: Game = lock_game(pk=game)
    loaded = rows.load(locked)
    try:
        read_engine_game(loaded.table_state)
    except DivergedTable as error:
        logger.warning("game %s: %s answers are asked again", game, len(error.lost))
        table = LockedTable(locked, loaded, error.engine_game, error.engine_game.dump())
        table.record(Move.Kind.RESTORED, by=By.ENGINE)
        change, questions = store_change(table)
        notices.write(build_table_notices(change, questions))
        return True
    return False
