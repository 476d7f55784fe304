"""The worker of gunicorn that serves the site, which gives up a request whose headers trickle in.

gunicorn loads this before it sets the environment of gunicorn.conf.py, so nothing else of the site may be
loaded from here: each process would count its requests for itself alone.
"""

import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

# Seconds in which a client has to send all headers of its request.
SECONDS_FOR_HEADERS = 20.0


def stop_receiving(connection: socket.socket) -> None:
    """End what a client sends, also for a thread that waits for it."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RD)


class Worker(ThreadWorker):
    """A worker of threads. gunicorn has a limit for silence alone, and each byte would begin it anew."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.reading: dict[Any, float] = {}  # connections whose headers come in, and until when they may

    def handle(self, conn: Any) -> Any:
        self.reading[conn] = time.monotonic() + SECONDS_FOR_HEADERS
        try:
            return super().handle(conn)
        finally:
            self.reading.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        self.reading.pop(conn, None)  # what follows has limits of its own, in fluxx_site/wsgi.py
        return super().handle_request(req, conn)

    def notify(self) -> None:
        """Say that this worker lives, as the main thread does each second, and end what takes too long."""
        super().notify()
        for conn, until in list(self.reading.items()):
            if time.monotonic() > until:
                stop_receiving(conn.sock)
