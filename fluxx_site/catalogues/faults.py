"""What can be wrong with a translation, in sentences for whoever translates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

# Where the first form stands for 1 alone, it may leave the number out; here it stands for 21, 31 … as well.
MORE_THAN_ONE = ("ru",)
_PLACES = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*\}|</?[a-zA-Z][^<>]*>|&\w+;|&#\d+;")
_WRONG_QUOTES = {"pl": "[“«»]", "ru": "”"}


def faults(language: str, forms: int, one: str, many: str, said: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the translation of a message, each in a few words.

    `one` and `many` are the English words, `said` the translation: one text, or one for each of the `forms`
    that words have beside a number.
    """
    expected = forms if many else 1
    if len(said) != expected:
        yield f"{len(said)} forms, not {expected}"
        return
    for number, text in enumerate(said):
        where = f"form {number}: " if many else ""
        if not text.strip():
            yield f"{where}it is not translated"
            continue
        is_one = number == 0 and _places(text) == _places(one) and language not in MORE_THAN_ONE
        for fault in _faults(language, one if is_one or not many else many, text):
            yield where + fault


def _places(text: str) -> Counter[str]:
    return Counter(_PLACES.findall(text))


def _faults(language: str, english: str, text: str) -> Iterator[str]:
    wanted, found = _places(english), _places(text)
    if wanted != found:
        for place in sorted(wanted - found):
            yield f"{place} is missing"
        for place in sorted(found - wanted):
            yield f"{place} is too much"
    if _ends(english) != _ends(text):
        yield "it begins or ends with other blanks than the English"
    if "\u00a0" in english and "\u00a0" not in text:
        yield "the English has a non-breaking space, and it has none"
    if wrong := re.search(_WRONG_QUOTES.get(language, "(?!)"), text):
        yield f"wrong quotation mark {wrong[0]}"


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
