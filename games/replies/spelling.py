"""Compares words as they are spelled: by how few slips one becomes the other. Pure."""

from itertools import pairwise

SHORTEST = 4  # letters of a word that may be misspelt
LONGEST_ENDING = 3  # letters
LONG = 8  # letters: from here on a word may have two slips
# Letters that lie beside each other on keyboards, folded, and vowels and consonants that sound alike.
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")
SOUNDS = "ei ae ao ou ie iy sz cs ck gj dt bp fv zs ао еи яе ыи оу тд бп вф зс гк шщ шж эе"
ALIKE = frozenset(map(frozenset, SOUNDS.split())).union(
    frozenset(pair) for row in ROWS for pair in pairwise(row)
)


def slips(said: str, name: str, most: int) -> int:
    """Return how many letters are wrong, missing, too many or swapped with the next; `most` + 1 for more."""
    if abs(len(said) - len(name)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(name) + 1))
    for at, letter in enumerate(said, start=1):
        last, before, row = before, row, [at]
        for place, other in enumerate(name, start=1):
            best = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other))
            is_swapped = at > 1 and place > 1 and letter == name[place - 2] and said[at - 2] == other
            row.append(min(best, last[place - 2] + 1) if is_swapped else best)
        if min(row) > most:
            return most + 1
    return row[-1]


def is_misspelt(said: str, name: str) -> bool:
    """Whether a text may be this name with a slip, or with two in a long one."""
    if min(len(said), len(name)) < SHORTEST or said[0] != name[0]:
        return False
    most = 2 if min(len(said), len(name)) >= LONG else 1
    return 0 < slips(said, name, most) <= most


def has_same_stem(said: str, word: str) -> bool:
    """Whether two words may be forms of one: “steals” and “steal”, „fanta” and „fant”."""
    pairs = zip(said, word, strict=False)
    common = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(said), len(word)))
    return said == word or (common >= SHORTEST - 1 and max(len(said), len(word)) - common <= LONGEST_ENDING)


def is_surely_misspelt(said: str, name: str) -> bool:
    """Whether a text is this name with the slip of a finger or of an ear, and hardly another word.

    Two letters are swapped, one is doubled or missing within, or is one that sounds alike or lies beside it.
    """
    if min(len(said), len(name)) < SHORTEST or said[0] != name[0] or slips(said, name, 1) != 1:
        return False
    if len(said) != len(name):
        longer, shorter = sorted((said, name), key=len, reverse=True)
        at = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
        is_doubled = longer[at] == longer[at - 1]
        return is_doubled or (len(said) < len(name) and len(name) > SHORTEST + 1 and at < len(said))
    wrong = [(one, other) for one, other in zip(said, name, strict=True) if one != other]
    if len(wrong) == 2:
        return True
    return len(name) > SHORTEST and frozenset(wrong[0]) in ALIKE


def swaps_or_misses(said: str, verb: str) -> bool:
    """Whether two letters of a verb are swapped, or one within it is missing: “paly”, «игаю»."""
    if len(said) < SHORTEST or said[0] != verb[0] or slips(said, verb, 1) != 1:
        return False
    is_swapped = len(said) == len(verb) and sorted(said) == sorted(verb)
    return is_swapped or (len(said) < len(verb) and said[-1] == verb[-1])
