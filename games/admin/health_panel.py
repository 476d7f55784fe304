"""The page of the admin that says in words whether the site is well, and what to do if it is not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.periodic import health_report
from games.periodic.health_report import HealthReport


@dataclass(frozen=True)
class Advice:
    """What is wrong, in one sentence, and what somebody should do about it."""

    problem: Promise
    remedy: Promise


LOOK_AT_LOGS = gettext_lazy("Look at the logs of the workers: each failure is one line there.")
# By the names of the health report; of `sweeps.notices` and the like, what comes before the dot will do.
ADVICE = {
    "sweeps": Advice(
        gettext_lazy("What the site does by itself does not run: clocks and mails stand still."),
        gettext_lazy(
            "Start beat and a worker, or start them again. A worker with -Q takes from the queues named "
            "there alone: one of them has to be fluxx-sweeps. Nobody loses time: clocks get it back."
        ),
    ),
    "queue_age": Advice(
        gettext_lazy("No call comes through the queue, so that mails leave late."),
        gettext_lazy("See that Redis runs, and a worker that takes from the queue fluxx."),
    ),
    "oldest_due": Advice(
        gettext_lazy("Somebody’s time is up, and the site has not played for them."),
        LOOK_AT_LOGS,
    ),
    "stuck_questions": Advice(
        gettext_lazy("The site could not answer for a player, and has given up trying."),
        gettext_lazy(
            "The row of the question in the admin says why. Report it with the log, or end the game."
        ),
    ),
    "uncredited_outage": Advice(
        gettext_lazy("After an outage the clocks have not got their time back yet, so none runs out."),
        LOOK_AT_LOGS,
    ),
    "oldest_unsent_notice": Advice(
        gettext_lazy("Mails wait for longer than half an hour."),
        gettext_lazy(
            "See that the mail server takes mails, and what it said, at the notices in the admin. If they "
            "leave, but slowly, raise CATCH_UP_MAILS."
        ),
    ),
    "dead_notices": Advice(
        gettext_lazy("Mails could not be sent and were given up."),
        gettext_lazy("The notices in the admin say why: often the mail server refuses the site itself."),
    ),
    "held": Advice(
        gettext_lazy("Clocks or mails are held."),
        gettext_lazy("Read the reason at the switches in the admin, and release them when it is gone."),
    ),
    "seconds_before_database": Advice(
        gettext_lazy("The clocks of this machine and of the database differ, so deadlines would be wrong."),
        gettext_lazy("Let both follow a time server."),
    ),
}
UNKNOWN = Advice(gettext_lazy("Something is wrong."), LOOK_AT_LOGS)


def list_advice(report: HealthReport) -> list[tuple[Advice, list[str]]]:
    """Return what to do about a report, once for each kind of problem, with its own sentences."""
    found: dict[str, list[str]] = {}
    for name, sentence in report.problems.items():
        found.setdefault(name.partition(".")[0], []).append(sentence)
    return [(ADVICE.get(name, UNKNOWN), sentences) for name, sentences in found.items()]


def list_figures(figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the figures with their names; those of one kind, such as the sweeps, one by one."""
    for name, figure in figures.items():
        if isinstance(figure, dict):
            yield from ((f"{name}: {part}", value) for part, value in figure.items())
        else:
            yield name, figure


def health_page(request: HttpRequest) -> HttpResponse:
    """Show staff the health report in words, and its figures."""
    report = health_report.check_health()
    context = {
        **admin.site.each_context(request),
        "title": _("Health of the site"),
        "advice": list_advice(report),
        "figures": list(list_figures(report.figures)),
    }
    return TemplateResponse(request, "admin/health.html", context)
