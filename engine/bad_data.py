"""What is wrong with data that is no deck and no card, told by its place in words of our own."""

import re

from engine.errors import Unreadable
from engine.translation import gettext_noop

# msgspec ends its messages with the place, such as: - at `$.made[0].draw`
_PLACE = re.compile(r" - at `(?:key in )?\$\.?(?P<place>[^`]*)`$")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")


def explain_bad_data(error: Exception) -> Unreadable:
    """The error that says which part of a deck or a card is wrong, and how.

    ``error`` is msgspec's, or whatever reading such data raises.
    """
    said = str(error)
    found = _PLACE.search(said)
    place = found["place"] if found else ""
    if unknown := _UNKNOWN.search(said):
        text = gettext_noop("This site doesn’t know the part “{part}” of this deck or card.")
        return Unreadable(text, part=_inside(place, unknown["name"]))
    if missing := _MISSING.search(said):
        text = gettext_noop("The part “{part}” of this deck or card is missing.")
        return Unreadable(text, part=_inside(place, missing["name"]))
    if place:
        return Unreadable(
            gettext_noop("The part “{part}” of this deck or card isn’t what belongs there."), part=place
        )
    return Unreadable(gettext_noop("This isn’t a deck or a card that this site can read."))


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
