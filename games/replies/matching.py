"""Finds the choices that a line of a reply names. Pure.

A name counts whole or by its beginning, in any language of the site; the nearest one is offered, never taken.
"""

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace

from engine import QuestionKind

from . import board_commands, chatter
from .commands import (
    NUMBERED,
    NUMBERS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    join_names,
    loose,
    normalized,
    split_pieces,
)
from .corrections import read_corrected
from .exact_names import NUMBER_FIRST, NUMBER_LAST, find_exactly, find_loosely
from .mentions import read_mentions
from .near_reading import denies, read_nearly, read_titled
from .plain_lines import JOINERS, check_plain
from .readings import readings, verb_of
from .signs import ends_smiley, has_no_words
from .spoken import read_left_over, read_spoken, says_none, says_other_deed

SHORTEST_BEGINNING = 4  # of a name, in letters: shorter ones are too often words of prose
# What is wrong with a line that may mean one answer all the same, and with one that others hold.
MAY_MEAN_ONE = (
    *(AnswerProblem.UNKNOWN, AnswerProblem.TYPO, AnswerProblem.OTHER_CARD, AnswerProblem.TWICE),
    *(AnswerProblem.HOW_MANY, AnswerProblem.NO_MOVE),
)
HELD_ALONE = (AnswerProblem.BELOW, AnswerProblem.CLOSING)
ARTICLE = re.compile(r"^(?:the|an?) ")  # “the goal” isn't near “The Moon” for its article


