"""Reading the stored table of a game."""

import logging

import engine
from games.models import GameState

from .errors import Discreet

logger = logging.getLogger(__name__)


class DivergedTable(Exception):
    """The code changed under a play in progress; ``table`` is the game at the checkpoint before that play."""

    def __init__(self, game: int, error: engine.Diverged) -> None:
        super().__init__(str(error))
        self.game, self.table, self.lost = game, error.game, error.lost


class UnreadableTable(Discreet):
    """A stored table can't be read by this release of the site, and stays as it is; the text says which."""


def read_table(state: GameState) -> engine.Game:
    """Return the rules' own game of a stored table.

    Raises `DivergedTable` when the code changed under a play, and `UnreadableTable` when it can't be read
    at all: the log then names the game, and the cards that are missing.
    """
    try:
        return engine.Game.load(bytes(state.data))
    except engine.Diverged as error:
        raise DivergedTable(state.game_id, error) from None
    except ValueError as error:
        why = error if isinstance(error, engine.UnknownCard) else type(error).__name__
        said = f"game {state.game.key} can't be read: {why}"
        logger.error(said)
        raise UnreadableTable(said) from error
