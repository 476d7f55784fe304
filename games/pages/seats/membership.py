"""Sitting down and getting up: by a link, an invitation or a rematch, or in a game that is open to all."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core import access
from games.core.refusal import NotPossible, Refusal
from games.history import silence_words
from games.models import Seat
from games.pages.common import seat_context
from games.pages.common.guards import posted, private
from games.pages.common.requests import signed_in
from games.pages.common.seat_context import Door
from games.pages.table.game_page import attempt, show
from games.pages.table.lobby_page import NameForm, invitation_for
from games.seats import lobby
from games.seats import rematch as rematch_actions
from games.seats.invitations import accept_invitation, decline_invitation
from games.seats.lobby import take_seat
from games.seats.rematch import decline_rematch
from games.seats.seat_links import revoke_links

from .replacement import offers_in


@posted("game")
@private
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat in a game that is listed for all; if it runs, as soon as no card is being resolved."""
    door, player = seat_context.for_game(request, key), signed_in(request)
    name = request.POST.get("name", "")
    return attempt(request, door, lambda: take_seat(game=door.game, player=player, name=name))


@require_http_methods(["GET", "HEAD", "POST"])
@private
def join_by_link(request: HttpRequest, link_key: str) -> HttpResponse:
    """Show the game that a host's link invites to, and take a seat in it."""
    game, player = access.get_game_by_link(link_key), signed_in(request)
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        return redirect("game", game.key)
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        name = request.POST.get("name", "")
        try:
            seat = take_seat(game=game, player=player, link_key=link_key, name=name)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            return redirect("game", game.key) if seat else render(request, "games/wish.html", {"game": game})
    shown = {
        "game": game,
        "problem": problem,
        "seats": game.seats.exclude(status=Seat.Status.LEFT),
        "offered": offers_in(game, link_key) if game.is_running else [],
        "policy": silence_words.describe_silence_policy(game),
        "asks": silence_words.describe_join_requirements(game),
        "form": NameForm(initial={"name": player.name}),
    }
    return render(request, "games/join.html", shown, status=status)


@posted("game")
@private
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """Take the seat that is kept for the player: by an invitation to their address, or by a rematch."""
    door, player = seat_context.for_game(request, key), signed_in(request)
    invitation = invitation_for(request, door)
    if invitation is None:
        kept = find_kept_seat(request, door)
        return attempt(request, door, lambda: take_kept_seat(kept))
    return attempt(
        request,
        door,
        lambda: accept_invitation(invitation=invitation, player=player, name=player.name),
    )


@posted("game")
@private
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """Say no to an invitation or to a rematch."""
    door = seat_context.for_game(request, key)
    invitation = invitation_for(request, door)
    home = reverse("dashboard")
    if invitation is None:
        kept = find_kept_seat(request, door)
        return attempt(request, door, lambda: decline_rematch(seat=kept), then=home)
    return attempt(request, door, lambda: decline_invitation(invitation=invitation), then=home)


@posted("game")
@private
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Play again with the same people: one press each."""
    door = seat_context.for_player(request, key)
    try:
        game = rematch_actions.rematch(game=door.game, player=signed_in(request))
    except Refusal as refusal:
        return show(request, door, problem=str(refusal), status=refusal.status)
    return redirect("game", game.key)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether the player really wants to leave, and let them."""
    door = seat_context.for_player(request, key)
    if request.method != "POST":
        can_offer = door.game.is_running and door.game.is_dealt and not door.seat_taken.is_offered
        shown = {"door": door, "game": door.game, "can_offer": can_offer}
        return render(request, "games/leave.html", shown)
    said = _("You have left “%(game)s”.") % {"game": door.game.name}
    home = reverse("dashboard")
    return attempt(request, door, lambda: lobby.leave(seat=door.seat_taken), then=home, said=said)


@posted("game")
@private
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Make every mail link of the player's seat useless that was made before."""
    door = seat_context.for_player(request, key)
    return attempt(request, door, lambda: revoke_links(seat=door.seat_taken))


def find_kept_seat(request: HttpRequest, door: Door) -> Seat:
    """Return the seat that a rematch keeps for the player who is signed in, or raise `Http404`."""
    seats = Seat.objects.select_related("game__rematch_of", "player")
    seat = seats.filter(game=door.game, player=signed_in(request), status=Seat.Status.INVITED).first()
    if seat is None:
        raise Http404
    return seat


def take_kept_seat(seat: Seat) -> None:
    """Take a seat that a rematch keeps for its player. Raises a `Refusal`."""
    if seat.player is None or seat.game.rematch_of is None:
        raise NotPossible(_("This seat is not kept for you any more."))
    rematch_actions.rematch(game=seat.game.rematch_of, player=seat.player)
