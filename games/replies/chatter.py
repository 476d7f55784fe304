"""Words of a reply that choose nothing: greetings, closings, doubts, and words that end things. Pure.

The words are in `chatter_words`; this decides what a line of them does to the answers around it.
"""

import re

from .chatter_words import (
    ABOUT_MORE,
    APOLOGIES,
    BARE_VERBS,
    BEFORE_A_TIME,
    CHAT,
    CLOSINGS,
    CONDITIONS,
    DAYS,
    DELAYS,
    DOUBT_STEMS,
    DOUBTS,
    ENDS,
    ENDS_THE_TURN,
    EVERYDAY,
    EVERYDAY_PHRASES,
    EXCLAIMED,
    FOOTER,
    GIVEN_NAMES,
    GOES_ON,
    GOES_ON_WITH,
    GREETINGS,
    HARMLESS,
    HEDGES,
    OF_THE_DAY,
    OTHERWISE,
    OWN_DOINGS,
    PLAIN_TAKE_BACKS,
    REFUSALS,
    SMALL_TALK,
    SPOKEN_TO,
    STOPS,
    TAKES_BACK,
    THANKS,
    UNITS,
    WISHES,
    WITHOUT,
)
from .folding import begins_with, fold, words_of
from .signs import says_no

_PART = re.compile(r"[,;:.!?…()]|\s[-–—]\s")
_NUMBER = re.compile(r"(?<![\w.:/-])\d{1,2}(?![\w:/%-]|\.\d)")
# What one forgot is written below the name that one signs with.
_POSTSCRIPT = re.compile(
    r"^\W*+(?:(?:p\.? ?){1,3}s|(?:п\.? ?){1,3}с|з\.? ?ы|postscript|dopisek|постскриптум)\d?\b\.?:?\s*+",
    re.I,
)
# A star before a line or behind it corrects the line above; with one at both ends it is bold.
_CORRECTION = re.compile(r"\*[^*]++|[^*]++\*")
# What stands below a name: an address, or the number of a telephone.
_ADDRESS = re.compile(r"@\w|://|www\.|\+?\d[\d ()-]{6,}+$")
# What a program writes below all mails of whom it sends them for.
_SENT_FROM = re.compile(
    fold(
        r"(?:sent (?:from|with|via|using) my|sent from |get outlook"
        r"|wysłan[aeoy] ze? |отправлено (?:из|с|со) )"
    )
)
LONGEST_GREETING_NAME = 2  # words
SHORT_SENTENCE = 6  # words: “is that legal?”; a longer question may be about anything
SHORT_LINE = 8  # words: where one of them is of doubt, the line is about the answer above it
BEGINNING = 3  # words of a longer line
FEW = 3  # words: “but ask Bob”; a longer line that begins so may be about anything
LISTED_WORDS = frozenset(
    word for phrase in DOUBTS | TAKES_BACK | GREETINGS | CLOSINGS | ENDS for word in phrase
).union(CHAT, EVERYDAY, GOES_ON, BARE_VERBS, SPOKEN_TO, UNITS)
# A run of one letter, and the words of doubt without such runs.
_RUN = re.compile(r"(\w)\1++")
_STRETCHED = {_RUN.sub(r"\1", phrase[0]): phrase[0] for phrase in DOUBTS | TAKES_BACK if len(phrase) == 1}
_HAPPY = re.compile(r"[:;=]['^o-]?[)D]|(?<=\w)\)+\s*+$")


def greeting_length(line: str) -> int:
    """Return how many words, parted by spaces, are the greeting with which a line begins."""
    said = tuple(" ".join(words_of(word)) for word in line.split()[:3])
    return begins_with(said, GREETINGS)


def is_closing(line: str) -> bool:
    """Whether a line is a closing and nothing else, such as “Love,” and “Pozdrawiam!”."""
    words = words_of(line)
    return words in CLOSINGS or (line.endswith("!") and words in EXCLAIMED)


def split_closing(line: str) -> tuple[str, str]:
    """Return the closing with which a line begins, and the name behind it, where that has capitals."""
    said = [word for word in line.rstrip(" .!").split() if word.lower().strip("x")]
    count = begins_with(words_of(" ".join(said)), CLOSINGS)
    name = said[count:]
    is_name = all(word[:1].isupper() for word in name)
    return (" ".join(said[:count]), " ".join(name)) if count and is_name else (line, "")


def ends_things(text: str) -> bool:
    """Whether a text is nothing but a word of somebody who wants out."""
    return words_of(text) in ENDS


def ends_the_turn(text: str) -> bool:
    """Whether such a word may be about the writer's turn as well."""
    return words_of(text) in ENDS_THE_TURN