def match_labels(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels with which a line answers a question. Raises `UnclearAnswer`."""
    if command.unclear is not None:
        raise _held(command, command.unclear, asked)
    if command.kind == CommandKind.PASS:
        return _passes(asked)
    if command.kind == CommandKind.FREE_TEXT and asked.words:
        return _own_words(command, asked)
    check_plain(command, asked)
    problems: list[UnclearAnswer] = []
    for text in readings(command.text, asked.verbs):
        try:
            return _match_text(text, asked)
        except UnclearAnswer as unclear:
            # What stands around a number says nothing; what is wrong with the number itself does.
            is_about_number = NUMBERS.fullmatch(text) and unclear.problem != AnswerProblem.NO_MOVE
            problems.insert(0 if is_about_number else len(problems), unclear)
    if spoken := read_spoken(command.text, asked):
        return spoken
    if asked.least == 0 and says_none(command.text):
        return ()
    raise _refusal(command, asked, problems[0])


def _held(command: ReplyCommand, unclear: UnclearAnswer, asked: ReplyQuestion) -> UnclearAnswer:
    """Return why a line is held by what stands around it; with what it says, unless that is taken back."""
    if unclear.offer or command.kind != CommandKind.CHOICE:
        return unclear
    if unclear.problem == AnswerProblem.TAKEN_BACK and unclear.about[0] != command.line:
        if offer := read_corrected(f"{command.line}, {unclear.about[0]}", asked):
            return UnclearAnswer(unclear.problem, *unclear.about, offer=offer)
        if not chatter.asks_about_else(unclear.about[0]):
            return unclear
    elif unclear.problem not in HELD_ALONE:
        return unclear
    try:
        offer = match_labels(replace(command, unclear=None), asked)
    except UnclearAnswer as other:
        offer = other.offer
    return UnclearAnswer(unclear.problem, *unclear.about, offer=offer)


def _refusal(command: ReplyCommand, asked: ReplyQuestion, first: UnclearAnswer) -> UnclearAnswer:
    """Return why a line answers nothing, with what it may mean."""
    if corrected := read_corrected(command.text, asked):
        return UnclearAnswer(AnswerProblem.UNKNOWN, offer=corrected)
    left = read_left_over(command.text, asked)
    if verb := verb_of(command.text, asked.other_verbs):
        offer = (
            left
            or read_titled(command.text, verb, asked)
            or read_spoken(command.text, asked, guesses=True)
            or read_mentions(command.text, asked)
        )
        return UnclearAnswer(AnswerProblem.OTHER_VERB, verb, offer=offer)
    if left is not None:
        return UnclearAnswer(AnswerProblem.UNKNOWN, offer=left)
    is_wrong = denies(command.text, first.about[0]) if first.about else False
    if first.problem == AnswerProblem.TYPO and (is_wrong or says_other_deed(command.text, asked)):
        return UnclearAnswer(AnswerProblem.UNKNOWN)
    is_leap = asked.what is QuestionKind.LEAP
    if (is_leap or first.problem in MAY_MEAN_ONE) and (offer := read_nearly(command.text, asked)):
        return UnclearAnswer(first.problem, *first.about, offer=offer)
    return first


def _match_text(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    if NUMBERS.fullmatch(text) and not find_exactly(text, asked.options):
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


def _own_words(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    text = command.text
    is_none = not any(char.isalnum() for char in text) or has_no_words(text)
    if not command.has_colon or is_none or (command.line.startswith(":") and ends_smiley(text)):
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
    if asked.most == 1 and _numbered(text, asked):
        return (_find(text, asked)[0].label,)
    # With moves, `split_answers` has split the line: a comma that is left belongs to a move.
    if not asked.vocabulary.meanings or asked.most != 1:
        pieces = split_pieces(text)
        pieces = pieces[:-1] if len(pieces) > 1 and not pieces[-1] else pieces
        parts = list(join_names(pieces, {normalized(name) for each in asked.options for name in each.names}))
    if asked.most > 1:
        parts = [one for part in parts for one in _apart(part, asked)]
    labels: list[str] = []
    offering: UnclearAnswer | None = None
    for part in parts:
        try:
            found = [option.label for option in _find(part, asked)]
        except UnclearAnswer as unclear:
            if not unclear.offer or offering is not None:
                raise _without_offer(offering or unclear) from None
            offering, found = unclear, list(unclear.offer)
        left = [label for label in found if label not in labels]
        if not left:
            raise _without_offer(offering) if offering else UnclearAnswer(AnswerProblem.TWICE)
        labels.append(left[0])
    if offering is not None:
        is_whole = asked.least <= len(labels) <= asked.most
        raise UnclearAnswer(offering.problem, *offering.about, offer=tuple(labels) if is_whole else ())
    return tuple(labels)


def _without_offer(unclear: UnclearAnswer) -> UnclearAnswer:
    return UnclearAnswer(unclear.problem, *unclear.about)


def _apart(text: str, asked: ReplyQuestion) -> list[str]:
    """Return the names that a part of a line joins: “bread and milk”, unless that is a title itself."""
    named = NUMBERED.sub("", text, count=1)
    spelled = (loose(JOINERS.sub(f" {word} ", named)) for word in ("&", "and", "i", "oraz", "и"))
    if (
        any(each in asked.titles for each in spelled)
        or find_exactly(text, asked.options)
        or _numbered(text, asked)
        or find_loosely(text, asked.options)
    ):
        return [text]
    return JOINERS.split(text)


def _led_from(path: tuple[str, ...], bare: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the only leap from a space that is named with more words than its own: “from bread”."""
    if asked.what is not QuestionKind.LEAP or len(path) != 1 or bare in asked.titles:
        return []
    led = [each for each in asked.options if board_commands.path_of(each.label)[:1] == path]
    return led if len(led) == 1 and len(bare.split()) > 1 else []


def _find(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a name means, all of one sort. Raises `UnclearAnswer`."""
    options = asked.options
    if found := find_exactly(text, options) or _numbered(text, asked) or find_loosely(text, options):
        return _of_one_sort(found)
    bare = normalized(text)
    path = board_commands.read_path(bare, asked.vocabulary)
    if led := _led_from(path, bare, asked):
        return led
    begun = _beginning(bare, asked) if len(path) < 2 else []
    if path:  # a piece alone is no move, though the name of its only move begins so
        begun = [option for option in begun if not board_commands.path_of(option.label)]
    meant = board_commands.find_moves(path, (option.label for option in options))
    if meant.labels or begun:
        moves = [option for option in options if option.label in meant.labels and option not in begun]
        is_clear = meant.is_clear or bool(begun) or not moves
        return _of_one_sort([*begun, *moves], is_clear=is_clear)
    verb, _space, rest = text.partition(" ")
    if rest and normalized(verb) in asked.verbs:
        return _find(rest.strip(), asked)
    if path and options and asked.vocabulary.meanings:
        raise _no_move(path, options)
    raise _nearest(bare, options)


def _beginning(bare: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options with a name that begins like this. Raises `UnclearAnswer` for what says more.

    The title of another card means that card, and a verb alone means no card. What begins a title of a made
    deck can be anything that people write, so there only the whole title counts.
    """
    if len(bare) < SHORTEST_BEGINNING:
        return []
    begun = [each for each in asked.options if any(normalized(name).startswith(bare) for name in each.names)]
    if begun and (bare in asked.titles or loose(bare) in asked.titles):
        raise UnclearAnswer(AnswerProblem.OTHER_CARD, bare, begun[0].names[0], offer=(begun[0].label,))
    is_one = len({each.sort or each.label for each in begun}) == 1
    is_no_name = bare in asked.verbs or bare in asked.other_verbs or chatter.begins_no_title(bare)
    if is_one and (is_no_name or begun[0].needs_whole_name):
        raise UnclearAnswer(AnswerProblem.TYPO, begun[0].names[0], offer=(begun[0].label,))
    return begun


def _no_move(path: Sequence[str], options: Sequence[ReplyOption]) -> UnclearAnswer:
    like = board_commands.similar_moves(path, (option.label for option in options))
    names = [option.names[0] for option in options if option.label in like]
    return UnclearAnswer(AnswerProblem.NO_MOVE, *names)


def _numbered(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the option of a line as the mail prints it, ``2. Milk (keeper)``: number and name agree.

    Of a long name the beginning is enough, as a mail may break it. Where they don't agree, both options, so
    that the reader is asked which one was meant.
    """
    if not asked.takes_numbers:
        return []
    for line in filter(None, (NUMBER_FIRST.fullmatch(text), NUMBER_LAST.fullmatch(text))):
        number, name = line["number"], line["name"]
        by_number = [option for option in asked.options if option.number == int(number)]
        named = find_exactly(name, asked.options) or find_loosely(name, asked.options)
        named = named or _beginning(normalized(name), replace(asked, options=tuple(by_number)))
        if named and not by_number:
            raise UnclearAnswer(AnswerProblem.OTHER_NUMBER, number)
        if named:
            return by_number if any(option in named for option in by_number) else [*by_number, *named]
    return []


def _of_one_sort(found: list[ReplyOption], *, is_clear: bool = True) -> list[ReplyOption]:
    if not is_clear or len({option.sort or option.label for option in found}) > 1:
        raise UnclearAnswer(AnswerProblem.AMBIGUOUS, *dict.fromkeys(option.names[0] for option in found))
    return found


def _nearest(bare: str, options: Sequence[ReplyOption]) -> UnclearAnswer:
    named = {ARTICLE.sub("", normalized(name)): option for option in options for name in option.names}
    said = ARTICLE.sub("", bare[:100])
    alike = [name for name in named if name[:1] == said[:1]]
    near = difflib.get_close_matches(said, alike, n=1, cutoff=0.6) or difflib.get_close_matches(
        said, named, n=1, cutoff=0.75
    )
    if not near:
        return UnclearAnswer(AnswerProblem.UNKNOWN)
    option = named[near[0]]
    return UnclearAnswer(AnswerProblem.TYPO, option.names[0], offer=(option.label,))
