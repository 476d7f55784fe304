"""Dates within a sentence."""

from django.utils.translation import get_language

WRITTEN_SMALL = ("pl", "ru")  # Django gives these names a capital all the same


def lower_case_names(text: str) -> str:
    """Return a date with lower-case names of days and months, in languages that write them so."""
    return text.lower() if get_language() in WRITTEN_SMALL else text