def begins_no_title(text: str) -> bool:
    """Whether a text is a verb, an everyday word or one that stops things, though a title begins so."""
    said = words_of(text)
    if said in EVERYDAY_PHRASES or bool(said and STOPS.match(said[0])):
        return True
    return len(said) == 1 and said[0] in BARE_VERBS | EVERYDAY


def stops_things(text: str) -> bool:
    """Whether a text begins with a word that stops things, as the title “Stop That!” does."""
    return bool(STOPS.match(fold(text).lstrip()))


def calls_somebody(text: str) -> bool:
    """Whether a greeting may call somebody so, though it is a title: “Hi, Alice!”, “Hi, love”."""
    return words_of(text) in GIVEN_NAMES | CLOSINGS


def without_thanks(text: str) -> str:
    """Return a text without the thanks that may stand behind a name."""
    said = text.rstrip(" .!").split()
    for count in (2, 1):
        if len(said) > count and words_of(" ".join(said[-count:])) in THANKS:
            return " ".join(said[:-count]).rstrip(" ,.!")
    return text


def is_about_more(text: str) -> bool:
    """Whether a line thanks, says goodbye, wishes something, or goes on with another choice."""
    return bool(begins_with(words_of(text), CLOSINGS | ABOUT_MORE))


def is_everyday_title(text: str) -> bool:
    """Whether a title is a word with which people sign, or which they write of their own day."""
    words = words_of(text)
    return words in CLOSINGS | OF_THE_DAY or begins_no_title(text)


def is_given_name(text: str) -> bool:
    """Whether a text is a title that is a first name."""
    return words_of(text) in GIVEN_NAMES


def doubts(line: str) -> bool:
    """Whether a line below an answer takes it back or doubts it."""
    words = tuple(map(_unstretched, words_of(line)))
    if FOOTER.search(fold(line)) or (words in APOLOGIES and _HAPPY.search(line)):
        return False
    is_begun = _goes_on(line, words) or bool(begins_with(words, TAKES_BACK))
    hedges = len(words) <= FEW and any(begins_with(words[at:], HEDGES) for at in range(len(words)))
    return is_begun or hedges or _asks_or_denies(line, words) or _holds_doubt(words, len(words))


def _goes_on(line: str, words: tuple[str, ...]) -> bool:
    """Whether a line goes on with the sentence above it."""
    if line[:1].islower():
        begin = GOES_ON
    elif len(words) > SHORT_SENTENCE or line.endswith("!"):
        return False
    else:
        begin = CONDITIONS | OTHERWISE if len(words) <= FEW else CONDITIONS
    return bool(begin.intersection(words[:1])) and not begins_with(words[1:], HARMLESS)


def _asks_or_denies(line: str, words: tuple[str, ...]) -> bool:
    """Whether a short line asks, or one of signs alone asks or says no."""
    is_small_talk = len(words) > 1 and begins_with(words, SMALL_TALK)
    asks = "?" in line and len(words) <= SHORT_SENTENCE and not is_small_talk
    return asks or (not words and says_no(line))


def _unstretched(word: str) -> str:
    """Return a word; one of doubt as it is spelled with less passion: “no” for “nooo”."""
    return word if (word,) in DOUBTS else _STRETCHED.get(_RUN.sub(r"\1", word), word)


def _holds_doubt(words: tuple[str, ...], most: int) -> bool:
    """Whether one of the first words is of doubt."""
    at = 0
    while at < most:
        if harmless := begins_with(words[at:], HARMLESS):
            at += harmless
        elif begins_with(words[at:], DOUBTS) or DOUBT_STEMS.match(words[at]):
            return True
        else:
            at += 1
    return False


def names_a_number(line: str) -> bool:
    """Whether a line holds a number that isn't a time, an amount or that of a telephone."""
    if _ADDRESS.search(line):
        return False
    folded = fold(line)
    for found in _NUMBER.finditer(folded):
        before, after = words_of(folded[: found.start()])[-1:], words_of(folded[found.end() :])
        after = after[:0] if after[:1] == ("may",) and len(after) > 1 else after[:1]  # “3 may be nicer”
        if not (UNITS.intersection(after) or BEFORE_A_TIME.intersection(before)):
            return True
    return False


