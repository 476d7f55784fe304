"""Speaking a player's language, in their time zone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation

from games.models import Player


@contextmanager
def speaking_to(player: Player | None) -> Iterator[None]:
    """Use the language and the time zone of a player; without one, those of the request stay."""
    if player is None:
        yield
        return
    with translation.override(player.site_language), timezone.override(player.zone):
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
