"""Giving time to others at the table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import Seat
from games.pages.common.requests import read_number
from games.pages.common.seat_context import SeatContext, seat_page
from games.play import give_time as give_time_actions

from .game_page import attempt


@seat_page("POST")
def give_time(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give somebody else at the table more time."""
    to = get_object_or_404(Seat, game=context.game, number=read_number(request, "seat"))
    days = read_number(request, "days") or 0
    said = _("%(name)s has more time now.") % {"name": to}
    me = context.required_seat
    return attempt(
        request, context, lambda: give_time_actions.give_time(seat=me, to=to, days=days), said=said
    )
