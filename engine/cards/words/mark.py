"""Marking texts for translation, for modules that only hold texts."""

Words = dict[str, tuple[str, str]]
"""Title and text of cards, by slug."""


def gettext_noop(message: str) -> str:
    """Mark a message for the translators' catalogue."""
    return message
