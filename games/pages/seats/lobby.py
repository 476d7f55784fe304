"""What the host of a game does before the first card."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Invitation, Seat
from games.pages.common.requests import read_number, signed_in, status_of
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.pages.table.game_page import attempt, show_game
from games.pages.table.lobby_page import InviteForm, StartForm
from games.play.start import start_game
from games.seats import invitations, lobby
from games.seats.invitations import remove_invitation


@seat_page("POST", needs=Needs.HOST)
def invite(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Invite an address to a seat."""
    host = signed_in(request)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return show_game(request, context, status=status_of(form), invite_form=form)
    invited = form.cleaned_data
    said = _("An invitation is on its way to %(email)s.") % {"email": invited["email"]}
    return attempt(
        request, context, lambda: invitations.invite(game=context.game, by=host, **invited), message=said
    )


@seat_page("POST", needs=Needs.HOST)
def remind(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Remind an invited address, once."""
    host = signed_in(request)
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    return attempt(request, context, lambda: invitations.remind(invitation=invitation, by=host))


@seat_page("POST", needs=Needs.HOST)
def withdraw(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    host = signed_in(request)
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    return attempt(request, context, lambda: remove_invitation(invitation=invitation, by=host))


@seat_page("POST", needs=Needs.HOST)
def start(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Start the game with those who are there."""
    host = signed_in(request)
    form = StartForm(request.POST, game=context.game, seats=list(context.game.seats.all()))
    if not form.is_valid():
        return show_game(
            request, context, problem=_("Choose who begins."), status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    first = form.cleaned_data.get("starting_seat")
    return attempt(
        request,
        context,
        lambda: start_game(game=context.game, by=host, starting_seat=first),
        message=_("The game has started."),
    )


@seat_page("GET", "POST", needs=Needs.HOST)
def cancel(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Ask whether the game is really called off, and do it."""
    if request.method != "POST":
        return render_page(request, context, "games/cancel.html", {})
    host = signed_in(request)
    said = _("You have called off “%(game)s”.") % {"game": context.game.name}
    return attempt(
        request,
        context,
        lambda: lobby.cancel_game(game=context.game, by=host),
        then=reverse("dashboard"),
        message=said,
    )


@seat_page("POST", needs=Needs.HOST)
def hand_over(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Make another player at the table the host."""
    host = signed_in(request)
    to = get_object_or_404(Seat, game=context.game, number=read_number(request, "seat"))
    return attempt(request, context, lambda: lobby.hand_over(game=context.game, by=host, to=to))
