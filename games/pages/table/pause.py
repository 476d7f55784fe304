"""Pausing a game by a vote of its table, and letting it go on."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.models import Seat, Vote
from games.pages.common.requests import read_number
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.play import consent, pauses

from .request_form import act_on_request
from .show_game import show_game
from .table_rights import has_voters

USUAL_DAYS = 7


@seat_page("GET", "POST")
def pause(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show who asks for a pause, and until when the game is paused; take what is asked or answered."""
    problem, status = "", HTTPStatus.OK
    game, seat = context.game, context.required_seat
    if request.method == "POST":
        try:
            message = act_on_pause(request, seat)
        except Refusal as refusal:
            game.refresh_from_db()
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, message)
            return redirect(context.urls["game"])
    if not game.is_running:
        return show_game(request, context, problem=problem or _("This game isn’t running."), status=status)
    vote = consent.find_open(context.snapshot.votes, Vote.Kind.PAUSE) if game.paused_at is None else None
    given = vote.ballots.filter(seat=seat).first() if vote is not None else None
    page = {
        "vote": vote,
        "is_mine": vote is not None and vote.seat_id == seat.pk,
        "agrees": given is not None and given.choice == consent.AGREE,
        "days": read_number(request, "days") or USUAL_DAYS,
        "has_voters": has_voters(context),
        "most_days": pauses.MOST_DAYS,
        "problem": problem,
    }
    return render_page(request, context, "games/pause.html", page, status=status)


def act_on_pause(request: HttpRequest, seat: Seat) -> str:
    """Do what a form asks, and return the message that says so. Raises a `Refusal`."""
    if request.POST.get("act") == "resume":
        pauses.end_pause(seat=seat)
        return _("The game has resumed.")

    def ask() -> str:
        vote = pauses.request_pause(seat=seat.pk, days=read_number(request, "days") or 0)
        return _("We’ve asked the others.") if vote else _("The game is paused.")

    return act_on_request(request, seat, Vote.Kind.PAUSE, ask)
