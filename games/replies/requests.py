"""Reads the lines of a reply that ask for something else than a card: “status”, “vacation 3 to 10 August”.

Pure. A request is the whole line, with courtesy at most, and in words of `request_words` alone, so prose is
none. A title of the deck, or another choice, is never a request.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from . import chatter
from .chatter_words import APOLOGIES, THANKS
from .commands import (
    COURTESY_BEFORE,
    END,
    MOST_CHARACTERS,
    MOST_LINES,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    UnclearAnswer,
    normalized,
    without_courtesy,
    without_smiley,
)
from .folding import words_of
from .known_words import KnownWords, is_signature
from .request_dates import DAYS, WEEKS
from .request_words import (
    ALONE,
    BESIDE_AN_ANSWER,
    DECLINING,
    ENGLISH_NO,
    JOINING,
    LANGUAGES,
    NO,
    NO_CLOCK,
    PLAIN_YES,
    POLISH,
    VOTE_WORDS,
    WITH_MORE,
    YES,
    RequestKind,
)
from .signs import is_struck_out

SAYS_NOTHING = APOLOGIES | THANKS  # beside a yes or no: “No, sorry.”
YES_CODE, NO_CODE = "yes", "no"
# They end something or take it back: what else a mail says is not done.
ENDING = (RequestKind.LEAVE, RequestKind.STOP, RequestKind.STOP_ALL, RequestKind.TAKE_BACK)
# They change nothing, so no doubt about them matters.
READING = (RequestKind.STATUS, RequestKind.HISTORY)
LONGEST_REQUEST = 120  # characters
LONGEST_GIVEN = 3  # words
NUMBER = re.compile(r"#?(\d{1,3})[.)]?")
PARTS = re.compile(r"\s*[,.!;:–—-]+\s+")


@dataclass(frozen=True)
class Request:
    """What a line asks for, and what it gives for it: the dates of a vacation, the name of a language."""

    kind: RequestKind
    given: str = ""


@dataclass(frozen=True)
class FoundRequests:
    """The requests of a reply as commands, and the text without their lines, in which the answers are."""

    commands: tuple[ReplyCommand, ...]
    rest: str


@cache
def _alone() -> Mapping[str, RequestKind]:
    return {word: kind for kind, rows in ALONE.items() for word in split_words(rows)}


@cache
def _with_more() -> tuple[tuple[str, RequestKind], ...]:
    """Return the words that more follows, the longest first."""
    found = [(word, kind) for kind, rows in WITH_MORE.items() for word in split_words(rows)]
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


@cache
def _languages() -> Mapping[str, str]:
    return {word: code for code, words in LANGUAGES.items() for word in split_words([words])}


@cache
def answer_words(reader: str) -> Mapping[str, str]:
    """Return the words that say yes or no to somebody who reads this language."""
    words = dict.fromkeys(split_words(YES), YES_CODE) | dict.fromkeys(split_words(NO), NO_CODE)
    return words if reader == POLISH else words | {ENGLISH_NO: NO_CODE}


@cache
def invitation_words(reader: str) -> Mapping[str, str]:
    """Return the words that take a seat or decline it."""
    joining = dict.fromkeys(split_words(JOINING), YES_CODE)
    return joining | dict.fromkeys(split_words(DECLINING), NO_CODE) | dict(answer_words(reader))


@cache
def offer_words(reader: str) -> Mapping[str, str]:
    """Return the words for what can't be undone: of those that say yes, only the plainest."""
    said = answer_words(reader)
    return {word: code for word, code in said.items() if code == NO_CODE or word in split_words([PLAIN_YES])}


@cache
def vote_words() -> Mapping[str, str]:
    """Return the words of the choices of a vote about a silent player."""
    return {word: code for code, rows in VOTE_WORDS.items() for word in split_words(rows)}


@cache
def _beside() -> frozenset[str]:
    """Return what says nothing beside a yes or a no."""
    return frozenset(split_words(BESIDE_AN_ANSWER))


def split_words(rows: Iterable[str]) -> Iterable[str]:
    """Return the words or phrases of rows that bars set apart, as they are compared."""
    return [normalized(word) for row in rows for word in row.split("|")]


def plain_words(line: str) -> str:
    """Return what a line says without courtesy, signs at its ends, case and accents."""
    said = without_courtesy(without_smiley(line).strip()).strip(" ,.!*_\"'")
    bare = normalized(said)
    before = COURTESY_BEFORE.match(bare)
    return (bare[before.end() :] if before else bare).strip(" ,.!")


