"""Parses the text of a reply into commands. Pure: it knows no game and no Django.

Every line is either a command, or it names choices of one question and nothing else, so prose is never a
move. See docs/decisions/0022-what-a-reply-may-do.md.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from . import board_commands
from .board_commands import Vocabulary

MOST_LINES, MOST_CHARACTERS = 20, 2000
MOST_ANSWERS = 40  # in all these lines
MOST_NAMES = 20_000  # that are kept for comparison: those of all cards, in all languages and cases
SHORTEST_BEGINNING = 4  # of a name, in letters: shorter ones are too often words of prose
NUMBERS = re.compile(r"#?\d{1,3}[.)]?(?:(?:\s*[,;+&]\s*|\s+)#?\d{1,3}[.)]?)*")
END = re.compile(r"(>|\||-- ?$|—\s*$|_{3,}|-{3,}|={3,}|== )")
NO_WORDS = Vocabulary()
VERBS = ("play", "choose", "discard")
# Words of the site's languages, `normalized`, that say nothing of the choice: before a number, and around it.
NUMBER_WORDS = (
    *("no", "nr", "number", "card", "option", "choice"),
    *("numer", "karta", "karte", "opcja"),
    *("номер", "карта", "карту", "вариант"),
)
NOUNS = ("card", "karta", "karte", "карта", "карту")  # of these, what may stand before a name
COURTESY = re.compile(
    r"[,.!]?\s*\b(please|pls|thanks|thank you|prosze|dzieki|dziekuje|пожалуиста|спасибо)[.!]*$"
)
GREETING = re.compile(
    r"(hi|hello|hey|dear|good (morning|day|afternoon|evening)|czesc|hej|witam|siema|dzien dobry|dobry wieczor"
    r"|привет|здравствуите|добрыи (день|вечер)|доброе утро),?(?P<name>( [^\W\d]+){0,2})[,.!]*"
)
PRONOUNS = frozenset(("i", "i'll", "i'd", "ja", "я"))
ARTICLES = ("the", "a", "an")
# What programs put behind a name that was a link, where they turn a page into text.
LINK = re.compile(r"\s*[<\[(]https?://[^>\])\s]*[>\])]")
# What people and their programs put around a number or a name: bold type, brackets, key caps.
AROUND = " \t*_~`\"'()[]{}<>#№.,:;!\ufe0f\u20e3"
# Characters that people and their keyboards write instead of the printed ones.
PLAIN = str.maketrans(
    {**dict.fromkeys("’‘", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("–—", "-"), "\u00a0": " "}
    | {"ł": "l", "Ł": "L"}
)


class CommandKind(StrEnum):
    """What a line asks for."""

    CHOICE = "answer"
    FREE_TEXT = "words"
    PASS = "pass"  # noqa: S105
    HELP = "help"
    HAND = "hand"
    UNDO = "undo"
    SAY = "say"


COMMANDS: Mapping[str, CommandKind] = {
    "pass": CommandKind.PASS,
    "help": CommandKind.HELP,
    "hand": CommandKind.HAND,
    "undo": CommandKind.UNDO,
    "say": CommandKind.SAY,
    "answer": CommandKind.FREE_TEXT,
}
"""The English words that make a line a command."""
WITH_TEXT = (CommandKind.SAY, CommandKind.FREE_TEXT)  # the others stand alone


@dataclass(frozen=True)
class ReplyCommand:
    """One line, or one answer of a line: `text` is the line without its command word.

    `row` is the same for all answers of a line that holds several.
    """

    kind: CommandKind
    line: str
    text: str = ""
    row: int = -1


@dataclass(frozen=True)
class ReplyOption:
    """One possible answer: its number in the mail, 0 if it has none, and its names.

    `sort` is the same for equivalent answers, such as two equal cards.
    """

    label: str
    number: int
    names: tuple[str, ...]
    sort: str = ""


@dataclass(frozen=True)
class ReplyQuestion:
    """A question that a reply can answer; with `words` above 0, also by a text of so many characters.

    `vocabulary` is for moves of the board; `verbs` may precede a name. `gone` maps numbers of the mail to the
    names of choices that are no longer possible.
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
    """Why a line is not a valid answer."""

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
    """A line does not answer the question; `about` are the names or numbers concerned."""

    def __init__(self, problem: AnswerProblem, *about: str) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.about = about


def read_commands(text: str, words: Mapping[str, CommandKind] = COMMANDS) -> list[ReplyCommand]:
    """Return the commands in the first lines of a reply, up to an empty line, a quotation or a signature.

    `words` are the words, in lower case, that make a line a command.
    """
    commands: list[ReplyCommand] = []
    for each in text[:MOST_CHARACTERS].splitlines():
        line = " ".join("".join(char if char.isprintable() else " " for char in each).split())
        if END.match(line) or (not line and commands):
            break
        if line and (commands or not GREETING.fullmatch(normalized(line))):
            commands.append(_command(line, words))
    return commands[:MOST_LINES]


