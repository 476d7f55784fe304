"""What somebody writes above a mail of the site, read as commands; pure, it knows no game and no Django.

A line is read as a whole: it is a command, or it names choices of one question and nothing else. So prose is
never a move. See docs/decisions/0022-what-a-reply-may-do.md.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from . import board_commands
from .board_commands import Vocabulary

MOST_LINES, MOST_CHARACTERS = 20, 2000
MOST_PARTS = 40  # answers in all these lines
SHORTEST_BEGINNING = 4  # of a name, in letters: fewer are a word of prose too easily
NUMBERS = re.compile(r"#?\d{1,3}[.)]?(?:(?:\s*[,;+&]\s*|\s+)#?\d{1,3}[.)]?)*")
END = re.compile(r"(>|\||-- ?$|—\s*$|_{3,}|-{3,}|={3,}|== )")
NO_WORDS = Vocabulary()
VERBS = ("play", "choose", "discard")
# What people write instead of what is printed, or what their keyboard makes of it.
PLAIN = str.maketrans(
    {**dict.fromkeys("’‘", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("–—", "-"), "\u00a0": " "}
    | {"ł": "l", "Ł": "L"}
)


class CommandKind(StrEnum):
    """What a line asks for."""

    ANSWER = "answer"
    WORDS = "words"
    PASS = "pass"  # noqa: S105
    HELP = "help"
    HAND = "hand"
    UNDO = "undo"
    SAY = "say"


COMMANDS: Mapping[str, CommandKind] = {
    **{
        kind.value: kind
        for kind in (CommandKind.PASS, CommandKind.HELP, CommandKind.HAND, CommandKind.UNDO, CommandKind.SAY)
    },
    "answer": CommandKind.WORDS,
}
"""The words that make a line a command, in English."""
SPEAKING = (CommandKind.SAY, CommandKind.WORDS)  # they need words of one's own; the others stand alone


@dataclass(frozen=True)
class ReplyCommand:
    """One line: `text` is what is answered or said, without the word that says so.

    Where a line holds several answers, each is a command, and `row` is the same for all of them.
    """

    kind: CommandKind
    line: str
    text: str = ""
    row: int = -1


@dataclass(frozen=True)
class ReplyOption:
    """One answer that a question takes: the number that the mail printed before it, 0 if none, and its names.

    `sort` is the same for answers that mean the same, such as two equal cards.
    """

    label: str
    number: int
    names: tuple[str, ...]
    sort: str = ""


@dataclass(frozen=True)
class ReplyQuestion:
    """A question as a reply may answer it; with `words` above 0, also by a text of so many characters.

    `vocabulary` says what moves of the board are written in, `verbs` what may stand before a name. `gone` are
    numbers that the mail has printed for what cannot be chosen now, with what that was.
    """

    options: tuple[ReplyOption, ...]
    least: int = 1
    most: int = 1
    words: int = 0
    takes_numbers: bool = True
    vocabulary: Vocabulary = NO_WORDS
    gone: Mapping[int, str] = field(default_factory=dict)
    verbs: Collection[str] = VERBS


class AnswerProblem(StrEnum):
    """Why a line is no answer."""

    NO_NUMBERS = "no-numbers"
    NO_SUCH_NUMBER = "no-such-number"
    GONE = "gone"
    NO_MOVE = "no-move"
    TWICE = "twice"
    HOW_MANY = "how-many"
    AMBIGUOUS = "ambiguous"
    TYPO = "typo"
    UNKNOWN = "unknown"
    NO_PASS = "no-pass"  # noqa: S105
    NO_WORDS = "no-words"
    TOO_LONG = "too-long"


class UnclearAnswer(ValueError):
    """A line does not answer the question; `about` are the names or the numbers that it is about."""

    def __init__(self, problem: AnswerProblem, about: Sequence[str] = ()) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.about = tuple(about)


def read_commands(text: str, words: Mapping[str, CommandKind] = COMMANDS) -> list[ReplyCommand]:
    """Return the commands in the first lines of a reply, up to an empty line, a quotation or a signature.

    `words` are those that make a line a command, in lower case.
    """
    return list(_commands(text[:MOST_CHARACTERS], words))[:MOST_LINES]


def _commands(text: str, words: Mapping[str, CommandKind]) -> Iterator[ReplyCommand]:
    has_begun = False
    for each in text.splitlines():
        line = " ".join("".join(char if char.isprintable() else " " for char in each).split())
        if END.match(line) or (not line and has_begun):
            return
        if line:
            has_begun = True
            yield _command(line, words)


def _command(line: str, words: Mapping[str, CommandKind]) -> ReplyCommand:
    word, _space, rest = line.partition(" ")
    bare = word.lower().rstrip(":")
    if line.startswith(":"):
        return ReplyCommand(CommandKind.WORDS, line, line[1:].strip())
    if rest and (kind := words.get(bare)) in SPEAKING:
        return ReplyCommand(kind, line, rest.strip())
    alone = words.get(line.lower().rstrip(" .!"))
    if alone is not None and alone not in SPEAKING:
        return ReplyCommand(alone, line)
    return ReplyCommand(CommandKind.ANSWER, line, line)


def split_answers(
    commands: Iterable[ReplyCommand], *, kept: Collection[str] = (), goes_on: Collection[str] = ()
) -> list[ReplyCommand]:
    """Return the same commands with each answer of a line as one of its own.

    `kept` are the keys of names with a comma in them; what begins with a word of `goes_on`, or is one of
    these, belongs to what stands before its comma.
    """
    parts: list[ReplyCommand] = []
    for row, command in enumerate(commands):
        texts = [command.text]
        if (
            command.kind == CommandKind.ANSWER
            and NUMBERS.fullmatch(command.text)
            and normalized(command.text) not in kept
        ):
            texts = re.findall(r"\d+", command.text)
        elif command.kind == CommandKind.ANSWER:
            texts = list(_answers(command.text, kept, goes_on))
        if len(texts) == 1:
            parts.append(command)
        else:
            parts += [ReplyCommand(command.kind, text, text, row) for text in texts]
    return parts[:MOST_PARTS]


def _answers(text: str, kept: Collection[str], goes_on: Collection[str]) -> Iterator[str]:
    pieces = [piece.strip() for piece in re.split(r"[,;]", text) if piece.strip()]
    start = 0
    while start < len(pieces):
        ends = range(len(pieces), start + 1, -1)
        end = next((end for end in ends if normalized(", ".join(pieces[start:end])) in kept), start + 1)
        while end < len(pieces) and {normalized(pieces[end]), normalized(pieces[end]).partition(" ")[0]} & {
            *goes_on
        }:
            end += 1
        yield ", ".join(pieces[start:end])
        start = end


def match_labels(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels with which a line answers a question. Raises `Unclear`."""
    if command.kind == CommandKind.PASS:
        return _passes(asked)
    if command.kind == CommandKind.WORDS and asked.words:
        return _own_words(command.text, asked)
    text = command.text
    if NUMBERS.fullmatch(text) and not _exactly(text, asked.options):
        labels = _by_numbers([int(digits) for digits in re.findall(r"\d+", text)], asked)
    else:
        labels = _by_names(text, asked)
    if not asked.least <= len(labels) <= asked.most:
        raise UnclearAnswer(AnswerProblem.HOW_MANY, (str(asked.least), str(asked.most)))
    return labels