def read_request(line: str) -> Request | None:
    """Return what a line asks for, if it is a request and nothing else."""
    if len(line) > LONGEST_REQUEST:
        return None
    bare = plain_words(line.rstrip("? "))
    kind = _alone().get(bare)
    if "?" in line:  # “Whose turn is it?”
        return Request(kind) if kind in READING and line.rstrip().endswith("?") else None
    if kind:
        return Request(kind)
    for word, kind in _with_more():
        if bare == word or bare.startswith((f"{word} ", f"{word}:")):
            given = bare[len(word) :].strip(" :")
            if not _may_be_given(kind, given, has_colon=bare.startswith(f"{word}:")):
                return None
            count = len(given.split())  # as it was written: names of cities have their own letters
            written = without_courtesy(without_smiley(line).strip()).strip(" ,.!*_").split()
            return Request(kind, " ".join(written[len(written) - count :]))
    if " " in bare or "-" in bare:
        code = _languages().get(bare)
        return Request(RequestKind.LANGUAGE, code) if code else None
    return None


def _may_be_given(kind: RequestKind, given: str, *, has_colon: bool) -> bool:
    """Whether what follows the words of a request may be meant for it; otherwise the line is prose."""
    match kind:
        case RequestKind.PLAN:
            return has_colon or not given
        case RequestKind.PAUSE:
            return not given or read_count(given) is not None
        case RequestKind.PACE:
            return not given or read_pace(given) is not None
        case RequestKind.VACATION if any(char.isdigit() for char in given):
            return True
    return len(given.split()) <= LONGEST_GIVEN


def read_count(given: str) -> int | None:
    """Return how many days are given: “3 days”, “for 2 weeks”; ``None`` if that is not clear."""
    found = re.fullmatch(r"(?:for |na |на )?(\d{1,3})(?: ?([^\W\d]+))?", normalized(given))
    if found is None or found[2] not in {None, *DAYS, *WEEKS}:
        return None
    return int(found[1]) * (7 if found[2] in WEEKS else 1)


def read_pace(given: str) -> int | None:
    """Return how many days each turn is to have, 0 for no clock; ``None`` if that is not clear."""
    return 0 if normalized(given) in split_words(NO_CLOCK) else read_count(given)


def read_language(given: str) -> str:
    """Return the code of the language with this name; empty if it is none of ours."""
    return _languages().get(normalized(given), "")


def read_answer(
    line: str, words: Mapping[str, str], codes: Iterable[str], *, has_numbers: bool = True
) -> str:
    """Return the one of these `codes` that a line chooses, by a word or by its number; empty if none.

    Several words say it as well if all say the same: “Tak, zgoda!”.
    """
    codes = list(codes)
    if is_struck_out(line) or "?" in line:
        return ""
    bare = plain_words(line)
    if has_numbers and (number := NUMBER.fullmatch(bare)):
        at = int(number[1])
        return codes[at - 1] if 0 < at <= len(codes) else ""
    if (code := words.get(bare)) in codes:
        return code or ""
    parts = [part for part in PARTS.split(bare) if words_of(part) not in SAYS_NOTHING]
    own = [plain_words(part) for part in parts if part]
    others = [part for part in own if part not in _beside()] or own
    said = {_said_in(part, words) for part in others}
    return said.pop() if len(said) == 1 and said.issubset(codes) else ""


def _said_in(part: str, words: Mapping[str, str]) -> str:
    """Return the code that all listed words of a part say, perhaps beside some that say nothing; else empty.

    “Yes that's fine with me” says yes twice; “yes no” says nothing.
    """
    said, at = part.split(), 0
    codes: set[str] = set()
    while at < len(said):
        phrases = ((count, " ".join(said[at : at + count])) for count in range(len(said) - at, 0, -1))
        count, phrase = next((each for each in phrases if each[1] in words or each[1] in _beside()), (0, ""))
        if not count:
            return ""
        codes |= {words[phrase]} if phrase in words else set()
        at += count
    return codes.pop() if len(codes) == 1 else ""


def read_only_line(text: str, known: KnownWords) -> str:
    """Return the one line of a reply that says something, and is not just polite; empty if it says more.

    So it is below an empty line, too: “Ok.”, and then “I can't play this month, sorry.”
    """
    lines = _paragraph(text)
    at = _after_greetings(lines)
    others = [*lines[at + 1 :], *_below(text, lines)]
    is_answer = all(
        "?" not in line and (_is_polite(line, known) or chatter.is_footer(line)) for line in others
    )
    if at == len(lines) or not is_answer:
        return ""
    return "" if _find_doubt(text, lines, lines[at + 1 :]) else lines[at]


