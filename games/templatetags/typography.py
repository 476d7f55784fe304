"""The template tags of typography, which every template knows without loading them."""

from datetime import date

from django import template
from django.utils.translation import get_language

from games.core import typography
from games.history import formatting

register = template.Library()


@register.simple_tag
def dash() -> str:
    """Return the dash of the reader's language with its spaces: `A{% dash %}B`."""
    return typography.spaced_dash(get_language() or "")


@register.filter
def keep_together(text: str) -> str:
    """Put non-breaking spaces into a text of the reader's language."""
    return typography.keep_together(text, get_language() or "")


@register.filter
def day(of: date) -> str:
    """Return a day with its year: “24 November 2026”."""
    return formatting.day(of)
