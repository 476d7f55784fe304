"""Knows a person's name in other cases, and in Russian letters. Pure."""

from .phrases import endings_of_all_languages

SHORTEST_NAME, MOST_LOST = 3, 2  # letters of a person's name that other cases keep, and that they drop
# The Latin letters that a Russian one writes, where it writes one.
LETTERS = {
    "а": "a",
    "б": "b",
    "в": "wv",
    "г": "gh",
    "д": "d",
    "е": "e",
    "ж": "zj",
    "з": "z",
    "и": "i",
    "к": "k",
    "л": "l",
    "м": "m",
    "н": "n",
    "о": "o",
    "п": "p",
    "р": "r",
    "с": "s",
    "т": "t",
    "у": "u",
    "ф": "f",
    "х": "hx",
    "ц": "c",
    "ы": "yi",
    "э": "e",
    "я": "a",
}


def is_case_of(word: str, name: str) -> bool:
    """Whether a word may be a name in another case: “Bartkiem” of Bartek, «Касю» of Кася and of Kasia."""
    pairs = enumerate(zip(word, name, strict=False))
    common = next((at for at, (one, other) in pairs if not _sounds_as(one, other)), min(len(word), len(name)))
    is_beginning = common >= SHORTEST_NAME and len(name) - common <= MOST_LOST
    return is_beginning and (common == len(word) or (word[common:],) in endings_of_all_languages())


def _sounds_as(letter: str, other: str) -> bool:
    return letter == other or other in LETTERS.get(letter, "")
