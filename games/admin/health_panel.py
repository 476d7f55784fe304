"""The page of the admin that says in words whether the site is well, and what to do if it is not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.moderation.queue import find_waiting
from games.pages.common.requests import signed_in
from games.periodic import health_report
from games.periodic.health_report import HealthReport, Problem

from .mail_check import send_test_mail


@dataclass(frozen=True)
class Advice:
    """What is wrong, in one sentence, and what somebody should do about it."""

    problem: Promise
    remedy: Promise


LOOK_AT_LOGS = gettext_lazy("Look at the workers’ logs: each failure is one line.")
# By the names of the health report; of `sweeps.notices` and the like, what comes before the dot will do.
ADVICE = {
    "sweeps": Advice(
        gettext_lazy("The scheduled tasks aren’t running, so clocks and mail have stopped."),
        gettext_lazy(
            "Start or restart beat and a worker. A worker with -Q only takes from the queues it names: one "
            "worker needs fluxx-sweeps. Nobody loses time: clocks get it back."
        ),
    ),
    "queue_age": Advice(
        gettext_lazy("The queue isn’t working, so mail is sent late."),
        gettext_lazy("Check that Redis is running, and a worker for the queue fluxx."),
    ),
    "oldest_due": Advice(
        gettext_lazy("A player’s time is up, but the site hasn’t played for them."),
        LOOK_AT_LOGS,
    ),
    "stuck_questions": Advice(
        gettext_lazy("The site couldn’t answer for a player, and has stopped trying."),
        gettext_lazy(
            "See the question’s row in the admin for the reason. Report it with the log, or end the game."
        ),
    ),
    "unreadable_games": Advice(
        gettext_lazy(
            "This version of the site can’t read a game, so that game waits. Its players know about it."
        ),
        gettext_lazy(
            "Go back to the version that could, or end the game: everyone will hear about it. The log says "
            "which."
        ),
    ),
    "uncredited_outage": Advice(
        gettext_lazy("After an outage, time is still being given back, so no clock runs out."),
        LOOK_AT_LOGS,
    ),
    "oldest_unsent_notice": Advice(
        gettext_lazy("Some mail has been waiting for more than half an hour."),
        gettext_lazy(
            "Check that the mail server accepts mail; Notices in the admin show its answers. If mail is sent,"
            " but slowly, raise CATCH_UP_MAILS."
        ),
    ),
    "dead_notices": Advice(
        gettext_lazy("Some mail couldn’t be sent, and the site has stopped trying."),
        gettext_lazy(
            "See Notices in the admin for the reason. Often the mail server rejects the site itself."
        ),
    ),
    "postponed_rows": Advice(
        gettext_lazy("A scheduled task keeps failing at the same place."),
        gettext_lazy(
            "See Postponed rows in the admin for the reason, and report it with the log. "
            "Everything else is working."
        ),
    ),
    "held": Advice(
        gettext_lazy("Clocks or mail are on hold."),
        gettext_lazy("See Switches in the admin for the reason, and release them when it no longer applies."),
    ),
    "seconds_before_database": Advice(
        gettext_lazy("This machine’s clock and the database’s differ, so deadlines would be wrong."),
        gettext_lazy("Synchronize both with a time server."),
    ),
}
# What the figures are, by their names in /healthz.
FIGURES = {
    "sweeps": gettext_lazy("seconds since the last run of the sweep"),
    "waiting_sweeps": gettext_lazy("sweeps that wait for a worker"),
    "waiting_calls": gettext_lazy("calls that wait for a worker"),
    "queue_age": gettext_lazy("seconds since the last message came through the queue"),
    "queue_milliseconds": gettext_lazy("milliseconds that a message took through the queue"),
    "oldest_due": gettext_lazy("seconds since the oldest missed deadline"),
    "unreadable_games": gettext_lazy("games that this version can’t read"),
    "stuck_questions": gettext_lazy("questions that are stuck"),
    "uncredited_outage": gettext_lazy("seconds since an outage that isn’t credited yet"),
    "oldest_unsent_notice": gettext_lazy("seconds since the oldest mail that should have left"),
    "failing_notices": gettext_lazy("mails that failed and are tried again"),
    "oldest_unsent_call": gettext_lazy("seconds since the oldest call that should have left"),
    "failing_calls": gettext_lazy("calls that failed and are tried again"),
    "dead_notices": gettext_lazy("mails given up in the last day"),
    "postponed_rows": gettext_lazy("rows that failed in their sweep"),
    "unknown_codes": gettext_lazy("codes of another release"),
    "held": gettext_lazy("seconds on hold"),
    "seconds_before_database": gettext_lazy("seconds that this machine’s clock is ahead of the database’s"),
}
UNKNOWN = Advice(gettext_lazy("Something is wrong."), LOOK_AT_LOGS)


def list_advice(report: HealthReport) -> list[tuple[Advice, list[Problem]]]:
    """Return what to do about a report, once for each kind of problem, with its own sentences."""
    found: dict[str, list[Problem]] = {}
    for name, problem in report.problems.items():
        found.setdefault(name.partition(".")[0], []).append(problem)
    return [(ADVICE.get(name, UNKNOWN), problems) for name, problems in found.items()]


def list_figures(figures: Mapping[str, Any]) -> Iterator[tuple[Promise | str, str, Any]]:
    """Yield what each figure is, its name and itself; those of one kind, such as the sweeps, one by one."""
    for name, figure in figures.items():
        what = FIGURES.get(name, name)
        if isinstance(figure, dict):
            yield from ((what, f"{name}: {part}", value) for part, value in figure.items())
        else:
            yield what, name, figure


def health_page(request: HttpRequest) -> HttpResponse:
    """Show staff the health report in words, and its figures; send them a test mail when they ask."""
    if request.method == "POST":
        send_test_mail(request)
        return HttpResponseRedirect(reverse("admin_health"))
    report = health_report.check_health()
    context = {
        **admin.site.each_context(request),
        "title": _("Site health"),
        "advice": list_advice(report),
        "waiting": sum(len(rows) for _source, rows in find_waiting(signed_in(request))),
        "figures": list(list_figures(report.figures)),
    }
    return TemplateResponse(request, "admin/health.html", context)
