"""Taking a play back that no longer fits the rules' code."""

import logging

import engine
from games.core import rows, wake
from games.core.locking import in_transaction, lock_game
from games.core.stored_game import read_table
from games.models import By, Game, Move
from games.outbox import notices

from . import table_notices
from .table import Table

logger = logging.getLogger(__name__)


@in_transaction
def restore(**which: int | str) -> bool:
    """Bring a game whose play in progress diverged back to its checkpoint, and say so in its history.

    At most one play has to be done again. Returns whether there was something to take back. Locks the game.
    """
    game: Game = lock_game(**which)
    loaded = rows.load(game)
    try:
        read_table(loaded.table_state)
    except engine.Diverged as error:
        logger.warning("game %s: %s answers are asked again", game.pk, len(error.lost))
        table = Table(game, loaded, error.game)
        table.record(Move.Kind.RESTORED, by=By.ENGINE)
        table.store()
        notices.write(table_notices.build_table_notices(table))
        if table.has_bot_questions:
            wake.play_after_commit(game.pk)
        return True
    return False
