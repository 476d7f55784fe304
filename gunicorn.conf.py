"""gunicorn reads this file from the folder it is started in: `gunicorn fluxx_site.wsgi`."""

import os
import shutil
import socket
import struct
import sys
import tempfile
import time
from contextlib import suppress
from threading import Timer
from typing import Any

from gunicorn.http.errors import ParseException

from fluxx_site.slow_heads import stop_receiving
from games.core import budgets

# Where the web processes count requests together, for /metrics; the library asks for it by this name.
METRICS = os.environ.get("PROMETHEUS_MULTIPROC_DIR") or tempfile.mkdtemp(prefix="fluxx-metrics-")
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={METRICS}"]

accesslog = "-"
# The time, the client and the request's id are in every line (fluxx_site/logs.py).
access_log_format = '"%(r)s" %(s)s %(B)s %(M)s ms "%(f)s" "%(a)s"'
logger_class = "fluxx_site.logs.AccessLogger"
# A connection on which nothing is said, and an upload that comes slowly, hold one thread and nobody else.
worker_class = "fluxx_site.slow_heads.Worker"
threads = 8
# A worker takes no more connections than it has threads: none waits here while another worker is free.
worker_connections = threads
keepalive = 0
# gunicorn would take SCRIPT_NAME and PATH_INFO from whoever a proxy on this machine lets in: all links of a
# page, and of a mail that it sends, would lead where a visitor likes.
forwarder_headers = ""
limit_request_line = budgets.REQUEST_LINE.largest
limit_request_field_size = budgets.REQUEST_FIELD.largest
limit_request_fields = budgets.REQUEST_FIELDS.largest
# Seconds of silence in the middle of a request after which it is given up, and those after which the arbiter
# takes a whole worker for dead.
timeout = 30
graceful_timeout = 20
max_requests = 10_000
max_requests_jitter = 1_000
# A thread that computes lets another one go on so many seconds after it has its answer of the database. With
# Python's 0.005, a page of thirty queries beside a long history waited for a second and more.
SWITCH = 0.0005
# Bytes that the system takes for a client at once, more than a page has. Over the internet 50,000 are usual,
# and a thread would wait until the rest is read. Linux gives no more than net.core.wmem_max.
ROOM_FOR_A_PAGE = 512 * 1024
# Seconds for a client that still sends a request which has been answered.
SECONDS_FOR_THE_REST = 2.0
control_socket_disable = True  # it would lie in the home folder, one for all sites


def on_starting(server: Any) -> None:
    """Refuse to start, in one line, when the site could not work."""
    import django

    django.setup()
    from django.db import connection

    from fluxx_site.checks import NotReady, preflight, require_static_files

    try:
        preflight()
        require_static_files()
    except NotReady as error:
        sys.exit(str(error))
    finally:
        connection.close()


def post_fork(_server: Any, _worker: Any) -> None:
    """Let threads that only need a moment have the interpreter sooner."""
    sys.setswitchinterval(SWITCH)


def when_ready(server: Any) -> None:
    """Give up requests that stall, and leave it to the system to hand a page to who reads it slowly.

    A thread of gunicorn itself would wait for the rest of a request for ever. Linux hands what is set at a
    listening socket on to the connections that it accepts (those over TCP).
    """
    limit = struct.pack("ll", server.cfg.timeout, 0)
    for listener in server.LISTENERS:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_A_PAGE)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, limit)


def post_request(_worker: Any, _request: Any, environ: dict[str, Any], response: Any) -> None:
    """Take the rest of a request in its own thread, for two seconds at most, and wait for nothing else.

    What would come in after the end is answered by a reset, which cuts the answer off (RFC 9112, 9.6). So
    gunicorn waits until a client has closed, but in the one thread that accepts connections: a client that
    stays would hold up all others. Who has sent all of its request sends no more.
    """
    if response is None or not response.headers_sent:
        return
    connection, until = environ["gunicorn.socket"], time.monotonic() + SECONDS_FOR_THE_REST
    late = Timer(SECONDS_FOR_THE_REST, stop_receiving, [connection])  # for bytes that trickle in
    late.daemon = True
    if environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ:
        late.start()
    with suppress(OSError, ParseException):  # of a broken chunk, too
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(SECONDS_FOR_THE_REST)
        while environ["wsgi.input"].read(65536) and time.monotonic() < until:
            pass
        connection.setblocking(False)
        connection.recv(65536)
    late.cancel()
    stop_receiving(connection)


def on_exit(_server: Any) -> None:
    """Remove what the web processes have counted."""
    shutil.rmtree(METRICS, ignore_errors=True)
