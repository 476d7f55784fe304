"""Reads set phrases that name no choice: “no objection”, “that's true”, “I'll start”. Pure."""

from collections.abc import Collection, Sequence

from engine import QuestionKind as Kind

from .commands import ReplyQuestion
from .phrases import Phrase, Phrases
from .spoken_names import Token

LONGEST_SAID = 8  # words of a phrase
QUIZ = (Kind.NAME_THAT_ORGAN, Kind.CHALLENGE)


def read_phrase(tokens: Sequence[Token], asked: ReplyQuestion, words: Phrases) -> tuple[str, ...]:
    """Return what a line says that names no choice: “no objection”, “that’s true”, “nah, fine by me”."""
    meanings = {
        Kind.WINDOW: {"pass": words.passes},
        Kind.TAKE_FIRST_CARD: {"take": words.starts},
        Kind.CHALLENGE: {"accept": words.agrees, "challenge": words.challenges},
    }
    for label, listed in meanings.get(asked.what or Kind.UNKNOWN, {}).items():
        if any(each.label == label for each in asked.options) and _says_only(listed, tokens, asked, words):
            return (label,)
    if asked.what is Kind.WINDOW and _passes_politely(tokens, words):
        return ("pass",)
    return ()


def _passes_politely(tokens: Sequence[Token], words: Phrases) -> bool:
    """Whether a line passes in one word, beside courtesy and other ways to pass but a bare “no”."""
    said = [word for each in tokens if not each.is_sign for word in each.text.split()]
    rest = tuple(word for word in said if (word,) not in words.passwords)
    ways = {each for each in words.passes if len(each) > 1}
    nothing = words.courtesy | words.vocatives | words.chooses | ways
    return len(rest) < len(said) and _is_made_of(rest, nothing)


def _is_made_of(said: Phrase, listed: Collection[Phrase]) -> bool:
    ends = {0}
    for at in range(len(said)):
        lengths = range(1, LONGEST_SAID + 1) if at in ends else ()
        ends |= {at + length for length in lengths if said[at : at + length] in listed}
    return len(said) in ends


def _says_only(
    listed: Collection[Phrase], tokens: Sequence[Token], asked: ReplyQuestion, words: Phrases
) -> bool:
    """Whether a line is made of these phrases, and of others that say nothing."""
    said = tuple(word for each in tokens if not each.is_sign for word in each.text.split())
    nothing = words.fillers | words.courtesy | words.vocatives
    if asked.what is not Kind.WINDOW:
        nothing |= words.wishes
    if asked.what in QUIZ:
        nothing |= words.opinions
    # The words up to each place, where these phrases may end: whether one of them is listed.
    ends = {0: {False}}
    for at in range(len(said)):
        for length in range(1, LONGEST_SAID + 1) if at in ends else ():
            phrase = said[at : at + length]
            if phrase in listed:
                ends.setdefault(at + length, set()).add(True)
            if phrase in nothing:
                ends.setdefault(at + length, set()).update(ends[at])
    return True in ends.get(len(said), set())
