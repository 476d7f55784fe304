"""Bots: each answers the open question of a view, knowing what its seat may know and nothing else."""

import random as chance

from engine.view import Question, View


def random(view: View, seed: str) -> tuple[str, ...]:
    """An answer by chance.  The same view and seed give the same answer."""
    if view.question is None:
        raise ValueError("Nothing is asked of this seat.")
    return pick(view.question, chance.Random(seed))


def pick(question: Question, dice: chance.Random) -> tuple[str, ...]:
    """An answer by the given dice."""
    options = question.options
    if question.least == question.most == 1:
        return (dice.choice(options),)
    return tuple(dice.sample(options, dice.randint(question.least, question.most)))


def sensible(view: View) -> tuple[str, ...]:
    """Placeholder until the next commit."""
    return random(view, "0")
