"""Reports: what somebody told staff, with its evidence, what can be done about it, and its end."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import Refusal
from games.models import Game, PersonMail, Player, Report, Seat, StaffAct
from games.moderation.registry import answers, offered
from games.moderation.reports import settle_report
from games.moderation.roles import MAY_ACT
from games.pages.common.requests import signed_in
from games.people.reports import MESSAGE, OTHER_MESSAGES
from games.people.sightings import find_hints

from . import desk_pages
from .act_pages import ActLinks, link_acts
from .bases import ReadOnlyAdmin

MOST_OUTCOME = 1000
TIMED = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d) ")


class OutcomeForm(forms.Form):
    """What came of a report, and what who made it is told."""

    status = forms.ChoiceField(
        label=gettext_lazy("Result"),
        choices=[(each.value, each.label) for each in (Report.Status.ACTED, Report.Status.NOTHING)],
        widget=forms.RadioSelect,
    )
    outcome = forms.CharField(
        label=gettext_lazy("Answer"),
        max_length=MOST_OUTCOME,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("It goes to the person who reported. Say what was done, and no secrets."),
    )


def close_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a report with an outcome; when that is refused, show its page with the reason."""
    if not request.user.has_perm(MAY_ACT):
        raise PermissionDenied
    report = get_object_or_404(Report, pk=pk)
    here = reverse("admin:games_report_change", args=[pk])
    form = OutcomeForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        for problems in form.errors.values():
            messages.error(request, " ".join(str(each) for each in problems))
        return HttpResponseRedirect(here)
    try:
        settle_report(report=report, by=signed_in(request), **form.cleaned_data)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return HttpResponseRedirect(here)
    messages.success(request, _("Closed. The person who reported gets a mail."))
    return HttpResponseRedirect(reverse("admin:index"))


def report_context(report: Report, request: HttpRequest) -> dict[str, Any]:
    """Return what the page of a report shows."""
    about = report.about
    seat = report.game.seats.filter(player=about).first() if report.game and about else None
    is_playing = seat is not None and seat.is_taken and report.game is not None and report.game.is_running
    person = table = ActLinks([], [])
    if about is not None:
        person = link_acts(answers(about, Player), about, report=report.pk)
    if report.game is not None and seat is not None and is_playing:
        person += link_acts(answers(report.game, Seat), report.game, seat=seat.number, report=report.pk)
    if report.game is not None:
        table = link_acts(offered(report.game, Game), report.game, report=report.pk)
    others = Report.objects.filter(about=about).exclude(pk=report.pk) if about else Report.objects.none()
    return {
        "report": report,
        "seat": seat,
        "person_links": person,
        "game_links": table,
        "serious_links": ActLinks([], person.serious + table.serious),
        "evidence": list(evidence_of(report)),
        "hints": find_hints(about) if about else [],
        "others": others[: desk_pages.SHOWN],
        "acts": StaffAct.objects.filter(report=report).select_related("who", "game"),
        "mails": PersonMail.objects.filter(params__report=report.pk),
        "form": OutcomeForm(),
        "may_act": request.user.has_perm(MAY_ACT),
    }


def evidence_of(report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield the copied facts with times in the zone of the reader; the message itself stands once."""
    message = [line for heading, lines in report.evidence if heading == MESSAGE for line in lines]
    for heading, lines in report.evidence:
        shown = lines if heading == MESSAGE else [line for line in lines if line not in message]
        if shown or heading != OTHER_MESSAGES:
            yield heading, [in_zone_of_reader(line) for line in shown]


def in_zone_of_reader(line: str) -> str:
    """Return a line of evidence, which begins with a time in UTC, with that time in the current zone."""
    found = TIMED.match(line)
    if found is None:
        return line
    try:
        at = datetime.strptime(found[1], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    except ValueError:
        return line
    return f"{date_format(localtime(at), 'SHORT_DATETIME_FORMAT')} {line[found.end() :]}"


def reports_of(player: Player) -> dict[str, Any]:
    """Return the reports about a person, and those that they have made, for their page."""
    return {
        "reports_about": player.reports_about.select_related("by", "game")[: desk_pages.SHOWN],
        "reports_made": player.reports_made.select_related("about", "game")[: desk_pages.SHOWN],
        "hints": find_hints(player),
        "person_mails": player.person_mails.all()[: desk_pages.SHOWN],
    }


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, and what can be done about each."""

    change_form_template = "admin/games/report_desk.html"
    list_display = ("created_at", "kind", "about", "game", "by", "status", "settled_by")
    list_filter = ("status", "kind")
    list_select_related = ("about", "game", "by", "settled_by")
    search_fields = ("about__email", "about__name", "by__email", "game__name", "game__key", "words")
    pages = {"close/": close_report}
    page_context = staticmethod(report_context)
