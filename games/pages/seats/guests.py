"""What guests do with the links that they have: keep their seats in an account, go on to their next game."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.models import Player, Seat
from games.pages.common import waiting
from games.pages.common.passes import give_seat_pass, pass_made_at
from games.pages.common.seat_context import SeatContext, render_page, seat_page

from .mail_code import MailCode
from .trials import keep_trial_seat


@seat_page("GET", "POST")
def keep(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Mail a code to the seat's player, with which they sign in; a guest has an account from then on."""
    if context.is_trial:
        return keep_trial_seat(request, context)
    player = get_object_or_404(Player, pk=context.required_seat.player_id)
    if request.user == player:
        return redirect("game", context.key)
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            return MailCode.as_view(address=player.email)(request)
        except Refusal as refusal:
            problem, status = str(refusal), refusal.status
    shown = {
        "player": player,
        "problem": problem,
        "someone_else": request.user if request.user.is_authenticated else None,
        "after": reverse("game", args=[context.key]),
    }
    return render_page(request, context, "games/keep.html", shown, status=status)


@seat_page("GET")
def next_game(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Open a guest's seat in the most urgent of their other games; for others, this one as it is."""
    seat = find_next_seat(context)
    if seat is not None:
        return open_seat_of_guest(request, seat)
    messages.info(request, _("That’s all for now. We’ll mail you when it’s your turn again."))
    return redirect(context.urls["game"])


def find_next_seat(context: SeatContext) -> Seat | None:
    """Return the guest's seat in another game that has waited for them, the most urgent first."""
    player = context.required_seat.player
    if player is None or not context.is_guest:
        return None
    question = waiting.questions_for(player).exclude(game=context.game).first()
    return question.seat if question is not None else None


def open_seat_of_guest(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Let this browser open another seat of the same guest, for as long as the seat that it shows now."""
    response = redirect("seat_game", seat.game.key)
    return give_seat_pass(response, seat, at=pass_made_at(request))
