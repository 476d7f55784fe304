"""/metrics: the site's figures for Prometheus and programs like it, in the format OpenMetrics.

How long requests took is counted by the web processes, in files that they share (gunicorn.conf.py). All else
is read from the database when somebody asks: there it is the same for all processes, and survives them.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from fluxx_site.health import may_ask
from fluxx_site.request_metrics import REQUESTS
from games import clock
from games.models import InboundMail, Move, Notice, Player
from games.periodic import health_report

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class SiteCollector(Collector):
    """The figures that are rows, each looked up once when they are asked for."""

    def collect(self) -> Iterator[Metric]:
        report, now = health_report.check_health(), clock.now()
        yield from describe_report(report)
        moves = Move.objects.filter(created_at__gt=now - HOUR)
        yield by_label(
            "fluxx_answers_last_hour",
            "Answers of the last hour, by who gave them; those by the clock are strikes.",
            "by",
            moves.filter(kind=Move.Kind.ANSWER).values_list("by").annotate(Count("pk")),
        )
        mails = Notice.objects.filter(channel=None)
        yield by_label(
            "fluxx_mails_last_hour",
            "Mails that were written in the last hour, by what has become of them.",
            "result",
            mails.filter(created_at__gt=now - HOUR).values_list("status").annotate(Count("pk")),
        )
        due = mails.filter(status=Notice.Status.WAITING, next_try_at__lte=now)
        yield gauge("fluxx_mails_due", "Mails that should leave now.", due.count())
        yield by_label(
            "fluxx_received_mails_last_day",
            "Mails of the last day that came in, by their kind; bounces are one of them.",
            "kind",
            InboundMail.objects.filter(received_at__gt=now - DAY).values_list("kind").annotate(Count("pk")),
        )
        refused = Player.objects.filter(mail_refused_at__isnull=False).count()
        yield gauge("fluxx_refused_addresses", "Players whose address takes no mail.", refused)


def describe_report(report: health_report.HealthReport) -> Iterator[Metric]:
    """Yield the figures of the health report: those that are numbers, and what is wrong."""
    yield gauge("fluxx_healthy", "Whether /healthz finds nothing wrong.", int(not report.problems))
    yield by_label(
        "fluxx_problem", "What /healthz finds wrong.", "name", [(name, 1) for name in report.problems]
    )
    for name, figure in report.figures.items():
        if isinstance(figure, int | float):
            yield gauge(f"fluxx_{name}", f"{name} of /healthz.", figure)
        elif isinstance(figure, dict):
            pairs = [(key, value) for key, value in figure.items() if isinstance(value, int | float)]
            yield by_label(f"fluxx_{name}", f"{name} of /healthz.", "name", pairs)


def gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    """Return one figure."""
    return GaugeMetricFamily(name, text, value=value)


def by_label(name: str, text: str, label: str, pairs: Iterable[tuple[str, float]]) -> GaugeMetricFamily:
    """Return figures that differ in one label."""
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in pairs:
        family.add_metric([str(key)], value)
    return family


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer whoever may read /healthz."""
    if not may_ask(request):
        raise Http404
    registry = CollectorRegistry()
    registry.register(SiteCollector())
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REQUESTS)
    text = generate_latest(registry)  # type: ignore[no-untyped-call]
    response = HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
    response["Cache-Control"] = "no-store"
    return response
