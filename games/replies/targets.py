"""Tells which question of which game a line is meant for, of all that a mail asks. Pure.

A number is printed once in the mail; a name counts where one game has it. Where two could be meant nothing is
played, and the reader is asked which.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

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

WITHOUT_QUESTION = (CommandKind.SAY, CommandKind.UNDO, CommandKind.HAND)
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


class GameProblem(StrEnum):
    """Why it isn't clear which game a line is meant for."""

    WHICH_GAME = "which-game"
    WHICH_NAME = "which-name"
    WHICH_QUESTION = "which-question"
    NO_SUCH_NUMBER = "no-such-number"
    OTHER_GAME = "other-game"
    OTHER_NUMBER = "other-number"
    ONE_LINE_EACH = "one-line-each"
    UNKNOWN = "unknown"


class UnclearGame(ValueError):
    """A line can't be given to one game; `about` are the names or numbers concerned."""

    def __init__(self, problem: GameProblem, *about: str) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.about = about


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
class ReplyLine:
    """What is to be done by a line, or by a part of one: in `game` if it names one."""

    command: ReplyCommand
    game: int | None = None
    unclear: UnclearGame | None = None


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
    line: ReplyLine,
    names: Mapping[int, str],
    ranges: Sequence[PrintedRange],
    asked: Iterable[AskedNow],
    before: Sequence[int],
) -> Target:
    """Return what a line is meant for. Raises `UnclearGame` or `UnclearAnswer`.

    `asked` is what each game asks now, or asked in the mail; `before` are the games of the lines above.
    """
    if line.unclear is not None:
        raise line.unclear
    if line.command.unclear is not None:
        raise line.command.unclear
    command, meant = line.command, line.game
    games = [meant] if meant is not None else list(names)
    if command.kind in WITHOUT_QUESTION:
        if len(games) > 1 and len(set(before)) == 1:
            return Target(before[0])
        if len(games) > 1:
            raise UnclearGame(GameProblem.WHICH_GAME, *names.values())
        return Target(games[0])
    questions = [each for each in asked if each.game in games and (meant is not None or not each.if_named)]
    if command.kind == CommandKind.CHOICE and NUMBERS.fullmatch(command.text):
        found = _by_number(command.text, games, ranges, questions)
        if found is not None:
            return found
    return _by_name(command, meant, names, ranges, questions)


def _by_number(
    text: str, games: Sequence[int], ranges: Sequence[PrintedRange], questions: Sequence[AskedNow]
) -> Target | None:
    """Return the question whose printed numbers these are; ``None`` if a choice has such a name."""
    options = (option for each in questions for option in each.asked.options)
    is_name = any(_is_named(text, option.names) for option in options)
    numbers = [int(digits) for digits in re.findall(r"\d+", text)]
    found = {each for each in ranges if each.game in games and all(number in each for number in numbers)}
    if not is_name and len(found) == 1:
        printed = found.pop()
        return Target(printed.game, printed.question)
    if not is_name:
        wrong = [number for number in numbers if not any(number in each for each in ranges)]
        raise UnclearGame(GameProblem.NO_SUCH_NUMBER, str(wrong[0] if wrong else numbers[0]))
    return None


def _is_named(text: str, names: Iterable[str]) -> bool:
    return normalized(text) in {normalized(name) for name in names}


def _by_name(
    command: ReplyCommand,
    meant: int | None,
    names: Mapping[int, str],
    ranges: Sequence[PrintedRange],
    questions: Sequence[AskedNow],
) -> Target:
    """Return the one question of which a line names a choice."""
    found: list[AskedNow] = []
    near: list[UnclearAnswer] = []
    for each in questions:
        try:
            match_labels(command, each.asked)
        except UnclearAnswer as unclear:
            if unclear.problem not in NAMES_A_CHOICE:
                near.append(unclear)
                continue
        found.append(each)
    if len({each.game for each in found}) > 1:
        about = dict.fromkeys(names[each.game] for each in found)
        raise UnclearGame(GameProblem.WHICH_GAME, *about)
    if len(found) > 1:
        raise UnclearGame(GameProblem.WHICH_QUESTION, names[found[0].game])
    if found:
        _check_number(command, found[0], ranges)
        return Target(found[0].game, found[0].question)
    if meant is not None:
        # Whatever is asked there says itself what is wrong.
        return Target(meant, questions[0].question if questions else None)
    if command.kind == CommandKind.PASS and near:
        raise near[0]
    typo = next((each for each in near if each.problem == AnswerProblem.TYPO), None)
    raise typo or UnclearGame(GameProblem.UNKNOWN)


def _check_number(command: ReplyCommand, found: AskedNow, ranges: Sequence[PrintedRange]) -> None:
    """Refuse a line whose number is that of another question than the one in which its name is."""
    said = NUMBER_FIRST.match(command.text)
    printed = next((each for each in ranges if said is not None and int(said[1]) in each), None)
    if said is None or printed is None or (printed.game, printed.question) == (found.game, found.question):
        return
    if not any(option.number == int(said[1]) for option in found.asked.options):
        raise UnclearGame(GameProblem.OTHER_NUMBER, said[1])
