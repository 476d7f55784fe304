"""Leaves out what a line says beside its choice: an excuse before it, a reason behind it. Pure.

Either may hold words that nobody knows. So it is left out only where the rest is a sentence that is clear
in itself, and where none of its own words may change what that sentence means: a name, a card, a number,
a doubt, a denial, another time, what somebody says or would do.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .chatter import is_closing
from .chatter_words import APOLOGIES, DELAYS, DOUBT_STEMS, DOUBTS, HARMLESS, TAKES_BACK
from .commands import loose
from .folding import begins_with, fold, words_of
from .name_cases import is_case_of
from .phrases import Phrase, Phrases, phrases

LONGEST_TEXT = 240  # characters of a line
LONGEST = 12  # words of what is left out
LONGEST_PHRASE = 5  # words
LONGEST_TITLE = 6  # words
# Between two sentences, or between what announces a choice and the choice.
_ENDS = re.compile(r"(?<!\d)(?:[.!…]+|:)\s+|\s[-–—]+\s|,\s+")
# Polish verbs of what somebody else did: „pytałeś”.
_YOU_DID = re.compile(r"(?:les|las|liscie|lyscie)$")
# With them an excuse or a reason may take the choice back after all.
_TAKING_BACK = frozenset(
    fold(
        "mistake wrong instead but however though although otherwise"
        " błąd błędem ale lecz jednak chociaż aczkolwiek"
        " ошибка ошибкой вместо но однако хотя зато"
    ).split()
)
_QUOTES = re.compile(r"[\"“”„«»:?¿<>|*~_=/\\\[\]{}]")


_CONTRASTS = frozenset(fold("but ale lecz но so więc поэтому and i и").split())


@dataclass(frozen=True)
class Rest:
    """What a line says but for what stands beside it; it `needs_verb` to be clear in itself."""

    text: str
    needs_verb: bool
    has_reason: bool = False


def without_asides(text: str, titles: Collection[str], people: Collection[str]) -> Iterator[Rest]:
    """Yield what may be all that a text chooses, without an excuse before it or a reason behind it."""
    for words in phrases() if len(text) <= LONGEST_TEXT else ():
        for rest in _behind_an_excuse(text, titles, people, words):
            yield rest
            for reasoned in _before_a_reason(rest.text, words):
                yield Rest(reasoned, needs_verb=True, has_reason=True)
        for reasoned in _before_a_reason(text, words):
            yield Rest(reasoned, needs_verb=False, has_reason=True)


def says_nothing_else(text: str, titles: Collection[str], people: Collection[str]) -> bool:
    """Whether no word of a text names a card or a player, or may change what is said beside it."""
    said = words_of(text)
    if not 0 < len(said) <= LONGEST or _QUOTES.search(text) or any(map(_has_digit, said)):
        return False
    if any(is_case_of(word, name) for word in said for name in people) or _names_a_title(said, titles):
        return False
    return not any(_changes(said, words) for words in phrases())


def _behind_an_excuse(
    text: str, titles: Collection[str], people: Collection[str], words: Phrases
) -> Iterator[Rest]:
    for found in _ENDS.finditer(text):
        before, rest = text[: found.start()], text[found.end() :].strip()
        is_sentence = found[0].strip()[:1] in {".", "!", "…"}
        said = _without_announcement(before, words)
        is_marked = said != before or excuses_a_delay(before)
        said = _without_last(said, _CONTRASTS) if said != before else said  # “… but here we go: milk”
        is_apart = not said or says_nothing_else(said, titles, people)
        is_sentence = is_sentence and len(said.split()) > 1  # “Bob. I play milk”
        if rest and is_apart and (is_marked or is_sentence):
            # “Better late than never, Love” closes a mail.
            yield Rest(rest, needs_verb=not is_marked or is_closing(rest))


def _before_a_reason(text: str, words: Phrases) -> Iterator[str]:
    """Yield what stands before “because”, if nothing behind it takes that back."""
    said = text.split()
    folded = tuple(fold(word).replace("'", "").strip(",.!") for word in said)
    for at in range(1, len(said)):
        if not any(folded[at : at + length] in words.reasons for length in range(1, LONGEST_PHRASE)):
            continue
        reason = folded[at:]
        is_clause = not re.search(r"[.!…:]\s|[()\"]", " ".join(said[at:])) and "?" not in text
        listed = words.ors | words.laters | words.corrects | words.asks | TAKES_BACK
        is_taken_back = _holds(reason[1:], listed) or any(map(_is_doubt, reason))
        if is_clause and len(reason) <= LONGEST and not is_taken_back:
            yield " ".join(said[:at]).rstrip(" ,.!-–—")
        return


def excuses_a_delay(text: str) -> bool:
    """Whether a text says sorry for coming late: “long shift, sorry for the delay”."""
    return _excuses(words_of(text))


def _excuses(said: tuple[str, ...]) -> bool:
    is_apology = any(begins_with(said[at:], HARMLESS | APOLOGIES) for at in range(len(said)))
    return is_apology and bool(DELAYS.intersection(said))


def _changes(said: tuple[str, ...], words: Phrases) -> bool:
    """Whether a word doubts, denies, tells of another time, or reports what is said beside it."""
    bare = tuple(word.replace("'", "") for word in said)
    listed = words.ors | words.laters | words.keeps | words.stays | words.asks | words.corrects | words.tells
    if _holds(bare, listed | words.buts) or begins_with(said, TAKES_BACK) or any(map(_is_doubt, said)):
        return True
    at = 0
    while at < len(said):
        if harmless := begins_with(said[at:], HARMLESS) or begins_with(said[at:], words.affirms):
            at += harmless
        elif (said[at : at + 1] in APOLOGIES or said[at] in DELAYS) and _excuses(said):
            at += 1
        elif begins_with(said[at:], DOUBTS) or (bare[at],) in words.negations:
            return True
        else:
            at += 1
    return False


def _is_doubt(word: str) -> bool:
    return bool(DOUBT_STEMS.match(word) or _YOU_DID.search(word)) or word in _TAKING_BACK


def _holds(said: tuple[str, ...], listed: Collection[Phrase]) -> bool:
    lengths = range(1, LONGEST_PHRASE + 1)
    return any(said[at : at + length] in listed for at in range(len(said)) for length in lengths)


def _without_announcement(text: str, words: Phrases) -> str:
    """Return a text without the phrase at its end that announces a choice: “on the bus, so quick one”."""
    said = text.split()
    bare = tuple("".join(words_of(word)).replace("'", "") for word in said)
    at = next(
        (at for at in range(max(0, len(said) - LONGEST_PHRASE), len(said)) if bare[at:] in words.announces),
        -1,
    )
    return text if at < 0 else " ".join(said[:at]).rstrip(" ,;-–—")


def _without_last(text: str, words: Collection[str]) -> str:
    """Return a text without its last word, if it is one of these."""
    before, _space, last = text.rpartition(" ")
    return before.rstrip(" ,") if fold(last) in words else text


def _names_a_title(said: tuple[str, ...], titles: Collection[str]) -> bool:
    lengths = range(1, LONGEST_TITLE + 1)
    return any(
        loose(" ".join(said[at : at + length])) in titles for at in range(len(said)) for length in lengths
    )


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
