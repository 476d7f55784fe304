"""Middleware of all pages: the language and time zone of a player, and games that can't be read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import RequestDataTooBig
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from engine import UnknownDeck
from games.core.budgets import REQUEST_BODY
from games.core.stored_game import UnreadableTable
from games.core.suspension import describe_suspension, is_suspended
from games.models import Player
from games.people.sightings import note_sighting

# What no page of the site does, whatever is smuggled into one. Notifications and the clipboard are used.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "screen-wake-lock",
        "serial",
        "usb",
        "xr-spatial-tracking",
    )
)


WEBHOOKS = "/anymail/"  # as in games/urls.py; a site that fails has other addresses, or none


@contextmanager
def speaking_to(player: Player | None) -> Iterator[None]:
    """Use the language and the time zone of a player; without one, those of the request stay."""
    if player is None:
        yield
        return
    with translation.override(player.site_language), timezone.override(player.zone):
        yield


def answer_to(player: Player | None, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a response in the language and zone of a player, with the header that names this language."""
    with speaking_to(player):
        response = answer()
        response.headers["Content-Language"] = translation.get_language()
        return response


class BodyLimits:
    """Refuse the body of a request that is longer than a form may be; mail providers bring whole mails.

    Django's setting has one number for all addresses, which is that of the providers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let a request through whose body is as long as it says, and not too long."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        is_too_long = not length.isdecimal() or int(length) > REQUEST_BODY.largest
        if not request.path_info.startswith(WEBHOOKS) and is_too_long:
            raise RequestDataTooBig("The body of a request is longer than a form may be.")
        return self.get_response(request)


class PermissionsPolicy:
    """Middleware: browsers are told which of their features no page here uses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response


class PlayerPreferences:
    """Middleware behind the sign-in: what the player has chosen outweighs what the browser says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with speaking_to(request.user if isinstance(request.user, Player) else None):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
            return response


# What a suspended player may still open: what everybody may read, what is theirs by right, and the way out.
OPEN_TO_SUSPENDED = frozenset(
    {
        "account_logout",
        "data",
        "export_data",
        "exported_data",
        "delete_account",
        "keep_account",
        "conduct",
        "privacy",
        "about",
        "set_language",
        "set_theme",
        "manifest",
        "favicon",
        "robots",
    }
)


class SuspendedPlayers:
    """Middleware behind the sign-in: who is suspended is told so, wherever they go, but for their data."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Return the page in place of the one that was asked for."""
        player = request.user
        match = request.resolver_match
        if not isinstance(player, Player) or not is_suspended(player):
            return None
        return None if match and match.url_name in OPEN_TO_SUSPENDED else show_suspension(request, player)


def show_suspension(request: HttpRequest, player: Player) -> HttpResponse:
    """Return the page that says why somebody is suspended, and until when."""
    shown = {"text": describe_suspension(player)}
    response = render(request, "games/suspended.html", shown, status=HTTPStatus.FORBIDDEN)
    add_never_cache_headers(response)
    return response


class Sightings:
    """Middleware behind the sign-in: what a player does leaves a sign of its browser, for 30 days."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(request.user, Player):
            note_browser(request, request.user, response)
        return response


def note_browser(request: HttpRequest, player: Player | None, response: HttpResponseBase) -> None:
    """Record from which browser a player has done something; what is looked at or refused leaves no sign."""
    is_done = request.method == "POST" and response.status_code < HTTPStatus.BAD_REQUEST
    if is_done and player is not None and not player.is_trial:
        address = str(get_adapter().get_client_ip(request)).strip()
        note_sighting(player=player, address=address, browser=request.headers.get("User-Agent", ""))


class UnreadableTables:
    """Middleware: where this release can't read a table or doesn't know its deck, its pages say so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page in place of what failed."""
        if not isinstance(error, UnreadableTable | UnknownDeck):
            return None
        response = render(request, "games/unreadable_table.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        add_never_cache_headers(response)
        return response


class NulCharacters:
    """Middleware: a form or an address with a NUL, which PostgreSQL's texts can't hold, is a bad request.

    Forms refuse it field by field; this is for the values that views read by themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page in place of what failed."""
        if not isinstance(error, DataError | ValueError) or not holds_nul(request):
            return None
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def holds_nul(request: HttpRequest) -> bool:
    """Whether a value or a name in the address, or in a form, has a NUL."""
    sent = [request.path, *(text for part in (request.GET, request.POST) for text in part)]
    values = (text for part in (request.GET, request.POST) for _name, texts in part.lists() for text in texts)
    return any("\0" in text for text in (*sent, *values))
