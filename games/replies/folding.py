"""Folds texts, so that case, accents and the signs of keyboards make no difference. Pure."""

import re
import unicodedata

_WORD = re.compile(r"[^\W_]++(?:'[^\W_]++)*+")
# Characters that people and their keyboards write instead of the printed ones.
PLAIN = str.maketrans(
    {**dict.fromkeys("’‘", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("–—", "-"), "\u00a0": " "}
    | {"ł": "l", "Ł": "L"}
)


def fold(text: str) -> str:
    """Return a text without case and accents."""
    spelled = unicodedata.normalize("NFKD", text.translate(PLAIN).casefold())
    return "".join(char for char in spelled if not unicodedata.combining(char))


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, folded."""
    return tuple(_WORD.findall(fold(text)))


def begins_with(words: tuple[str, ...], phrases: frozenset[tuple[str, ...]]) -> int:
    """Return the length of the longest of these phrases with which words begin; 0 if there is none."""
    return next((count for count in (4, 3, 2, 1) if words[:count] in phrases and len(words) >= count), 0)
