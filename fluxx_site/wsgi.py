"""What gunicorn serves: `gunicorn fluxx_site.wsgi`."""

import os
import socket
from collections.abc import Callable, Iterable
from threading import Timer
from typing import Any

from django.core.wsgi import get_wsgi_application

from fluxx_site.request_headers import drop_escaped_cookies, refuse_headers
from fluxx_site.slow_heads import stop_receiving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")

# Seconds in which a client has to take what is sent to it at once: a page, or a piece of a longer text.
SECONDS_TO_READ = 30.0
# Seconds in which a client has to send the body of its request, and those that its length adds.
SECONDS_TO_SEND = 20.0
BYTES_A_SECOND = 250_000
MOST_BYTES = 50_000_000  # that add seconds: no request may be larger
site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; who sends or reads a byte now and then doesn't keep a thread of gunicorn."""
    if (refused := refuse_headers(environ)) is not None:
        status, sentence = refused
        kind = [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        start_response(f"{status.value} {status.phrase}", kind)
        return [f"{sentence}\n".encode()]
    drop_escaped_cookies(environ)
    connection = environ.get("gunicorn.socket")
    late = limit_sending(environ, connection) if connection is not None else None

    def begin(*words: Any, **more: Any) -> Any:
        if late is not None:
            late.cancel()
        if connection is not None:
            connection.settimeout(SECONDS_TO_READ)
        return start_response(*words, **more)

    return site(environ, begin)


def limit_sending(environ: dict[str, Any], connection: socket.socket) -> Timer | None:
    """Have a body end when its time is over: gunicorn itself has a limit for silence alone."""
    length = environ.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or not int(length):
        return None
    environ["wsgi.input"] = WholeBody(environ["wsgi.input"], int(length))
    seconds = SECONDS_TO_SEND + min(int(length), MOST_BYTES) / BYTES_A_SECOND
    late = Timer(seconds, stop_receiving, [connection])
    late.daemon = True
    late.start()
    return late


class WholeBody:
    """The body of a request, of which a part alone is an error: half of a form is none."""

    def __init__(self, body: Any, length: int) -> None:
        self.body, self.left = body, length

    def read(self, size: int) -> bytes:
        """Return so many bytes, or the last ones; raises `ConnectionResetError` if the client stops."""
        return self._count(self.body.read(size), size)

    def readline(self, size: int) -> bytes:
        """Return the next line, or the last one."""
        return self._count(self.body.readline(size), 1)

    def _count(self, read: bytes, least: int) -> bytes:
        self.left -= len(read)
        if len(read) < least and self.left > 0:
            raise ConnectionResetError("the body of a request broke off")
        return read
