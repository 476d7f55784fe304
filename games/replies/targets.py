"""Tells which question of which game a line is meant for, of all that a mail asks. Pure.

A number is printed once in the mail; a name counts where one game has it. Where two could be meant nothing is
played, and the reader is asked which.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .commands import (
    NUMBERS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    ReplyQuestion,
    UnclearAnswer,
    normalized,
)
from .matching import match_labels

WITHOUT_QUESTION = (CommandKind.SAY, CommandKind.UNDO, CommandKind.HAND, CommandKind.REQUEST)
# A line that is refused for one of these reasons has named a choice of the question all the same.
NAMES_A_CHOICE = (
    AnswerProblem.AMBIGUOUS,
    AnswerProblem.HOW_MANY,
    AnswerProblem.TWICE,
    AnswerProblem.GONE,
    AnswerProblem.NO_WORDS,
    AnswerProblem.TOO_LONG,
)
NUMBER_FIRST = re.compile(r"\W*(\d{1,3})(?!\d)\s*[.):\]*-]*\s+\S")


@dataclass(frozen=True)
class PrintedRange:
    """The numbers of a question in a mail, and the game that asks it."""

    game: int
    question: int
    first: int
    count: int

    def __contains__(self, number: int) -> bool:
        return self.first <= number < self.first + self.count


@dataclass(frozen=True)
class PrintedGames:
    """What a mail has printed of its games: their names, by keys, and the numbers of their questions.

    `choices` are the names of what can be chosen in each, `loose`.
    """

    names: Mapping[int, str]
    ranges: Sequence[PrintedRange]
    choices: Mapping[int, Collection[str]] = field(default_factory=dict)

    def range_of(self, number: int) -> PrintedRange | None:
        """Return where a number is printed, if it is."""
        return next((each for each in self.ranges if number in each), None)


@dataclass(frozen=True)
class AskedNow:
    """What a name can mean: a question of a game; `question` is its number if the mail has printed it.

    With `if_named`, only in a line that names the game: neither the mail nor a line above has led to it.
    """

    game: int
    question: int | None
    asked: ReplyQuestion
    if_named: bool = False


@dataclass(frozen=True)
class Target:
    """The game that a line is meant for, and the number of the question if the mail has printed it."""

    game: int
    question: int | None = None


def find_target(
    command: ReplyCommand, mail: PrintedGames, asked: Iterable[AskedNow], before: Sequence[int]
) -> Target:
    """Return what a command is meant for. Raises `UnclearAnswer`.

    `asked` is what each game asks now, or asked in the mail; `before` are the games of the lines above.
    """
    if command.unclear is not None:
        raise command.unclear
    games = [command.game] if command.game is not None else list(mail.names)
    if command.kind in WITHOUT_QUESTION:
        if len(games) > 1 and len(set(before)) == 1:
            return Target(before[0])
        if len(games) > 1:
            raise UnclearAnswer(AnswerProblem.WHICH_GAME, *mail.names.values())
        return Target(games[0])
    questions = [
        each for each in asked if each.game in games and (command.game is not None or not each.if_named)
    ]
    if command.kind == CommandKind.CHOICE and NUMBERS.fullmatch(command.text):
        found = _by_number(command.text, games, mail, questions)
        if found is not None:
            return found
    return _by_name(command, mail, questions)


def _by_number(
    text: str, games: Sequence[int], mail: PrintedGames, questions: Sequence[AskedNow]
) -> Target | None:
    """Return the question whose printed numbers these are; ``None`` if a choice has such a name."""
    if any(_is_named(text, option.names) for each in questions for option in each.asked.options):
        return None
    numbers = [int(digits) for digits in re.findall(r"\d+", text)]
    found = {each for each in mail.ranges if each.game in games and all(number in each for number in numbers)}
    if len(found) == 1:
        printed = found.pop()
        return Target(printed.game, printed.question)
    wrong = next((number for number in numbers if mail.range_of(number) is None), numbers[0])
    raise UnclearAnswer(AnswerProblem.NOT_PRINTED, str(wrong))


def _is_named(text: str, names: Iterable[str]) -> bool:
    return normalized(text) in {normalized(name) for name in names}


def _by_name(command: ReplyCommand, mail: PrintedGames, questions: Sequence[AskedNow]) -> Target:
    """Return the one question of which a line names a choice."""
    found: list[AskedNow] = []
    near: list[UnclearAnswer] = []
    offering: list[AskedNow] = []
    for each in questions:
        try:
            match_labels(command, each.asked)
        except UnclearAnswer as unclear:
            if unclear.problem not in NAMES_A_CHOICE:
                near.append(unclear)
                offering += [each] if unclear.offer else []
                continue
        found.append(each)
    games = dict.fromkeys(mail.names[each.game] for each in found)
    if len({each.game for each in found}) > 1:
        raise UnclearAnswer(AnswerProblem.WHICH_GAME, *games)
    if len(found) > 1:
        raise UnclearAnswer(AnswerProblem.WHICH_QUESTION, *games)
    if found:
        _check_number(command, found[0], mail)
        return Target(found[0].game, found[0].question)
    if command.game is not None:
        # Whatever is asked there says itself what is wrong.
        return Target(command.game, questions[0].question if questions else None)
    if command.kind == CommandKind.PASS and near:
        raise near[0]
    if len(offering) == 1:
        return Target(offering[0].game, offering[0].question)  # which says itself what it offers
    typo = next((each for each in near if each.problem == AnswerProblem.TYPO), None)
    raise typo or UnclearAnswer(AnswerProblem.NOT_IN_MAIL)


def _check_number(command: ReplyCommand, found: AskedNow, mail: PrintedGames) -> None:
    """Refuse a line whose number is that of another question than the one in which its name is."""
    said = NUMBER_FIRST.match(command.text)
    printed = mail.range_of(int(said[1])) if said is not None else None
    if said is None or printed is None or (printed.game, printed.question) == (found.game, found.question):
        return
    if not any(option.number == int(said[1]) for option in found.asked.options):
        raise UnclearAnswer(AnswerProblem.OTHER_NUMBER, said[1])
