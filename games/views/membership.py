"""Sitting down and getting up: by a link, an invitation or a rematch, or in a game that is open to all."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import access, actions, silence_words
from games.forms import NameForm
from games.models import Seat

from . import doors
from .doors import Door
from .game import attempt, invitation_for, show, signed_in
from .guards import posted, private
from .replacement import offers_in


@posted("game")
@private
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat in a game that is listed for all; if it runs, as soon as no card is being resolved."""
    door, player = doors.for_game(request, key), signed_in(request)
    name = request.POST.get("name", "")
    return attempt(request, door, lambda: actions.take_seat(game=door.game, player=player, name=name))


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
            seat = actions.take_seat(game=game, player=player, link_key=link_key, name=name)
        except actions.Refusal as refusal:
            problem, status = str(refusal), refusal.status
        else:
            return redirect("game", game.key) if seat else render(request, "games/wish.html", {"game": game})
    shown = {
        "game": game,
        "problem": problem,
        "seats": game.seats.exclude(status=Seat.Status.LEFT),
        "offered": offers_in(game, link_key) if game.is_running else [],
        "policy": silence_words.policy(game),
        "asks": silence_words.door(game),
        "form": NameForm(initial={"name": player.name}),
    }
    return render(request, "games/join.html", shown, status=status)


@posted("game")
@private
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """Take the seat that is kept for the player: by an invitation to their address, or by a rematch."""
    door, player = doors.for_game(request, key), signed_in(request)
    invitation = invitation_for(request, door)
    if invitation is None:
        kept = find_kept_seat(request, door)
        return attempt(request, door, lambda: take_kept_seat(kept))
    return attempt(
        request,
        door,
        lambda: actions.accept_invitation(invitation=invitation, player=player, name=player.name),
    )


@posted("game")
@private
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """Say no to an invitation or to a rematch."""
    door = doors.for_game(request, key)
    invitation = invitation_for(request, door)
    home = reverse("dashboard")
    if invitation is None:
        kept = find_kept_seat(request, door)
        return attempt(request, door, lambda: actions.decline_rematch(seat=kept), then=home)
    return attempt(request, door, lambda: actions.decline_invitation(invitation=invitation), then=home)


@posted("game")
@private
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Play again with the same people: one press each."""
    door = doors.for_player(request, key)
    try:
        game = actions.rematch(game=door.game, player=signed_in(request))
    except actions.Refusal as refusal:
        return show(request, door, problem=str(refusal), status=refusal.status)
    return redirect("game", game.key)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether the player really wants to leave, and let them."""
    door = doors.for_player(request, key)
    if request.method != "POST":
        can_offer = door.game.is_running and door.game.is_dealt and not door.seat_taken.is_offered
        shown = {"door": door, "game": door.game, "can_offer": can_offer}
        return render(request, "games/leave.html", shown)
    said = _("You have left “%(game)s”.") % {"game": door.game.name}
    home = reverse("dashboard")
    return attempt(request, door, lambda: actions.leave(seat=door.seat_taken), then=home, said=said)


@posted("game")
@private
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Make every mail link of the player's seat useless that was made before."""
    door = doors.for_player(request, key)
    return attempt(request, door, lambda: actions.revoke_links(seat=door.seat_taken))


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
        raise actions.NotPossible(_("This seat is not kept for you any more."))
    actions.rematch(game=seat.game.rematch_of, player=seat.player)
