"""A seat in a running game that somebody else may take over, and how quickly people answer."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core import access, window_passes
from games.core.refusal import Refusal
from games.core.snapshot import TableSnapshot
from games.history import game_history, game_settings
from games.models import Game, Player, Seat
from games.pages.common.guards import sign_in_on_404
from games.pages.common.requests import signed_in
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.pages.table.build_lobby import NameForm
from games.pages.table.show_game import act_and_show
from games.pages.table.table_cards import build_table_cards
from games.seats import replacement
from games.seats.replacement import check_take_over, offer_seat
from games.timing import player_records

RECAP = 30  # moves that a newcomer sees
OFFERED_SHOWN = 20


@seat_page("GET", "POST", needs=Needs.VIEWER)
def take_over(request: HttpRequest, context: SeatContext, number: int) -> HttpResponse:
    """Show a seat of a listed game that is offered, and let somebody take it over."""
    link_key = context.game.link_key if request.user.pk == context.game.host_id else ""
    return show_offer(request, context.game, number, link_key)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_on_404
def take_over_by_link(request: HttpRequest, link_key: str, number: int) -> HttpResponse:
    """Show a seat of the game of this link that is offered, and let somebody take it over."""
    return show_offer(request, access.get_game_by_link(link_key), number, link_key)


def show_offer(request: HttpRequest, game: Game, number: int, link_key: str) -> HttpResponse:
    """Show the table and the seat that is offered, and give it to the player when they send the form.

    Its hand is not shown before the seat is theirs; nor the table to somebody who may not take it.
    """
    player = signed_in(request)
    if not game.is_running or not game.is_dealt:
        raise Http404
    if game.seats.filter(player=player, status=Seat.Status.TAKEN).exists():
        return redirect("game", game.key)
    seat = get_object_or_404(Seat, game=game, number=number)
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            name = request.POST.get("name", "")
            replacement.take_over(game=game, number=number, player=player, link_key=link_key, name=name)
            return redirect("game", game.key)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
    try:
        check_take_over(game, number, player, link_key)
    except Refusal as refusal:
        refused = {"game": game, "problem": problem or str(refusal)}
        return render(request, "games/take_over.html", refused, status=status)
    snapshot = TableSnapshot(game)
    view, seats = access.view(game, None, snapshot), {each.number: each for each in snapshot.seats}
    table = build_table_cards(view, seats) if view is not None else None
    seat_cards = (
        next((each for each in table.seats if each.view.seat == seat.number), None) if table else None
    )
    after = window_passes.version_before(game, RECAP)
    shown = {
        "game": game,
        "seat": seat,
        "problem": problem,
        "table": table,
        "seat_cards": seat_cards,
        "lines": game_history.history_lines(game, None, after=after),
        "form": NameForm(initial={"name": player.name}),
        "policy": game_settings.describe_silence_policy(game),
    }
    return render(request, "games/take_over.html", shown, status=status)


@seat_page("POST", needs=Needs.OWNER)
def offer(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Offer the player's own seat to others instead of leaving it."""
    message = _("Your seat is now on offer. A bot plays until someone takes it.")
    return act_and_show(request, context, lambda: offer_seat(seat=context.required_seat), message=message)


@seat_page("GET", needs=Needs.VIEWER)
def people(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show who sits at a table, how quickly and reliably they answer, and how to keep away from them."""
    if not context.only_this_game:
        signed_in(request)  # nobody else is shown the records of people
    me = context.seat.player if context.seat is not None else None
    may_block = me is not None and not context.is_trial and (not context.only_this_game or context.is_guest)
    blocked = dict(me.blocks.values_list("player", "kind")) if me is not None and may_block else {}
    records = player_records.list_records(context.game.seats.select_related("player"))
    shown = {
        "people": [(seat, record, blocked.get(seat.player_id or 0, "")) for seat, record in records],
        "me": me,
        "may_block": may_block,
        "policy": game_settings.describe_silence_policy(context.game),
        "asks": game_settings.describe_join_requirements(context.game),
    }
    return render_page(request, context, "games/people.html", shown)


def list_offers_by_link(game: Game, link_key: str) -> list[tuple[Seat, str]]:
    """Return the seats of a game that are offered, each with the address of its page behind the link."""
    offered = [seat for seat in game.seats.exclude(offered_at=None) if seat.is_offered]
    return [(seat, reverse("take_over_by_link", args=[link_key, seat.number])) for seat in offered]


def list_public_offers(player: Player) -> list[Seat]:
    """Return the seats of listed games that a player may take over, the newest offers first."""
    offered = Seat.objects.filter(offered_at__isnull=False)
    seats = offered.filter(
        status=Seat.Status.TAKEN,
        game__is_open=True,
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
    )
    seats = seats.exclude(game__seats__player=player)
    return list(seats.select_related("game").order_by("-offered_at")[:OFFERED_SHOWN])
