"""What is wrong with a deck that somebody made, as a sentence to translate."""

import unicodedata

import msgspec

SHOWN = 60  # characters of somebody's data that a sentence repeats


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a deck.

    A deck with a ``serious`` problem is not to be played.  ``text`` is English, to be translated and then
    formatted with ``about``.
    """

    serious: bool
    text: str
    about: dict[str, str] = {}

    def __str__(self) -> str:
        return self.text.format(**self.about)


def serious(text: str, /, **about: object) -> Problem:
    """A problem that keeps a deck from being played."""
    return Problem(True, text, {name: shown(str(value)) for name, value in about.items()})


def hint(text: str, /, **about: object) -> Problem:
    """A problem of which the owner of a deck may want to know."""
    return msgspec.structs.replace(serious(text, **about), serious=False)


class Unreadable(ValueError):
    """Data that is no deck; ``problem`` says why."""

    def __init__(self, text: str, /, **about: object) -> None:
        self.problem = serious(text, **about)
        super().__init__(str(self.problem))


def shown(text: str) -> str:
    """A piece of somebody's data, fit to stand in a sentence: short, on one line, with nothing invisible."""
    kept = "".join(char if is_visible(char) else "�" for char in text[: SHOWN + 1])
    return kept if len(kept) <= SHOWN else f"{kept[:SHOWN]}…"


def is_visible(char: str) -> bool:
    """Whether a character shows, and changes nothing about how its neighbours are shown."""
    return char.isprintable() and (char == " " or unicodedata.normalize("NFKC", char) not in _FILLERS)


_FILLERS = frozenset("\u115f\u1160\u2800 ")
