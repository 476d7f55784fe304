"""Marking texts for translation, for modules that only hold texts, and the caller's translation functions."""

from collections.abc import Callable

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]


def gettext_noop(message: str) -> str:
    """Mark a message for the translators' catalogue."""
    return message
