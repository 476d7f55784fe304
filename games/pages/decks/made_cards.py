"""Cards that the owner of a deck makes: added, changed, removed."""

import json
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from games.core.refusal import Illegal
from games.decks import descriptions
from games.decks.edit import change_deck
from games.models import Deck
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import posted_data, read_number, signed_in, submit_form

from .card_preview import build_preview
from .decks import own_deck_page, read_spec
from .made_cards_form import FORMS, MadeForm


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
@own_deck_page
def add_card(request: HttpRequest, deck: Deck, kind: str) -> HttpResponse:
    """Make a card of a kind for a deck."""
    if kind not in FORMS:
        raise Http404
    if descriptions.game_of(require_spec(deck)) != "cards":
        raise Illegal(_("You can’t add your own cards to a deck of the board game."))
    return edit_card(request, deck, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
@own_deck_page
def change_card(request: HttpRequest, deck: Deck, place: int) -> HttpResponse:
    """Change a card that was made for a deck."""
    card = get_made_card(json.loads(require_spec(deck).dump()), place)
    return edit_card(request, deck, card["kind"], card=card, place=place)


def edit_card(
    request: HttpRequest,
    deck: Deck,
    kind: str,
    *,
    card: dict[str, Any] | None = None,
    place: int | None = None,
) -> HttpResponse:
    """Show the form of a new card, or of the made card at a place, and save the deck with it."""
    spec = require_spec(deck)
    form = FORMS[kind](posted_data(request), spec=spec, card=card)
    data = json.loads(spec.dump())

    def save() -> Deck:
        if card is None:
            changed = {**data, "made": [*data.get("made", []), form.card]}
        else:
            data["made"][place] = form.card
            changed = rename_card(data, engine.made_key(card["title"]), engine.made_key(form.card["title"]))
        return change_cards(request, deck, changed)

    is_preview = "preview" in request.POST
    saved, status = (None, HTTPStatus.OK) if is_preview else submit_form(form, save)
    if saved is not None:
        messages.success(request, _("“%(card)s” is in the deck.") % {"card": form.card["title"]})
        return redirect("edit_deck", deck.key)
    shown = {
        "deck": deck,
        "form": form,
        "preview": build_preview(form, card),
        "heading": describe_form(form, is_new=card is None),
        "back": reverse("edit_deck", args=[deck.key]),
        "version": posted_version(request) if request.method == "POST" else deck.version,
    }
    return render(request, "decks/card.html", shown, status=status)


@post_or_redirect("deck")
@sign_in_on_404
@own_deck_page
def remove_card(request: HttpRequest, deck: Deck, place: int) -> HttpResponse:
    """Take a made card out of a deck, with all its copies."""
    data = json.loads(require_spec(deck).dump())
    card = get_made_card(data, place)
    data["made"].pop(place)
    data.get("more", {}).pop(engine.made_key(card["title"]), None)
    change_cards(request, deck, data)
    messages.success(request, _("“%(card)s” has been removed from the deck.") % {"card": card["title"]})
    return redirect("edit_deck", deck.key)


def change_cards(request: HttpRequest, deck: Deck, data: dict[str, Any]) -> Deck:
    """Store other cards of a deck of the player who is signed in. Raises a `Refusal`."""
    try:
        spec = engine.DeckSpec.of(data)
    except ValueError as error:
        raise Illegal(descriptions.describe_deck_error(error)) from None
    return change_deck(deck=deck, by=signed_in(request), version=posted_version(request), spec=spec)


def describe_form(form: MadeForm, *, is_new: bool) -> str:
    """Return the heading of the form of a card."""
    return {
        "keeper": _("A new keeper") if is_new else _("Change a keeper"),
        "goal": _("A new goal") if is_new else _("Change a goal"),
        "rule": _("A new rule") if is_new else _("Change a rule"),
        "action": _("A new action") if is_new else _("Change an action"),
        "creeper": _("A new Creeper") if is_new else _("Change a Creeper"),
    }[form.kind]


def require_spec(deck: Deck) -> engine.DeckSpec:
    """Return what a deck is made of. Raises `Http404` if the rules cannot read it any more."""
    spec = read_spec(deck)
    if spec is None:
        raise Http404
    return spec


def get_made_card(data: dict[str, Any], place: int) -> dict[str, Any]:
    """Return the made card at a place. Raises `Http404`."""
    cards: list[dict[str, Any]] = data.get("made", [])
    if place >= len(cards):
        raise Http404
    return cards[place]


def posted_version(request: HttpRequest) -> int:
    """Return the version of the deck that the form was made from; without one, -1, which is out of date."""
    number = read_number(request, "version")
    return -1 if number is None else number


def rename_card(data: Any, old: str, new: str) -> Any:
    """Return the data of a deck with a made card renamed wherever it is named."""
    if isinstance(data, dict):
        return {new if name == old else name: rename_card(value, old, new) for name, value in data.items()}
    if isinstance(data, list):
        return [rename_card(value, old, new) for value in data]
    return new if data == old else data
