"""Who can open somebody’s seats: links, deputies, feeds, devices and sessions; one press ends all."""

from http import HTTPStatus

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games import clock
from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.history.formatting import name_of
from games.models import Deputy
from games.models.deputy import IS_LIVE
from games.pages.common.guards import show_refusal
from games.pages.common.passes import end_pass
from games.pages.common.person_context import PersonContext, person_page, render_person_page
from games.people.seat_access import end_access, list_access
from games.people.sessions import list_sessions

from .deputy_form import DeputyForm


@person_page()
def seat_access(request: HttpRequest, person: PersonContext) -> HttpResponse:
    """Show who plays for the player, whom they keep away, and by what their seats can be opened."""
    return show_access(request, person)


def show_access(
    request: HttpRequest,
    person: PersonContext,
    *,
    deputy_form: DeputyForm | None = None,
    problem: str = "",
    opened: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the page, with what was wrong, if something was; `opened` is the section that is unfolded."""
    player = person.player
    live = Deputy.objects.filter(IS_LIVE, Q(owner=player) | Q(player=player), ends_at__gt=clock.now())
    live = live.select_related("seat__game", "owner", "player")
    rows = [row for row in live if row.seat.player_id == row.owner_id]
    shown = {
        "deputy_form": deputy_form or DeputyForm(),
        "problem": problem,
        "handed": [(row, name_of(row.player)) for row in rows if row.owner == player],
        "taken": [row for row in rows if row.player == player and not row.seat.game.is_over],
        "blocks": [(row, name_of(row.player)) for row in player.blocks.select_related("player")],
        "access": list_access(player),
        "places_url": person.section_url("notices", "places"),
        "sessions": list_sessions(player, request.session.session_key) if person.seat is None else [],
        "opened": opened or request.GET.get("open", ""),
    }
    return render_person_page(request, person, "games/seat_access.html", shown, status=status)


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
    messages.success(
        request, _("Only this browser opens your seats now. A mail with new links is on its way.")
    )
    return redirect(person.url("seat_access"))
