"""How long requests take, counted by each web process in files that all of them share (gunicorn.conf.py)."""

from django.http import HttpRequest
from prometheus_client import Histogram

REQUESTS = Histogram(
    "fluxx_request_seconds",
    "How long requests took, by the name of the page and the first digit of the status.",
    ["page", "status"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=None,
)


def observe_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Count one request; all that lead to no page are one."""
    match = request.resolver_match
    page = (match.view_name if match else "") or "none"
    REQUESTS.labels(page=page, status=f"{status // 100}xx").observe(seconds)
