"""What is wrong with a deck that somebody made, as a sentence to translate."""

import msgspec

from engine.errors import shown


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
