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
from games.core.refusal import Refusal
from games.decks import descriptions
from games.decks.edit import change_deck
from games.models import Deck, Player
from games.pages.common.guards import posted, private
from games.pages.common.requests import posted_data, read_number, status_of

from .decks import own, read, show_deck
from .made_cards_form import MadeForm
from .steps_form import FORMS


@require_http_methods(["GET", "HEAD", "POST"])
@private
def add_card(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Make a card of a kind for a deck."""
    deck, owner = own(request, key)
    if kind not in FORMS:
        raise Http404
    spec = spec_of(deck)
    if descriptions.game_of(spec) != "cards":
        problem = _("A deck of the board game holds no cards that people make.")
        return show_deck(request, deck, problem=problem, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    form = FORMS[kind](posted_data(request), spec=spec)
    if request.method != "POST" or not form.is_valid():
        return show_form(request, deck, form, status=status_of(form))
    data = json.loads(spec.dump())
    data["made"] = [*data.get("made", []), form.card]
    return save(request, deck, owner, form, data)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def change_card(request: HttpRequest, key: str, place: int) -> HttpResponse:
    """Change a card that was made for a deck."""
    deck, owner = own(request, key)
    spec = spec_of(deck)
    data = json.loads(spec.dump())
    card = made_card(data, place)
    form = FORMS[card["kind"]](posted_data(request), spec=spec, card=card)
    if request.method != "POST" or not form.is_valid():
        return show_form(request, deck, form, place=place, status=status_of(form))
    data["made"][place] = form.card
    data = renamed(data, engine.made_key(card["title"]), engine.made_key(form.card["title"]))
    return save(request, deck, owner, form, data, place=place)


@posted("deck")
@private
def remove_card(request: HttpRequest, key: str, place: int) -> HttpResponse:
    """Take a made card out of a deck, with all its copies."""
    deck, owner = own(request, key)
    data = json.loads(spec_of(deck).dump())
    card = made_card(data, place)
    data["made"].pop(place)
    data.get("more", {}).pop(engine.made_key(card["title"]), None)
    try:
        spec = engine.DeckSpec.of(data)
        change_deck(deck=deck, by=owner, version=version_of(request), spec=spec)
    except Refusal as refusal:
        return show_deck(request, deck, problem=str(refusal), status=refusal.status)
    messages.success(request, _("“%(card)s” is out of the deck.") % {"card": card["title"]})
    return redirect("edit_deck", deck.key)


def save(
    request: HttpRequest,
    deck: Deck,
    owner: Player,
    form: MadeForm,
    data: dict[str, Any],
    place: int | None = None,
) -> HttpResponse:
    """Save a deck with a new or changed card, or show the form again with what is wrong."""
    try:
        spec = engine.DeckSpec.of(data)
        change_deck(deck=deck, by=owner, version=version_of(request), spec=spec)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return show_form(request, deck, form, place=place, status=refusal.status)
    except ValueError as error:
        form.add_error(None, descriptions.describe_error(error))
        return show_form(request, deck, form, place=place, status=status_of(form))
    messages.success(request, _("“%(card)s” is in the deck.") % {"card": form.card["title"]})
    return redirect("edit_deck", deck.key)


def show_form(
    request: HttpRequest, deck: Deck, form: MadeForm, *, place: int | None = None, status: int = 200
) -> HttpResponse:
    """Show the form of a card."""
    shown = {
        "deck": deck,
        "form": form,
        "heading": heading(form, is_new=place is None),
        "back": reverse("edit_deck", args=[deck.key]),
        "version": version_of(request) if request.method == "POST" else deck.version,
    }
    return render(request, "decks/card.html", shown, status=status)


def heading(form: MadeForm, *, is_new: bool) -> str:
    """Return what a form of a card is about."""
    return {
        "keeper": _("A new keeper") if is_new else _("Change a keeper"),
        "goal": _("A new goal") if is_new else _("Change a goal"),
        "rule": _("A new rule") if is_new else _("Change a rule"),
        "action": _("A new action") if is_new else _("Change an action"),
        "creeper": _("A new Creeper") if is_new else _("Change a Creeper"),
    }[form.kind]


def spec_of(deck: Deck) -> engine.DeckSpec:
    """Return the cards of a deck. Raises `Http404` when the rules cannot read them any more."""
    spec = read(deck)
    if spec is None:
        raise Http404
    return spec


def made_card(data: dict[str, Any], place: int) -> dict[str, Any]:
    """Return the made card at this place, or raise `Http404`."""
    cards: list[dict[str, Any]] = data.get("made", [])
    if place >= len(cards):
        raise Http404
    return cards[place]


def version_of(request: HttpRequest) -> int:
    """Return which version of the deck the form was made from; one that says nothing is out of date."""
    number = read_number(request, "version")
    return -1 if number is None else number


def renamed(data: Any, old: str, new: str) -> Any:
    """Return data of a deck in which a made card is named by its new title everywhere."""
    if isinstance(data, dict):
        return {new if name == old else name: renamed(value, old, new) for name, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, old, new) for value in data]
    return new if data == old else data
