"""Giving time to others at the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.models import Seat
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Door
from games.play import give_time as give_time_actions

from .game_page import attempt


@posted("game")
@private
def give_time(request: HttpRequest, key: str) -> HttpResponse:
    """Give somebody else at the table more time."""
    return give(request, seat_context.for_player(request, key))


@posted("seat_table")
@by_link
def give_time_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Give somebody else more time, from the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return give(request, door)


def give(request: HttpRequest, door: Door) -> HttpResponse:
    """Do what the posted form says."""
    to = get_object_or_404(Seat, game=door.game, number=read_number(request, "seat"))
    days = read_number(request, "days") or 0
    said = _("%(name)s has more time now.") % {"name": to}
    return attempt(
        request, door, lambda: give_time_actions.give_time(seat=door.seat_taken, to=to, days=days), said=said
    )
