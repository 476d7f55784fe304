"""Decides what the next commands of a text answer to a question. Pure: it reads the text and the question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from .commands import ReplyCommand, ReplyQuestion
from .matching import match_labels


@dataclass(frozen=True)
class ChosenLabels:
    """The labels of an answer, how many commands it takes, and the line that they were written as."""

    labels: tuple[str, ...]
    took: int
    line: str


def choose(commands: Sequence[ReplyCommand], asked: ReplyQuestion) -> ChosenLabels:
    """Return what the first of these commands chooses, or as many of its line as the question wants.

    A line of cards counts whole, unless all of them may still be played. Raises `UnclearAnswer`.
    """
    wanted = asked.least
    if not asked.vocabulary.meanings:
        row = _length_of_line(commands)
        wanted = 1 if row <= asked.plays_left else row
    took, command = take_line(commands, wanted)
    return ChosenLabels(match_labels(command, asked), took, command.line)


def take_line(commands: Sequence[ReplyCommand], wanted: int) -> tuple[int, ReplyCommand]:
    """Return how many commands of the first line count for so many choices, and all these as one command."""
    first = commands[0]
    took = min(max(wanted, 1), _length_of_line(commands))
    if took == 1:
        return took, first
    text = ", ".join(each.text for each in commands[:took])
    return took, replace(first, line=text, text=text)


def _length_of_line(commands: Sequence[ReplyCommand]) -> int:
    """Return how many commands are of the same line as the first."""
    row = commands[0].row
    return 1 if row < 0 else sum(1 for _command in takewhile(lambda each: each.row == row, commands))
