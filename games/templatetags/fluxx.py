"""Template tags and filters: pictures, times, descriptions of games."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _

from games import clock
from games.board.values import Mark, Space, Spot, Tile, TileOutline, Word
from games.decks import descriptions
from games.history import game_settings
from games.history.formatting import moment as full_moment
from games.models import Game

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=2048)
def picture(name: str, style: str = "picture") -> SafeString:
    """Return the picture of this name from static/pictures.svg; words beside it say the same."""
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"></use></svg>',
        style,
        static("pictures.svg"),
        name,
    )


@register.filter
def square(shape: Spot | Space | Tile | TileOutline | Mark) -> SafeString:
    """Return the attributes that say where a square of the board lies in its SVG picture."""
    return format_html('x="{}" y="{}" width="{}" height="{}"', shape.x, shape.y, shape.size, shape.size)


@register.filter
def text_at(word: Word) -> SafeString:
    """Return the attributes that say where a word of the board stands in its SVG picture, and how large."""
    return format_html('x="{}" y="{}" font-size="{}"', word.x, word.y, word.size)


@register.filter
def moment(at: datetime) -> str:
    """Return an instant in the reader's time zone: “Friday, 27 November 2026, 18:30 (Asia/Tokyo, UTC+9)”."""
    return full_moment(at, timezone.get_current_timezone())


@register.filter
def iso(at: datetime) -> str:
    """Return an instant in the reader's time zone as HTML writes it: “2026-11-27T18:30:00+09:00”."""
    return timezone.localtime(at).isoformat(timespec="seconds")


@register.filter
def shortly(at: datetime) -> str:
    """Return an instant where the page names the reader's time zone elsewhere: “Fri 27 Nov, 18:30”."""
    # Translators: Django's date format of an instant in few letters: Fri 27 Nov, 18:30
    return _in_words(at, pgettext("date format", "D j M, H:i"))


@register.filter
def briefly(at: datetime) -> str:
    """Return an instant of these weeks in the reader's time zone: “27 Nov, 18:30”."""
    # Translators: Django's date format of an instant, without its weekday and year: 27 Nov, 18:30
    return _in_words(at, pgettext("date format", "j M, H:i"))


@register.filter
def dated(at: datetime) -> str:
    """Return an instant of whenever in the reader's time zone: “27 Nov 2026, 18:30”."""
    # Translators: Django's date format of an instant, without its weekday: 27 Nov 2026, 18:30
    return _in_words(at, pgettext("date format", "j M Y, H:i"))


def _in_words(at: datetime, pattern: str) -> str:
    """Return an instant in the reader's language and time zone."""
    minute = timezone.localtime(at).replace(second=0, microsecond=0, tzinfo=None)
    return _wall_time_in_words(minute, pattern, get_language())


@lru_cache(maxsize=1024)
def _wall_time_in_words(at: datetime, pattern: str, language: str) -> str:
    with override(language):
        return date_format(at, pattern)


@register.filter
def left(at: datetime) -> str:
    """Return how long it is until an instant: “2 days, 3 hours left”."""
    if at <= clock.now():
        return _("time is up")
    return _("%(time)s left") % {"time": timeuntil(at, clock.now(), depth=2)}


@register.filter
def deck_title(game: Game) -> str:
    """Return what the deck of a game is called: “Fluxx + Wonderland”, or as its owner has named it."""
    return descriptions.deck_title(game.edition, game.deck_title)


register.filter("clock_habits", game_settings.describe_habits)
register.filter("clock_pace", game_settings.describe_pace)
register.filter("clock_summary", game_settings.summarize_clock)
register.filter("clock_details", game_settings.describe_details)
register.filter("silence_policy", game_settings.describe_silence_policy)
register.filter("join_requirements", game_settings.describe_join_requirements)
