"""Taking back one's own last answer, or, if the others agree, one's last turn."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core import window_passes
from games.core.refusal import Refusal
from games.core.snapshot import MOVES_SHOWN
from games.history import game_history
from games.history.game_history import HistoryLine
from games.models import Seat, Vote
from games.pages.common.requests import read_number
from games.pages.common.seat_context import SeatContext, render_page, seat_page
from games.play import takeback as takebacks
from games.play import undo as undo_actions

from .request_form import act_on_request
from .show_game import act_and_show, show_game
from .table_notes import TakebackRequest, build_takeback_request
from .table_rights import has_voters


@seat_page("POST")
def undo(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Take the last answer back, and show the table as it was."""
    number = read_number(request, "version")
    version = None if number is None else window_passes.version_at(context.game, number)
    return act_and_show(
        request,
        context,
        lambda: undo_actions.undo(seat=context.required_seat.pk, by=context.by, version=version),
        message=_("Undone. The table is as it was before."),
    )


@seat_page("GET", "POST")
def takeback(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show what would be taken back, and who has asked for it; take what was answered."""
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            message = act_on_takeback(request, context.required_seat)
        except Refusal as refusal:
            context.game.refresh_from_db()
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, message)
            return redirect(context.urls["game"])
    if not context.game.is_running:
        return show_game(request, context, problem=problem or _("This game isn’t running."), status=status)
    shown = build_takeback_request(context)
    page = {
        "request_shown": shown,
        "has_voters": has_voters(context),
        "lines": lines_undone(context, shown),
        "problem": problem,
    }
    return render_page(request, context, "games/takeback.html", page, status=status)


def act_on_takeback(request: HttpRequest, seat: Seat) -> str:
    """Do what a form asks, and return the message that says so. Raises a `Refusal`."""

    def ask() -> str:
        vote = takebacks.request_takeback(seat=seat.pk)
        return _("We’ve asked the others.") if vote else _("Your turn begins again.")

    return act_on_request(request, seat, Vote.Kind.TAKEBACK, ask, takebacks.answer_takeback)


def lines_undone(context: SeatContext, shown: TakebackRequest | None) -> list[HistoryLine]:
    """Return what would be taken back: for the open request, or for one that the viewer could make."""
    game, seat = context.game, context.required_seat
    start = shown.vote if shown is not None else takebacks.find_turn_start(game, seat)
    if start is None or (after := start.version) is None:
        return []
    lines = game_history.history_lines(
        game, seat, after=after, limit=MOVES_SHOWN, is_you=context.deputy is None
    )
    return [line for line in lines if line.kind in game_history.PLAY and not line.is_undone]
