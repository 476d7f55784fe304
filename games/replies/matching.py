"""Finds the choices that a line of a reply names. Pure.

A name counts whole or by its beginning, in any language of the site; the nearest one is offered, never taken.
"""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from . import board_commands, chatter
from .chatter_words import PLAIN, fold
from .commands import (
    AROUND,
    COURTESY_BEFORE,
    NUMBERED,
    NUMBERS,
    PRONOUNS,
    AnswerProblem,
    CommandKind,
    ReplyCommand,
    ReplyOption,
    ReplyQuestion,
    UnclearAnswer,
    find_sign,
    join_names,
    loose,
    normalized,
    split_pieces,
    without_courtesy,
    without_smiley,
)
from .corrections import read_corrected
from .near_reading import denies, read_nearly, read_titled
from .phrases import is_everyday, number_in_words
from .spoken import read_left_over, read_spoken, says_none, says_other_deed

SHORTEST_BEGINNING = 4  # of a name, in letters: shorter ones are too often words of prose
# Words of the site's languages, `normalized`, that say nothing of the choice: before a number, and around it.
NUMBER_WORDS = (
    *("nr", "number", "card", "option", "choice"),
    *("numer", "karta", "karte", "opcja"),
    *("номер", "карта", "карту", "вариант"),
)
END_TURN = "end"  # the label of the choice to end one's turn
ARTICLE = re.compile(r"^(?:the|an?) ")  # “the goal” isn't near “The Moon” for its article
NOUNS = ("card", "karta", "karte", "карта", "карту")  # of these, what may stand before a name
# No numbers of choices: “007”, and the Polish “do 10”, which is “until 10”.
NO_NUMBER = re.compile(r"^\W*do\s+#?\d|(?<![\d.,:/-])0\d", re.IGNORECASE)
# Between two titles, and within one: “bread & chocolate”. A capital I is English, and joins nothing.
JOINERS = re.compile(r" (?:&|\+|[Aa]nd|AND|i|oraz|[иИ]) ")
# As a mail prints it: “2. Milk”, “2.Milk”; and how people write it: “2, milk”, “Milk (2)”.
NUMBER_FIRST = re.compile(r"\W*+(?P<number>\d{1,3})(?:[.):\]]\s*+(?=[^\W\d])|\s*[.):\],*-]*\s+)(?P<name>.+)")
NUMBER_LAST = re.compile(r"(?P<name>.*\S)\s*+\((?P<number>\d{1,3})\)")
# Between two sentences, or two words of which one may be meant. In a title they stand as it is printed.
_INNER = re.compile(r"\w(?:.*\w)?")
_APART = re.compile(r"[/\\|<>=→]|[.:;…](?=\s+\w)|\s[-–—(]|[)\]]\s")


