"""Writes Russian words that somebody has typed in Latin letters in their own: “igrayu hleb”. Pure."""

import re

# The longest first; folded, as й and ё lose their signs when texts are compared.
_LETTERS = {
    "shch": "щ",
    "sch": "щ",
    "zh": "ж",
    "kh": "х",
    "ts": "ц",
    "ch": "ч",
    "sh": "ш",
    "yu": "ю",
    "ju": "ю",
    "ya": "я",
    "ja": "я",
    "yo": "ё",
    "jo": "ё",
    "ye": "е",
    "iy": "ий",
    "yy": "ый",
    **dict(zip("abvwgdezijklmnoprstufhcyqx'", "абввгдезийклмнопрстуфхцыкх" + "ь", strict=True)),
}
_PIECE = re.compile("|".join(sorted(map(re.escape, _LETTERS), key=len, reverse=True)))
_CYRILLIC = re.compile("[а-яё]", re.I)


def in_russian(text: str) -> str:
    """Return a text in Russian letters; nothing if it has some already."""
    if _CYRILLIC.search(text):
        return ""
    return _PIECE.sub(lambda found: _LETTERS[found[0]], text.lower())
