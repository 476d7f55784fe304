"""Pages to read: every card of an edition, and what this project is."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

import engine

from .faces import Faces

HEADINGS = {
    "basic rules": gettext_noop("Where every game begins"),
    "keeper": gettext_noop("Keepers"),
    "goal": gettext_noop("Goals"),
    "new rule": gettext_noop("New rules"),
    "action": gettext_noop("Actions"),
}
EXPLAINED = {
    "basic rules": gettext_noop("Always on the table."),
    "keeper": gettext_noop("Play one in front of you, and keep it. Goals ask for them."),
    "goal": gettext_noop(
        "Play one in the middle: it is the goal for everybody, and replaces the one before. "
        "Who meets it wins at once, whoever’s turn it is."
    ),
    "new rule": gettext_noop("Play one in the middle: it is in force at once, for everybody."),
    "action": gettext_noop("Do what it says, once; then it goes to the discard pile."),
}


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
    for kind, heading in HEADINGS.items():
        of_kind = [faces.of(slug) for slug in slugs if engine.card(slug).kind == kind]
        of_kind.sort(key=lambda each: each.title)
        kinds.append((kind.replace(" ", "-"), _(heading), _(EXPLAINED[kind]), of_kind))
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
