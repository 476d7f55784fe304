"""Middleware that tells lines of the log which request they are about, and counts how long requests take."""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from fluxx_site.logs import FIELDS, PROBES
from fluxx_site.request_metrics import observe_request
from games.core.log_context import add_fields, current_fields, log_scope

TABLES = ("/g/", "/t/", "/d/")  # how the addresses of tables begin; their key follows


class RequestLog:
    """Gives each request an id, and keeps it with the client's address and the game for the access log."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path in PROBES:
            return self.get_response(request)
        began = time.perf_counter()
        with log_scope(request=secrets.token_hex(4), client=client_address(request)):
            request.META[FIELDS] = current_fields()
            response = self.get_response(request)
        observe_request(request, response.status_code, time.perf_counter() - began)
        return response

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> None:
        """Add the key of the game."""
        if "key" in kwargs and request.path.startswith(TABLES):
            add_fields(game=str(kwargs["key"]))
            request.META[FIELDS] = current_fields()


def client_address(request: HttpRequest) -> str:
    """Return the address that the rate limits use, or the proxy's if the proxy does not tell it."""
    try:
        return str(get_adapter().get_client_ip(request)).strip()
    except (ImproperlyConfigured, PermissionDenied):
        return str(request.META.get("REMOTE_ADDR", ""))
