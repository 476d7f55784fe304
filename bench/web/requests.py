"""Requests of players who are signed in, as a browser sends them over the wire."""

from urllib.parse import urlencode

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import Client

from games.models import Player


class Browser:
    """The browser of one player, or of a stranger, with a session and the token of its forms."""

    def __init__(self, player: Player | None = None) -> None:
        self.client = Client()
        if player is not None:
            self.client.force_login(player, backend="allauth.account.auth_backends.AuthenticationBackend")
            # As a sign-in by the site's own pages leaves it.
            key = self.client.session.session_key
            UserSession.objects.create(user=player, session_key=key, ip="127.0.0.1")
        request = HttpRequest()
        self.token = get_token(request)
        self.client.cookies[settings.CSRF_COOKIE_NAME] = request.META["CSRF_COOKIE"]

    @property
    def head(self) -> str:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())
        return (
            "Host: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: text/html\r\nAccept-Language: en\r\n"
            f"Connection: close\r\nCookie: {cookies}\r\n"
        )

    def get(self, path: str) -> str:
        return f"GET {path} HTTP/1.1\r\n{self.head}\r\n"

    def post(self, path: str, fields: list[tuple[str, str]]) -> str:
        body = urlencode([("csrfmiddlewaretoken", self.token), *fields])
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return f"POST {path} HTTP/1.1\r\n{self.head}{kind}\r\n{body}"
