"""The lock that every change of a game holds, and the transaction around an action.

Lock order: the game's row first, then a player's row. An action that locks
several games does so in the order of their primary keys.

An answer locks by `games.core.rows.lock_game_of_seat`, which also finds the seat.
"""

import logging
from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, transaction
from django.utils.translation import gettext as _
from psycopg import errors

from games.models import Game

from . import crash
from .bots import BotFailed, bots_at_rest
from .log_context import add_fields
from .refusal import Busy

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

# Each may wait for a row as long as the settings of the connection say, three seconds.
TRIES = 3
LOST_RACES = (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure)


def lock_game(**which: int | str) -> Game:
    """Fetch one game and lock its row until the transaction ends.

    Only the game's own row is read with the lock. Everything else of the game is read by a later statement,
    which sees what the last holder of the lock has committed.
    """
    game = Game.objects.select_for_update(of=("self",)).get(**which)
    add_fields(game=game.key)
    return game


def in_transaction_failing_with_bots(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action in a transaction of its own, and again, twice at most, when it loses a race for a lock.

    The transaction is the outermost one, so that no page is rendered under the lock. Raises `Busy`, and
    changes nothing, when every try was lost; also `BotFailed` if the action does.
    """

    @wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for _try in range(TRIES):
            try:
                with transaction.atomic(durable=True):
                    transaction.on_commit(partial(crash.point, "after_commit"))  # before every wake-up call
                    return action(*args, **kwargs)
            except OperationalError as error:
                if not isinstance(error.__cause__, LOST_RACES):
                    raise
        raise Busy(_("Nothing was saved: the table is busy. Please try again in a moment."))

    return run


def in_transaction(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action in a transaction of its own, with retries, and without bots if a bot's answer fails.

    So a fault of a bot never undoes what a person did. Raises `Busy`.
    """
    attempt = in_transaction_failing_with_bots(action)

    @wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return attempt(*args, **kwargs)
        except BotFailed as failure:
            logger.error("%s; what came before it is done without bots", failure)
        with bots_at_rest():
            return attempt(*args, **kwargs)

    return run
