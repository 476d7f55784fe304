"""Pages to read: every card of an edition, and what this project is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.kinds import KINDS

from .faces import Faces


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """Go to the cards of the first edition; with several, their list stands on each page of cards."""
    return redirect("cards", engine.editions()[0].slug)


@require_safe
def cards(request: HttpRequest, edition: str) -> HttpResponse:
    """Show every card of an edition and what it does."""
    try:
        shown = engine.edition(edition)
    except KeyError:
        raise Http404 from None
    slugs = ("basic-rules", *dict.fromkeys(shown.cards))
    faces, kinds = Faces(edition), []
    for kind, told in KINDS.items():
        of_kind = [faces.of(slug) for slug in slugs if engine.card(slug).kind == kind]
        of_kind.sort(key=lambda each: each.title)
        if of_kind:
            kinds.append((kind.replace(" ", "-"), _(told.plural), _(told.explained), of_kind))
    more = {"edition": shown, "editions": engine.editions(), "kinds": kinds, "count": len(shown.cards) + 1}
    return render(request, "games/cards.html", more)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show how the game is played here, and whose project this is."""
    return render(request, "games/about.html")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead who asks for an icon without having read a page, as browsers do, to the one of the site."""
    return redirect(static("icon.svg"))
