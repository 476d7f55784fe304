"""What gunicorn serves: `gunicorn fluxx_site.wsgi`."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from fluxx_site.request_headers import drop_escaped_cookies, refuse_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fluxx_site.settings")

# Seconds in which a client has to take what is sent to it at once: a page, or a piece of a longer text.
SECONDS_TO_READ = 30.0
site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; a client that reads a byte now and then doesn't keep a thread of gunicorn."""
    if (refused := refuse_headers(environ)) is not None:
        status, sentence = refused
        kind = [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
        start_response(f"{status.value} {status.phrase}", kind)
        return [f"{sentence}\n".encode()]
    drop_escaped_cookies(environ)

    def begin(*words: Any, **more: Any) -> Any:
        if (connection := environ.get("gunicorn.socket")) is not None:
            connection.settimeout(SECONDS_TO_READ)
        return start_response(*words, **more)

    return site(environ, begin)
