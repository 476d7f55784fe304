"""Marking texts for translation, for modules that only hold texts, and the caller's translation functions."""

from collections.abc import Callable

Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]


def gettext_noop(message: str) -> str:
    """Mark a message for the translators' catalogue."""
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark a message that counts something; the two are for the caller's `ngettext`."""
    return singular, plural
