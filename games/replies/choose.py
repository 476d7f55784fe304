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

    Raises `UnclearAnswer`.
    """
    took, command = take_line(commands, asked.least)
    return ChosenLabels(match_labels(command, asked), took, command.line)


def take_line(commands: Sequence[ReplyCommand], wanted: int) -> tuple[int, ReplyCommand]:
    """Return how many commands of the first line count for so many choices, and all these as one command."""
    first = commands[0]
    on_line = 1
    if first.row >= 0:
        on_line = sum(1 for _command in takewhile(lambda each: each.row == first.row, commands))
    took = min(max(wanted, 1), on_line)
    if took == 1:
        return took, first
    text = ", ".join(each.text for each in commands[:took])
    return took, replace(first, line=text, text=text)
