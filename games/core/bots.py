"""What bots answer, and what happens when one cannot."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import engine
from games.models import Game, Seat
from games.models.seat import Bot

from .errors import SafeTextError, describe_error

logger = logging.getLogger(__name__)

_resting: ContextVar[bool] = ContextVar("bots at rest", default=False)


class BotFailed(SafeTextError):
    """A bot's answer failed. What a person did before it is sound, and is done again without bots."""


@contextmanager
def bots_at_rest() -> Iterator[None]:
    """Let no bot answer for a while; their questions stay open, and a sweep finds them."""
    token = _resting.set(True)
    try:
        yield
    finally:
        _resting.reset(token)


@contextmanager
def failing(game: Game, question: engine.QuestionView) -> Iterator[None]:
    """Turn what goes wrong with a bot's answer to a question of a game into `BotFailed`."""
    try:
        yield
    except Exception as error:
        where = f"seat {question.seat} of game {game.pk}, question {question.what}"
        raise BotFailed(f"{where}: {describe_error(error)}") from None


def are_at_rest() -> bool:
    """Whether bots leave their questions open."""
    return _resting.get()


def choose_answer(
    engine_game: engine.Game, seat: Seat, chance: str, question: engine.QuestionView | None = None
) -> tuple[str, ...]:
    """Return what a bot answers to a question of a seat, by default to that which the play waits for.

    It knows what the seat may know. `chance` decides what the random bot does, and is the same in a retry.
    Where the sensible bot fails the random one answers, so that the game goes on.
    """
    view = engine_game.view(seat.number)
    if seat.bot != Bot.RANDOM:
        try:
            return engine.bots.sensible(view, question)
        except Exception as error:
            logger.error("game %s: the sensible bot failed: %s", seat.game_id, describe_error(error))
    return engine.bots.random(view, chance, question)
