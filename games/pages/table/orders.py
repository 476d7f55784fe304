"""The page of a seat's standing orders: about its own turn and limits, and about windows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import engine
from games.core import access
from games.core.refusal import Refusal
from games.core.typography import sort_key
from games.decks import descriptions
from games.history import seat_notes
from games.history.marks import Told
from games.models import Game, Seat, SeatNote
from games.orders.turn_orders import TurnPlan, cards_in
from games.orders.window_orders import kinds_answered, surprises_of
from games.pages.common.requests import posted_data, status_of
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.play.set_turn_orders import read_turn_orders
from games.play.set_window_orders import check_orders_possible, switch_surprise

from .show_game import act_and_show, show_game
from .surprise_switches import DONE, SurpriseSwitch, build_switches, describe_switch
from .turn_orders_form import CARDS, FORMS, TurnOrdersForm
from .window_orders_form import KindShown, WindowOrdersForm

WINDOWS = "windows"
# The sections that a link may ask to be unfolded.
SECTIONS = ("limits", "throws", "unused", "only", "plan", WINDOWS)
NOTES_SHOWN = 12
GAMES_SHOWN = 5


@dataclass(frozen=True)
class Section:
    """One kind of orders with its form, folded up unless it is what the reader has come for."""

    form: WindowOrdersForm | TurnOrdersForm
    is_open: bool


@dataclass(frozen=True)
class OrdersPage:
    """The whole page of a seat's standing orders: its sections by name, and what they did last."""

    switches: tuple[SurpriseSwitch, ...]
    sections: Mapping[str, Section]
    kinds: Sequence[KindShown]
    notes: Sequence[tuple[SeatNote, Told]]
    titles: Sequence[str]
    plan: TurnPlan
    alike: Sequence[Game]
    is_board_game: bool


@seat_page("GET", "POST")
def orders(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the orders of a seat, section by section; keep the section that was sent, and show it again.

    Where orders are of no use the table says why.
    """
    game, seat = context.game, context.required_seat
    try:
        check_orders_possible(game, seat)
    except Refusal as refusal:
        if request.method == "POST":
            return show_game(request, context, problem=str(refusal), status=refusal.status)
        messages.warning(request, str(refusal))
        return redirect(context.urls["game"])
    sent = request.POST.get("section", WINDOWS)
    alike = [] if context.only_this_game else games_alike(seat)
    like = next((each for each in alike if each.game.key == request.GET.get("like")), None)
    forms = build_forms(game, seat, {sent: posted_data(request)}, like)
    form = forms.get(sent)
    status: int = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form is None else status_of(form)
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            form.save()
        except Refusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, _("Saved. Your orders apply from now on."))
            back = f"{context.urls['orders']}?open={sent}#{sent}"
            return redirect(context.urls["game"] if sent == WINDOWS else back)
    view = access.view(game, seat, context.snapshot)
    switches = build_switches(context, view)
    held = {kind for slug in switches for kind in kinds_answered(game, slug)}
    opened = request.GET.get("open", "") if request.method == "GET" else sent
    if opened not in SECTIONS:
        opened = "limits" if like is not None else ""
    page = OrdersPage(
        switches=tuple(switches.values()),
        sections={name: Section(each, name == opened or bool(each.errors)) for name, each in forms.items()},
        kinds=sort_kinds(forms, held),
        notes=latest_notes(game, seat),
        titles=sorted((_(card.title) for card in cards_in(game.edition).values()), key=sort_key),
        plan=read_turn_orders(seat).plan,
        alike=[each.game for each in alike],
        is_board_game=descriptions.is_board_game(game.edition),
    )
    return render_page(
        request, context, "games/orders.html", {"page": page, "cards_id": CARDS}, status=status
    )


@seat_page("POST")
def switch(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Switch a Surprise, from its card at the table or from the page of orders."""
    surprise, wanted = request.POST.get("surprise", "")[:40], request.POST.get("to", "")[:40]

    def act() -> None:
        switch_surprise(seat=context.required_seat, surprise=surprise, wanted=wanted)

    cards = cards_in(context.game.edition)
    message = describe_switch(cards, surprise, wanted) if surprise in cards and wanted in DONE else ""
    then = context.urls["orders"] if request.POST.get("from") == "orders" else None
    return act_and_show(request, context, act, then=then, message=message)


def sort_kinds(forms: Mapping[str, WindowOrdersForm | TurnOrdersForm], held: set[str]) -> list[KindShown]:
    """Return the kinds of cards that orders are about; first those that a Surprise in hand answers."""
    form = forms.get(WINDOWS)
    kinds = form.by_kind if isinstance(form, WindowOrdersForm) else ()
    marked = [replace(each, is_in_hand=each.kind in held) for each in kinds]
    return sorted(marked, key=lambda shown: not shown.is_in_hand)


def games_alike(seat: Seat) -> list[Seat]:
    """Return the seats of the same player in other games of this deck, whose lists may serve here, too."""
    mine = Seat.objects.filter(player=seat.player_id, has_turn_orders=True, status=Seat.Status.TAKEN)
    mine = mine.filter(game__edition=seat.game.edition).exclude(game=seat.game_id)
    return list(mine.select_related("game").order_by("-game_id")[:GAMES_SHOWN])


def build_forms(
    game: Game, seat: Seat, sent: Mapping[str, Any], like: Seat | None = None
) -> dict[str, WindowOrdersForm | TurnOrdersForm]:
    """Return the sections that make sense in this game, by name; what was `sent` fills its own.

    The lists of the seat `like` this one fill those of this seat, which are not stored yet.
    """
    given = read_turn_orders(seat)
    if like is not None:
        there = read_turn_orders(like)
        given = given.but(hand=there.hand, keepers=there.keepers)
    forms: dict[str, WindowOrdersForm | TurnOrdersForm] = {
        each.section: each(sent.get(each.section), game=game, seat=seat, given=given)
        for each in FORMS
        if each.is_useful_in(game)
    }
    if surprises_of(game):
        forms[WINDOWS] = WindowOrdersForm(sent.get(WINDOWS), game=game, seat=seat)
    return forms


def latest_notes(game: Game, seat: Seat) -> list[tuple[SeatNote, Told]]:
    """Return what the orders of a seat did last, newest first, in words for its player alone."""
    notes = SeatNote.objects.filter(seat=seat).exclude(kind=SeatNote.Kind.HOLDING).order_by("-pk")
    cards, names = engine.cards_of(game.edition), access.names(game)
    return [(note, seat_notes.note_sentence(note, cards, names)) for note in notes[:NOTES_SHOWN]]
