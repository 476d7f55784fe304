"""The table's own card, before the start: its host proposes it, and everybody who sits there agrees."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import actions, decks
from games.forms_steps import FORMS
from games.models import LobbyCard

from . import doors
from .game import attempt, posted_data, read_number, status_of
from .guards import by_link, posted, private
from .lobby import for_host
from .made_cards import heading
from .preferences import speaking_to


@require_http_methods(["GET", "HEAD", "POST"])
@private
def own_card(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Propose the table's own card, or another text for it."""
    door, host = for_host(request, key)
    if kind not in FORMS or door.game.started_at is not None or decks.is_of_board(door.game.edition):
        raise Http404
    before = LobbyCard.objects.filter(game=door.game).first()
    card = before.card if before is not None and before.card["kind"] == kind else None
    form = FORMS[kind](posted_data(request), spec=decks.spec_of(door.game.edition), card=card)
    if request.method == "POST" and form.is_valid():
        said = _("Everybody at the table is asked whether they agree.")
        return attempt(
            request,
            door,
            lambda: actions.propose_card(game=door.game, by=host, card=form.card),
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
    return take_agreement(request, doors.for_player(request, key))


@posted("seat_table")
@by_link
def agree_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Agree to the table's own card, behind a link from a mail."""
    door = doors.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_agreement(request, door)


def take_agreement(request: HttpRequest, door: doors.Door) -> HttpResponse:
    """Note that a seat agrees to the card as it was shown."""
    seat, number = door.seat_taken, read_number(request, "number")
    said = _("You have agreed.")
    return attempt(request, door, lambda: actions.agree_to_card(seat=seat, number=number), said=said)


@posted("game")
@private
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Withdraw the table's own card."""
    door, host = for_host(request, key)
    said = _("The card is withdrawn.")
    return attempt(request, door, lambda: actions.withdraw_card(game=door.game, by=host), said=said)
