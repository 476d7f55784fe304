"""The page on which players say when their clocks stand still, and its buttons."""

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import clock
from games.core.refusal import Refusal
from games.models import Player, Vacation
from games.pages.common.guards import posted, private
from games.pages.common.requests import posted_data, signed_in, status_of
from games.people import hours as hours_actions
from games.people.hours import days_left, enter_vacation, set_hours

from .hours_form import HoursForm, VacationForm

PAST_SHOWN = 5


@require_http_methods(["GET", "HEAD", "POST"])
@private
def hours(request: HttpRequest) -> HttpResponse:
    """Show and keep the player's quiet hours and days off; show their vacations."""
    player = signed_in(request)
    form = HoursForm(posted_data(request), player=player)
    if request.method != "POST" or not form.is_valid():
        return show(request, player, form=form)
    try:
        set_hours(player=player, **form.chosen())
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return show(request, player, form=form, status=refusal.status)
    messages.success(request, _("Saved. This counts for every clock that starts from now on."))
    return redirect("hours")


@posted("hours")
@private
def add_vacation(request: HttpRequest) -> HttpResponse:
    """Enter a vacation."""
    player = signed_in(request)
    form = VacationForm(request.POST)
    if not form.is_valid():
        return show(request, player, vacation_form=form)
    try:
        enter_vacation(player=player, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return show(request, player, vacation_form=form, status=refusal.status)
    messages.success(request, _("Your vacation is entered. The others see that you will be away."))
    return redirect("hours")


@posted("hours")
@private
def end_vacation(request: HttpRequest, pk: int) -> HttpResponse:
    """End a vacation early, or withdraw one that has not begun."""
    player = signed_in(request)
    try:
        hours_actions.end_vacation(player=player, vacation=pk)
    except Refusal as refusal:
        form = VacationForm()
        return show(request, player, vacation_form=form, problem=str(refusal), status=refusal.status)
    messages.success(request, _("Your clocks run as before, with exactly the time that was left on them."))
    return redirect("hours")


def show(
    request: HttpRequest,
    player: Player,
    *,
    form: HoursForm | None = None,
    vacation_form: VacationForm | None = None,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was."""
    form, vacation_form = form or HoursForm(player=player), vacation_form or VacationForm()
    now = clock.now()
    mine = list(Vacation.objects.filter(player=player))
    year = now.astimezone(player.zone).year
    shown = {
        "player": player,
        "form": form,
        "vacation_form": vacation_form,
        "coming": [each for each in mine if each.ends_at > now],
        "past": [each for each in mine if each.ends_at <= now][-PAST_SHOWN:],
        "now": now,
        "budget": settings.VACATION_DAYS,
        "budgets": [(each, days_left(mine, each)) for each in (year, year + 1)],
        "problem": problem,
    }
    answered = status if status != HTTPStatus.OK else max(status_of(form), status_of(vacation_form))
    return render(request, "games/hours.html", shown, status=answered)
