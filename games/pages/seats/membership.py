"""Taking a seat by a link, an invitation or a rematch or in an open game, and leaving it."""

from functools import partial
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.core import access
from games.core.refusal import NotPossible, Refusal
from games.core.tokens import Purpose
from games.history import game_settings
from games.models import Game, Player, Seat
from games.pages.common.fields import NameField
from games.pages.common.guards import show_refusal, sign_in_on_404
from games.pages.common.parts import read_part
from games.pages.common.passes import end_pass
from games.pages.common.requests import posted_data, signed_in, submit_form
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.pages.table.build_lobby import NameForm, invitation_for
from games.pages.table.show_game import act_and_show, show_game
from games.people.sightings import network_of
from games.seats import membership as seat_actions
from games.seats import rematch as rematch_actions
from games.seats.invitations import accept_invitation, decline_invitation, mail_seat, takes_guests
from games.seats.lobby import check_not_removed
from games.seats.membership import revoke_links, take_seat
from games.seats.rematch import decline_rematch

from .guests import open_seat_of_guest
from .replacement import list_offers_by_link


@seat_page("POST", needs=Needs.VIEWER)
def join(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Take a seat in an open game; if it is running, as soon as no card is being resolved."""
    name = request.POST.get("name", "")
    player = signed_in(request)
    return act_and_show(
        request,
        context,
        lambda: take_seat(game=context.game, player=player, name=name, part=read_part(request)),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def join_by_link(request: HttpRequest, link_key: str) -> HttpResponse:
    """Show the game that a host's link invites to, and take a seat in it: signed in, or by a mail."""
    game = access.get_game_by_link(link_key)
    if not request.user.is_authenticated and takes_guests(game):
        return join_by_mail(request, game, link_key)
    player = signed_in(request)
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        return redirect("game", game.key)
    try:
        check_not_removed(game, player)
    except Refusal as refusal:  # they read no more who sits there
        return show_refusal(request, refusal)
    problem, status = "", HTTPStatus.OK
    try:
        if request.method == "POST":
            name = request.POST.get("name", "")
            part = read_part(request)
            seat = take_seat(game=game, player=player, link_key=link_key, name=name, part=part)
            return redirect("game", game.key) if seat else render(request, "games/wish.html", {"game": game})
    except Refusal as refusal:
        problem, status = str(refusal), refusal.status
    shown = {
        "problem": problem,
        "offered": list_offers_by_link(game, link_key) if game.is_running else [],
        "asks": game_settings.describe_join_requirements(game),
        "form": NameForm(initial={"name": player.name}),
        "takes_part": not game.is_running,
        "commitment": access.shown_commitment(game),
    }
    return show_joining(request, game, shown, status)


class GuestForm(forms.Form):
    """Who wants to play without an account."""

    name = NameField(help_text=gettext_lazy("What the others at the table see."))
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        help_text=gettext_lazy("We’ll mail you your seat, and later your turns. No account, no password."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


def join_by_mail(request: HttpRequest, game: Game, link_key: str) -> HttpResponse:
    """Show the game to somebody without an account, and mail them a seat that is kept for them."""
    form = GuestForm(posted_data(request))
    sent, status = submit_form(form, lambda: send_seat(request, game, link_key, form.cleaned_data))
    if sent is None:
        is_full = not game.seats.filter(status=Seat.Status.FREE).exists()
        shown = {"form": form, "by_mail": True, "is_full": is_full and not form.is_bound}
        return show_joining(request, game, shown, status)
    return show_joining(request, game, {"sent_to": sent})


def send_seat(request: HttpRequest, game: Game, link_key: str, wanted: dict[str, str]) -> str:
    """Mail a seat, and return to which address. Raises a `Refusal`."""
    network = network_of(str(get_adapter().get_client_ip(request)).strip())
    if not mail_seat(game=game, link_key=link_key, network=network, **wanted):
        raise NotPossible(
            _("All seats are taken or kept for someone. If one is kept for you, we’ve mailed it again.")
        )
    return wanted["email"]


def show_joining(
    request: HttpRequest, game: Game, shown: dict[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show a game to who has come by its link."""
    facts = {
        "game": game,
        "seats": game.seats.exclude(status=Seat.Status.LEFT),
        "policy": game_settings.describe_silence_policy(game),
    }
    return render(request, "games/join.html", facts | shown, status=status)


@seat_page("POST", needs=Needs.VIEWER)
def accept(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Take the seat that is kept for the player: by an invitation to their address, or by a rematch."""
    invitation = invitation_for(context)
    if invitation is None:
        kept = find_kept_seat(request, context)
        return act_and_show(request, context, lambda: take_kept_seat(kept, read_part(request)))
    player = signed_in(request)

    def act() -> Seat:
        part = read_part(request)
        return accept_invitation(invitation=invitation, player=player, name=player.name, part=part)

    return act_and_show(request, context, act)


@seat_page("POST", needs=Needs.VIEWER)
def decline(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Decline an invitation or a rematch; a pass ends with the seat."""
    invitation = invitation_for(context)
    home = reverse("dashboard")
    if invitation is not None:
        return act_and_show(request, context, lambda: decline_invitation(invitation=invitation), then=home)
    kept = find_kept_seat(request, context)
    if not context.only_this_game:
        return act_and_show(request, context, lambda: decline_rematch(seat=kept), then=home)
    try:
        decline_rematch(seat=kept)
    except Refusal as refusal:
        return show_game(request, context, problem=str(refusal), status=refusal.status)
    return end_pass(request, "declined", context.game.key, Purpose.PLAY)


@seat_page("POST")
def rematch(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Play again with the same people, and go to the new table.

    A link opens the new seat to a guest alone: somebody with an account signs in, or waits for its mail.
    """
    player = get_object_or_404(Player, pk=context.required_seat.player_id)
    try:
        game = rematch_actions.join_rematch(game=context.game, player=player, part=read_part(request))
    except Refusal as refusal:
        return show_game(request, context, problem=str(refusal), status=refusal.status)
    if not context.only_this_game:
        return redirect("game", game.key)
    if context.is_trial:
        return redirect("seat_game", game.key)
    if context.is_guest:
        return open_seat_of_guest(request, Seat.objects.get(game=game, player=player))
    messages.success(request, _("You’re in. We’ll mail you when the rematch starts."))
    return redirect(context.urls["game"])


@seat_page("GET", "POST", needs=Needs.OWNER)
def leave(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Ask for confirmation, then leave the seat."""
    if request.method != "POST":
        can_offer = context.game.is_running and context.game.is_dealt and not context.required_seat.is_offered
        return render_page(request, context, "games/leave.html", {"can_offer": can_offer})
    message = _("You’ve left “%(game)s”.") % {"game": context.game.name}
    act = partial(seat_actions.leave, seat=context.required_seat)
    if not context.only_this_game:
        return act_and_show(request, context, act, then=reverse("dashboard"), message=message)
    try:
        act()
    except Refusal as refusal:
        return show_game(request, context, problem=str(refusal), status=refusal.status)
    return end_pass(request, "left", context.game.key, Purpose.PLAY)


@seat_page("POST")
def revoke(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Revoke the mail links of the seat that exist, and this browser's pass."""
    if not context.only_this_game:
        return act_and_show(request, context, lambda: revoke_links(seat=context.required_seat))
    revoke_links(seat=context.required_seat)
    if context.is_guest:  # a link of one seat leads to the others
        others = Seat.objects.filter(player=context.required_seat.player_id)
        for seat in others.exclude(pk=context.required_seat.pk):
            revoke_links(seat=seat)
    return end_pass(request, "revoked", context.game.key, Purpose.PLAY)


def find_kept_seat(request: HttpRequest, context: SeatContext) -> Seat:
    """Return the seat that a rematch keeps for the viewer. Raises `Http404`."""
    if context.only_this_game:
        return context.required_seat
    seats = Seat.objects.select_related("game__rematch_of", "player")
    player = signed_in(request)
    return get_object_or_404(seats, game=context.game, player=player, status=Seat.Status.INVITED)


def take_kept_seat(seat: Seat, part: str) -> None:
    """Take a seat that a rematch keeps for its player. Raises a `Refusal`."""
    if seat.player is None or seat.game.rematch_of is None:
        raise NotPossible(_("This seat is no longer kept for you."))
    rematch_actions.join_rematch(game=seat.game.rematch_of, player=seat.player, part=part)
