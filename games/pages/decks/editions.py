"""Pages about decks of cards: the editions, and the deck that a game is played with."""

from collections.abc import Collection, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.board.drawing import build_drawing
from games.board.pegs import describe_pegboards
from games.decks import descriptions
from games.decks.card_kinds import KINDS, describe_kind, kind_name
from games.pages.common.card_faces import Face, Faces
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page

BOARD_SEED = "the page of the edition"


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """Show all editions."""
    offered = [
        {"edition": each, "drawing": descriptions.build_chart(descriptions.combine_editions(each.slug))}
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
    more = {
        "edition": shown,
        "editions": engine.all_editions(),
        "optional": Faces(engine.deck_of(edition)).all(tuple(dict.fromkeys(shown.optional))),
        "count": len(shown.cards) + descriptions.BESIDE_THE_DECK[shown.game],
        **show_cards(descriptions.combine_editions(edition)),
        **(show_first_board() if shown.game == "board" else {}),
    }
    return render(request, "decks/edition.html", more)


def show_first_board() -> dict[str, Any]:
    """Return the board at the beginning of a game, always the same one, and its pegs."""
    game = engine.Game.new("board", descriptions.most_seats("board"), seed=BOARD_SEED)
    names = {seat: _("Player %(number)d") % {"number": seat} for seat in game.seats}
    view = game.view(None)
    return {"board": build_drawing(view, names), "pegs": describe_pegboards(view, names)}


@require_safe
def cards(request: HttpRequest, edition: str = "") -> HttpResponse:
    """Redirect an old address of the cards of an edition to its page."""
    return redirect("edition", edition) if edition else redirect("editions")


@seat_page("GET", needs=Needs.VIEWER)
def game_deck(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show all cards of the deck of a game, and nothing about where they are."""
    try:
        spec = descriptions.parse_spec(context.game.edition)
    except ValueError:
        raise Http404 from None
    shown = {"editions": find_editions(spec.editions), **show_cards(spec)}
    return render_page(request, context, "decks/game.html", shown)


def find_editions(slugs: Iterable[str]) -> list[engine.Edition]:
    """Return the editions among these that exist."""
    wanted = set(slugs)
    return [edition for edition in engine.all_editions() if edition.slug in wanted]


def show_cards(spec: engine.DeckSpec) -> dict[str, Any]:
    """Return what every page about a deck shows: how it is composed, and its cards by kind."""
    drawing = descriptions.build_chart(spec)
    return {
        "drawing": drawing,
        "size": descriptions.cards_and_tiles(descriptions.game_of(spec), drawing.size),
        "groups": list_groups(spec),
        "switches": [_(text) for switch, text in descriptions.SWITCHES.items() if switch in spec.switches],
    }


def list_groups(spec: engine.DeckSpec) -> list[dict[str, Any]]:
    """Return the cards of a deck, kind by kind; in a game of cards the Basic Rules first."""
    game, unlisted = descriptions.game_of(spec), find_unlisted(spec)
    faces = Faces(spec.deck) if descriptions.is_known_to_rules(spec) else None
    kinds = list(descriptions.shares_by_kind(spec))
    if game == "cards":
        kinds.insert(0, ("basic rules", [engine.Share(engine.card("basic-rules"), 1)]))
    return [
        {
            "style": kind.replace(" ", "-"),
            "heading": _(KINDS[kind].plural),
            "text": describe_kind(kind, game),
            "cards": [
                {
                    "face": face_of(share.card, faces),
                    "copies": share.copies,
                    "remark": describe_origin(share, unlisted),
                }
                for share in shares
            ],
        }
        for kind, shares in kinds
    ]


def find_unlisted(spec: engine.DeckSpec) -> set[str]:
    """Return the cards of a deck's editions that no source lists for any of them."""
    mixed = find_editions(spec.editions)
    listed = {slug for each in mixed for slug in each.cards if slug not in each.ours}
    return {slug for each in mixed for slug in each.ours} - listed


def describe_origin(share: engine.Share, unlisted: Collection[str]) -> str:
    """Say who made a card, or where one is from that no source lists for its deck; else nothing."""
    slug = share.card.slug
    if share.made:
        return _("made by a player")
    if slug not in unlisted:
        return ""
    for each in engine.all_editions():
        if slug in each.cards and slug not in each.ours:
            return _("added by us, from %(edition)s") % {"edition": _(each.title)}
    if any(slug in each.carried for each in engine.all_editions()):
        return _("added by us, from a later edition")
    return _("our own design")


def face_of(card: engine.Card, faces: Faces | None) -> Face:
    """Return the face of a card; without `faces`, for a deck that cannot be dealt, its words alone."""
    if faces is not None:
        return faces.of(card.slug)
    style = card.kind.replace(" ", "-")
    return Face(
        slug=card.slug,
        title=_(card.title),
        text=descriptions.card_text(card),
        kind=style,
        kind_name=capfirst(kind_name(card.kind)),
        pictures=(f"kind-{style}",),
    )
