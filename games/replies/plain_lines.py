"""Refuses what isn't meant as a choice though it looks like one: “Milk?”, “STOP”, “007”. Pure."""

import re

from . import chatter
from .commands import (
    AROUND,
    NUMBERS,
    AnswerProblem,
    ReplyCommand,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    find_sign,
    normalized,
)
from .exact_names import find_exactly, find_loosely
from .folding import PLAIN
from .near_reading import read_nearly
from .phrases import is_everyday, is_request, number_in_words
from .readings import readings, without_pronoun
from .signs import is_smiley

END_TURN = "end"  # the label of the choice to end one's turn
# No numbers of choices: “007”, and the Polish “do 10”, which is “until 10”.
NO_NUMBER = re.compile(r"^\W*do\s+#?\d|(?<![\d.,:/-])0\d", re.IGNORECASE)
# Between two titles, and within one: “bread & chocolate”. A capital I is English, and joins nothing.
JOINERS = re.compile(r" (?:&|\+|[Aa]nd|AND|i|oraz|[иИ]) ")


def check_plain(command: ReplyCommand, asked: ReplyQuestion) -> None:
    """Refuse what isn't meant as a choice though it looks like one. Raises `UnclearAnswer`.

    A printed title that looks like it is a choice all the same: “Who Are You?”, “Stop That!”.
    """
    text = command.text
    if command.line.startswith((":", ";")) or is_smiley(text):
        raise UnclearAnswer(AnswerProblem.UNKNOWN)
    if unclear := find_sign(text, [name for each in asked.options for name in each.names]):
        is_struck = unclear.problem == AnswerProblem.STRUCK_OUT
        if unclear.problem == AnswerProblem.QUESTION and is_request(text):
            return
        raise unclear if is_struck else UnclearAnswer(unclear.problem, offer=read_nearly(text, asked))
    if chatter.ends_things(text) and not find_exactly(text, asked.options):
        ends_turn = any(each.label == END_TURN for each in asked.options) and chatter.ends_the_turn(text)
        raise UnclearAnswer(AnswerProblem.ENDS_THINGS, offer=(END_TURN,) if ends_turn else ())
    check_everyday(text, asked)
    if NO_NUMBER.search(text) and not find_exactly(text, asked.options):
        raise UnclearAnswer(AnswerProblem.UNKNOWN)
    for each in dict.fromkeys((text, *readings(text, asked.verbs))):  # “play seven” as well
        if len(both := _title_or_other(each, asked)) > 1:
            raise UnclearAnswer(AnswerProblem.AMBIGUOUS, *map(_as_printed, both))


def check_everyday(text: str, asked: ReplyQuestion) -> None:
    """Ask back where the title of a made card is what people write in any mail: “Thanks!”, “Monday”."""
    made = [each for each in find_exactly(text, asked.options) if each.needs_whole_name]
    if made and (normalized(text) in asked.people or is_everyday(text)):
        raise UnclearAnswer(AnswerProblem.EVERYDAY, made[0].names[0], offer=(made[0].label,))


def _title_or_other(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a title can mean that reads in two ways.

    So do “play 2”, “bread & milk”, and “2” where a card of a made deck is called that.
    """
    said = without_pronoun(text.translate(PLAIN).strip(AROUND))
    titled = find_exactly(said, asked.options) or find_loosely(said, asked.options)
    if not titled:
        return []
    verb, _space, rest = said.partition(" ")
    others: list[ReplyOption] = []
    is_ordered = normalized(verb) in (*asked.verbs, *asked.other_verbs)
    if number := number_in_words(rest if is_ordered else said):
        others = [each for each in asked.options if each.number == number]
    elif NUMBERS.fullmatch(said) or (is_ordered and NUMBERS.fullmatch(rest.strip(AROUND))):
        numbers = [int(digits) for digits in re.findall(r"\d+", rest if is_ordered else said)]
        others = [each for each in asked.options if each.number in numbers]
    parts = [find_exactly(part, asked.options) for part in JOINERS.split(said)]
    if len(parts) > 1 and all(parts):
        others += [part[0] for part in parts]
    sorts = {each.sort or each.label for each in titled}
    others = [each for each in others if (each.sort or each.label) not in sorts]
    return [*others, *titled] if others else []


def _as_printed(option: ReplyOption) -> str:
    """Return the name of an option with its kind, where mails print that."""
    name = option.names[0]
    return next((each for each in option.names[1:] if each.startswith(f"{name} (")), name)
