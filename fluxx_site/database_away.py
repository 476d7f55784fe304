"""What visitors and the log are told while PostgreSQL is away or busy: a page with 503, and one line.

What a visitor who went away leaves behind is answered here, too, though nobody hears it.
"""

import logging
import sys
import time
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error

from fluxx_site.error_pages import leave_unread
from games.core.errors import describe_error

log = logging.getLogger(__name__)

RETRY_AFTER = 60  # seconds
PLAIN = "<!doctype html><title>Fluxx</title><p>Something went wrong on our side. Please try again later.</p>"
# How the codes begin by which PostgreSQL says that a connection is lost, that it has no room, memory or
# connection left, and that it stops, has crashed or starts. A server that is not there says nothing.
AWAY = ("08", "53", "57P")
# A request has waited too long for a row or a table, or lost a race for it, as while migrations run.
BUSY = ("40001", "40P01", "55P03")
RETRY_BUSY = 5  # seconds
# Requests that fail for this reason are one line in so many seconds.
REST = 30.0


def find_cause(error: BaseException | None) -> OperationalError | InterfaceError | None:
    """Return the error by which PostgreSQL is away, if that is why another one was raised."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            state = getattr(error.__cause__, "sqlstate", None)
            if state is None or state.startswith(AWAY):
                return error
        error = error.__cause__ or error.__context__
    return None


def is_busy(error: BaseException | None) -> bool:
    """Whether PostgreSQL answers, but a request had to give way to something else."""
    while error is not None:
        if isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in BUSY:
            return True
        error = error.__cause__ or error.__context__
    return False


def answer_error(request: HttpRequest) -> HttpResponse:
    """Return the page for what has failed in a view: PostgreSQL is away or busy, or something broke.

    An error of its own would be logged once for each middleware, with all that came before it.
    """
    error = sys.exc_info()[1]
    if isinstance(error, UnreadablePostError):  # the client has gone in the middle of its request
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    try:
        if find_cause(error) is not None:
            return answer_unavailable(request, RETRY_AFTER)
        if is_busy(error):
            return answer_unavailable(request, RETRY_BUSY, is_busy=True)
        leave_unread(request)
        return server_error(request)
    except Exception as another:
        log.error("the page for errors can’t be shown: %s", describe_error(another))
        return HttpResponse(PLAIN, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def answer_unavailable(request: HttpRequest, seconds: int, **context: bool) -> HttpResponse:
    """Return the page that asks to come back in so many seconds."""
    # Who has signed in has chosen a language in the database: only the browser's is known now.
    with translation.override(translation.get_language_from_request(request)):
        context["is_safe_to_repeat"] = request.method in ("GET", "HEAD")
        page = render_to_string("503.html", {**context, "seconds": seconds})
    response = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = seconds
    add_never_cache_headers(response)
    return response


def describe_database_error(error: Exception) -> str:
    """One line for a failed connection: what PostgreSQL said, and where to look."""
    database = settings.DATABASES["default"]
    where = (
        f"{database['HOST'] or 'the local socket'}{':' + str(database['PORT']) if database['PORT'] else ''}"
    )
    said = " ".join(str(error).split())
    known = {
        "password authentication failed": f"PostgreSQL at {where} refuses the password of {database['USER']}",
        "permission denied": f"The user {database['USER']} may not read the tables, which are another’s",
        "does not exist": f"PostgreSQL at {where} has no {database['NAME']} or no user {database['USER']}",
        "failed to resolve host": f"The host name {database['HOST']} is unknown",
        "Name or service not known": f"The host name {database['HOST']} is unknown",
        "too many clients": f"PostgreSQL at {where} has no connection left",
    }
    cause = next(
        (line for part, line in known.items() if part in said), f"PostgreSQL at {where} does not answer"
    )
    return f"{cause}. Check DATABASE_URL and DATABASE_PASSWORD, and that the server is running. ({said})"


class OneLineWhileAway(logging.Filter):
    """Leaves out the traceback where PostgreSQL is away, and tells of requests only now and then."""

    silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        cause = find_cause(error)
        if isinstance(error, UnreadablePostError):
            record.exc_info, record.exc_text = None, None
        if cause is None and is_busy(error):
            record.exc_info, record.exc_text = None, None
            record.msg, record.args = f"{record.getMessage()}: the database was busy", None
        if cause is None:
            return True
        record.exc_info, record.exc_text = None, None
        if record.name != "django.request":
            return True
        record.msg, record.args = f"visitors get 503 for now. {describe_database_error(cause)}", None
        if time.monotonic() < self.silent_until:
            return False
        self.silent_until = time.monotonic() + REST
        return True
