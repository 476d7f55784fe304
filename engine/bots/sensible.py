"""The bot that plays sensibly: it tries every option on an imagined table and takes the best.

It heads for goals, never hands over a win while it has another choice, and gives up what helps it least.
It is deterministic: the same view gives the same answer.  A question that it doesn't know gets its first
options, so it always answers.  As a game or a turn drags on it grows whimsical, so that a table of bots who
all wait for each other comes to an end, and so does a turn in which two cards bring each other back.
"""

from random import Random

from engine.bots import board_options, options  # noqa: F401  (register what the options lead to)
from engine.bots.search import SENSES, best
from engine.bots.work import one_decision
from engine.question_kind import QuestionKind
from engine.view import QuestionView, View

_PATIENCE = 60  # turns
_LONG_TURN = 30  # plays
_WHIM = 50.0  # less than what a win is worth, or a loss


def sensible(view: View, question: QuestionView | None = None) -> tuple[str, ...]:
    """The best answer to a question of the view's seat; without one, to that which the play waits for."""
    question = question or view.question
    if question is None or view.me is None:
        raise ValueError("Nothing is asked of this seat.")
    dice = Random(repr((question.number, view.hand)))  # looks like chance to whoever does not know the hand
    if question.what is QuestionKind.ROCK_PAPER_SCISSORS or (
        question.beside and question.what is not QuestionKind.HAND_LIMIT
    ):
        return (dice.choice(question.options),)
    whim = min(_WHIM, max(0.0, view.turn_number - _PATIENCE, view.played - _LONG_TURN) / 2)
    table = SENSES["cards" if view.board is None else "board"].imagine(view)
    with one_decision():
        return best(table, view.me, question, lambda: whim * dice.random())[0]
