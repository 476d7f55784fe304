"""Trying the options of a question on imagined tables, to find the best.

A try changes the table that it is given, which is its own, and says what the position is then worth.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from math import inf
from statistics import fmean
from typing import Any

import msgspec

from engine.ask import Ask, Drive
from engine.bots.work import work
from engine.bots.worth import LOST, WIN
from engine.card import Effect
from engine.goals import GameOver, GameWon
from engine.option import read_option
from engine.question_kind import QuestionKind
from engine.table import CommonTable
from engine.view import QuestionView, View

About = tuple[str, ...]
Try = Callable[[Any, int, str, About], float]
Whim = Callable[[], float]

_GUESSES = ("0", "1", "2", "3", "4")  # seeds for what chance may bring
TOGETHER = ","
"""Between labels of options that are tried together."""


class Sense(msgspec.Struct, frozen=True):
    """What a bot makes of one kind of game.

    ``imagine`` makes a table of a view, ``copy`` (table, seed) the same table again; ``worth`` (table, seat)
    says what a position is worth, and ``blind`` what it is worth besides to play an unknown card.  ``tries``
    go by the kind of question; what is asked ``together`` is tried as whole answers.
    """

    imagine: Callable[[View], Any]
    copy: Callable[[Any, str], Any]
    worth: Callable[[Any, int], float]
    blind: Callable[[Any, int], float] = lambda table, me: 0.0
    together: tuple[QuestionKind, ...] = ()
    tries: dict[QuestionKind, Try] = {}

    def trying(self, *kinds: QuestionKind) -> Callable[[Try], Try]:
        """Register the try for the options of these kinds of question: (table, me, label, about) -> worth."""

        def register(attempt: Try) -> Try:
            self.tries.update(dict.fromkeys(kinds, attempt))
            return attempt

        return register


SENSES: dict[str, Sense] = {}
"""By the game that a deck is played by."""


def best(
    table: CommonTable, me: int, ask: Ask[Any] | QuestionView, whim: Whim = lambda: 0.0
) -> tuple[tuple[str, ...], float]:
    """The best labels for a question, found one after the other, and what the position is worth then.

    ``whim`` is what is added to the worth of each option for no reason.
    """
    sense = SENSES[table.deck.game]
    attempt = sense.tries.get(ask.what, just_look)
    if ask.what in sense.together:
        answers = [TOGETHER.join(labels) for labels in combinations(ask.options, ask.least)]
        answer, value = _best_of(attempt, table, me, answers, ask.about, whim)
        return tuple(answer.split(TOGETHER)), value
    chosen: tuple[str, ...] = ()
    value = -inf if ask.least else sense.worth(table, me)
    while len(chosen) < ask.most:
        if len(chosen) >= ask.least and work().is_over:
            break
        left = [label for label in ask.options if label not in chosen]
        if chosen and work().is_over:  # the first that fit
            return (*chosen, *left[: ask.least - len(chosen)]), value
        with work().part(of=ask.most - len(chosen)):
            label, found = _best_of(attempt, table, me, left, ask.about, whim)
        if len(chosen) >= ask.least and found <= value:
            break
        value, chosen = found, (*chosen, label)
        if len(chosen) < ask.most:
            table = sense.copy(table, "")
            attempt(table, me, label, ask.about)
    return chosen, value


def _best_of(
    attempt: Try, table: CommonTable, me: int, labels: list[str], about: About, whim: Whim
) -> tuple[str, float]:
    """The first of the best labels, and what it leads to; equal cards of one zone are tried once.

    Once the work is over no more are tried.
    """
    tried: dict[str, float] = {}
    unlike = [label for label in labels if not _is_another_copy(label, labels)]
    for place, label in enumerate(unlike):
        with work().part(of=len(unlike) - place):
            tried[label] = _try(attempt, table, me, label, about) + whim()
        if work().is_over:
            break
    label = max(tried, key=lambda option: tried[option])
    return label, tried[label]


def _is_another_copy(label: str, labels: list[str]) -> bool:
    option = read_option(label)
    return option.seat is None and option.shared_label != label and option.shared_label in labels


def _try(attempt: Try, table: CommonTable, me: int, label: str, about: About) -> float:
    """What the position is worth after an option; the mean of several guesses if that is up to chance."""
    copy, values = SENSES[table.deck.game].copy, []
    for seed in _GUESSES:
        imagined = copy(table, seed)
        work().look_at(imagined, me)
        values.append(attempt(imagined, me, label, about))
        if imagined.chance == table.chance or work().is_over:
            break
    return fmean(values)


def best_value(values: Iterable[float]) -> float:
    """The best of these values, which are worked out one by one as long as the work is not over."""
    found = -inf
    for value in values:
        found = max(found, value)
        if work().is_over:
            break
    return found


def just_look(table: CommonTable, me: int, label: str, about: About) -> float:
    """For an option that changes nothing that a bot could foresee."""
    return worth(table, me)


def worth(table: CommonTable, me: int) -> float:
    """What the position is worth to ``me``, by the game that it belongs to."""
    work().look_at(table, me)
    return SENSES[table.deck.game].worth(table, me)


def run(table: Any, me: int, effect: Effect) -> float:
    """What the position is worth once an effect is done, or ``me`` has answered its first question well."""
    drive = Drive(effect(table, me))
    try:
        drive.start()
    except GameWon as won:
        return WIN if won.seat == me else -WIN
    except GameOver:
        return LOST
    except StopIteration:  # the effect is done
        return worth(table, me) + SENSES[table.deck.game].blind(table, me)
    mine = drive.open.get(me)
    drive.close()
    return worth(table, me) if mine is None or work().is_over else best(table, me, mine)[1]
