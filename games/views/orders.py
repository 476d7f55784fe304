"""The page on which a seat says what the site does for it while others play. By sign-in and by link."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import actions
from games.forms_orders import OrdersForm

from . import doors
from .doors import Door
from .game import posted_data, show, status_of
from .guards import by_link, private
from .preferences import speaking_to


@require_http_methods(["GET", "HEAD", "POST"])
@private
def orders(request: HttpRequest, key: str) -> HttpResponse:
    """Show and keep the standing orders of the player's seat."""
    return take_orders(request, doors.for_player(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def orders_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show and keep the standing orders of the seat of this browser's pass."""
    door = doors.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_orders(request, door)


def take_orders(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the orders of a seat; keep those that were sent, and go back to the table.

    Where orders are of no use the table says why.
    """
    game, seat = door.game, door.seat_taken
    try:
        actions.check_orders_possible(game, seat)
    except actions.Refusal as refusal:
        if request.method == "POST":
            return show(request, door, problem=str(refusal), status=refusal.status)
        messages.warning(request, str(refusal))
        return redirect(door.url("table"))
    form = OrdersForm(posted_data(request), game=game, seat=seat)
    status: int = status_of(form)
    if request.method == "POST" and form.is_valid():
        try:
            actions.set_orders(seat=seat, orders=form.orders())
        except actions.Refusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, _("Your orders are kept. They hold from now on."))
            return redirect(door.url("table"))
    shown: dict[str, Any] = {"form": form, "door": door, "game": game}
    if door.is_link:
        shown["csrf_token"] = door.form_secret
    return render(request, "games/orders.html", shown, status=status or HTTPStatus.OK)
