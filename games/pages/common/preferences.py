"""Speaking a player's language, in their time zone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation

from games.models import Player


def language_of(player: Player) -> str:
    """Return the language that a player has chosen; where this site does not speak it, the site's own."""
    try:
        return translation.get_supported_language_variant(player.language)
    except LookupError:
        return settings.LANGUAGE_CODE


@contextmanager
def speaking_to(player: Player | None) -> Iterator[None]:
    """Use the language and the time zone of a player; without one, those of the request stay."""
    if player is None:
        yield
        return
    with translation.override(language_of(player)), timezone.override(player.zone):
        yield


class Preferences:
    """Middleware behind the sign-in: what the player has chosen outweighs what the browser says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with speaking_to(request.user if isinstance(request.user, Player) else None):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
            return response