def _command(line: str, words: Mapping[str, CommandKind]) -> ReplyCommand:
    word, _space, rest = line.partition(" ")
    bare = word.lower().rstrip(":")
    if line.startswith(":"):
        return ReplyCommand(CommandKind.FREE_TEXT, line, line[1:].strip())
    if rest and (kind := words.get(bare)) in WITH_TEXT:
        return ReplyCommand(kind, line, rest.strip())
    alone = words.get(line.lower().rstrip(" .!"))
    if alone is not None and alone not in WITH_TEXT:
        return ReplyCommand(alone, line)
    return ReplyCommand(CommandKind.CHOICE, line, LINK.sub("", line) or line)


def split_answers(
    commands: Iterable[ReplyCommand],
    *,
    names_with_commas: Collection[str] = (),
    continuations: Collection[str] = (),
) -> list[ReplyCommand]:
    """Return the same commands with each answer of a line as a command of its own.

    Both collections are `normalized`. What is a continuation, or begins with one, belongs to what stands
    before its comma.
    """
    parts: list[ReplyCommand] = []
    for row, command in enumerate(commands):
        texts = [command.text]
        if command.kind == CommandKind.CHOICE:
            if NUMBERS.fullmatch(command.text) and normalized(command.text) not in names_with_commas:
                texts = re.findall(r"\d+", command.text)
            else:
                pieces = [piece for piece in _pieces(command.text) if piece]
                texts = list(_join_names(pieces, names_with_commas, continuations))
        if len(texts) == 1:
            parts.append(command)
        else:
            parts += [ReplyCommand(command.kind, text, text, row) for text in texts]
    return parts[:MOST_ANSWERS]


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in re.split(r"[,;]", text)]


def _join_names(
    pieces: Sequence[str], names: Collection[str], continuations: Collection[str] = ()
) -> Iterator[str]:
    """Join the pieces of a line again where a comma belongs to a name, or before a continuation."""
    start = 0
    while start < len(pieces):
        ends = range(len(pieces), start, -1)
        end = next((end for end in ends if normalized(", ".join(pieces[start:end])) in names), start + 1)
        while end < len(pieces) and _continues(normalized(pieces[end]), continuations):
            end += 1
        yield ", ".join(pieces[start:end])
        start = end


def _continues(bare: str, continuations: Collection[str]) -> bool:
    return bare in continuations or bare.partition(" ")[0] in continuations


