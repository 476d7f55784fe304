"""The decks that players build: their list, a deck's page, and what its owner does with it."""

from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import engine
from games.core import access
from games.core.refusal import Refusal
from games.decks import descriptions, edit
from games.decks.edit import renew_deck_link
from games.models import Deck, Player
from games.pages.common.guards import View, post_or_redirect, sign_in_on_404
from games.pages.common.rate_limits import check_rate
from games.pages.common.requests import posted_data, read_submission_key, signed_in, submit_form

from .decks_form import DeckForm, ImportForm, NewDeckForm, export
from .editions import show_cards

PUBLIC_SHOWN = 30
LONGEST_SEARCH = 60


@require_safe
@sign_in_on_404
def deck_list(request: HttpRequest) -> HttpResponse:
    """Show the reader's own decks, and those that others show to everybody."""
    mine = request.user.decks.all() if isinstance(request.user, Player) else []
    public = Paginator(access.public_decks(request.user), PUBLIC_SHOWN).get_page(request.GET.get("page"))
    shown = {
        "mine": [summarize_deck(deck) for deck in mine],
        "public": [summarize_deck(deck) for deck in public],
        "page": public,
    }
    return render(request, "decks/decks.html", shown)


def summarize_deck(deck: Deck) -> dict[str, Any]:
    """Return what a list of decks shows of one."""
    if (spec := read_spec(deck)) is None:
        return {"deck": deck}
    title, drawing = descriptions.deck_title(spec.name), descriptions.build_chart(spec)
    return {"deck": deck, "editions": title, "drawing": drawing}


def read_spec(deck: Deck) -> engine.DeckSpec | None:
    """Return what a deck is made of; None if the rules cannot read it any more."""
    try:
        return descriptions.parse_spec(deck.spec)
    except ValueError:
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def new_deck(request: HttpRequest) -> HttpResponse:
    """Make a deck out of editions, then go on to change it."""
    signed_in(request)
    form = NewDeckForm(posted_data(request), initial={"editions": request.GET.getlist("edition")})
    deck, status = submit_form(form, lambda: create(request, form))
    if deck is None:
        return render(request, "decks/new.html", {"form": form}, status=status)
    return redirect("edit_deck", deck.key)


def create(request: HttpRequest, form: NewDeckForm | ImportForm) -> Deck:
    """Create the deck of a valid form. Raises a `Refusal`."""
    owner = signed_in(request)
    check_rate(request, "new_deck", owner)
    return form.create(owner, read_submission_key(request))


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def import_deck(request: HttpRequest) -> HttpResponse:
    """Make a deck out of text that was exported, pasted or in a file."""
    signed_in(request)
    form = ImportForm(posted_data(request), request.FILES if request.method == "POST" else None)
    deck, status = submit_form(form, lambda: create(request, form))
    if deck is None:
        return render(request, "decks/import.html", {"form": form}, status=status)
    messages.success(request, _("“%(deck)s” is now yours.") % {"deck": deck.name})
    return redirect("deck", deck.key)


@require_safe
@sign_in_on_404
def deck_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a deck: how it is composed, what is wrong with it, and its cards."""
    deck = access.get_deck_for(request.user, key, request.GET.get("link", ""))
    return show_deck(request, deck)


def show_deck(request: HttpRequest, deck: Deck, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Show a deck to somebody who may see it, with what went wrong, if something did."""
    is_mine = isinstance(request.user, Player) and request.user.pk == deck.owner_id
    spec = read_spec(deck)
    query = f"?{urlencode({'link': deck.link_key})}" if deck.visibility == Deck.Visibility.LINK else ""
    shown: dict[str, Any] = {"deck": deck, "is_mine": is_mine, "problem": problem, "query": query}
    if query and is_mine:
        shown["link"] = f"{settings.SITE_URL}{reverse('deck', args=[deck.key])}{query}"
    if spec is not None:
        serious, advice = descriptions.describe_problems(spec)
        shown |= {"serious": serious, "advice": advice, "editions_of": descriptions.deck_title(spec.name)}
        shown |= show_cards(spec)
    return render(request, "decks/deck.html", shown, status=status)


def own_deck_page(view: View) -> View:
    """Pass a view a deck of the player who is signed in; where it is refused, show the deck and say why."""

    @wraps(view)
    def wrapped(request: HttpRequest, key: str, **words: Any) -> HttpResponse:
        deck = access.get_own_deck(signed_in(request), key)
        try:
            return view(request, deck, **words)
        except Refusal as refusal:
            return show_deck(request, deck, problem=str(refusal), status=refusal.status)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
@own_deck_page
def edit_deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Change the cards and the name of a deck, and who may see it."""
    spec = read_spec(deck)
    if spec is None:
        return show_deck(request, deck)
    search = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    form = DeckForm(posted_data(request), deck=deck, spec=spec, search=search)
    changed, status = submit_form(form, lambda: form.save(deck, signed_in(request)))
    if changed is None:
        serious, advice = descriptions.describe_problems(spec)
        shown = {"deck": deck, "form": form, "serious": serious, "advice": advice}
        shown["drawing"] = descriptions.build_chart(spec)
        return render(request, "decks/edit.html", shown, status=status)
    messages.success(request, _("Saved."))
    return redirect("edit_deck" if "stay" in request.POST else "deck", deck.key)


@require_safe
@sign_in_on_404
def export_deck(request: HttpRequest, key: str) -> HttpResponse:
    """Return a deck as a file that can be imported."""
    deck = access.get_deck_for(request.user, key, request.GET.get("link", ""))
    response = HttpResponse(export(deck), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="deck-{deck.key}.json"'
    return response


@post_or_redirect("deck")
@sign_in_on_404
def copy_deck(request: HttpRequest, key: str) -> HttpResponse:
    """Copy a deck into the reader's own."""
    deck = access.get_deck_for(request.user, key, request.POST.get("link", ""))
    try:
        check_rate(request, "new_deck", signed_in(request))
        key_of_form = read_submission_key(request)
        copy = edit.copy_deck(deck=deck, by=signed_in(request), submission_key=key_of_form)
    except Refusal as refusal:
        return show_deck(request, deck, problem=str(refusal), status=refusal.status)
    messages.success(request, _("This copy is yours: change it as you like."))
    return redirect("edit_deck", copy.key)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
@own_deck_page
def delete_deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Ask for confirmation, then delete a deck."""
    if request.method != "POST":
        return render(request, "decks/delete.html", {"deck": deck})
    edit.delete_deck(deck=deck, by=signed_in(request))
    messages.success(request, _("“%(deck)s” has been deleted.") % {"deck": deck.name})
    return redirect("decks")


@post_or_redirect("deck")
@sign_in_on_404
@own_deck_page
def renew_link(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Replace the link of a deck by another; the old one stops working."""
    renew_deck_link(deck=deck, by=signed_in(request))
    messages.success(request, _("The old link no longer works. This is the new one."))
    return redirect("deck", deck.key)
