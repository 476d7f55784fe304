"""Parses moves of the board game: ``bread>love``, “move bread to love”, “turn tile A by 90”.

Pure: the caller passes the vocabulary. A text is a move if every word of it is known. Then it is a path: the
names of the source, the target, and the space to which a piece there is bumped.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import engine

_WORDS = re.compile(r"-?\d+\s?/\s?-?\d+|[^\W\d_]+|\d+|[-=]{1,9}>|\S")
_PLACE = re.compile(r"-?\d+/-?\d+")
NOTHING = ""  # the meaning of words such as “to”
_SIGNS = dict.fromkeys(("->", "-->", "=>", "==>", ">", "→", "!", "-", ",", ":", "°", "(", ")"), NOTHING)
TILE_VERBS = ("rotate", "uproot")
OCTAGON = "octagon"
LOOK_ALIKES = dict(zip("abceh", "авсен", strict=True))  # letters of tiles, and Cyrillic letters like them
_LATIN = {alike: letter for letter, alike in LOOK_ALIKES.items()}


@dataclass(frozen=True)
class Vocabulary:
    """The meanings of phrases: a space, a tile, ``rotate``, ``uproot``, a colour, or `NOTHING`.

    Phrases are split by `words_of`. `places` are the free places of the board (``2/-1``) by their numbers.
    """

    meanings: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """The number of words in the longest phrase."""
        return max(map(len, self.meanings), default=0)


def path_of(label: str) -> tuple[str, ...]:
    """Return the path of a label; empty if it is not a move."""
    option = engine.read_option(label)
    match option.kind:
        case engine.OptionKind.STEP:
            return tuple(filter(None, (option.source, option.target, option.bump)))
        case engine.OptionKind.ROTATE | engine.OptionKind.UPROOT:
            return (option.kind.value, option.source, option.target)
        case engine.OptionKind.PIECE:
            return (option.source, option.target)
    return ()


def split_words(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text that is `normalized`."""
    return tuple("".join(word.split()) for word in _WORDS.findall(text))


def read_path(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the path that a text describes; empty if it holds any unknown word."""
    words, longest = _in_latin(split_words(text), vocabulary), vocabulary.longest
    path: list[str] = []
    at = 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            meaning = vocabulary.meanings.get(words[at : at + length])
            if meaning is not None:
                path += [meaning] if meaning else []
                at += length
                break
        else:
            meant = _number_or_sign(words[at])
            if meant is None:
                return ()
            path += [meant] if meant else []
            at += 1
    if len(path) > 1 and path[0] != "rotate" and path[-1] in vocabulary.places:
        path[-1] = vocabulary.places[path[-1]]
    return tuple(path)


def _in_latin(words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Replace Cyrillic letters by the Latin letters of tiles that look the same.

    Only after a word that a tile may follow; elsewhere such a letter may be a word: “с”, “в”.
    """
    found: list[str] = []
    is_expected = False
    for word in words:
        if is_expected and word in _LATIN:
            found.append(_LATIN[word])
            is_expected = False
            continue
        found.append(word)
        meaning = vocabulary.meanings.get((word,))
        is_expected = meaning in (*TILE_VERBS, OCTAGON) or (is_expected and meaning == NOTHING)
    return tuple(found)


def _number_or_sign(word: str) -> str | None:
    if word in _SIGNS:
        return NOTHING
    return word if word.isdigit() or _PLACE.fullmatch(word) else None


@dataclass(frozen=True)
class MoveMatch:
    """The moves that a path may mean; `is_clear` if there is no doubt which."""

    labels: tuple[str, ...]
    is_clear: bool


def find_moves(path: Sequence[str], labels: Iterable[str]) -> MoveMatch:
    """Return the moves that begin with a path; where a piece or a space stands alone, all that it may mean.

    The end of a move may be left out if there is only one, such as where a piece is bumped. A piece alone is
    not a move, even if it can move in one way only; nor is a space, as people write “Love” and “Time to go”.
    """
    paths = {label: path_of(label) for label in labels}
    paths = {label: each for label, each in paths.items() if each}
    whole = [label for label, each in paths.items() if _begins(each, path) and len(each) == len(path)]
    begun = [label for label, each in paths.items() if _begins(each, path)]
    led = [label for label, each in paths.items() if _begins(each[1:], path)]
    if whole:
        return MoveMatch(tuple(whole), is_clear=len(whole) == 1)
    least = 2 if not path or path[0] not in TILE_VERBS else 3
    if len(path) >= least and begun:
        return MoveMatch(tuple(begun), is_clear=len(begun) == 1)
    return MoveMatch(tuple(dict.fromkeys([*led, *begun])), is_clear=False)


def similar_moves(path: Sequence[str], labels: Iterable[str]) -> tuple[str, ...]:
    """Return the moves of the piece or tile with which a path begins."""
    first = tuple(path[: 2 if path and path[0] in TILE_VERBS else 1])
    return tuple(label for label in labels if first and _begins(path_of(label), first))


def _begins(path: Sequence[str], start: Sequence[str]) -> bool:
    """Whether a path begins with these names; “octagon” and “portal” stand for any of them."""
    pairs = zip(path, start, strict=False)
    return 0 < len(start) <= len(path) and all(_is(thing, name) for thing, name in pairs)


def _is(thing: str, name: str) -> bool:
    return thing == name or (name in ("octagon", "portal") and thing.startswith(f"{name}-"))