def _passes(asked: ReplyQuestion) -> tuple[str, ...]:
    if any(option.label == "pass" for option in asked.options):
        return ("pass",)
    if asked.least == 0:
        return ()
    raise UnclearAnswer(AnswerProblem.NO_PASS)


def _own_words(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    if not text:
        raise UnclearAnswer(AnswerProblem.NO_WORDS)
    if len(text) > asked.words:
        raise UnclearAnswer(AnswerProblem.TOO_LONG, (str(asked.words),))
    return (text,)


def _by_numbers(numbers: Sequence[int], asked: ReplyQuestion) -> tuple[str, ...]:
    if not asked.takes_numbers:
        raise UnclearAnswer(AnswerProblem.NO_NUMBERS)
    if len(set(numbers)) < len(numbers):
        raise UnclearAnswer(AnswerProblem.TWICE)
    by_number = {option.number: option.label for option in asked.options if option.number}
    for number in numbers:
        if number in asked.gone:
            raise UnclearAnswer(AnswerProblem.GONE, (str(number), asked.gone[number]))
        if number not in by_number:
            raise UnclearAnswer(AnswerProblem.NO_SUCH_NUMBER, (str(number),))
    return tuple(by_number[number] for number in numbers)


def _by_names(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    # Where moves are written, a line of several answers was cut before: a comma belongs to its move.
    is_cut = asked.vocabulary.meanings and asked.most == 1
    parts = [text] if is_cut else list(_parts(text, asked.options))
    labels: list[str] = []
    for part in parts:
        found = [option.label for option in _find(part, asked)]
        left = [label for label in found if label not in labels]
        if not left:
            raise UnclearAnswer(AnswerProblem.TWICE)
        labels.append(left[0])
    return tuple(labels)


def _parts(text: str, options: Sequence[ReplyOption]) -> Iterator[str]:
    """Split a line at commas, but for those that belong to a name."""
    pieces = [piece.strip() for piece in re.split(r"[,;]", text)]
    pieces = pieces[:-1] if len(pieces) > 1 and not pieces[-1] else pieces
    start = 0
    while start < len(pieces):
        ends = range(len(pieces), start, -1)
        joined = (end for end in ends if _exactly(", ".join(pieces[start:end]), options))
        end = next(joined, start + 1)
        yield ", ".join(pieces[start:end])
        start = end


def _find(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a name means, all of one sort. Raises `Unclear`."""
    options = asked.options
    if found := _exactly(text, options):
        return _of_one_sort(found)
    bare = normalized(text)
    path = board_commands.read_path(bare, asked.vocabulary)
    begun = _beginning(bare, options) if len(path) < 2 else []
    meant = board_commands.find_moves(path, (option.label for option in options))
    if meant.labels or begun:
        moves = [option for option in options if option.label in meant.labels and option not in begun]
        is_plain = meant.is_plain or bool(begun) or not moves
        return _of_one_sort([*begun, *moves], is_plain=is_plain)
    verb, _space, rest = text.partition(" ")
    if rest and normalized(verb) in asked.verbs:
        return _find(rest.strip(), asked)
    if path and options:
        raise _no_move(path, options)
    raise _nearest(bare, options)


def _beginning(bare: str, options: Sequence[ReplyOption]) -> list[ReplyOption]:
    """Return the options of which a name begins so."""
    if len(bare) < SHORTEST_BEGINNING:
        return []
    return [each for each in options if any(normalized(name).startswith(bare) for name in each.names)]


def _no_move(path: Sequence[str], options: Sequence[ReplyOption]) -> UnclearAnswer:
    like = board_commands.similar_moves(path, (option.label for option in options))
    return UnclearAnswer(
        AnswerProblem.NO_MOVE, [option.names[0] for option in options if option.label in like]
    )


def _exactly(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    bare = normalized(text)
    return [option for option in options if bare and any(normalized(name) == bare for name in option.names)]


def _of_one_sort(found: list[ReplyOption], *, is_plain: bool = True) -> list[ReplyOption]:
    if not is_plain or len({option.sort or option.label for option in found}) > 1:
        raise UnclearAnswer(
            AnswerProblem.AMBIGUOUS, tuple(dict.fromkeys(option.names[0] for option in found))
        )
    return found


def _nearest(bare: str, options: Sequence[ReplyOption]) -> UnclearAnswer:
    names = {normalized(name): option.names[0] for option in options for name in option.names}
    near = difflib.get_close_matches(bare[:100], names, n=1, cutoff=0.6)
    return (
        UnclearAnswer(AnswerProblem.TYPO, (names[near[0]],)) if near else UnclearAnswer(AnswerProblem.UNKNOWN)
    )


def normalized(text: str) -> str:
    """Return a name as it is compared: without case, accents, quotation marks around it and an end stop."""
    text = text.translate(PLAIN).strip().strip('"').strip().rstrip(".!")
    spelled = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in spelled if not unicodedata.combining(char)).split())
