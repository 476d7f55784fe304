"""What the host of a game does before the first card."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Invitation, Player, Seat
from games.pages.common import seat_context
from games.pages.common.guards import posted, private
from games.pages.common.requests import read_number, signed_in, status_of
from games.pages.common.seat_context import Door
from games.pages.table.game_page import attempt, show
from games.pages.table.lobby_page import InviteForm, StartForm
from games.play.start import start_game
from games.seats import invitations, membership
from games.seats.invitations import remove_invitation
from games.seats.lobby import cancel_game


@posted("game")
@private
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Invite an address to a seat."""
    door, host = for_host(request, key)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return show(request, door, status=status_of(form), invite_form=form)
    invited = form.cleaned_data
    said = _("An invitation is on its way to %(email)s.") % {"email": invited["email"]}
    return attempt(request, door, lambda: invitations.invite(game=door.game, by=host, **invited), said=said)


@posted("game")
@private
def remind(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Remind an invited address, once."""
    door, host = for_host(request, key)
    invitation = get_object_or_404(Invitation, game=door.game, pk=pk)
    return attempt(request, door, lambda: invitations.remind(invitation=invitation, by=host))


@posted("game")
@private
def withdraw(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    door, host = for_host(request, key)
    invitation = get_object_or_404(Invitation, game=door.game, pk=pk)
    return attempt(request, door, lambda: remove_invitation(invitation=invitation, by=host))


@posted("game")
@private
def start(request: HttpRequest, key: str) -> HttpResponse:
    """Start the game with those who are there."""
    door, host = for_host(request, key)
    form = StartForm(request.POST, game=door.game, seats=list(door.game.seats.all()))
    if not form.is_valid():
        return show(request, door, problem=_("Choose who begins."), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    first = form.cleaned_data.get("starting_seat")
    return attempt(
        request,
        door,
        lambda: start_game(game=door.game, by=host, starting_seat=first),
        said=_("The game has started."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@private
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether the game is really called off, and do it."""
    door, host = for_host(request, key)
    if request.method != "POST":
        return render(request, "games/cancel.html", {"door": door, "game": door.game})
    said = _("You have called off “%(game)s”.") % {"game": door.game.name}
    home = reverse("dashboard")
    return attempt(request, door, lambda: cancel_game(game=door.game, by=host), then=home, said=said)


@posted("game")
@private
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Make another player at the table the host."""
    door, host = for_host(request, key)
    to = get_object_or_404(Seat, game=door.game, number=read_number(request, "seat"))
    return attempt(request, door, lambda: membership.hand_over(game=door.game, by=host, to=to))


def for_host(request: HttpRequest, key: str) -> tuple[Door, Player]:
    """Return a game, and the player who is signed in as its host. Raises `Http404`."""
    door, player = seat_context.for_game(request, key), signed_in(request)
    if door.game.host_id != player.pk:
        raise Http404
    return door, player
