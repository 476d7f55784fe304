"""Reads a line that lists several cards or numbers: “bread, milk”, “1 and 3”, “milk, then bread”. Pure.

It depends on the text and the deck alone. Whether the list is one answer or several plays, the question says.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from . import chatter
from .asides import without_asides
from .commands import (
    NUMBER_BEHIND,
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
from .phrases import (
    Phrase,
    Phrases,
    ands_of_all_languages,
    as_phrase,
    begins_with_verb,
    phrases,
    puts_off,
)

MOST_LISTED = 12
_SENTENCES = re.compile(r"(?<!\d)[.!]\s+")


def split_cards(
    commands: Sequence[ReplyCommand],
    titles: Collection[str],
    names_with_commas: Collection[str],
    people: Collection[str] = (),
) -> list[ReplyCommand]:
    """Return these commands, and of a line that lists cards or numbers each as a command of its own.

    The titles are those of the whole deck, `normalized` or `loose`; some have commas. `people` are all
    players.
    """
    parts: list[ReplyCommand] = []
    for row, command in enumerate(commands):
        texts: list[str] = []
        if _may_list(command):
            listed = list_cards(command.text, titles, names_with_commas)
            texts = listed or _list_beside(command.text, titles, names_with_commas, people)
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


def _list_beside(
    text: str, titles: Collection[str], names_with_commas: Collection[str], people: Collection[str]
) -> list[str]:
    """Return the cards of a list beside an excuse or a reason: “sorry for the delay. Milk and bread”."""
    plain = without_smiley(text).strip().rstrip(".!")
    for rest in () if puts_off(plain) else without_asides(plain, titles, people):
        items = list_cards(rest.text, titles, names_with_commas)
        if items and (begins_with_verb(items[0]) or not (rest.needs_verb or rest.has_reason)):
            return items
    return []


def list_cards(text: str, titles: Collection[str], names_with_commas: Collection[str]) -> list[str]:
    """Return the cards or numbers of a list, the first with what stands before it; nothing if it is none."""
    plain = without_courtesy(without_smiley(text).strip()).strip().rstrip(",.!")
    if normalized(plain) in titles or is_title(plain, titles):
        return []
    if puts_off(plain) or plain.endswith("?"):
        return []
    if NUMBERS.fullmatch(plain):
        numbers = re.findall(r"\d+", plain)
        return numbers if len(set(numbers)) == len(numbers) else []
    for words in phrases():
        said = _as_one_sentence(plain.translate(PLAIN), words)
        pieces = _without_talk([piece for piece in split_pieces(said) if piece], titles, words)
        joined = join_names(pieces, names_with_commas)
        items = [part for piece in joined for part in _apart(piece, titles, words)]
        items = _bare(items, titles, words) if len(items) > 1 else items
        if 1 < len(items) <= MOST_LISTED and _are_cards(items, titles, words):
            if _mixes(items, titles) and not _has_join(plain, words):
                return []  # “5, music”, where the number may be another card's
            return [] if chatter.is_closing(items[-1]) else items
    return []


def _as_one_sentence(text: str, words: Phrases) -> str:
    """Return a text with a comma before a second sentence that goes on with the list: “Milk. Then bread”."""
    first, *others = _SENTENCES.split(text)
    if len(others) == 1 and _length(others[0].replace(":", "").split(), words.joins | words.seconds):
        return f"{first}, {others[0]}"
    return text


def _without_talk(pieces: Sequence[str], titles: Collection[str], words: Phrases) -> list[str]:
    """Return the pieces of a line without those that say nothing: “ok, milk and bread, thanks”."""
    behind = words.courtesy | words.apologies | words.orders
    pieces = list(pieces)
    while len(pieces) > 1 and _is_phrase(pieces[0], words.fillers | words.vocatives, titles):
        del pieces[0]
    while len(pieces) > 1 and _is_phrase(pieces[-1], behind | words.vocatives, titles):
        del pieces[-1]
    return pieces


def _is_phrase(text: str, listed: Collection[Phrase], titles: Collection[str]) -> bool:
    return as_phrase(text.strip(" .!")) in listed and loose(text) not in titles


def _bare(items: list[str], titles: Collection[str], words: Phrases) -> list[str]:
    """Return the parts of a list without words of courtesy, and of the order in which they are."""
    first, *others = items
    first = " ".join(_without(first.split(), words.fillers)) or first
    if not is_title(first, titles):
        first = _without_behind(first, words.firsts)
    others[-1] = _without_behind(others[-1], words.courtesy)
    others = [_without_behind(each, words.thens | words.seconds) for each in others]
    others = [" ".join(_without(each.split(), words.seconds)) or each for each in others]
    first = _without_both(first, words) if len(others) == 1 else first
    in_words = [words.numbers.get(as_phrase(each), 0) for each in (_without_verb(first, words), *others)]
    return list(map(str, in_words)) if all(in_words) else [first, *others]


def _apart(piece: str, titles: Collection[str], words: Phrases) -> list[str]:
    """Return the cards that words such as “and” and “then” join, unless that is a title itself."""
    said = _without(piece.split(), words.joins | words.firsts)
    if is_title(" ".join(said), titles):
        return [" ".join(said)]
    for at in range(1, len(said)):
        if as_phrase(" ".join(said[at:])) in words.courtesy:
            return [" ".join(said[:at])]  # „mleko i koniec”
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
    named = (NUMBER_BEHIND.sub("", each) for each in (_without_verb(first, words), *others))
    return all(each.isdigit() or loose(each) in titles for each in named)


def _without_verb(text: str, words: Phrases) -> str:
    """Return a text without the verb before its card, and what asks for it: “I'd like to play milk”."""
    said = text.split()
    verbs = words.plays | words.discards | words.gives | words.takes | words.chooses
    for listed in (words.wishes, verbs, words.firsts, words.nouns):
        said = _without(said, listed) or said
    return " ".join(said)


def _without(said: Sequence[str], listed: Collection[Phrase]) -> list[str]:
    """Return words without the longest phrase of a list that they begin with."""
    rest = list(said[_length(said, listed) :])
    return rest[1:] if rest[:1] == [":"] else rest


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
    folded = tuple(fold(word).rstrip(",.!") for word in said)
    ends = max((each for each in listed if folded[-len(each) :] == each), key=len, default=())
    return " ".join(said[: len(said) - len(ends)]) or text


def _length(said: Sequence[str], listed: Collection[Phrase]) -> int:
    folded = tuple(fold(word).replace("'", "").rstrip(":") for word in said[:6])
    return next((count for count in range(len(folded), 0, -1) if folded[:count] in listed), 0)
