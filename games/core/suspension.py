"""Whether somebody is suspended, and the sentence that says so wherever they try to play."""

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import clock
from games.models import Player

from .refusal import NotAllowed
from .typography import keep_together


def is_suspended(player: Player) -> bool:
    """Whether a player may not play now. They still sign in, to read why and to reach their data."""
    return player.suspended_until is not None and player.suspended_until > clock.now()


def suspended(path: str = "") -> Q:
    """Return the condition for players who are suspended now; `path`, as `seat__player`, leads to them."""
    return Q(**{f"{path}__suspended_until__gt" if path else "suspended_until__gt": clock.now()})


def describe_suspension(player: Player) -> str:
    """Return the sentence for a suspended player: until when, why, and how to appeal."""
    if player.suspended_until is None:
        return ""
    until = date_format(localtime(player.suspended_until), pgettext("date format", "j E Y, H:i"))
    until = keep_together(until, get_language() or "")
    return _(
        "Your account is suspended until %(until)s. The reason: %(reason)s To appeal, answer the mail that "
        "we’ve sent you about it."
    ) % {"until": until, "reason": _ended(player.suspended_because)}


def _ended(text: str) -> str:
    """Return a text as a sentence of its own."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def check_may_play(player: Player) -> None:
    """Refuse a suspended player. Raises `NotAllowed`, with the reason and the end."""
    if is_suspended(player):
        raise NotAllowed(describe_suspension(player))
