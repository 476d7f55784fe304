"""Formats names, titles, dates and time zones."""

import re
import unicodedata
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

import engine

# Marks that change the direction of text: a name with one would mirror the rest of its line.
TURNS_AROUND = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def one_line(text: str, limit: int = 0) -> str:
    """Return a name as one line of visible characters, cut to `limit` characters if one is given.

    Forms refuse such names already; a mail does not rely on it (requirement M15).
    """
    text = TURNS_AROUND.sub("", text)
    # Controls and line separators count as spaces; halves of surrogate pairs are dropped.
    shown = {"Cs": "", "Cc": " ", "Zl": " ", "Zp": " "}
    line = " ".join("".join(shown.get(unicodedata.category(char), char) for char in text).split())
    return line if not limit or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def card_title(slug: str, cards: engine.KnownCards) -> str:
    """Return the title of a card, in the reader's language."""
    return _(cards[slug].title)


def moment(at: datetime, zone: ZoneInfo) -> str:
    """Return an instant as a full date and time in a zone, named with its offset.

    Always absolute: “in two days” would be wrong by the time the mail is read.
    """
    local = at.astimezone(zone)
    # Translators: Django's date format of a deadline: Tuesday, 24 November 2026, 18:30
    text = lower_case_names(date_format(local, pgettext("date format", "l, j E Y, H:i")))
    return f"{text} ({zone_name(local, zone)})"


def zone_name(local: datetime, zone: ZoneInfo) -> str:
    """Return a zone with its offset at that moment: “Europe/Warsaw, UTC+1”."""
    if zone.key == "UTC":
        return "UTC"
    offset = local.strftime("%z")  # +0545
    hours, minutes = int(offset[1:3]), offset[3:5]
    shown = f"UTC{offset[0]}{hours}" + (f":{minutes}" if minutes != "00" else "")
    return f"{zone.key.replace('_', ' ')}, {shown}"


WITH_LOWER_CASE_NAMES = ("pl", "ru")  # where Django capitalizes the names of days and months all the same


def lower_case_names(text: str) -> str:
    """Return a date with lower-case names of days and months, in languages that write them so."""
    return text.lower() if get_language() in WITH_LOWER_CASE_NAMES else text