def match_labels(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels with which a line answers a question. Raises `UnclearAnswer`."""
    if command.unclear is not None:
        raise command.unclear
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


def _refusal(command: ReplyCommand, asked: ReplyQuestion, first: UnclearAnswer) -> UnclearAnswer:
    """Return why a line answers nothing, with what it may mean."""
    if corrected := read_corrected(command.text, asked):
        return UnclearAnswer(AnswerProblem.UNKNOWN, offer=corrected)
    left = read_left_over(command.text, asked)
    if verb := _verb_of(command.text, asked.other_verbs):
        offer = (
            left or read_titled(command.text, verb, asked) or read_spoken(command.text, asked, guesses=True)
        )
        return UnclearAnswer(AnswerProblem.OTHER_VERB, verb, offer=offer)
    if left is not None:
        return UnclearAnswer(AnswerProblem.UNKNOWN, offer=left)
    is_wrong = denies(command.text, first.about[0]) if first.about else False
    if first.problem == AnswerProblem.TYPO and (is_wrong or says_other_deed(command.text, asked)):
        return UnclearAnswer(AnswerProblem.UNKNOWN)
    if first.problem in (AnswerProblem.UNKNOWN, AnswerProblem.TYPO) and not first.offer:
        return UnclearAnswer(first.problem, *first.about, offer=read_nearly(command.text, asked))
    return first


def readings(text: str, verbs: Collection[str]) -> Iterator[str]:
    """Yield a line as it is, and then without more and more of what says nothing of the choice."""
    yield text
    bare = without_courtesy(without_smiley(text).strip(AROUND)).strip(AROUND)
    folded = fold(bare)
    if len(folded) == len(bare) and (said := COURTESY_BEFORE.match(folded)):
        rest = bare[said.end() :]
        verb = rest.partition(" ")[0]
        # “Please stop that” is a request, and no title.
        if normalized(verb) in verbs or NUMBERS.fullmatch(rest):
            bare = rest
    # With courtesy, “stop that” is a request as well.
    if bare == without_smiley(text).strip(AROUND) or not chatter.stops_things(bare):
        yield bare
    first, _space, rest = _without_pronoun(bare).partition(" ")
    if rest and normalized(first.rstrip(":")) in verbs:
        bare = rest.strip(AROUND)
        yield bare
    first, _space, rest = bare.partition(" ")
    rest = rest.strip(AROUND)
    is_number_word = normalized(first) in NUMBER_WORDS or first.casefold() == "no."
    if rest and is_number_word and (NUMBERS.fullmatch(rest) or normalized(first) in NOUNS):
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


def _own_words(command: ReplyCommand, asked: ReplyQuestion) -> tuple[str, ...]:
    text = command.text
    is_none = not any(char.isalnum() for char in text) or chatter.has_no_words(text)
    if not command.has_colon or is_none or (command.line.startswith(":") and chatter.ends_smiley(text)):
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
        or _exactly(text, asked.options)
        or _numbered(text, asked)
        or _loosely(text, asked.options)
    ):
        return [text]
    return JOINERS.split(text)


def _find(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a name means, all of one sort. Raises `UnclearAnswer`."""
    options = asked.options
    if found := _exactly(text, options) or _numbered(text, asked) or _loosely(text, options):
        return _of_one_sort(found)
    bare = normalized(text)
    path = board_commands.read_path(bare, asked.vocabulary)
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


def _exactly(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    bare = normalized(text)
    return [option for option in options if bare and any(normalized(name) == bare for name in option.names)]


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
        named = _exactly(name, asked.options) or _loosely(name, asked.options)
        named = named or _beginning(normalized(name), replace(asked, options=tuple(by_number)))
        if named and not by_number:
            raise UnclearAnswer(AnswerProblem.OTHER_NUMBER, number)
        if named:
            return by_number if any(option in named for option in by_number) else [*by_number, *named]
    return []


def _loosely(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    """Return the options with this name but for articles, apostrophes, hyphens and other signs.

    What stands `_APART` may be two choices, or two sentences: “bread/chocolate”, “No... limits”.
    """
    bare = loose(text)
    inner = _INNER.search(text.translate(PLAIN))
    apart = {sign.strip() for sign in _APART.findall(inner[0])} if inner else set()
    return [
        option
        for option in options
        if bare and any(loose(name) == bare and _has(name, apart) for name in option.names)
    ]


def _has(name: str, signs: Collection[str]) -> bool:
    plain = name.translate(PLAIN)
    return all(sign in plain for sign in signs)


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


def check_plain(command: ReplyCommand, asked: ReplyQuestion) -> None:
    """Refuse what isn't meant as a choice though it looks like one. Raises `UnclearAnswer`.

    A printed title that looks like it is a choice all the same: “Who Are You?”, “Stop That!”.
    """
    text = command.text
    if command.line.startswith((":", ";")) or chatter.is_smiley(text):
        raise UnclearAnswer(AnswerProblem.UNKNOWN)
    if unclear := find_sign(text, [name for each in asked.options for name in each.names]):
        is_asked = unclear.problem == AnswerProblem.QUESTION
        raise UnclearAnswer(unclear.problem, offer=read_nearly(text, asked)) if is_asked else unclear
    if chatter.ends_things(text) and not _exactly(text, asked.options):
        ends_turn = any(each.label == END_TURN for each in asked.options) and chatter.ends_the_turn(text)
        raise UnclearAnswer(AnswerProblem.ENDS_THINGS, offer=(END_TURN,) if ends_turn else ())
    check_everyday(text, asked)
    if NO_NUMBER.search(text) and not _exactly(text, asked.options):
        raise UnclearAnswer(AnswerProblem.UNKNOWN)
    for each in dict.fromkeys((text, *readings(text, asked.verbs))):  # “play seven” as well
        if len(both := _title_or_other(each, asked)) > 1:
            raise UnclearAnswer(AnswerProblem.AMBIGUOUS, *map(_as_printed, both))


def check_everyday(text: str, asked: ReplyQuestion) -> None:
    """Ask back where the title of a made card is what people write in any mail: “Thanks!”, “Monday”."""
    made = [each for each in _exactly(text, asked.options) if each.needs_whole_name]
    if made and (normalized(text) in asked.people or is_everyday(text)):
        raise UnclearAnswer(AnswerProblem.EVERYDAY, made[0].names[0], offer=(made[0].label,))


def _title_or_other(text: str, asked: ReplyQuestion) -> list[ReplyOption]:
    """Return the options that a title can mean that reads in two ways.

    So do “play 2”, “bread & milk”, and “2” where a card of a made deck is called that.
    """
    said = _without_pronoun(text.translate(PLAIN).strip(AROUND))
    titled = _exactly(said, asked.options) or _loosely(said, asked.options)
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
    parts = [_exactly(part, asked.options) for part in JOINERS.split(said)]
    if len(parts) > 1 and all(parts):
        others += [part[0] for part in parts]
    sorts = {each.sort or each.label for each in titled}
    others = [each for each in others if (each.sort or each.label) not in sorts]
    return [*others, *titled] if others else []


def _as_printed(option: ReplyOption) -> str:
    """Return the name of an option with its kind, where mails print that."""
    name = option.names[0]
    return next((each for each in option.names[1:] if each.startswith(f"{name} (")), name)


def _without_pronoun(text: str) -> str:
    first, _space, rest = text.partition(" ")
    return rest if rest and normalized(first) in PRONOUNS else text


def _verb_of(text: str, verbs: Collection[str]) -> str:
    """Return the verb with which a text begins, if it is one of these."""
    first, _space, rest = _without_pronoun(text.translate(PLAIN).strip(AROUND)).partition(" ")
    return first if rest and normalized(first) in verbs else ""
