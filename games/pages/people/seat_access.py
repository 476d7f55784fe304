"""Who can open somebody’s seats: links, deputies, feeds, devices and sessions; one press ends all."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.pages.common.guards import show_refusal
from games.pages.common.passes import end_pass
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.people.seat_access import end_access, list_access
from games.people.sessions import list_sessions


@person_page()
def seat_access(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show by what a player's seats can be opened."""
    shown = {
        "access": list_access(person.player),
        "sessions": list_sessions(person.player, request.session.session_key) if person.seat is None else [],
    }
    return render_person_page(request, person, "games/seat_access.html", shown)


@person_page()
def end_seat_access(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Ask for confirmation, then end all of it but this session; a guest's link ends with the others."""
    if request.method != "POST":
        return render_person_page(request, person, "games/end_seat_access.html", {})
    key = request.session.session_key if person.seat is None else None
    try:
        end_access(player=person.player, session_key=key)
    except Refusal as refusal:
        return show_refusal(request, refusal)
    if person.seat is not None:
        return end_pass(request, "revoked", person.seat.key, Purpose.PLAY)
    messages.success(request, _("Only this browser opens your seats now. We’ve mailed you new links."))
    return redirect(person.url("seat_access"))