def find_requests(
    text: str,
    known: KnownWords,
    is_answer: Callable[[str], object] = lambda line: False,
    part_game: Callable[[str], tuple[int | None, str]] = lambda line: (None, line),
) -> FoundRequests:
    """Return the requests of a reply, apart from the rest; a line that names a choice is none.

    `is_answer` says whether the first line answers what the mail asks besides cards, such as a vote;
    `part_game` takes the game from the beginning of a line that names one.

    One that ends something counts only above everything else, and alone: below an answer it may take that
    back. Where something else doubts what stands there, requests are unclear.
    """
    lines = _paragraph(text)
    found = {at: each for at, line in enumerate(lines) if (each := _read_line(line, known, part_game))}
    begin = _after_greetings(lines)
    if begin < len(lines) and is_answer(lines[begin]):
        found[begin] = _command(lines[begin]), RequestKind.ANSWER
    first = next((at for at, line in enumerate(lines) if at not in found and not _greets(line)), len(lines))
    ending = next((at for at, (_each, kind) in found.items() if kind in ENDING), len(lines))
    if ending < first:
        return FoundRequests(tuple(each for at, (each, _kind) in sorted(found.items()) if at <= ending), "")
    found = {at: found[at] for at in sorted(found) if found[at][1] not in ENDING}
    if not found:
        return FoundRequests((), text)
    others = {at: line for at, line in enumerate(lines) if at not in found}
    doubt = _find_doubt(text, lines, others.values())
    unclear = UnclearAnswer(AnswerProblem.TAKEN_BACK, doubt) if doubt else None
    commands = tuple(
        each if kind in READING else replace(each, unclear=unclear) for each, kind in found.values()
    )
    if _says_nothing(others, min(found), known):
        return FoundRequests(commands, "")
    return FoundRequests(commands, _without_lines(text, [lines[at] for at in found]))


def _says_nothing(others: Mapping[int, str], first: int, known: KnownWords) -> bool:
    """Whether all other lines greet, or are polite below the first request."""
    return all(_greets(line) or (at > first and _is_polite(line, known)) for at, line in others.items())


def _after_greetings(lines: Sequence[str]) -> int:
    """Return the place of the first line that is no greeting."""
    return next((at for at, line in enumerate(lines) if not _greets(line)), len(lines))


def _without_lines(text: str, taken: list[str]) -> str:
    """Return a text without these lines, which stand in it in this order."""
    kept = [raw for raw in text.splitlines() if not (taken and _tidy(raw) == taken[0] and taken.pop(0))]
    return "\n".join(kept)


def _find_doubt(text: str, lines: Iterable[str], others: Iterable[str]) -> str:
    """Return the line that takes back or doubts requests, in their paragraph or below it; else nothing."""
    below = [line for line in _lines(text) if line and line not in lines]
    return next(filter(chatter.takes_back, [*others, *below]), "")


def _read_line(
    line: str, known: KnownWords, part_game: Callable[[str], tuple[int | None, str]]
) -> tuple[ReplyCommand, RequestKind] | None:
    """Return the request that a line is, perhaps for the game that it names, and its kind."""
    for game, text in ((None, line), part_game(line)):
        said = (text, plain_words(text))
        is_choice = any(known.is_title(each) or normalized(each) in known.others for each in said)
        request = None if is_choice else read_request(text)
        if request is not None:
            return replace(_command(line), text=text, game=game, names_game=game is not None), request.kind
    return None


def _command(line: str) -> ReplyCommand:
    return ReplyCommand(CommandKind.REQUEST, line, line)


def _tidy(line: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in line).split())


def _lines(text: str) -> list[str]:
    return [_tidy(line) for line in text[:MOST_CHARACTERS].splitlines()]


def _paragraph(text: str) -> list[str]:
    """Return the lines of a reply that are read: those up to an empty line, a quotation or a signature.

    A greeting may stand apart above them.
    """
    lines: list[str] = []
    for line in _lines(text):
        if END.match(line) or (not line and any(not _greets(each) for each in lines)):
            break
        if line:
            lines.append(line)
    return lines[:MOST_LINES]


def _below(text: str, lines: Collection[str]) -> list[str]:
    """Return the lines below those that are read, up to a quotation or a signature."""
    own = takewhile(lambda line: not END.match(line), _lines(text))
    return [line for line in own if line and line not in lines]


def _greets(line: str) -> bool:
    """Whether a line greets somebody, by name or not, and says nothing else."""
    count = chatter.greeting_length(line)
    words = line.split()
    return bool(count) and len(words) <= count + 2 and read_request(" ".join(words[count:])) is None


def _is_polite(line: str, known: KnownWords) -> bool:
    """Whether a line thanks, closes or signs, and can't be an answer."""
    if known.may_name(line) or any(char.isdigit() for char in line):
        return False
    return chatter.is_closing(line) or chatter.is_chat(line) or is_signature(line)
