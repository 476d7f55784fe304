"""Bots: each answers the open question of a view, knowing what its seat may know and nothing else."""

import random as chance

from engine.view import View


def random(view: View, seed: str) -> tuple[str, ...]:
    """An answer by chance.  The same view and seed give the same answer."""
    question = view.question
    if question is None:
        raise ValueError("Nothing is asked of this seat.")
    dice = chance.Random(seed)
    count = dice.randint(question.least, min(question.most, len(question.options)))
    return tuple(dice.sample(question.options, count))


def sensible(view: View) -> tuple[str, ...]:
    """Placeholder until the next commit."""
    return random(view, "0")
