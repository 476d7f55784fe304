"""Codes that this release doesn't know: those of rows that another release has written.

During a deploy, and after going back to an older release, rows hold events, notices and settings that came
with a newer one. Who shows such a row says something neutral; who would act on it leaves it to the release
that knows it. Each code is logged and counted in the health report, and so is JSON of another form, which
`games.models.stored_json` reads.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.cache import cache
from django.db.models.enums import Choices
from django.dispatch import receiver
from django.utils.translation import gettext as _

from games import clock
from games.models.stored_json import misfit

from .errors import SafeTextError

logger = logging.getLogger(__name__)

V = TypeVar("V")

COUNTED_FOR = timedelta(days=1)
# A process says so again after this time; a page with a hundred such lines says it once.
SAID_FOR = timedelta(hours=1)
MOST = 100
LONGEST = 60
SEEN = "games.core.unknown.seen"
# What this process has said, and when.
SAID: dict[str, datetime] = {}


class UnknownCode(SafeTextError, LookupError):
    """A stored code is of another release; what needs it waits for the release that knows it."""


def note_unknown(registry: str, code: object) -> None:
    """Log that a stored code isn't in a registry of this release, and count it for a day."""
    name, now = f"{registry} {str(code)[:LONGEST]!r}", clock.now()
    if name in SAID and now - SAID_FOR < SAID[name] <= now:
        return
    if len(SAID) >= MOST:
        SAID.clear()
    SAID[name] = now
    logger.warning("this release doesn’t know the %s, which another one has stored", name)
    cache.set(SEEN, dict(sorted({**_seen(), name: now}.items(), key=lambda each: each[1])[-MOST:]), None)


@receiver(misfit)
def note_misfit(form: str, **_more: object) -> None:
    """Note that a column, such as `Move.outcomes`, holds JSON of another form."""
    note_unknown("form of", form)


def codes_seen() -> list[str]:
    """Return the unknown codes that were met within the last day."""
    return sorted(_seen())


def _seen() -> dict[str, datetime]:
    since = clock.now() - COUNTED_FOR
    return {name: at for name, at in cache.get(SEEN, {}).items() if at > since}


def look_up(registry: str, entries: Mapping[str, V], code: str) -> V:
    """Return the entry of a stored code. Raises `UnknownCode` after noting that there is none."""
    try:
        return entries[code]
    except KeyError:
        note_unknown(registry, code)
        raise UnknownCode(f"this release doesn’t know the {registry} {code[:LONGEST]!r}") from None


def label_of(choices: type[Choices], value: object) -> str:
    """Return the words of a stored choice, and neutral ones where this release doesn't know it."""
    try:
        return str(choices(value).label)
    except ValueError:
        note_unknown(choices.__name__, value)
        return unknown_choice()


def unknown_choice() -> str:
    """Return the words for a choice that this release doesn't know."""
    return _("something that this version of the site doesn’t know")


def unknown_event() -> str:
    """Return the sentence for something that happened and that this release can't tell."""
    return _("Something happened that this version of the site can’t describe.")
