"""When a game may end and when a seat may play again: estimated from how long such games take.

Pure arithmetic. How many turns are left follows from games of the same edition and seats that took at least
as many, which `bench/lengths.py` counts; how long a turn takes from those that this table has had.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from statistics import NormalDist

LENGTHS = Path(__file__).with_name("game_lengths.json")
# How far single turns of a table are from their mean, as a part of it.
SPREAD = 1.6
# Fewer games that took as long say too little of how many turns are left.
LEAST_GAMES = 8
_STEPS = [NormalDist().inv_cdf((2 * step + 1) / 20) for step in range(10)]


@dataclass(frozen=True)
class Progress:
    """How far a game is: its edition's slug, its seats, the number of the running turn, and its age."""

    edition: str
    seats: int
    turn: int
    age: timedelta

    @property
    def is_young(self) -> bool:
        """Whether somebody has not had a turn yet, so that nothing can be said."""
        return self.turn <= self.seats

    @property
    def turn_takes(self) -> timedelta:
        """How long a turn has taken so far, on average."""
        return self.age / (self.turn - 1)


@cache
def game_lengths() -> dict[str, dict[str, list[int]]]:
    """Return how many turns games take, by edition and seats: equally likely numbers, the lowest first."""
    found: dict[str, dict[str, list[int]]] = json.loads(LENGTHS.read_text(encoding="utf-8"))
    return found


def find_turns_left(game: Progress) -> Sequence[int]:
    """Return equally likely numbers of turns that are left, with the running one; none of an unknown edition.

    A game that takes longer than nearly all others goes on as those do that took longer than three quarters.
    """
    lengths = game_lengths().get(game.edition, {}).get(str(game.seats), [])
    left = [length - game.turn + 1 for length in lengths if length >= game.turn]
    if lengths and len(left) < LEAST_GAMES:
        long = lengths[len(lengths) * 3 // 4]
        left = [length - long for length in lengths if length > long]
    return left


def estimate_end(game: Progress, share: float = 0.5) -> tuple[timedelta, timedelta] | None:
    """Return after what time the middle `share` of such games end: the least and the most.

    ``None`` of a young game, and where it isn't known how long such games take.
    """
    left = () if game.is_young else find_turns_left(game)
    if not left:
        return None
    spans = sorted(span for turns in left for span in _likely_spans(turns, game))
    first, last = (spans[round(part * (len(spans) - 1))] for part in ((1 - share) / 2, (1 + share) / 2))
    return first, last


def estimate_next_turn(game: Progress, people: int, before: int) -> timedelta | None:
    """Return after about what time a seat's next turn begins; ``None`` of a young game.

    `people` don't play at once as bots do, so that all time is theirs; `before` of them play first, the one
    in turn included.
    """
    return None if game.is_young else game.turn_takes * game.seats / people * before


def _likely_spans(turns: int, game: Progress) -> list[timedelta]:
    """Return equally likely times that so many turns take.

    A sum of many times, each spread about a mean that is itself known from few: a log-normal distribution of
    the same mean and variance.
    """
    variance = log(1 + SPREAD**2 * (1 / turns + 1 / (game.turn - 1)))
    return [turns * game.turn_takes * exp(sqrt(variance) * step - variance / 2) for step in _STEPS]
