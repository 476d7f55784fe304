"""The dashboard and the alert rules of docs/deploy ask for figures that /metrics has."""

import json
import re
from datetime import timedelta

import pytest
import yaml
from django.conf import settings
from prometheus_client import CollectorRegistry

from fluxx_site.metrics import SiteCollector
from fluxx_site.request_metrics import REQUESTS
from games import clock
from games.models import Heartbeat
from games.periodic.health_report import SWEEP_LATE, check_health
from tests.support.processes import ROOT

DEPLOY = ROOT / "docs" / "deploy"
PANELS = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
RULES = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
ASKED = {
    **{
        f"{panel['title']} {target['refId']}": target["expr"]
        for panel in PANELS
        for target in panel["targets"]
    },
    **{rule["alert"]: rule["expr"] for rule in RULES},
}
OWN = {"up", "absent"}  # of Prometheus itself


def metrics() -> dict[str, set[str]]:
    """The names of all figures, each with its labels, whether it has a value now or not."""
    registry = CollectorRegistry()
    registry.register(SiteCollector())
    found = {
        family.name: {label for sample in family.samples for label in sample.labels}
        for family in registry.collect()
    }
    for name, labels in (
        ("fluxx_problem", "name"),
        ("fluxx_answers_last_hour", "by"),
        ("fluxx_mails_last_hour", "result"),
    ):
        found[name] |= {labels}
    found["fluxx_received_mails_last_day"] |= {"kind"}
    for part in ("count", "bucket"):
        found[f"{REQUESTS._name}_{part}"] = {"page", "status", "le"}
    # Figures of things that are not there now have no value, and no line.
    return found | {
        f"fluxx_{name}": set() for name, figure in check_health().figures.items() if figure is None
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ASKED))
def test_what_is_asked_is_told(name):
    """Each figure and each label that an expression names is one of the site."""
    known, expression = metrics(), ASKED[name]
    names = set(re.findall(r"\bfluxx_\w+", expression))
    labels = set(re.findall(r"[{,]\s*(\w+)\s*=", expression))
    by = {word.strip() for group in re.findall(r"\bby \(([^)]*)\)", expression) for word in group.split(",")}

    assert names or OWN & set(re.findall(r"\w+", expression))
    assert names <= known.keys()
    assert (labels | by) - {"job"} <= set().union(*(known[each] for each in names))
    assert expression.count("(") == expression.count(")")


def test_the_dashboard_lays_nothing_over_another():
    """Three panels to a row, each with a title."""
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS]

    assert len(set(places)) == len(PANELS) > 10
    assert len({panel["title"] for panel in PANELS}) == len({panel["id"] for panel in PANELS}) == len(PANELS)


def test_each_alert_says_what_to_look_at():
    """A summary, a severity, and the limits of the health report."""
    assert all(
        rule["annotations"]["summary"] and rule["labels"]["severity"] in ("page", "ticket") for rule in RULES
    )
    assert f"fluxx_sweeps > {SWEEP_LATE.total_seconds():.0f}" in ASKED.values()


@pytest.mark.django_db
@pytest.mark.parametrize("task", sorted(settings.SWEEPS))
def test_a_sweep_that_stands_is_noticed_within_two_minutes(task):
    """Each of them, also those that run once a minute."""
    name = task.removeprefix("sweep_")
    beat = Heartbeat.objects.create(name=name, at=clock.now() - timedelta(seconds=110))
    early = check_health().problems
    beat.at = clock.now() - timedelta(seconds=121)
    beat.save()

    assert f"sweeps.{name}" not in early
    assert f"sweeps.{name}" in check_health().problems
