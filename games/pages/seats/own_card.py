"""The table's own card, before the start: its host proposes it, and everybody who sits there agrees."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.decks import descriptions
from games.models import LobbyCard
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import posted_data, read_number, status_of
from games.pages.decks.forms_steps import FORMS
from games.pages.decks.made_cards import heading
from games.pages.table.game_page import attempt
from games.seats.own_card import agree_to_card, propose_card, withdraw_card

from .lobby import for_host


@require_http_methods(["GET", "HEAD", "POST"])
@private
def own_card(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    door, host = for_host(request, key)
    if kind not in FORMS or door.game.started_at is not None or descriptions.is_of_board(door.game.edition):
        raise Http404
    before = LobbyCard.objects.filter(game=door.game).first()
    card = before.card if before is not None and before.card["kind"] == kind else None
    form = FORMS[kind](posted_data(request), spec=descriptions.spec_of(door.game.edition), card=card)
    if request.method == "POST" and form.is_valid():
        said = _("Everybody at the table is asked whether they agree.")
        return attempt(
            request,
            door,
            lambda: propose_card(game=door.game, by=host, card=form.card),
            said=said,
        )
    shown = {
        "game": door.game,
        "form": form,
        "heading": heading(form, is_new=card is None),
        "back": reverse("game", args=[key]),
    }
    return render(request, "decks/own_card.html", shown, status=status_of(form))


@posted("game")
@private
def agree(request: HttpRequest, key: str) -> HttpResponse:
    """Agree to the table's own card, from the page of the game."""
    return take_agreement(request, seat_context.for_player(request, key))


@posted("seat_table")
@by_link
def agree_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Agree to the table's own card, behind a link from a mail."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_agreement(request, door)


def take_agreement(request: HttpRequest, door: seat_context.Door) -> HttpResponse:
    """Note that a seat agrees to the card as it was shown."""
    seat, number = door.seat_taken, read_number(request, "number")
    said = _("You have agreed.")
    return attempt(request, door, lambda: agree_to_card(seat=seat, number=number), said=said)


@posted("game")
@private
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Withdraw the table's own card."""
    door, host = for_host(request, key)
    said = _("The card is withdrawn.")
    return attempt(request, door, lambda: withdraw_card(game=door.game, by=host), said=said)
