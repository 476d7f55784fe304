"""Another pace for a running game, by a vote of its table."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.refusal import Refusal
from games.core.unknown import label_of
from games.history.game_settings import describe_pace
from games.models import Pace, Seat, Vote
from games.pages.common.requests import read_number
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.play import consent, pace_vote

from .request_form import act_on_request
from .show_game import show_game
from .table_rights import has_voters


@seat_page("GET", "POST")
def pace(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the pace and who suggests another; take what is suggested or answered."""
    problem, status = "", HTTPStatus.OK
    game, seat = context.game, context.required_seat
    if request.method == "POST":
        try:
            message = act_on_pace(request, seat)
        except Refusal as refusal:
            game.refresh_from_db()
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, message)
            return redirect(context.urls["game"])
    if not game.is_running or game.paused_at is not None:
        problem = problem or _("The pace can only be changed while the game is running and not paused.")
        return show_game(request, context, problem=problem, status=status)
    vote = consent.find_open(context.snapshot.votes, Vote.Kind.PACE)
    given = vote.ballots.filter(seat=seat).first() if vote is not None else None
    paces = pace_vote.find_paces(game)
    page = {
        "vote": vote,
        "wanted": label_of(Pace, vote.days) if vote is not None else "",
        "is_mine": vote is not None and vote.seat_id == seat.pk,
        "agrees": given is not None and given.choice == consent.AGREE,
        "now": describe_pace(game),
        "paces": [(each.value, each.label) for each in paces],
        "chosen": read_number(request, "days"),
        "has_voters": has_voters(context),
        "problem": problem,
    }
    return render_page(request, context, "games/pace.html", page, status=status)


def act_on_pace(request: HttpRequest, seat: Seat) -> str:
    """Do what a form asks, and return the message that says so. Raises a `Refusal`."""

    def ask() -> str:
        vote = pace_vote.request_pace(seat=seat.pk, days=read_number(request, "days"))
        return _("We’ve asked the others.") if vote else _("The game has its new pace.")

    return act_on_request(request, seat, Vote.Kind.PACE, ask)
