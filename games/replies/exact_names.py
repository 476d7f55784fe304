"""Finds the options that a text names whole, as a mail prints them or but for their signs. Pure."""

import re
from collections.abc import Collection, Iterable

from .commands import ReplyOption, loose, normalized
from .folding import PLAIN

# As a mail prints it: “2. Milk”, “2.Milk”; and how people write it: “2, milk”, “Milk (2)”.
NUMBER_FIRST = re.compile(r"\W*+(?P<number>\d{1,3})(?:[.):\]]\s*+(?=[^\W\d])|\s*[.):\],*-]*\s+)(?P<name>.+)")
NUMBER_LAST = re.compile(r"(?P<name>.*\S)\s*+\((?P<number>\d{1,3})\)")
# Between two sentences, or two words of which one may be meant. In a title they stand as it is printed.
_INNER = re.compile(r"\w(?:.*\w)?")
_APART = re.compile(r"[/\\|<>=→]|[.:;…](?=\s+\w)|\s[-–—(]|[)\]]\s")


def find_exactly(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    bare = normalized(text)
    return [option for option in options if bare and any(normalized(name) == bare for name in option.names)]


def find_loosely(text: str, options: Iterable[ReplyOption]) -> list[ReplyOption]:
    """Return the options with this name but for articles, apostrophes, hyphens and other signs.

    What stands `_APART` may be two choices, or two sentences: “bread/chocolate”, “No... limits”.
    """
    bare = loose(text)
    inner = _INNER.search(text.translate(PLAIN))
    apart = {sign.strip() for sign in _APART.findall(inner[0])} if inner else set()
    return [
        option
        for option in options
        if bare and any(loose(name) == bare and _has(name, apart) for name in option.names)
    ]


def _has(name: str, signs: Collection[str]) -> bool:
    plain = name.translate(PLAIN)
    return all(sign in plain for sign in signs)
