"""The pages on which a player asks for a deputy, and accepts to be one (docs/decisions/0023-deputies.md).

Deputies play on the pages of the table, which seat_context opens for them under /d/.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.core.refusal import Refusal
from games.history.formatting import name_of
from games.models import Deputy, Player
from games.models.deputy import IS_LIVE
from games.pages.common.person_context import PersonContext, person_page
from games.pages.common.requests import posted_data, submit_form
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.seats.deputies import accept_deputy, ask_deputy, ask_deputy_for_all, end_deputy

from .deputy_form import DeputyForm
from .seat_access import show_access


@person_page()
def deputies(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Hand all seats to somebody; a GET leads to where deputies are shown."""
    if request.method != "POST":
        return redirect(person.section_url("seat_access", "deputies"))
    player, form = person.player, DeputyForm(request.POST)
    result, status = submit_form(form, lambda: ask_deputy_for_all(by=player, **form.cleaned_data))
    if result is None:
        return show_access(request, person, deputy_form=form, opened="ask-deputy", status=status)
    asked, refused = result
    said = ngettext(
        "Your request was sent (%(count)d game).", "Your request was sent (%(count)d games).", len(asked)
    )
    messages.success(request, said % {"count": len(asked)})
    for game, reason in refused:
        messages.warning(request, f"{game.name}: {reason}")
    return redirect(person.section_url("seat_access", "deputies"))


@person_page(post_only="deputies")
def accept(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """Accept to play a seat for its player."""
    return change_deputy(request, person, pk, accept_deputy, message=_("You now play for this seat, too."))


@person_page(post_only="deputies")
def end(request: HttpRequest, person: PersonContext, pk: int) -> HttpResponse:
    """End, or decline, that somebody plays for somebody."""
    return change_deputy(request, person, pk, end_deputy, message=_("Ended."))


def change_deputy(
    request: HttpRequest, person: PersonContext, pk: int, act: Callable[..., Deputy], *, message: str
) -> HttpResponse:
    """Do something with a deputy and go back to the page, with a message or the reason of a refusal."""
    try:
        act(deputy=pk, by=person.player)
    except Refusal as refusal:
        return show_access(request, person, problem=str(refusal), status=refusal.status)
    messages.success(request, message)
    return redirect(person.section_url("seat_access", "deputies"))


@seat_page("GET", "POST", needs=Needs.OWNER)
def ask_for_deputy(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Hand the player's own seat to somebody for a while."""
    seat = context.required_seat
    player = get_object_or_404(Player, pk=seat.player_id)
    person = PersonContext(player, context if context.only_this_game else None)
    form = DeputyForm(posted_data(request))
    asked, status = submit_form(form, lambda: ask_deputy(seat=seat, by=player, **form.cleaned_data))
    if asked is not None:
        messages.success(request, _("Your request was sent. We’ll mail you when they accept."))
        return redirect(person.section_url("seat_access", "deputies"))
    live = seat.deputies.filter(IS_LIVE, owner=player, ends_at__gt=clock.now()).select_related("player")
    shown = {
        "form": form,
        "handed": [(row, name_of(row.player)) for row in live],
        "person": person,
    }
    return render_page(request, context, "games/ask_for_deputy.html", shown, status=status)
