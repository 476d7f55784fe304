"""Reads a line that corrects itself: “4, no sorry, 5”, “not milk but bread”. Pure.

What stands behind the correction is asked back, and never played.
"""

import re

from .commands import ReplyQuestion, without_courtesy, without_smiley
from .folding import PLAIN, fold
from .phrases import Phrase, phrases
from .spoken import read_spoken

LONGEST = 16  # words
_SIGNS = re.compile(r"[,.;:…–—-]+(?=\s|$)")


def read_corrected(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the labels of what a line says at last, if it says something else first."""
    said = _SIGNS.sub(" ", without_courtesy(without_smiley(text.translate(PLAIN)))).split()
    if len(said) > LONGEST or asked.vocabulary.meanings or "?" in text:
        return ()
    folded = tuple(fold(word).replace("'", "").strip(".,!") for word in said)
    for words in phrases():
        for at in range(len(said) - 1, 0, -1):
            behind = at + _length(folded[at:], words.corrects)
            if behind > at and (found := _read(said[behind:], asked)):
                return found
            is_denied = (folded[at],) in words.negations and _read(said[:at], asked)
            if is_denied and (found := _read(said[at + 1 :], asked)):
                return found  # “6, no, 5”
        begin = _length(folded, words.nots)
        for at in range(begin + 1, len(said)) if begin else ():
            behind = at + _length(folded[at:], words.contrasts)
            if behind > at and _read(said[begin:at], asked) and (found := _read(said[behind:], asked)):
                return found
    return ()


def _read(said: list[str], asked: ReplyQuestion) -> tuple[str, ...]:
    return read_spoken(" ".join(said), asked, guesses=True)


def _length(said: Phrase, listed: frozenset[Phrase]) -> int:
    """Return how many words the longest phrase of a list takes here; 0 if none stands here."""
    return next((count for count in range(min(4, len(said)), 0, -1) if said[:count] in listed), 0)
