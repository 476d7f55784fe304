"""The page on which players say when their clocks stand still, and its forms."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.core.refusal import Refusal
from games.models import Player, Vacation
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.pages.common.requests import posted_data, submit_form
from games.people import hours as hours_actions
from games.people.auto_vacation import AUTO_DAYS
from games.people.hours import days_left, set_auto_vacation, set_hours

from .vacation_form import AwayForm, VacationForm

PAST_SHOWN = 5
TIME_INPUT = forms.TimeInput(format="%H:%M", attrs={"type": "time"})


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
        help_text=gettext_lazy(
            "At most three days of the week. They stop the clock of your own turn. In someone "
            "else’s turn, only quiet hours stop it in most games, because the others are waiting "
            "for you."
        ),
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        times = {"quiet_from": player.quiet_from, "quiet_to": player.quiet_to}
        super().__init__(data, initial={**times, "days_off": list(player.days_off)})

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours of which only one end is set."""
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _("Enter both times, or leave both empty."))
        return cleaned

    def save(self, player: Player) -> Player:
        """Set the hours of a player. Raises a `Refusal`."""
        begin, end = self.cleaned_data["quiet_from"], self.cleaned_data["quiet_to"]
        quiet = None if begin is None else (begin, end)
        set_hours(player=player, quiet=quiet, days_off=self.cleaned_data["days_off"])
        return player


@person_page()
def hours(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show and save the player's quiet hours and days off; show their vacations."""
    form = HoursForm(posted_data(request), player=person.player)
    saved, status = submit_form(form, lambda: form.save(person.player))
    if saved is None:
        return show_hours(request, person, form=form, status=status)
    messages.success(request, _("Saved. This counts for every clock that starts from now on."))
    return redirect(person.url("hours"))


@person_page(post_only="hours")
def add_vacation(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Enter a vacation, with what happens at each table meanwhile."""
    form = VacationForm(request.POST, player=person.player)
    refused, status = submit_form(form, form.save)
    if refused is None:
        return show_hours(request, person, vacation_form=form, status=status)
    if form.vacation is not None and form.vacation.starts_at <= clock.now():
        messages.success(request, _("You’re on vacation now. Your tables see until when."))
    else:
        messages.success(request, _("Your vacation is saved. Your tables will see when you’re away."))
    warn_of_refused(request, refused)
    return redirect(person.url("hours"))


@person_page(post_only="hours")
def change_vacation(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Change what happens at each table during a vacation."""
    vacation = get_object_or_404(Vacation, pk=pk, player=person.player)
    form = AwayForm(request.POST, player=person.player, vacation=vacation)
    refused, status = submit_form(form, form.save)
    if refused is None:
        return show_hours(request, person, away_form=form, status=status)
    messages.success(request, _("Saved."))
    warn_of_refused(request, refused)
    return redirect(person.url("hours"))


@person_page(post_only="hours")
def set_automatic(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Switch automatic vacations on or off."""
    wanted = "auto_vacation" in request.POST
    set_auto_vacation(player=person.player, wanted=wanted)
    text = _("A vacation will start by itself when your time for a turn runs out.")
    messages.success(request, text if wanted else _("Vacations only begin when you enter them."))
    return redirect(person.url("hours"))


def warn_of_refused(request: HttpRequest, refused: list[str]) -> None:
    """Say for which games nobody could be asked to play."""
    for reason in refused:
        messages.warning(request, reason)
    if refused:
        messages.warning(
            request, _("There, a bot answers questions that others are waiting for, until you choose again.")
        )


@person_page(post_only="hours")
def end_vacation(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """End a vacation early, or withdraw one that has not begun."""
    try:
        hours_actions.end_vacation(player=person.player, vacation=pk)
    except Refusal as refusal:
        return show_hours(request, person, problem=str(refusal), status=refusal.status)
    messages.success(request, _("Your clocks run as before, with exactly the time that was left on them."))
    return redirect(person.url("hours"))


def show_hours(
    request: HttpRequest,
    person: PersonContext,
    *,
    form: HoursForm | None = None,
    vacation_form: VacationForm | None = None,
    away_form: AwayForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    player, now = person.player, clock.now()
    mine = list(Vacation.objects.filter(player=player))
    year = now.astimezone(player.zone).year

    def form_of(vacation: Vacation) -> AwayForm:
        is_sent = away_form is not None and away_form.vacation == vacation
        return away_form if away_form and is_sent else AwayForm(player=player, vacation=vacation)

    shown = {
        "form": form or HoursForm(player=player),
        "vacation_form": vacation_form or VacationForm(player=player),
        "coming": [(each, form_of(each)) for each in mine if each.ends_at > now],
        "past": [each for each in mine if each.ends_at <= now][-PAST_SHOWN:],
        "now": now,
        "budget": settings.VACATION_DAYS,
        "auto_days": AUTO_DAYS,
        "budgets": [(each, days_left(mine, each)) for each in (year, year + 1)],
        "problem": problem,
    }
    return render_person_page(request, person, "games/hours.html", shown, status=status)
