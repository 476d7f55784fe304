"""Errors that people read: an English template, and what stands in it."""

import unicodedata

SHOWN = 60  # characters of somebody's data that a sentence repeats
TRANSLATED = frozenset({"card", "goal", "rule", "what"})
"""The arguments that are texts of the engine themselves, such as titles of cards: to be translated, too."""


class EngineError(ValueError):
    """An error whose text is a sentence for people.

    ``text`` is English and marked for translators, to be translated and then formatted with ``about``.
    """

    def __init__(self, text: str, /, **about: object) -> None:
        self.text = text
        self.about = {name: shown(str(value)) for name, value in about.items()}
        super().__init__(text.format(**self.about))


class Refused(EngineError):
    """What the rules don't allow; nothing was changed."""


class Unreadable(EngineError):
    """Data that is no deck, and no card."""


def shown(text: str) -> str:
    """A piece of somebody's data, fit to stand in a sentence: short, on one line, with nothing invisible."""
    kept = "".join(char if is_visible(char) else "�" for char in text[: SHOWN + 1])
    return kept if len(kept) <= SHOWN else f"{kept[:SHOWN]}…"


def is_visible(char: str) -> bool:
    """Whether a character shows, and changes nothing about how its neighbours are shown."""
    is_space = unicodedata.category(char) == "Zs"
    return is_space or (char.isprintable() and unicodedata.normalize("NFKC", char) not in _FILLERS)


_FILLERS = frozenset("\u115f\u1160\u2800")
