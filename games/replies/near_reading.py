"""Finds the choice that a line may mean: beside one word that isn't known, or with a question mark. Pure.

It is offered, and never played.
"""

from . import chatter
from .chatter_words import REFUSALS, fold
from .commands import ReplyQuestion, loose
from .phrases import phrases
from .spoken import read_spoken

LONGEST = 8  # words


def read_nearly(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels that a line names but for one word; none where it could be several, or denies."""
    said = text.rstrip(" ?").split()
    words = chatter.words_of(text)
    if asked.vocabulary.meanings or len(said) > LONGEST:
        return ()
    for plain in (_without_question(" ".join(said)), *([" ".join(said)] if "?" in text else [])):
        if plain and (labels := read_spoken(plain, asked)):
            return labels
    if any((word,) in REFUSALS for word in words):
        return ()
    found = {
        labels
        for at, word in enumerate(said)
        if _says_no_choice(word, asked)
        and (labels := read_spoken(" ".join([*said[:at], *said[at + 1 :]]), asked))
    }
    return found.pop() if len(found) == 1 else ()


def _says_no_choice(word: str, asked: ReplyQuestion) -> bool:
    """Whether a word is neither a number nor a card, which would be another choice."""
    return fold(word).strip(".,!").isalpha() and loose(word.strip(".,!")) not in asked.titles


def _without_question(text: str) -> str:
    """Return what follows words that ask whether one may: “could I play milk”; empty if none do."""
    words = text.split()
    longest = max(
        (
            len(asks)
            for each in phrases()
            for asks in each.asks
            if tuple(fold(" ".join(words[: len(asks)])).split()) == asks
        ),
        default=0,
    )
    return " ".join(words[longest:]) if longest else ""
