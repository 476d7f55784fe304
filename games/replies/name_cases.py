"""Knows a person's name in other cases, and in Russian letters. Pure."""

from .phrases import diminutives_of_all_languages, endings_of_all_languages

SHORTEST_NAME = 3  # letters of a person's name that other cases keep
SHORT_NAME = 3  # letters of a name that keeps two of them: Ewa, Ewy; Ева, Евой
EVERYDAY = frozenset(("ale", "ide", "one", "или", "иди"))  # which look like a case of a short name
SHORTEST_TITLE = 4  # letters
SHORTEST_STEM = 3  # letters that a pet name keeps
MOST_CHANGED = 3  # letters of a title that its pet name loses
MOST_CUT = 2  # letters that friends leave out
VOWELS = frozenset("aeiouyаеиоуыэюяйь")  # folded; Russian names lose й and ь like one
FLEETING = frozenset("eео")
# What consonants of Polish names become before an ending.
SOFTENED = {"t": "c", "d": "dz", "r": "rz", "k": "c", "g": "dz", "h": "sz"}
SHORTEST_IN_RUSSIAN = 4  # letters of a Latin name: «сам» is no Sam
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
    if word[:1] != name[:1] and len(name) < SHORTEST_IN_RUSSIAN:
        return False
    common, lost, gained = _compare(word, name)
    if not gained and len(word) > SHORTEST_NAME and len(lost) <= MOST_CUT:
        return True  # “Bart”
    is_short = len(name) == SHORT_NAME and lost in VOWELS and word not in EVERYDAY
    is_beginning = common >= SHORTEST_NAME and _may_lose(lost, gained)
    is_beginning = is_beginning or (common == SHORTEST_NAME - 1 and _loses_vowel(lost, gained))  # Olek, Olka
    if not (is_beginning or (is_short and lost and gained and common == SHORT_NAME - 1)):
        return False
    return not gained or (gained,) in endings_of_all_languages()


def is_declined(word: str, title: str) -> bool:
    """Whether a word is a title of one word in a Polish or Russian case: «луной», „chlebem”."""
    if len(title) < SHORTEST_TITLE or " " in word + title or word.endswith("s"):
        return False
    common, lost, gained = _compare(word, title)
    is_stem = common >= SHORTEST_NAME and len(lost) < MOST_CUT and VOWELS.issuperset(lost)
    return is_stem and bool(gained) and (gained,) in endings_of_all_languages()


def is_diminutive(word: str, title: str) -> bool:
    """Whether a word may be a pet name of a title of one word: „mleczko” of „mleko”, «хлебушек» of «хлеб»."""
    if len(title) < SHORTEST_STEM or " " in word + title:
        return False
    common, lost, gained = _compare(word, title)
    return (
        common >= min(SHORTEST_STEM, len(title) - 1)
        and len(lost) <= MOST_CHANGED
        and any(
            (gained[at:],) in diminutives_of_all_languages() for at in range(min(MOST_CHANGED, len(gained)))
        )
    )


def _compare(word: str, name: str) -> tuple[int, str, str]:
    """Return how many letters two words share, and what each has behind them: the name's first."""
    pairs = enumerate(zip(word, name, strict=False))
    common = next((at for at, (one, other) in pairs if not _sounds_as(one, other)), min(len(word), len(name)))
    return common, name[common:], word[common:]


def _may_lose(lost: str, gained: str) -> bool:
    """Whether a name may lose its last letters in a case.

    It loses its vowels; a consonant before one may change, and a vowel before the last consonant may go:
    Marta, Marcie; Bartek, Bartka. So “Markiem” is no Marta.
    """
    if not lost or (len(lost) <= 2 and VOWELS.issuperset(lost)):
        return True
    if len(lost) != 2:
        return False
    if _loses_vowel(lost, gained):
        return True
    return lost[1] in VOWELS and lost[0] in SOFTENED and gained.startswith(SOFTENED[lost[0]])


def _loses_vowel(lost: str, gained: str) -> bool:
    is_pair = len(lost) == len("ek") and lost[0] in FLEETING
    return is_pair and bool(gained) and _sounds_as(gained[0], lost[1])


def _sounds_as(letter: str, other: str) -> bool:
    return letter == other or other in LETTERS.get(letter, "")
