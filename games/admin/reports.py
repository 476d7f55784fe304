"""Reports: what somebody told staff, with its evidence, what can be done about it, and its end."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.refusal import Refusal
from games.models import Game, PersonMail, Player, Report, Seat, StaffAct
from games.moderation.registry import answers, offered
from games.moderation.reports import settle_report
from games.moderation.roles import MAY_ACT
from games.pages.common.requests import signed_in
from games.people.sightings import find_hints

from . import desk_pages
from .bases import ReadOnlyAdmin

MOST_OUTCOME = 1000


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
    others = Report.objects.filter(about=about).exclude(pk=report.pk) if about else Report.objects.none()
    return {
        "report": report,
        "seat": seat,
        "seat_acts": answers(report.game, Seat) if report.game and is_playing else [],
        "person_acts": answers(about, Player) if about else [],
        "game_acts": offered(report.game, Game) if report.game else [],
        "hints": find_hints(about) if about else [],
        "others": others[: desk_pages.SHOWN],
        "acts": StaffAct.objects.filter(report=report).select_related("who", "game"),
        "mails": PersonMail.objects.filter(params__report=report.pk),
        "form": OutcomeForm(),
        "may_act": request.user.has_perm(MAY_ACT),
    }


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
