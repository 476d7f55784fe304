"""Calls the provider: for a short time, for a small answer, and not led elsewhere."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError

from games.core.budgets import PROVIDER_CALL

SECONDS = 6.0  # for a call, however slowly the other side speaks
STEP = 5  # seconds for the connection, and for a byte to come


class ProviderSession(requests.Session):
    """A session whose calls end when their time is over, and whose answers are read up to a limit."""

    def send(self, request: requests.PreparedRequest, **more: Any) -> requests.Response:
        """Return the answer, read whole. Raises `RequestException`."""
        opened: list[Any] = []
        self.mount("https://", NotingAdapter(opened))
        self.mount("http://", NotingAdapter(opened))
        request.headers["Accept-Encoding"] = "identity"  # what is read is as large as what is sent
        more |= {"stream": True, "allow_redirects": False, "timeout": STEP}
        with ended_after(SECONDS, opened):
            answer = super().send(request, **more)
            if answer.is_redirect:
                raise requests.RequestException(f"{request.url} leads elsewhere, which is not followed")
            answer.raw = BytesIO(read_body(answer, time.monotonic() + SECONDS))
        return answer


def read_body(answer: requests.Response, until: float) -> bytes:
    """Return the bytes of an answer; what takes longer, or is larger than needed, is an error."""
    body = b""
    try:
        while piece := answer.raw.read1(PROVIDER_CALL.largest, decode_content=False):
            body += piece
            if len(body) > PROVIDER_CALL.largest:
                raise requests.RequestException(f"{answer.url} sends more than {PROVIDER_CALL.largest} bytes")
            if time.monotonic() > until:
                raise requests.Timeout(f"{answer.url} takes too long")
    except HTTPError as error:
        raise requests.ConnectionError(f"{answer.url} broke off") from error
    return body


class NotingAdapter(HTTPAdapter):
    """Puts each connection that it opens into a list."""

    def __init__(self, opened: list[Any]) -> None:
        self.opened = opened
        super().__init__()

    def get_connection_with_tls_context(self, *words: Any, **more: Any) -> Any:
        pool = super().get_connection_with_tls_context(*words, **more)
        make, opened = pool.ConnectionCls, self.opened

        def noted(*words: Any, **more: Any) -> Any:
            connection = make(*words, **more)
            opened.append(connection)
            return connection

        pool.ConnectionCls = noted  # type: ignore[assignment]
        return pool


@contextmanager
def ended_after(seconds: float, opened: list[Any]) -> Iterator[None]:
    """End what these connections receive when the time is over, however slowly the other side speaks."""

    def end() -> None:
        for connection in opened:
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    late = threading.Timer(seconds, end)
    late.daemon = True
    late.start()
    try:
        yield
    finally:
        late.cancel()
