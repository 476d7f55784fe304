"""The bot that answers by chance."""

from random import Random

from engine.view import QuestionView, View


def random(view: View, seed: str, question: QuestionView | None = None) -> tuple[str, ...]:
    """An answer by chance; the same view and seed give the same one.

    Without a question, that which the play waits for is answered.
    """
    question = question or view.question
    if question is None:
        raise ValueError("Nothing is asked of this seat.")
    return pick(question, Random(seed))


def pick(question: QuestionView, dice: Random) -> tuple[str, ...]:
    """An answer by the given dice."""
    options = question.options
    if question.least == question.most == 1:
        return (dice.choice(options),)
    return tuple(dice.sample(options, dice.randint(question.least, question.most)))
