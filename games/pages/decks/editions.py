"""Pages about decks of cards: the editions, and the deck that a game is played with."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.board.drawing import draw
from games.board.pegs import pegboards_of
from games.decks import descriptions
from games.decks.card_kinds import KINDS, describe_kind, kind_name
from games.pages.common.card_faces import Face, Faces
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page

# The seed of the board that the page of its edition shows.
SHOWN = "the page of the edition"


@dataclass(frozen=True)
class CardShare:
    """One title of a deck: its face, how many copies there are, and whose idea it is."""

    face: Face
    copies: int
    remark: str


@dataclass(frozen=True)
class CardGroup:
    """The titles of one kind, with what that kind is."""

    style: str
    heading: str
    text: str
    cards: tuple[CardShare, ...]


@dataclass(frozen=True)
class EditionSummary:
    """An edition as the list of editions tells of it."""

    edition: engine.Edition
    drawing: descriptions.DeckChart


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """Show all editions."""
    offered = [
        EditionSummary(each, descriptions.chart_of(descriptions.spec_of_editions(each.slug)))
        for each in engine.all_editions()
    ]
    return render(request, "decks/editions.html", {"offered": offered})


@require_safe
def edition(request: HttpRequest, edition: str) -> HttpResponse:
    """Show what an edition is, what is fact in it and what is ours, and every card with what it does."""
    try:
        shown = engine.edition_of(edition)
    except KeyError:
        raise Http404 from None
    spec = descriptions.spec_of_editions(edition)
    asked_for = tuple(dict.fromkeys(shown.optional))
    faces = Faces(engine.deck_of(edition))
    more = {
        "edition": shown,
        "editions": engine.all_editions(),
        "optional": faces.all(asked_for),
        "count": len(shown.cards) + descriptions.BESIDE_THE_DECK[shown.game],
        **about(spec),
        **(a_board() if shown.game == "board" else {}),
    }
    return render(request, "decks/edition.html", more)


def a_board() -> dict[str, Any]:
    """Return the board as a game of four begins, always the same one, and its pegs."""
    game = engine.Game.new("board", descriptions.most_seats("board"), seed=SHOWN)
    names = {seat: _("Player %(number)d") % {"number": seat} for seat in game.seats}
    view = game.view(None)
    return {"board": draw(view, names), "pegs": pegboards_of(view, names)}


@require_safe
def cards(request: HttpRequest, edition: str = "") -> HttpResponse:
    """Lead an older address of the cards of an edition to its page."""
    return redirect("edition", edition) if edition else redirect("editions")


@seat_page("GET", needs=Needs.VIEWER)
def game_deck(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show all cards of the deck of a game; not a word about where they lie."""
    game = context.game
    try:
        spec = descriptions.spec_of(game.edition)
    except ValueError:
        raise Http404 from None
    mixed = [each for each in engine.all_editions() if each.slug in spec.editions]
    return render_page(request, context, "decks/game.html", {"editions": mixed, **about(spec)})


def about(spec: engine.DeckSpec) -> dict[str, Any]:
    """Return what every page about a deck shows: how it is composed, and its cards by kind."""
    drawing = descriptions.chart_of(spec)
    return {
        "drawing": drawing,
        "size": descriptions.cards_and_tiles(descriptions.game_of(spec), drawing.size),
        "groups": groups(spec),
        "switches": [_(text) for switch, text in descriptions.SWITCHES.items() if switch in spec.switches],
    }


def groups(spec: engine.DeckSpec) -> list[CardGroup]:
    """Return the titles of a deck, kind by kind; in a game of cards the Basic Rules first."""
    game = descriptions.game_of(spec)
    ours = ours_in(spec)
    faces = Faces(spec.deck) if descriptions.is_dealt(spec) else None
    told = list(descriptions.shares_by_kind(spec))
    if game == "cards":
        told.insert(0, ("basic rules", [engine.Share(engine.card("basic-rules"), 1)]))
    return [
        CardGroup(
            style=kind.replace(" ", "-"),
            heading=_(KINDS[kind].plural),
            text=describe_kind(kind, game),
            cards=tuple(
                CardShare(
                    face_of(share.card, faces),
                    share.copies,
                    _("made by a player") if share.made else whose(share.card.slug, ours),
                )
                for share in shares
            ),
        )
        for kind, shares in told
    ]


def ours_in(spec: engine.DeckSpec) -> set[str]:
    """Return the cards of a deck's editions that no source lists for any of them."""
    mixed = [each for each in engine.all_editions() if each.slug in spec.editions]
    facts = {slug for each in mixed for slug in each.cards if slug not in each.ours}
    return {slug for each in mixed for slug in each.ours} - facts


def whose(slug: str, ours: Collection[str]) -> str:
    """Say of a card that no source lists for its deck whether we took it over, or thought of it."""
    if slug not in ours:
        return ""
    for each in engine.all_editions():
        if slug in each.cards and slug not in each.ours:
            return _("ours here, taken over from %(edition)s") % {"edition": _(each.title)}
    if any(slug in each.carried for each in engine.all_editions()):
        return _("ours here, taken over from a later edition")
    return _("our own design")


def face_of(card: engine.Card, faces: Faces | None) -> Face:
    """Return the face of a card; in a deck that the rules cannot deal, its words alone."""
    if faces is not None:
        return faces.of(card.slug)
    style = card.kind.replace(" ", "-")
    return Face(
        slug=card.slug,
        title=_(card.title),
        text=descriptions.text_of(card),
        kind=style,
        kind_name=capfirst(kind_name(card.kind)),
        pictures=(f"kind-{style}",),
    )
