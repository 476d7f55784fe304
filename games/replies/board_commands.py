"""Moves of the board game as people write them: ``bread>love``, “move bread to love”, “turn tile A by 90”.

Pure, as `games/reply.py`: what the words of a language mean is handed in. A text is a move when every word
of it is known; then it is a path of things that are pointed at, in the order of a move: from where, to where,
and where to whoever stands there is bumped.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_MOVES = re.compile(r"([a-z0-9-]+)>([a-z0-9-]+)(?:!([a-z0-9-]+))?")
_TILES = re.compile(r"(rotate|uproot):([a-z]+):([0-9/-]+)")
_PIECE = re.compile(r"([a-z]+):([a-z0-9-]+)")
_WORDS = re.compile(r"-?\d+\s?/\s?-?\d+|[^\W\d_]+|\d+|[-=]+>|\S")
_PLACE = re.compile(r"-?\d+/-?\d+")
NOTHING = ""  # what a word means that only joins others
_SIGNS = dict.fromkeys(("->", "-->", "=>", "==>", ">", "→", "!", "-", ",", ":", "°", "(", ")"), NOTHING)
TURN_OR_CARRY = ("rotate", "uproot")
OCTAGON = "octagon"
LOOK_ALIKES = dict(zip("abceh", "авсен", strict=True))  # letters of tiles, and Cyrillic ones that look so
_LATIN = {alike: letter for letter, alike in LOOK_ALIKES.items()}


@dataclass(frozen=True)
class Vocabulary:
    """What phrases mean: the name of a space or a tile, ``rotate``, ``uproot``, a colour, or `NOTHING`.

    Phrases are written as `words_of` returns them. `places` are the free places of the board (``2/-1``) by
    their numbers.
    """

    meanings: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """How many words the longest phrase has."""
        return max(map(len, self.meanings), default=0)


def path_of(label: str) -> tuple[str, ...]:
    """Return what has to be named for a label of the board; nothing for a label that is no move."""
    if step := _MOVES.fullmatch(label):
        return tuple(filter(None, step.groups()))
    if turned := _TILES.fullmatch(label):
        return turned.groups()
    piece = _PIECE.fullmatch(label)
    return piece.groups() if piece and piece[1] not in ("use", "made", "tile") else ()


def words_of(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text that is spelled as `reply.key` spells names."""
    return tuple("".join(word.split()) for word in _WORDS.findall(text))


def read_path(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the things that a text points at, in its order; nothing if it says anything else as well."""
    words, longest = _in_latin(words_of(text), vocabulary), vocabulary.longest
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
    """Return words with the letters of tiles in Latin, where Cyrillic ones that look the same were typed.

    A letter is one only behind what has a tile or its letter; elsewhere it may be a word: “с”, “в”.
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
        is_expected = meaning in (*TURN_OR_CARRY, OCTAGON) or (is_expected and meaning == NOTHING)
    return tuple(found)


def _number_or_sign(word: str) -> str | None:
    if word in _SIGNS:
        return NOTHING
    return word if word.isdigit() or _PLACE.fullmatch(word) else None


@dataclass(frozen=True)
class MoveMatch:
    """Which moves a path may mean; `is_plain` when it says all that there is to say, or there is one way."""

    labels: tuple[str, ...]
    is_plain: bool


def find_moves(path: Sequence[str], labels: Iterable[str]) -> MoveMatch:
    """Return the moves that a path names from their beginnings, or else by where they lead.

    Of a move, ends may be left out that follow by themselves: where to somebody is bumped. A piece alone is
    no move, even if it has one way only.
    """
    paths = {label: path_of(label) for label in labels}
    paths = {label: each for label, each in paths.items() if each}
    whole = [label for label, each in paths.items() if _begins(each, path) and len(each) == len(path)]
    begun = [label for label, each in paths.items() if _begins(each, path)]
    led = [label for label, each in paths.items() if _begins(each[1:], path)]
    if whole:
        return MoveMatch(tuple(whole), is_plain=len(whole) == 1)
    least = 2 if not path or path[0] not in TURN_OR_CARRY else 3
    if len(path) >= least and begun:
        return MoveMatch(tuple(begun), is_plain=len(begun) == 1)
    if led:
        return MoveMatch(tuple(dict.fromkeys([*led, *begun])), is_plain=len({*led, *begun}) == 1)
    return MoveMatch(tuple(begun), is_plain=False)


def similar_moves(path: Sequence[str], labels: Iterable[str]) -> tuple[str, ...]:
    """Return the moves that begin as a path does which is none: what the same piece or tile can do."""
    first = tuple(path[: 2 if path and path[0] in TURN_OR_CARRY else 1])
    return tuple(label for label in labels if first and _begins(path_of(label), first))


def _begins(path: Sequence[str], start: Sequence[str]) -> bool:
    """Whether a path begins with some names; “octagon” and “portal” may leave out which."""
    pairs = zip(path, start, strict=False)
    return 0 < len(start) <= len(path) and all(_is(thing, name) for thing, name in pairs)


def _is(thing: str, name: str) -> bool:
    return thing == name or (name in ("octagon", "portal") and thing.startswith(f"{name}-"))


def phrases(names: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the phrases of a vocabulary from what things are called."""
    for name, meaning in names.items():
        if words := words_of(name):
            yield words, meaning
