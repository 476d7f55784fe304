"""Reads a line that lists several cards or numbers: “bread, milk”, “1 and 3”, “milk, then bread”. Pure.

It depends on the text and the deck alone. Whether the list is one answer or several plays, the question says.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from . import chatter
from .commands import (
    NUMBERS,
    CommandKind,
    ReplyCommand,
    join_names,
    loose,
    normalized,
    split_pieces,
    without_courtesy,
    without_smiley,
)
from .folding import PLAIN, fold
from .phrases import Phrase, Phrases, ands_of_all_languages, phrases, puts_off

MOST_LISTED = 12


def split_cards(
    commands: Sequence[ReplyCommand], titles: Collection[str], names_with_commas: Collection[str]
) -> list[ReplyCommand]:
    """Return these commands, and of a line that lists cards or numbers each as a command of its own.

    The titles are those of the whole deck, `normalized` or `loose`; some have commas.
    """
    parts: list[ReplyCommand] = []
    for row, command in enumerate(commands):
        texts = list_cards(command.text, titles, names_with_commas) if _may_list(command) else []
        if len(texts) > 1:
            parts += [replace(command, line=text, text=text, row=row) for text in texts]
        else:
            parts.append(command)
    return parts


def is_title(text: str, titles: Collection[str]) -> bool:
    """Whether a text is a title, however it spells what joins its words: “milk and cookies”."""
    if loose(text) in titles:
        return True
    joins = ands_of_all_languages()
    said = _without_joins(text, joins)
    return len(said) < len(text.split()) and said in _titles_without_joins(frozenset(titles), joins)


@lru_cache(maxsize=64)
def _titles_without_joins(titles: frozenset[str], joins: frozenset[Phrase]) -> frozenset[tuple[str, ...]]:
    return frozenset(_without_joins(title, joins) for title in titles)


def _without_joins(text: str, joins: Collection[Phrase]) -> tuple[str, ...]:
    return tuple(word for word in loose(text).split() if (word,) not in joins)


def _may_list(command: ReplyCommand) -> bool:
    return command.kind == CommandKind.CHOICE and command.unclear is None


def list_cards(text: str, titles: Collection[str], names_with_commas: Collection[str]) -> list[str]:
    """Return the cards or numbers of a list, the first with what stands before it; nothing if it is none."""
    plain = without_courtesy(without_smiley(text).strip()).strip().rstrip(",.!")
    if normalized(plain) in titles or is_title(plain, titles):
        return []
    if puts_off(plain):
        return []
    if NUMBERS.fullmatch(plain):
        numbers = re.findall(r"\d+", plain)
        return numbers if len(set(numbers)) == len(numbers) else []
    for words in phrases():
        pieces = [piece for piece in split_pieces(plain.translate(PLAIN)) if piece]
        joined = join_names(pieces, names_with_commas)
        items = [part for piece in joined for part in _apart(piece, titles, words)]
        if len(items) > 1 and not is_title(items[0], titles):
            items[0] = _without_behind(items[0], words.firsts)
        if len(items) > 1:
            items[-1] = _without_behind(items[-1], words.courtesy)
        items[1:] = [_without_behind(item, words.thens) for item in items[1:]]
        if len(items) == 2:
            items[0] = _without_both(items[0], words)
        if 1 < len(items) <= MOST_LISTED and _are_cards(items, titles, words):
            if _mixes(items, titles) and not _has_join(plain, words):
                return []  # “5, music”, where the number may be another card's
            return [] if chatter.is_closing(items[-1]) else items
    return []


def _apart(piece: str, titles: Collection[str], words: Phrases) -> list[str]:
    """Return the cards that words such as “and” and “then” join, unless that is a title itself."""
    said = _without(piece.split(), words.joins | words.firsts)
    if is_title(" ".join(said), titles):
        return [" ".join(said)]
    for at in range(1, len(said)):
        length = _length(said[at:], words.joins) or (said[at] in {"&", "+"})
        if length and (rest := said[at + length :]):
            return [" ".join(said[:at]), *_apart(" ".join(rest), titles, words)]
    return [" ".join(said)]


def _mixes(items: Sequence[str], titles: Collection[str]) -> bool:
    """Whether some cards of a list are numbers, and others titles."""
    endings = [item.split()[-2:] for item in items]
    numbers = [end[-1].isdigit() and loose(" ".join(end)) not in titles for end in endings]
    return any(numbers) and not all(numbers)


def _has_join(text: str, words: Phrases) -> bool:
    """Whether a word says that what is listed follows each other: “5, then music”."""
    return any((fold(word),) in words.joins | words.firsts | words.thens for word in text.split())


def _are_cards(items: Sequence[str], titles: Collection[str], words: Phrases) -> bool:
    """Whether each part is a title or a number; before the first, a verb may stand with what asks for it."""
    first, *others = items
    said = first.split()
    for listed in (words.wishes, words.plays | words.discards | words.gives | words.takes | words.chooses):
        said = _without(said, listed) or said
    said = _without(said, words.firsts) or said
    return all(each.isdigit() or loose(each) in titles for each in (" ".join(said), *others))


def _without(said: Sequence[str], listed: Collection[Phrase]) -> list[str]:
    """Return words without the longest phrase of a list that they begin with."""
    return list(said[_length(said, listed) :])


def _without_both(text: str, words: Phrases) -> str:
    """Return the first of two cards without the word that announces them: “both milk”, “oba: mleko”."""
    said = text.split()
    for at in range(len(said) - 1):
        if (fold(said[at].rstrip(":")),) in words.boths:
            return " ".join([*said[:at], *said[at + 1 :]])
    return text


def _without_behind(text: str, listed: Collection[Phrase]) -> str:
    """Return a text without the phrase of a list that it ends with: “milk first”."""
    said = text.split()
    ends = next((each for each in listed if tuple(fold(word) for word in said[-len(each) :]) == each), ())
    return " ".join(said[: len(said) - len(ends)]) or text


def _length(said: Sequence[str], listed: Collection[Phrase]) -> int:
    folded = tuple(fold(word).replace("'", "") for word in said[:6])
    return next((count for count in range(len(folded), 0, -1) if folded[:count] in listed), 0)
