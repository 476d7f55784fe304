"""Reads who is for or against something, in words of one's own: “да мне норм”, “let her have it”. Pure.

A line is read where one word says it and all others are among those that say nothing. It is asked back, and
never played.
"""

from engine import QuestionKind as Kind

from .commands import ReplyQuestion
from .folding import words_of
from .phrases import Phrases, phrases

LONGEST = 7  # words
LONGEST_LET = 5  # words, with the one that lets


def read_stance(text: str, asked: ReplyQuestion) -> tuple[str, ...]:
    """Return the label of what a line wants to happen: that a card passes, or that a fact counts or not."""
    labels = {each.label for each in asked.options}
    said = tuple(word.replace("'", "") for word in words_of(text))
    if not 0 < len(said) <= LONGEST or "?" in text or any(word.isdigit() for word in said):
        return ()
    if asked.what is Kind.WINDOW and "pass" in labels:
        return ("pass",) if any(_is_calm(said, words, asked) for words in phrases()) else ()
    if asked.what is Kind.CHALLENGE and {"accept", "challenge"} <= labels:
        found = {label for words in phrases() if (label := _judged(said, words))}
        return (found.pop(),) if len(found) == 1 else ()
    return ()


def _is_calm(said: tuple[str, ...], words: Phrases, asked: ReplyQuestion) -> bool:
    """Whether somebody is content with what happens, or has nothing against it, or lets somebody do it."""
    lets = (said[0],) in words.lets and 1 < len(said) <= LONGEST_LET
    if lets and not any((word,) in words.own or word in asked.titles for word in said[1:]):
        return True
    is_denied = any((word,) in words.negations for word in said)
    listed = words.objections if is_denied else words.calm
    return _says(said, listed, words)


def _judged(said: tuple[str, ...], words: Phrases) -> str:
    """Return whether somebody accepts or challenges a claim; a word that denies turns it round."""
    denied = sum((word,) in words.negations for word in said)
    is_true, is_false = _says(said, words.credible, words), _says(said, words.incredible, words)
    if is_true == is_false or denied > 1:
        return ""
    return "accept" if is_true != bool(denied) else "challenge"


def _says(said: tuple[str, ...], listed: frozenset[tuple[str, ...]], words: Phrases) -> bool:
    """Whether a word of a list stands here, and nothing that says something else."""
    nothing = words.unsaying | words.negations
    return any((word,) in listed for word in said) and all((word,) in listed | nothing for word in said)
