"""Trying the options of a question on imagined tables, to find the best.

A try changes the table that it is given, which is its own, and says what the position is then worth.
"""

from collections.abc import Callable
from math import inf
from statistics import fmean
from typing import Any

from engine.ask import Ask, Drive
from engine.bots.imagine import BLANK, copy, unseen
from engine.bots.worth import LOST, WIN, worth
from engine.card import Effect, Goal
from engine.goals import GameOver, GameWon
from engine.table import Table
from engine.view import Question

Try = Callable[[Table, int, str, tuple[str, ...]], float]
TRIES: dict[str, Try] = {}

_GUESSES = ("0", "1", "2", "3", "4")  # seeds for what chance may bring


def tries(*whats: str) -> Callable[[Try], Try]:
    """Register the try for the options of these kinds of question: (table, me, label, about) -> worth."""

    def register(attempt: Try) -> Try:
        TRIES.update(dict.fromkeys(whats, attempt))
        return attempt

    return register


def best(
    table: Table, me: int, ask: Ask[Any] | Question, whim: Callable[[], float] = lambda: 0.0
) -> tuple[tuple[str, ...], float]:
    """The best labels for a question, found one after the other, and what the position is worth then.

    ``whim`` is what is added to the worth of each option for no reason.
    """
    attempt = TRIES.get(ask.what, just_look)
    chosen: tuple[str, ...] = ()
    value = -inf if ask.least else worth(table, me)
    while len(chosen) < ask.most:
        left = [label for label in ask.options if label not in chosen]
        tried = {label: _try(attempt, table, me, label, ask.about) + whim() for label in left}
        label = max(tried, key=lambda option: tried[option])
        if len(chosen) >= ask.least and tried[label] <= value:
            break
        value, chosen = tried[label], (*chosen, label)
        if len(chosen) < ask.most:
            table = copy(table)
            attempt(table, me, label, ask.about)
    return chosen, value


def _try(attempt: Try, table: Table, me: int, label: str, about: tuple[str, ...]) -> float:
    """What the position is worth after an option; the mean of several guesses if that is up to chance."""
    values = []
    for seed in _GUESSES:
        imagined = copy(table, seed)
        values.append(attempt(imagined, me, label, about))
        if imagined.chance == table.chance:
            break
    return fmean(values)


def just_look(table: Table, me: int, label: str, about: tuple[str, ...]) -> float:
    """For an option that changes nothing that a bot could foresee."""
    return worth(table, me)


def run(table: Table, me: int, effect: Effect) -> float:
    """What the position is worth once an effect is done, or ``me`` has answered its first question well."""
    drive = Drive(effect(table, me))
    try:
        drive.start()
    except GameWon as won:
        return WIN if won.seat == me else -WIN
    except GameOver:
        return LOST
    except StopIteration:  # the effect is done
        blanks = table.resolving.count(BLANK)
        return worth(table, me) + (blanks * _blind(table, me) if blanks else 0.0)
    mine = drive.open.get(me)
    drive.close()
    return worth(table, me) if mine is None else best(copy(table), me, mine)[1]


def _blind(table: Table, me: int) -> float:
    """What it is worth to play an unknown card: mostly a gain, unless a goal suits another seat."""
    cards = unseen(table)
    wins = [card.wants.winners(table) for card in map(table.card, cards) if isinstance(card, Goal)]
    mine = sum(seats == [me] for seats in wins)
    theirs = sum(len(seats) == 1 for seats in wins) - mine
    return 1.0 + WIN * (mine - theirs) / max(1, len(cards))