def is_chat(line: str) -> bool:
    """Whether a line says what people say to each other in any mail, such as thanks and wishes.

    So must each part of it between signs, but for the name of who is spoken to.
    """
    bare = _POSTSCRIPT.sub("", line, count=1)
    words = words_of(bare)
    if words in APOLOGIES or (begins_with(words, HARMLESS | APOLOGIES) and DELAYS.intersection(words)):
        return True
    parts = [part.strip() for part in _PART.split(bare) if words_of(part)]
    said = [_is_chat(words_of(part)) for part in parts]
    names = [len(words_of(part)) == 1 and part[0].isupper() for part in parts]
    return (any(said) or not parts) and all(map(max, said, names))


def _is_chat(words: tuple[str, ...]) -> bool:
    """Whether a part of a line thanks, wishes something or the like, and puts nothing off."""
    if all(word in CHAT or word.isdigit() for word in words):
        return True
    for at in range(len(words)):
        if length := begins_with(words[at:], HARMLESS):
            return not OWN_DOINGS.intersection(words[at + length :])
    return bool(begins_with(words, SMALL_TALK | WISHES)) and not OWN_DOINGS.intersection(words)


def is_everyday_line(text: str) -> bool:
    """Whether a text greets, closes, thanks, puts off, ends things or doubts, and says nothing else."""
    words = words_of(text)
    is_listed = words in GREETINGS | CLOSINGS | ENDS | APOLOGIES or bool((DELAYS | DAYS).intersection(words))
    return is_listed or is_chat(text) or doubts(text)


def is_long(line: str) -> bool:
    """Whether a line of another paragraph has so many words that it may be about anything."""
    return len(words_of(line)) > SHORT_SENTENCE or is_footer(line)


def is_footer(line: str) -> bool:
    """Whether a line is what stands below all mails of somebody, such as an address."""
    folded = fold(line)
    return bool(FOOTER.search(folded) or _ADDRESS.search(line) or _SENT_FROM.match(folded))


def speaks_to_somebody(line: str) -> bool:
    """Whether a line speaks to a person, and not to a program."""
    return bool(SPOKEN_TO.intersection(words_of(line)))


def asks_about_else(line: str) -> bool:
    """Whether a line asks about something else than the answer above it: “how is the new puppy?”."""
    words = words_of(_POSTSCRIPT.sub("", line, count=1))
    is_no = any((word,) in REFUSALS for word in words) or takes_back_plainly(line)
    return "?" in line and len(words) > FEW and not is_no


def without_joiner(line: str) -> str:
    """Return a line without the words with which it goes on: “then bread”."""
    said = line.split()
    return " ".join(said[begins_with(words_of(line), GOES_ON_WITH) :])


def corrects(line: str) -> bool:
    """Whether a line below an answer is what should stand there instead: “*bread”."""
    return bool(_CORRECTION.fullmatch(line))


def is_postscript(line: str) -> bool:
    """Whether a line begins with the letters of a postscript."""
    return bool(_POSTSCRIPT.match(line))


def is_bare_postscript(line: str) -> bool:
    """Whether a line is nothing but the letters of a postscript, which then begins below it."""
    return is_postscript(line) and not _POSTSCRIPT.sub("", line, count=1)


def takes_back(line: str) -> bool:
    """Whether a line of another paragraph takes back what stands above it, or doubts it.

    A long line is about it only if it begins that way, or says so plainly.
    """
    line = _POSTSCRIPT.sub("", line, count=1)
    words = words_of(line)
    if len(words) <= SHORT_LINE:
        return doubts(line)
    if FOOTER.search(fold(line)):
        return False
    goes_on = line[:1].islower() and _goes_on(line, words)
    is_accident = any(DOUBT_STEMS.match(word) or word == "mistake" for word in words)
    return goes_on or is_accident or takes_back_plainly(line) or _holds_doubt(words, BEGINNING)


def takes_back_plainly(line: str) -> bool:
    """Whether a line takes back what stands above it, wherever it stands: more than a word of doubt."""
    words = tuple(map(_unstretched, words_of(line)))
    if not words or FOOTER.search(fold(line)):
        return False
    if begins_with(words, TAKES_BACK) or any(
        begins_with(words[at:], PLAIN_TAKE_BACKS) for at in range(len(words))
    ):
        return True
    is_short = len(words) <= SHORT_LINE
    is_number = is_short and bool(begins_with(words, DOUBTS)) and names_a_number(line)
    return is_number or (not begins_with(words, HARMLESS) and all((word,) in REFUSALS for word in words))


def may_call_nobody(text: str) -> bool:
    """Whether a word behind a greeting is no name, as it says no, doubts, or ends things."""
    words = tuple(map(_unstretched, words_of(text)))
    said = DOUBTS | ENDS | TAKES_BACK
    return doubts(text) or any(
        begins_with(words[at:], said) or word in GOES_ON | WITHOUT for at, word in enumerate(words)
    )