def match_labels(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels with which a line answers a question. Raises `UnclearAnswer`."""
    if command.kind == CommandKind.PASS:
        return _passes(asked)
    if command.kind == CommandKind.FREE_TEXT and asked.words:
        return _own_words(command.text, asked)
    problems: list[UnclearAnswer] = []
    for text in _readings(command.text, asked):
        try:
            return _match_text(text, asked)
        except UnclearAnswer as unclear:
            # What stands around a number says nothing; what is wrong with the number itself does.
            is_about_number = NUMBERS.fullmatch(text) and unclear.problem != AnswerProblem.NO_MOVE
            problems.insert(0 if is_about_number else len(problems), unclear)
    raise problems[0]


def _readings(text: str, asked: ReplyQuestion) -> Iterator[str]:
    """Return a line as it is, and then without more and more of what says nothing of the choice."""
    yield text
    bare = text.translate(PLAIN).strip(AROUND)
    folded = _folded(bare)
    if len(folded) == len(bare) and (said := COURTESY.search(folded)):
        bare = bare[: said.start()].strip(AROUND)
    yield bare
    first, _space, rest = bare.partition(" ")
    if rest and normalized(first) in PRONOUNS:
        first, _space, rest = rest.partition(" ")
    if rest and normalized(first) in asked.verbs:
        bare = rest.strip(AROUND)
        yield bare
    first, _space, rest = bare.partition(" ")
    rest = rest.strip(AROUND)
    if rest and normalized(first) in NUMBER_WORDS and (NUMBERS.fullmatch(rest) or normalized(first) in NOUNS):
        yield rest


def _match_text(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    if NUMBERS.fullmatch(text) and not _exactly(text, asked.options):
        labels = _by_numbers([int(digits) for digits in re.findall(r"\d+", text)], asked)
    else:
        labels = _by_names(text, asked)
    if not asked.least <= len(labels) <= asked.most:
        raise UnclearAnswer(AnswerProblem.HOW_MANY, str(asked.least), str(asked.most))
    return labels


def _passes(asked: ReplyQuestion) -> tuple[str, ...]:
    if asked.least <= 1 and any(option.label == "pass" for option in asked.options):
        return ("pass",)
    if asked.least == 0:
        return ()
    raise UnclearAnswer(AnswerProblem.NO_PASS)


def _own_words(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    if not text:
        raise UnclearAnswer(AnswerProblem.NO_WORDS)
    if len(text) > asked.words:
        raise UnclearAnswer(AnswerProblem.TOO_LONG, str(asked.words))
    return (text,)


def _by_numbers(numbers: Sequence[int], asked: ReplyQuestion) -> tuple[str, ...]:
    if not asked.takes_numbers:
        raise UnclearAnswer(AnswerProblem.NO_NUMBERS)
    if len(set(numbers)) < len(numbers):
        raise UnclearAnswer(AnswerProblem.TWICE)
    by_number = {option.number: option.label for option in asked.options if option.number}
    for number in numbers:
        if number in asked.gone:
            raise UnclearAnswer(AnswerProblem.GONE, str(number), asked.gone[number])
        if number not in by_number:
            raise UnclearAnswer(AnswerProblem.NO_SUCH_NUMBER, str(number))
    return tuple(by_number[number] for number in numbers)


def _by_names(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    parts = [text]
    # With moves, `split_answers` has split the line: a comma that is left belongs to a move.
    if not asked.vocabulary.meanings or asked.most != 1:
        pieces = _pieces(text)
        pieces = pieces[:-1] if len(pieces) > 1 and not pieces[-1] else pieces
        parts = list(_join_names(pieces, {normalized(name) for each in asked.options for name in each.names}))
    labels: list[str] = []
    for part in parts:
        found = [option.label for option in _find(part, asked)]
        left = [label for label in found if label not in labels]
        if not left:
            raise UnclearAnswer(AnswerProblem.TWICE)
        labels.append(left[0])
    return tuple(labels)


def _find(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a name means, all of one sort. Raises `UnclearAnswer`."""
    options = asked.options
    if found := _exactly(text, options) or _numbered(text, asked) or _loosely(text, options):
        return _of_one_sort(found)
    bare = normalized(text)
    path = board_commands.read_path(bare, asked.vocabulary)
    begun = _beginning(bare, options) if len(path) < 2 else []
    meant = board_commands.find_moves(path, (option.label for option in options))
    if meant.labels or begun:
        moves = [option for option in options if option.label in meant.labels and option not in begun]
        is_clear = meant.is_clear or bool(begun) or not moves
        return _of_one_sort([*begun, *moves], is_clear=is_clear)
    verb, _space, rest = text.partition(" ")
    if rest and normalized(verb) in asked.verbs:
        return _find(rest.strip(), asked)
    if path and options:
        raise _no_move(path, options)
    raise _nearest(bare, options)


def _beginning(bare: str, options: Sequence[ReplyOption]) -> list[ReplyOption]:
    """Return the options with a name that begins like this."""
    if len(bare) < SHORTEST_BEGINNING:
        return []
    return [each for each in options if any(normalized(name).startswith(bare) for name in each.names)]


def _no_move(path: Sequence[str], options: Sequence[ReplyOption]) -> UnclearAnswer:
    like = board_commands.similar_moves(path, (option.label for option in options))
    names = [option.names[0] for option in options if option.label in like]
    return UnclearAnswer(AnswerProblem.NO_MOVE, *names)


def _exactly(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    bare = normalized(text)
    return [option for option in options if bare and any(normalized(name) == bare for name in option.names)]


def _numbered(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the option of a line as the mail prints it, ``2. Milk (keeper)``: number and name agree.

    Of a long name the beginning is enough, as a mail may break it. Where they don't agree, both options, so
    that the reader is asked which one was meant.
    """
    line = re.fullmatch(r"\W*(\d{1,3})\s*[.):\]*-]*\s+(.+)", text)
    if line is None or not asked.takes_numbers:
        return []
    by_number = [option for option in asked.options if option.number == int(line[1])]
    named = _exactly(line[2], asked.options) or _loosely(line[2], asked.options)
    named = named or _beginning(normalized(line[2]), by_number)
    if not named or any(option in named for option in by_number):
        return by_number if named else []
    return [*by_number, *named]


def _loosely(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    """Return the options with this name but for articles, apostrophes, hyphens and other signs."""
    bare = loose(text)
    return [option for option in options if bare and any(loose(name) == bare for name in option.names)]


def _of_one_sort(found: list[ReplyOption], *, is_clear: bool = True) -> list[ReplyOption]:
    if not is_clear or len({option.sort or option.label for option in found}) > 1:
        raise UnclearAnswer(AnswerProblem.AMBIGUOUS, *dict.fromkeys(option.names[0] for option in found))
    return found


def _nearest(bare: str, options: Sequence[ReplyOption]) -> UnclearAnswer:
    names = {normalized(name): option.names[0] for option in options for name in option.names}
    near = difflib.get_close_matches(bare[:100], names, n=1, cutoff=0.6)
    return UnclearAnswer(AnswerProblem.TYPO, names[near[0]]) if near else UnclearAnswer(AnswerProblem.UNKNOWN)


@lru_cache(maxsize=MOST_NAMES)
def normalized(text: str) -> str:
    """Return a name without case, accents, quotation marks around it and a full stop, for comparison."""
    text = text.translate(PLAIN).strip().strip('"').strip().rstrip(".!")
    return " ".join(_folded(text).split())


@lru_cache(maxsize=MOST_NAMES)
def loose(text: str) -> str:
    """Return a `normalized` name without signs and its article, too."""
    words = re.sub(r"[\W_]+", " ", normalized(text).replace("'", "")).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


def _folded(text: str) -> str:
    spelled = unicodedata.normalize("NFKD", text.translate(PLAIN).casefold())
    return "".join(char for char in spelled if not unicodedata.combining(char))
