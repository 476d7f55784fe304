"""What players press about the times at which their clocks stand still: quiet hours, days off, vacations."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Refusal
from games.models import Vacation
from games.pages.common.person_context import PersonContext, person_page
from games.pages.common.requests import submit_form
from games.people import hours as hours_actions
from games.people.hours import set_auto_vacation

from .hours_form import HoursForm
from .notices_page import show_notices
from .vacation_form import AwayForm, VacationForm


@person_page()
def hours(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Save the player's quiet hours and days off; a GET leads to where they are shown."""
    if request.method == "POST":
        form = HoursForm(request.POST, player=person.player)
        saved, status = submit_form(form, lambda: form.save(person.player))
        if saved is None:
            return show_notices(request, person, hours_form=form, opened="hours", status=status)
        messages.success(request, _("Saved. This counts for every clock that starts from now on."))
    return redirect(person.section_url("notices", "hours"))


@person_page(post_only="hours")
def add_vacation(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Enter a vacation, with what happens at each table meanwhile."""
    form = VacationForm(request.POST, player=person.player)
    refused, status = submit_form(form, form.save)
    if refused is None:
        return show_notices(request, person, vacation_form=form, opened="vacations", status=status)
    if form.vacation is not None and form.vacation.starts_at <= clock.now():
        messages.success(request, _("You’re on vacation now. Your tables see until when."))
    else:
        messages.success(request, _("Your vacation is saved. Your tables will see when you’re away."))
    warn_of_refused(request, refused)
    return redirect(person.section_url("notices", "vacations"))


@person_page(post_only="hours")
def change_vacation(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Change what happens at each table during a vacation."""
    vacation = get_object_or_404(Vacation, pk=pk, player=person.player)
    form = AwayForm(request.POST, player=person.player, vacation=vacation)
    refused, status = submit_form(form, form.save)
    if refused is None:
        return show_notices(request, person, away_form=form, opened="vacations", status=status)
    messages.success(request, _("Saved."))
    warn_of_refused(request, refused)
    return redirect(person.section_url("notices", "vacations"))


@person_page(post_only="hours")
def set_automatic(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Switch automatic vacations on or off."""
    wanted = "auto_vacation" in request.POST
    set_auto_vacation(player=person.player, wanted=wanted)
    text = _("A vacation will start by itself when your time for a turn runs out.")
    messages.success(request, text if wanted else _("Vacations only begin when you enter them."))
    return redirect(person.section_url("notices", "vacations"))


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
        return show_notices(
            request, person, vacation_problem=str(refusal), opened="vacations", status=refusal.status
        )
    messages.success(request, _("Your clocks run as before, with exactly the time that was left on them."))
    return redirect(person.section_url("notices", "vacations"))
