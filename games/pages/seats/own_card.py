"""The table's own card, before the start: its host proposes it, and everybody who sits there agrees."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.decks import descriptions
from games.models import LobbyCard
from games.pages.common.requests import posted_data, read_number, signed_in, status_of
from games.pages.common.seat_context import Needs, SeatContext, seat_page
from games.pages.decks.made_cards import describe_form
from games.pages.decks.made_cards_form import FORMS
from games.pages.table.game_page import attempt
from games.seats.own_card import agree_to_card, propose_card, withdraw_card


@seat_page("GET", "POST", needs=Needs.HOST)
def own_card(request: HttpRequest, context: SeatContext, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    host = signed_in(request)
    if (
        kind not in FORMS
        or context.game.started_at is not None
        or descriptions.is_of_board(context.game.edition)
    ):
        raise Http404
    before = LobbyCard.objects.filter(game=context.game).first()
    card = before.card if before is not None and before.card["kind"] == kind else None
    form = FORMS[kind](posted_data(request), spec=descriptions.spec_of(context.game.edition), card=card)
    if request.method == "POST" and form.is_valid():
        said = _("Everybody at the table is asked whether they agree.")
        return attempt(
            request,
            context,
            lambda: propose_card(game=context.game, by=host, card=form.card),
            message=said,
        )
    shown = {
        "game": context.game,
        "form": form,
        "heading": describe_form(form, is_new=card is None),
        "back": reverse("game", args=[context.game.key]),
    }
    return render(request, "decks/own_card.html", shown, status=status_of(form))


@seat_page("POST")
def agree(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Note that a seat agrees to the card as it was shown."""
    seat, number = context.required_seat, read_number(request, "number")
    said = _("You have agreed.")
    return attempt(request, context, lambda: agree_to_card(seat=seat, number=number), message=said)


@seat_page("POST", needs=Needs.HOST)
def withdraw(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Withdraw the table's own card."""
    host = signed_in(request)
    said = _("The card is withdrawn.")
    return attempt(request, context, lambda: withdraw_card(game=context.game, by=host), message=said)
