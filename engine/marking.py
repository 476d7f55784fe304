"""Marking texts for translation, for modules that only hold texts."""


def gettext_noop(message: str) -> str:
    """Mark a message for the translators' catalogue."""
    return message
