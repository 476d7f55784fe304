"""Formats names, titles, dates and time zones."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

import engine
from games import clock
from games.core.typography import keep_together
from games.core.zone_names import name_zone
from games.decks.titles import translate
from games.models import Player

MINUTE = timedelta(minutes=1)
FEW = 3  # of a unit of time, fewer of which say too little
DAYS_BY_NAME = 6  # how far ahead the name of a weekday is enough


def name_of(player: Player) -> str:
    """Return the name of a player without a seat as others see it; never an e-mail address."""
    return player.name or _("a player without a name")


def card_title(slug: str, cards: engine.KnownCards) -> str:
    """Return the title of a card, in the reader's language."""
    return _(cards[slug].title)


def name_option(option: engine.Option, view: engine.View, names: Mapping[int, str]) -> str:
    """Return what an option means to the seat of a view, which is “you” in it; `names` are those of seats."""
    called = names if view.me is None else {**names, view.me: _("you")}
    title = engine.text.option(option, view.deck.known_cards, called, translate)
    is_you = option.kind is engine.OptionKind.SEAT and option.seat == view.me
    return capfirst(title) if is_you else title


def moment(at: datetime, zone: ZoneInfo) -> str:
    """Return an instant as a full date and time in a zone, named with its offset.

    Always absolute: “in two days” would be wrong by the time the mail is read.
    """
    local = at.astimezone(zone)
    # Translators: Django's date format of a deadline: Tuesday, 24 November 2026, 18:30
    text = format_date(local, pgettext("date format", "l, j E Y, H:i"))
    return f"{text} ({zone_name(local, zone)})"


def time_left(at: datetime) -> str:
    """Return how long it is until an instant: “5 days left”, “2 days, 3 hours left”.

    Of less than three of its largest unit the next one is told, too; a deadline reads so everywhere. A minute
    that has begun counts as a whole one: a mail leaves seconds after its time began.
    """
    now = clock.now()
    if at <= now:
        return _("Time is up")
    minutes = -((now - at) // MINUTE) * MINUTE
    time = _until(now + minutes, now)
    if int(time.split()[0]) < FEW:
        time = _until(now + minutes, now, units=2)
    return _("%(time)s left") % {"time": keep_together(time, get_language() or "")}


def _until(at: datetime, now: datetime, *, units: int = 1) -> str:
    """Return the largest units of the time until an instant; without the non-breaking spaces of Django."""
    return timeuntil(at, now, depth=units).replace("\xa0", " ")


def brief_moment(at: datetime, zone: ZoneInfo) -> str:
    """Return an instant in the reader's zone without what goes without saying: “Tue 18:30”.

    The date is there beyond a week, the year beyond this one, the zone where nobody has chosen it.
    """
    local, today = at.astimezone(zone), clock.now().astimezone(zone)
    if local.year != today.year:
        # Translators: Django's date format of a day in another year, in few letters: Sat 24 Jul 2027, 18:30
        pattern = pgettext("date format", "D j M Y, H:i")
    elif abs((local.date() - today.date()).days) > DAYS_BY_NAME:
        # Translators: Django's date format of an instant in few letters: Fri 27 Nov, 18:30
        pattern = pgettext("date format", "D j M, H:i")
    else:
        # Translators: Django's date format of an instant within a week: Fri 18:30
        pattern = pgettext("date format", "D H:i")
    text = format_date(local, pattern)
    return f"{text} UTC" if zone.key == "UTC" else text


def until(at: datetime, zone: ZoneInfo) -> str:
    """Return how long it is until an instant, and when, as a line begins: “5 days left · Tue 18:30”."""
    return f"{capfirst(time_left(at))} · {brief_moment(at, zone)}"


def zone_name(local: datetime, zone: ZoneInfo) -> str:
    """Return a zone with its offset at that moment: “Europe/Warsaw, UTC+1”."""
    if zone.key == "UTC":
        return "UTC"
    offset = local.strftime("%z")  # +0545
    hours, minutes = int(offset[1:3]), offset[3:5]
    shown = f"UTC{offset[0]}{hours}" + (f":{minutes}" if minutes != "00" else "")
    return f"{name_zone(zone.key)}, {shown}"


WITH_LOWER_CASE_NAMES = ("pl", "ru")  # where Django capitalizes the names of days and months all the same


def lower_case_names(text: str) -> str:
    """Return a date with lower-case names of days and months, in languages that write them so."""
    return text.lower() if get_language() in WITH_LOWER_CASE_NAMES else text


def format_date(at: date, pattern: str) -> str:
    """Return a date or time by Django's format as the reader's language writes it, kept together."""
    # Short names of weekdays of our own: “Sun” is a space of the board, too, and there is one catalogue.
    day = "".join(f"\\{char}" for char in _short_weekday(at))
    text = date_format(at, pattern.replace("D", day))
    return keep_together(lower_case_names(text), get_language() or "")


def _short_weekday(of: date) -> str:
    names = (
        *(pgettext("weekday", "Mon"), pgettext("weekday", "Tue"), pgettext("weekday", "Wed")),
        *(pgettext("weekday", "Thu"), pgettext("weekday", "Fri"), pgettext("weekday", "Sat")),
        pgettext("weekday", "Sun"),
    )
    return names[of.weekday()]


def day(of: date) -> str:
    """Return a day with its year: “24 November 2026”."""
    return format_date(of, pgettext("date format", "j E Y"))


def describe_game_length(days: int, turns: int) -> str:
    """Return how long a game was: “23 days · 41 turns”; nothing of turns where none is known."""
    told = ngettext("%(n)d day", "%(n)d days", days) % {"n": days} if days else _("Less than a day")
    return f"{told} · {ngettext('%(n)d turn', '%(n)d turns', turns) % {'n': turns}}" if turns else told
