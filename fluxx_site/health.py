"""/livez and /readyz, answered before any other middleware and without a word about versions or hosts.

/healthz tells more, and only to those who may know.
"""

import logging
from collections.abc import Callable
from secrets import compare_digest

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from fluxx_site import __version__
from fluxx_site.checks import missing_migrations
from fluxx_site.database_away import RETRY_AFTER
from fluxx_site.static_files import describe_stale_files
from games.periodic import health_report

log = logging.getLogger(__name__)

# Where all web processes keep what was wrong at the last probe.
LAST_PROBLEMS = "fluxx_site.health.problems"
_said: dict[str, str] = {}


class HealthMiddleware:
    """`/livez`: the process answers. `/readyz`: PostgreSQL answers and has every migration, and the static
    files are this release's; 503 when not.

    Redis is only a wake-up hint, so its failure is reported as "degraded" with 200: restarting a healthy web
    process would not bring it back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/livez":
            return HttpResponse("ok\n", content_type="text/plain")
        if request.path == "/readyz":
            return answer_readyz()
        return self.get_response(request)


def answer_readyz() -> JsonResponse:
    database = database_state()
    queue = "ok" if queue_answers() else "down"
    status = "ok" if database == queue == "ok" else "degraded" if database == "ok" else "down"
    found = {"status": status, "database": database, "queue": queue}
    if said := describe_stale_files():
        log_once("static", said)
        found |= {"status": "down", "static": "of another release"}
    response = JsonResponse(found)
    response.status_code = 503 if found["status"] == "down" else 200
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a monitor with HEALTH_TOKEN, or signed-in staff, how the site does; 503 when it is not well."""
    if not may_ask(request):
        raise Http404
    try:
        found = health_report.check_health()
    except (OperationalError, InterfaceError) as error:
        log_once("database", f"PostgreSQL does not answer: {error}")
        wrong, figures = ["PostgreSQL does not answer"], {}
    else:
        log_changes(found)
        wrong, figures = found.wrong, found.figures
    made_of = {"version": __version__, "commit": settings.FLUXX_COMMIT}
    response = JsonResponse({"status": "wrong" if wrong else "ok", "wrong": wrong, **made_of, **figures})
    response.status_code = 503 if wrong else 200
    if not figures:
        response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response


def log_changes(found: health_report.HealthReport) -> None:
    """Log what is wrong when that is not the same as at the last probe."""
    if sorted(found.problems) == cache.get(LAST_PROBLEMS, []):
        return
    cache.set(LAST_PROBLEMS, sorted(found.problems), timeout=None)
    if found.problems:
        log.error("the site is not well: %s", "; ".join(found.wrong))
    else:
        log.warning("the site is well again")


def log_once(about: str, said: str) -> None:
    """Log a warning unless it is the same as the last about this; an empty one says that all is well."""
    if said and _said.get(about) != said:
        log.warning("%s", said)
    _said[about] = said


def may_ask(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if settings.HEALTH_TOKEN and given:
        return compare_digest(given.encode(), settings.HEALTH_TOKEN.encode())
    return bool(request.user.is_authenticated and request.user.is_staff)


def database_state() -> str:
    try:
        missing = missing_migrations()
    except (DatabaseError, InterfaceError) as error:
        log_once("database", f"PostgreSQL does not answer: {error}")
        return "down"
    log_once("database", "")
    return "migrations missing" if missing else "ok"


def queue_answers() -> bool:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError as error:
        log_once("queue", f"Redis does not answer: {error}")
        return False
    log_once("queue", "")
    return True
