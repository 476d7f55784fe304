"""Reading the stored table of a game."""

import logging

import engine
from games.models import GameState

from .errors import Discreet

logger = logging.getLogger(__name__)


class UnreadableTable(Discreet):
    """A stored table can't be read by this release of the site, and stays as it is; the text says which."""


def read_table(state: GameState) -> engine.Game:
    """Return the rules' own game of a stored table.

    Raises `engine.Diverged` when the code changed under a play, and `UnreadableTable` when it can't be read
    at all: the log then names the game, and the cards that are missing.
    """
    try:
        return engine.Game.load(bytes(state.data))
    except engine.Diverged:
        raise
    except ValueError as error:
        why = error if isinstance(error, engine.UnknownCard) else type(error).__name__
        said = f"game {state.game.key} can't be read: {why}"
        logger.error(said)
        raise UnreadableTable(said) from error
