"""Parses the text of a reply into commands. Pure: it knows no game and no Django.

Every line is either a command, or it names choices of one question and nothing else, so prose is never a
move. See docs/decisions/0022-what-a-reply-may-do.md.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from engine import QuestionKind

from .board_commands import Vocabulary
from .folding import PLAIN, fold
from .signs import HARMLESS_SIGNS, is_struck_out, says_no

MOST_LINES, MOST_CHARACTERS = 20, 2000
MOST_ANSWERS = 40  # in all these lines
MOST_NAMES = 20_000  # that are kept for comparison: those of all cards, in all languages and cases
NUMBERS = re.compile(
    r"#?\d{1,3}[.)]?(?:(?:\s*[,;+&]\s*(?:(?:and|i|oraz|и)\s+)?|\s+(?:(?:and|i|oraz|и)\s+)?)#?\d{1,3}[.)]?)*"
)
END = re.compile(r"(>|\||-- ?$|—\s*$|_{3,}|-{3,}|={3,}|== )")
NO_WORDS = Vocabulary()
VERBS = ("play", "choose", "discard")
ARTICLES = ("the", "a", "an")
# What programs put behind a name that was a link, where they turn a page into text.
LINK = re.compile(r"\s*[<\[(]https?://[^>\])\s]*[>\])]")
# The number and the signs with which a mail begins the line of a choice.
NUMBERED = re.compile(r"\W*+\d{1,3}[\s.):\]*-]++(?=\S)")
NUMBER_BEHIND = re.compile(r"(?<=\S) ?\(\d{1,3}\)$")
PRONOUNS = frozenset(("i", "i'll", "i'd", "ja", "я"))
# What people and their programs put around a number or a name: bold type, brackets, key caps, smileys.
AROUND = " \t*_`\"'()[]{}#№.,:;!\ufe0f\u20e3" + HARMLESS_SIGNS


class CommandKind(StrEnum):
    """What a line asks for."""

    CHOICE = "answer"
    FREE_TEXT = "words"
    PASS = "pass"  # noqa: S105
    HELP = "help"
    HAND = "hand"
    UNDO = "undo"
    SAY = "say"
    REQUEST = "request"  # for something else than a card, as `requests` reads it


COMMANDS: Mapping[str, CommandKind] = {
    "pass": CommandKind.PASS,
    "help": CommandKind.HELP,
    "hand": CommandKind.HAND,
    "undo": CommandKind.UNDO,
    "say": CommandKind.SAY,
    "answer": CommandKind.FREE_TEXT,
}
"""The English words that make a line a command."""
READING = (CommandKind.HELP, CommandKind.HAND)  # they change nothing, so they may be asked
WITH_TEXT = (CommandKind.SAY, CommandKind.FREE_TEXT)  # the others stand alone
COURTESY = re.compile(
    r"(?:[,.!]|(?<!\s))\s*+\b(please|pls|thanks|thx|thank you(?: very much)?|prosze|dzieki|dziekuje"
    r"|пожалуиста|спасибо)[.!]*$"
)
COURTESY_BEFORE = re.compile(r"(?:please|pls|prosze|пожалуиста)(?:\s*+[,:])?+\s++(?=\S)")
# A smiley behind a choice that laughs or winks, and a heart behind a number; “Love <3” closes a mail.
MERRY = re.compile(r"(?:(?<=\s)(?:[:;=]['^o-]?[)DPdp]++|[xX][dD]++)|(?<=\d\s)<3++)$")
WRAPPED = ("**", "__", "*", "_", '"', "'", "`")
# A colon and words; without a space, one word, or a single letter before others, may be the rest of a smiley.
OWN_WORDS = re.compile(r":(?:$|\s|\w{2,}+\s+\S)")


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
    EVERYDAY = "everyday"
    UNKNOWN = "unknown"
    NO_PASS = "no-pass"  # noqa: S105
    NO_WORDS = "no-words"
    TOO_LONG = "too-long"
    OTHER_VERB = "other-verb"
    OTHER_CARD = "other-card"
    QUESTION = "question"
    STRUCK_OUT = "struck-out"
    SIGN = "sign"
    ENDS_THINGS = "ends-things"
    GREETING = "greeting"
    CLOSING = "closing"
    TAKEN_BACK = "taken-back"
    BESIDE = "beside"
    BELOW = "below"
    # Of a mail of several games: it isn't clear which is meant.
    WHICH_GAME = "which-game"
    WHICH_NAME = "which-name"
    WHICH_QUESTION = "which-question"
    NOT_PRINTED = "not-printed"
    OTHER_GAME = "other-game"
    OTHER_NUMBER = "other-number"
    ONE_LINE_EACH = "one-line-each"
    NOT_IN_MAIL = "not-in-mail"


class UnclearAnswer(ValueError):
    """A line does not answer the question; `about` are the names or numbers concerned.

    `offer` has the labels of the answer that may have been meant, in order: all that the question takes.
    """

    def __init__(self, problem: AnswerProblem, *about: str, offer: tuple[str, ...] = ()) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.about = about
        self.offer = offer


@dataclass(frozen=True)
class ReplyCommand:
    """One line, or one answer of a line: `text` is the line without its command word.

    `row` is the same for all answers of a line that holds several. One that is `unclear` by what stands
    around it answers nothing. In a reply to a mail of several games, it is for `game` if it names one.
    Words of one's own are meant so only where a colon is before them (`has_colon`): “answer later” is none.
    One that `names_game` has the game's name before a colon; a number may tell the game, too.
    """

    kind: CommandKind
    line: str
    text: str = ""
    row: int = -1
    unclear: UnclearAnswer | None = field(default=None, compare=False)
    game: int | None = None
    has_colon: bool = field(default=True, compare=False)
    names_game: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class ReplyOption:
    """One possible answer: its number in the mail, 0 if it has none, and its names.

    `sort` is the same for equivalent answers, such as two equal cards. Of one that `needs_whole_name` the
    beginning means nothing.
    """

    label: str
    number: int
    names: tuple[str, ...]
    sort: str = ""
    needs_whole_name: bool = False
    is_person: bool = False


@dataclass(frozen=True)
class ReplyQuestion:
    """A question that a reply can answer; with `words` above 0, also by a text of so many characters.

    `vocabulary` is for moves of the board; `verbs` may precede a name, and `other_verbs` say something else
    than what is asked. `gone` maps numbers of the mail to the names of choices that are no longer possible.
    `titles` are those of all cards of the deck, `normalized` or `loose`. Without `what` nothing that is said
    in a sentence counts. `plays_left` are those of a question for a card to play,
    `people` the names of all seats, `normalized`.
    """

    options: tuple[ReplyOption, ...]
    least: int = 1
    most: int = 1
    words: int = 0
    takes_numbers: bool = True
    vocabulary: Vocabulary = NO_WORDS
    gone: Mapping[int, str] = field(default_factory=dict)
    verbs: Collection[str] = VERBS
    other_verbs: Collection[str] = ()
    titles: Collection[str] = ()
    what: QuestionKind | None = None
    plays_left: int = 0
    people: Collection[str] = ()


def read_commands(text: str, words: Mapping[str, CommandKind] = COMMANDS) -> list[ReplyCommand]:
    """Return the commands in the first lines of a reply, up to an empty line, a quotation or a signature.

    `words` are the words, in lower case, that make a line a command.
    """
    commands: list[ReplyCommand] = []
    for each in text[:MOST_CHARACTERS].splitlines():
        line = " ".join("".join(char if char.isprintable() else " " for char in each).split())
        if END.match(line) or (not line and commands):
            break
        if line:
            commands.append(_command(line, words))
    return commands[:MOST_LINES]


def _command(line: str, words: Mapping[str, CommandKind]) -> ReplyCommand:
    word, _space, rest = line.partition(" ")
    bare = word.lower().rstrip(":")
    if OWN_WORDS.match(line):
        return ReplyCommand(CommandKind.FREE_TEXT, line, line[1:].strip())
    kind = words.get(bare)
    if rest and kind in WITH_TEXT:
        return ReplyCommand(kind, line, rest.strip(), has_colon=word.endswith(":"))
    said = line.lower().rstrip(" .!")
    alone = words.get(said)
    if alone is None and " " in said:
        alone = words.get(normalized(without_courtesy(said.rstrip("? "))))
        if "?" in said and alone not in READING:  # “What cards do I have?”
            alone = None
    if alone is not None and alone not in WITH_TEXT:
        return ReplyCommand(alone, line)
    if bare.translate(PLAIN) in PRONOUNS - {"i'd"} and words.get(said.partition(" ")[2]) == CommandKind.PASS:
        return ReplyCommand(CommandKind.PASS, line)
    return ReplyCommand(CommandKind.CHOICE, line, LINK.sub("", line) or line)


def split_answers(
    commands: Iterable[ReplyCommand],
    *,
    names_with_commas: Collection[str] = (),
    continuations: Collection[str] = (),
    names: Collection[str] = (),
    is_known: Callable[[str], bool] = bool,
) -> list[ReplyCommand]:
    """Return the same commands with each answer of a line as a command of its own.

    The first two collections are `normalized`. What is a continuation, or begins with one, belongs to what
    stands before its comma. A sign that may say no is about the whole line, unless one of the `names` has it;
    so is a part that isn't known: “1, I think”.
    """
    parts: list[ReplyCommand] = []
    for row, command in enumerate(commands):
        texts = [command.text]
        if command.kind == CommandKind.CHOICE:
            plain = _without_wrapping(command.text) or command.text
            if NUMBERS.fullmatch(plain) and normalized(plain) not in names_with_commas:
                texts = re.findall(r"\d+", plain)
            else:
                pieces = [piece for piece in split_pieces(plain) if piece]
                texts = list(join_names(pieces, names_with_commas, continuations))
        if len(texts) == 1:
            parts.append(command)
        else:
            unclear = command.unclear or find_sign(command.text, names)
            unknown = next((text for text in texts if not is_known(text)), "")
            if unclear is None and unknown:
                unclear = UnclearAnswer(AnswerProblem.BESIDE, unknown)
            parts += [replace(command, line=text, text=text, row=row, unclear=unclear) for text in texts]
    return parts[:MOST_ANSWERS]


def without_smiley(text: str) -> str:
    """Return a text, its signs `PLAIN`, without the merry smiley and pictures behind it."""
    return MERRY.sub("", text.translate(PLAIN).rstrip(" .!\ufe0f" + HARMLESS_SIGNS))


def without_courtesy(bare: str) -> str:
    """Return a text without the words of courtesy behind it."""
    folded = fold(bare)
    said = COURTESY.search(folded) if len(folded) == len(bare) else None
    return bare[: said.start()] if said else bare


def _without_wrapping(text: str) -> str:
    """Return a line without courtesy and without the signs that stand before it and behind it."""
    bare = without_courtesy(without_smiley(text).strip()).strip()
    ends = next((sign for sign in WRAPPED if bare.startswith(sign) and bare.endswith(sign)), "")
    if not ends and bare.startswith("(") and bare.endswith(")") and bare.count("(") == 1:
        ends = "("
    return bare[len(ends) : len(bare) - len(ends)].strip()


def find_sign(text: str, names: Collection[str]) -> UnclearAnswer | None:
    """Return why a text is no choice by its signs: it is struck out, says no or asks.

    What stands in one of the `names` of choices is part of it.
    """
    if is_struck_out(text):
        return UnclearAnswer(AnswerProblem.STRUCK_OUT)
    if says_no(text) and says_no(text, "\n".join(names)):
        return UnclearAnswer(AnswerProblem.SIGN)
    if "?" in text and not any("?" in name and normalized(name) in normalized(text) for name in names):
        return UnclearAnswer(AnswerProblem.QUESTION)
    return None


def split_pieces(text: str) -> list[str]:
    """Return what stands between the commas of a line; the line whole if it has too many for answers."""
    pieces = re.split(r"[,;]", text)
    return [piece.strip() for piece in pieces] if len(pieces) <= MOST_ANSWERS else [text]


def join_names(
    pieces: Sequence[str], names: Collection[str], continuations: Collection[str] = ()
) -> Iterator[str]:
    """Join the pieces of a line again where a comma belongs to a name, or before a continuation."""
    start, longest = 0, max((name.count(",") for name in names), default=0) + 1
    while start < len(pieces):
        ends = range(min(start + longest, len(pieces)), start, -1)
        end = next((end for end in ends if _is_name(", ".join(pieces[start:end]), names)), start + 1)
        while end < len(pieces) and _continues(normalized(pieces[end]), continuations):
            end += 1
        yield ", ".join(pieces[start:end])
        start = end


def _is_name(text: str, names: Collection[str]) -> bool:
    """Whether a text is one of these names, with a number before it or not, as a mail prints it."""
    forms = (text, NUMBERED.sub("", text, count=1), NUMBER_BEHIND.sub("", text))
    return any(normalized(each) in names for each in forms)


def _continues(bare: str, continuations: Collection[str]) -> bool:
    return bare in continuations or bare.partition(" ")[0] in continuations


@lru_cache(maxsize=MOST_NAMES)
def normalized(text: str) -> str:
    """Return a name without case, accents, quotation marks around it and a full stop, for comparison."""
    text = text.translate(PLAIN).strip().strip('"').strip().rstrip(".!")
    return " ".join(fold(text).split())


@lru_cache(maxsize=MOST_NAMES)
def loose(text: str) -> str:
    """Return a `normalized` name without signs and its article, too."""
    words = re.sub(r"[\W_]+", " ", normalized(text).replace("'", "")).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)
