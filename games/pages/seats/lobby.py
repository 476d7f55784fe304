"""What happens before the first card: the host invites, starts or cancels, and the table agrees on a card."""

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
from games.pages.table.game_page import attempt, show_game
from games.pages.table.lobby_page import InviteForm, StartForm
from games.play.start import start_game
from games.seats import invitations, lobby
from games.seats.invitations import remove_invitation
from games.seats.own_card import agree_to_card, propose_card, withdraw_card


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
    return attempt(request, context, lambda: invitations.remind_invited(invitation=invitation, by=host))


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
    """Ask for confirmation, then cancel the game."""
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


@seat_page("GET", "POST", needs=Needs.HOST)
def own_card(request: HttpRequest, context: SeatContext, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    host, game = signed_in(request), context.game
    if kind not in FORMS or game.started_at is not None or descriptions.is_board_game(game.edition):
        raise Http404
    before = LobbyCard.objects.filter(game=game).first()
    card = before.card if before is not None and before.card["kind"] == kind else None
    form = FORMS[kind](posted_data(request), spec=descriptions.parse_spec(game.edition), card=card)
    if form.is_valid():
        said = _("Everybody at the table is asked whether they agree.")
        return attempt(
            request,
            context,
            lambda: propose_card(game=game, by=host, card=form.card),
            message=said,
        )
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
    seat, number = context.required_seat, read_number(request, "number")
    said = _("You have agreed.")
    return attempt(request, context, lambda: agree_to_card(seat=seat, number=number), message=said)


@seat_page("POST", needs=Needs.HOST)
def withdraw_own_card(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Withdraw the table's own card."""
    host = signed_in(request)
    said = _("The card is withdrawn.")
    return attempt(request, context, lambda: withdraw_card(game=context.game, by=host), message=said)
