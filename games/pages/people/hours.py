"""The page on which players say when their clocks stand still, and its forms."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import clock
from games.core.refusal import Refusal
from games.models import Player, Vacation
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import posted_data, signed_in, submit_form
from games.people import hours as hours_actions
from games.people.hours import days_left, enter_vacation, set_hours

PAST_SHOWN = 5
TIME_INPUT = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
# The format is what browsers want in every language.
DATE_INPUT = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class HoursForm(forms.Form):
    """Quiet hours and days off, as wall times of the player's zone."""

    quiet_from = forms.TimeField(required=False, widget=TIME_INPUT, label=gettext_lazy("Quiet from"))
    quiet_to = forms.TimeField(
        required=False,
        widget=TIME_INPUT,
        label=gettext_lazy("Quiet until"),
        help_text=gettext_lazy("At most 16 hours a day; both empty, or both the same, means none."),
    )
    days_off = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Days off"),
        help_text=gettext_lazy("At most three days of the week."),
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        times = {"quiet_from": player.quiet_from, "quiet_to": player.quiet_to}
        super().__init__(data, initial={**times, "days_off": list(player.days_off)})

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours of which only one end is set."""
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _("Say both from when and until when, or leave both empty."))
        return cleaned

    def save(self, player: Player) -> Player:
        """Set the hours of a player. Raises a `Refusal`."""
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        quiet = None if begin is None else (begin, end)
        set_hours(player=player, quiet=quiet, days_off=self.cleaned_data["days_off"])
        return player


class VacationForm(forms.Form):
    """The days of a vacation, in the player's zone."""

    first_day = forms.DateField(widget=DATE_INPUT, label=gettext_lazy("First day"))
    last_day = forms.DateField(widget=DATE_INPUT, label=gettext_lazy("Last day"))


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def hours(request: HttpRequest) -> HttpResponse:
    """Show and save the player's quiet hours and days off; show their vacations."""
    player = signed_in(request)
    form = HoursForm(posted_data(request), player=player)
    saved, status = submit_form(form, lambda: form.save(player))
    if saved is None:
        return show_hours(request, form=form, status=status)
    messages.success(request, _("Saved. This counts for every clock that starts from now on."))
    return redirect("hours")


@post_or_redirect("hours")
@sign_in_on_404
def add_vacation(request: HttpRequest) -> HttpResponse:
    """Enter a vacation."""
    player, form = signed_in(request), VacationForm(request.POST)
    vacation, status = submit_form(form, lambda: enter_vacation(player=player, **form.cleaned_data))
    if vacation is None:
        return show_hours(request, vacation_form=form, status=status)
    messages.success(request, _("Your vacation is entered. The others see that you will be away."))
    return redirect("hours")


@post_or_redirect("hours")
@sign_in_on_404
def end_vacation(request: HttpRequest, pk: int) -> HttpResponse:
    """End a vacation early, or withdraw one that has not begun."""
    try:
        hours_actions.end_vacation(player=signed_in(request), vacation=pk)
    except Refusal as refusal:
        return show_hours(request, problem=str(refusal), status=refusal.status)
    messages.success(request, _("Your clocks run as before, with exactly the time that was left on them."))
    return redirect("hours")


def show_hours(
    request: HttpRequest,
    *,
    form: HoursForm | None = None,
    vacation_form: VacationForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    player, now = signed_in(request), clock.now()
    mine = list(Vacation.objects.filter(player=player))
    year = now.astimezone(player.zone).year
    shown = {
        "player": player,
        "form": form or HoursForm(player=player),
        "vacation_form": vacation_form or VacationForm(),
        "coming": [each for each in mine if each.ends_at > now],
        "past": [each for each in mine if each.ends_at <= now][-PAST_SHOWN:],
        "now": now,
        "budget": settings.VACATION_DAYS,
        "budgets": [(each, days_left(mine, each)) for each in (year, year + 1)],
        "problem": problem,
    }
    return render(request, "games/hours.html", shown, status=status)
