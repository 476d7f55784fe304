"""What happens before the first card: the host invites, starts or cancels, and the table agrees on a card."""

from functools import partial
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.decks import descriptions
from games.models import Invitation, LobbyCard, Seat
from games.pages.common.requests import posted_data, read_number, signed_in, status_of
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.pages.decks.made_cards import describe_form
from games.pages.decks.made_cards_form import FORMS
from games.pages.table.build_lobby import InviteForm, StartForm
from games.pages.table.show_game import act_and_show, show_game
from games.play.start import start_game
from games.seats import invitations, lobby
from games.seats.invitations import remove_invitation
from games.seats.own_card import agree_to_card, propose_card, withdraw_card


@seat_page("POST", needs=Needs.HOST)
def invite(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Invite an address to a seat."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        return show_game(request, context, status=status_of(form), invite_form=form)
    message = _("An invitation is on its way to %(email)s.") % {"email": form.cleaned_data["email"]}
    act = partial(invitations.invite, game=context.game, by=signed_in(request), **form.cleaned_data)
    return act_and_show(request, context, act, message=message)


@seat_page("POST", needs=Needs.HOST)
def remind(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Remind an invited address, once."""
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    act = partial(invitations.remind_invited, invitation=invitation, by=signed_in(request))
    return act_and_show(request, context, act)


@seat_page("POST", needs=Needs.HOST)
def withdraw(request: HttpRequest, context: SeatContext, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    invitation = get_object_or_404(Invitation, game=context.game, pk=pk)
    return act_and_show(
        request, context, lambda: remove_invitation(invitation=invitation, by=signed_in(request))
    )


@seat_page("POST", needs=Needs.HOST)
def start(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Start the game with those who are there."""
    form = StartForm(request.POST, game=context.game, seats=list(context.game.seats.all()))
    if not form.is_valid():
        return show_game(
            request, context, problem=_("Choose who begins."), status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    first = form.cleaned_data.get("starting_seat")
    act = partial(start_game, game=context.game, by=signed_in(request), starting_seat=first)
    return act_and_show(request, context, act, message=_("The game has started."))


@seat_page("GET", "POST", needs=Needs.HOST)
def cancel(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Ask for confirmation, then cancel the game."""
    if request.method != "POST":
        return render_page(request, context, "games/cancel.html", {})
    message = _("You have called off “%(game)s”.") % {"game": context.game.name}
    act = partial(lobby.cancel_game, game=context.game, by=signed_in(request))
    return act_and_show(request, context, act, then=reverse("dashboard"), message=message)


@seat_page("POST", needs=Needs.HOST)
def hand_over_host(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Make another player at the table the host."""
    to = get_object_or_404(Seat, game=context.game, number=read_number(request, "seat"))
    return act_and_show(
        request, context, lambda: lobby.hand_over_host(game=context.game, by=signed_in(request), to=to)
    )


@seat_page("GET", "POST", needs=Needs.HOST)
def own_card(request: HttpRequest, context: SeatContext, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    game = context.game
    if kind not in FORMS or game.started_at is not None or descriptions.is_board_game(game.edition):
        raise Http404
    before = LobbyCard.objects.filter(game=game).first()
    card = before.card if before is not None and before.card["kind"] == kind else None
    form = FORMS[kind](posted_data(request), spec=descriptions.parse_spec(game.edition), card=card)
    if form.is_valid():
        act = partial(propose_card, game=game, by=signed_in(request), card=form.card)
        message = _("Everybody at the table is asked whether they agree.")
        return act_and_show(request, context, act, message=message)
    shown = {
        "game": game,
        "form": form,
        "heading": describe_form(form, is_new=card is None),
        "back": reverse("game", args=[game.key]),
    }
    return render(request, "decks/own_card.html", shown, status=status_of(form))


@seat_page("POST")
def agree_to_own_card(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Note that a seat agrees to the card as it was shown."""
    act = partial(agree_to_card, seat=context.required_seat, number=read_number(request, "number"))
    return act_and_show(request, context, act, message=_("You have agreed."))


@seat_page("POST", needs=Needs.HOST)
def withdraw_own_card(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Withdraw the table's own card."""
    act = partial(withdraw_card, game=context.game, by=signed_in(request))
    return act_and_show(request, context, act, message=_("The card is withdrawn."))
