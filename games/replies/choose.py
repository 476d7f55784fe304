"""Decides what the next commands of a text answer to a question. Pure: it reads the text and the question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from .commands import CommandKind, ReplyCommand, ReplyQuestion, UnclearAnswer, loose
from .doubts import ANSWERS
from .matching import match_labels
from .phrases import joins_of_all_languages
from .spoken_line import ONLY_AS_PRINTED

LISTS = re.compile(r"[,;&+]|\d\D+\d")  # what may stand between two choices of a line


@dataclass(frozen=True)
class ChosenLabels:
    """The labels of an answer, how many commands it takes, and the line that they were written as."""

    labels: tuple[str, ...]
    took: int
    line: str


def choose(commands: Sequence[ReplyCommand], asked: ReplyQuestion) -> ChosenLabels:
    """Return what the first of these commands chooses, or as many of its line as the question wants.

    A line of cards counts whole, unless all of them may still be played. What takes several may have a line
    for each. Raises `UnclearAnswer`.
    """
    wanted = asked.least
    if not asked.vocabulary.meanings:
        row = _length_of_line(commands)
        wanted = 1 if row <= asked.plays_left else row
        if row == 1 and (labels := _choose_by_lines(commands, asked)):
            took, command = take_line(commands, len(labels))
            return ChosenLabels(labels, took, command.line)
    took, command = take_line(commands, wanted)
    return ChosenLabels(match_labels(command, asked), took, command.line)


def take_line(commands: Sequence[ReplyCommand], wanted: int) -> tuple[int, ReplyCommand]:
    """Return how many commands of the first line, or of lines of one choice each, count for so many choices.

    The second is all these as one command.
    """
    first = commands[0]
    took = min(max(wanted, 1), max(_length_of_line(commands), len(_single_lines(commands))))
    if took == 1:
        return took, first
    text = ", ".join(each.text for each in commands[:took])
    return took, replace(first, line=text, text=text)


def _length_of_line(commands: Sequence[ReplyCommand]) -> int:
    """Return how many commands are of the same line as the first."""
    row = commands[0].row
    return 1 if row < 0 else sum(1 for _command in takewhile(lambda each: each.row == row, commands))


def _choose_by_lines(commands: Sequence[ReplyCommand], asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what lines choose that each name one of several; none unless all of them do, and that many."""
    lines = _single_lines(commands)
    answers = list(takewhile(lambda each: each.kind in ANSWERS, commands))
    if asked.least < 2 or len(lines) < len(answers) or not asked.least <= len(lines) <= asked.most:
        return ()
    if asked.what in ONLY_AS_PRINTED:
        return ()
    try:
        found = [match_labels(each, replace(asked, least=1, most=1)) for each in lines]
    except UnclearAnswer:
        return ()
    labels = tuple(label for each in found for label in each)
    return labels if len(set(labels)) == len(labels) else ()


def lines_for_game(commands: Sequence[ReplyCommand]) -> Sequence[ReplyCommand]:
    """Return the first commands of a reply to a mail of several games that certainly are for one game."""
    first = commands[0]
    if first.game is None:
        return commands[: _length_of_line(commands)]
    return list(takewhile(lambda each: each.game == first.game, commands))


def _single_lines(commands: Sequence[ReplyCommand]) -> list[ReplyCommand]:
    """Return the first commands that are lines of one choice each, by their text alone."""
    return list(takewhile(lambda each: each.row < 0 and _is_single(each), commands))


def _is_single(command: ReplyCommand) -> bool:
    words = loose(command.text).split()
    is_list = LISTS.search(command.text) or any((word,) in joins_of_all_languages() for word in words)
    return command.kind == CommandKind.CHOICE and command.unclear is None and not is_list
