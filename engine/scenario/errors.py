"""What is wrong with a scenario: where it is written, and which known word may have been meant."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches


class BadScenario(ValueError):
    """A position or a step that can't be set up as it is written; the text says why.

    ``place`` is the key where it is written (``given.hands.A``, ``when 2.answer``), ``word`` what is wrong
    there, ``line`` its line if that is known.
    """

    def __init__(self, why: str, place: str = "", word: str = "", line: int | None = None) -> None:
        super().__init__(f"{place}: {why}" if place else why)
        self.why = why
        self.place = place
        self.word = word
        self.line = line

    def within(self, place: str) -> "BadScenario":
        """The same, in this place."""
        return BadScenario(self.why, f"{place}.{self.place}".rstrip("."), self.word)


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The known word that is nearest to this one, as the end of a sentence.

    If none is near, all are listed after ``otherwise``, or nothing is said.
    """
    known = [name for name in known if "~" not in name]  # made cards are written by their titles
    folded = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), folded, n=1, cutoff=0.7)
    if near:
        return f"; did you mean {folded[near[0]]!r}?"
    return f"; {otherwise} {', '.join(known)}" if otherwise else ""


def line_of(text: str, place: str, word: str) -> int | None:
    """The line of a TOML text on which a word of this key is written, or the key itself."""
    target = tuple(place.split(".")) if place else ()
    found = [(path, first, last) for path, first, last in _statements(text) if _is_on_the_way(path, target)]
    found.sort(key=lambda each: -min(len(each[0]), len(target)))
    lines = text.splitlines()
    for sought in filter(None, (word, *target[-1:])):
        pattern = re.compile(rf"(?<![\w-]){re.escape(sought)}(?![\w-])")
        for _path, first, last in found:
            for number in range(first, last + 1):
                if pattern.search(lines[number - 1]):
                    return number
    return found[0][1] if found and target else None


def _is_on_the_way(path: tuple[str, ...], target: tuple[str, ...]) -> bool:
    """Whether one of two keys lies within the other."""
    return all(one == other for one, other in zip(path, target, strict=False))


_KEY = r"""(?:[\w-]++|"[^"]*+"|'[^']*+')"""
_KEYS = re.compile(rf"\s*+(\[\[?)?\s*+({_KEY}(?:\s*+\.\s*+{_KEY})*)\s*+(=|\]\]?)")
# A text that isn't closed on its line hides the rest of it.
_SIGN = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*+"?|\'[^\']*+\'?|#.*|[\[\]{}]')


def _statements(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """The keys of a TOML text, ``("when 2", "then")``, with their first and last lines."""
    header: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        first = number
        number = _end(lines, first)
        if (found := _KEYS.match(lines[first])) is None:
            continue
        bracket, names, _ = found.groups()
        path = tuple(name.strip("\"'") for name in re.findall(_KEY, names))
        if bracket == "[[":
            counts[path[0]] = counts.get(path[0], 0) + 1
        if bracket:
            path = header = (f"{path[0]} {counts[path[0]]}" if path[0] in counts else path[0], *path[1:])
        else:
            path = (*header, *path)
        yield path, first + 1, number


def _end(lines: list[str], first: int) -> int:
    """The number of the line after which a statement is complete: its brackets and texts are closed."""
    depth, quotes = 0, ""
    for number in range(first, len(lines)):
        for sign in _SIGN.findall(lines[number]):
            if sign in ('"""', "'''"):
                quotes = "" if quotes == sign else quotes or sign
            elif not quotes:
                depth += (sign in "[{") - (sign in "]}")
        if depth <= 0 and not quotes:
            return number + 1
    return len(lines)
