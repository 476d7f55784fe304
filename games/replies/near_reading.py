"""Finds the choice that a line may mean: beside one word that isn't known, or with a question mark. Pure.

It is offered, and never played.
"""

import re

from django.utils.translation import get_language

from engine import QuestionKind

from . import chatter
from .chatter_words import REFUSALS
from .commands import ReplyQuestion, loose, normalized, without_courtesy, without_smiley
from .corrections import read_corrected
from .folding import fold, words_of
from .lists import MOST_LISTED
from .mentions import read_mentions
from .phrases import means_two_things, phrases
from .russian_letters import in_russian
from .spoken import read_spoken, says_other_deed
from .stances import read_stance

LONGEST_TEXT = 200  # characters
LONGEST = 8  # words
LONGEST_LINE = 14  # words, of all its clauses
LONGEST_OUTCRY = 3  # words
CLAUSES = re.compile(r"(?<!\d)(?:[.!?…]+|[,;])(?=\s)|\s[-–—]+\s")
NEGATIONS = frozenset(("no", "not", "don't", "dont", "nie", "нет", "не"))


def read_nearly(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels that a line may mean; none where it could be several, or denies."""
    if asked.what is None or len(text) > LONGEST_TEXT or text.count(",") > MOST_LISTED:
        return ()
    if labels := _read_nearly(text, asked) or read_mentions(text, asked):
        return labels
    russian = in_russian(text) if get_language() == "ru" else ""
    return read_spoken(russian, asked, guesses=True, respells=True) if russian else ()


def _read_nearly(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels that a line names but for one word; none where it could be several, or denies."""
    if labels := read_corrected(text, asked) or _read_verdict(text, asked):
        return labels
    text = without_courtesy(without_smiley(text.rstrip(" ?")))
    said = text.split()
    if asked.vocabulary.meanings or len(said) > LONGEST_LINE or means_two_things(text):
        return ()
    if _refuses(text) or says_other_deed(text, asked):
        return ()
    if labels := read_spoken(" ".join(said), asked, guesses=True, respells=True):
        return labels
    if labels := _read_sentence(" ".join(said), asked) or _read_behind_chat(" ".join(said), asked):
        return labels
    if len(said) > LONGEST:
        return ()
    found = {
        labels
        for at, word in enumerate(said)
        if _says_no_choice(word, asked)
        and (labels := read_spoken(" ".join([*said[:at], *said[at + 1 :]]), asked, guesses=True))
    }
    return found.pop() if len(found) == 1 else ()


def read_titled(text: str, verb: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the choice whose title a line begins with, verb and all: “trade hands with Kasia”."""
    said = loose(text)
    begun = {
        each.sort or each.label: each.label
        for each in asked.options
        for name in map(loose, each.names)
        if said.startswith(f"{name} ") and name.startswith(normalized(verb))
    }
    return tuple(begun.values()) if len(begun) == 1 and not denies(text, "") else ()


def denies(text: str, name: str) -> bool:
    """Whether a line says no to something, in a word that isn't one of this name: “not milk”."""
    said = set(words_of(text)) - set(words_of(name))
    return not NEGATIONS.isdisjoint(said)


def _refuses(text: str) -> bool:
    """Whether a word of a text says no; in Polish “no” also begins what says nothing: „no dobra”."""
    said = words_of(text)
    fillers = frozenset().union(*(words.fillers for words in phrases()))
    return any((word,) in REFUSALS and said[at : at + 2] not in fillers for at, word in enumerate(said))


def _read_sentence(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what the first or the last clause says, if nothing in the others may be a choice."""
    sentences = [each for each in CLAUSES.split(text) if each.strip()]
    for at in (-1, 0) if len(sentences) > 1 else ():
        others = [word for each in sentences if each is not sentences[at] for word in each.split()]
        is_apart = len(others) <= LONGEST and not chatter.doubts(" ".join(others))
        if is_apart and all(_says_no_choice(word, asked) for word in others):
            found = read_spoken(sentences[at], asked, guesses=True) or read_stance(sentences[at], asked)
            if found:
                return found
    return ()


def _read_verdict(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what a line says of a card or a claim, at last: “seriously? no chance”."""
    if asked.what not in (QuestionKind.WINDOW, QuestionKind.CHALLENGE):
        return ()
    *others, last = [each for each in CLAUSES.split(text.strip(" .!")) if each.strip()] or [""]
    if labels := read_stance(text, asked):
        return labels
    is_short = len(" ".join(others).split()) <= LONGEST_OUTCRY and not any(map(str.isdigit, text))
    return read_stance(last, asked) or read_spoken(last, asked) if others and is_short else ()


def _read_behind_chat(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return what the rest of a line says behind thanks or an apology: “sorry for the delay, number four”."""
    before, comma, rest = text.partition(",")
    is_chat = comma and chatter.is_chat(before) and not chatter.doubts(before)
    is_other = is_chat and all(_says_no_choice(word, asked) for word in before.split())
    return read_spoken(rest.strip(), asked, guesses=True) if is_other else ()


def _says_no_choice(word: str, asked: ReplyQuestion) -> bool:
    """Whether a word is neither a number nor a card, which would be another choice."""
    return fold(word).strip(".,!").replace("'", "").isalpha() and loose(word.strip(".,!")) not in asked.titles
