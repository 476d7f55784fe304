"""Showing a game as it is now, in its lobby or at its table, and what all of its pages share."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.core.refusal import Refusal
from games.pages.common import waiting
from games.pages.common.invite_form import InviteForm
from games.pages.common.seat_context import SeatContext, render_page

from .build_lobby import build_lobby
from .build_table_page import build_table_page
from .news import build_news
from .one_tap import plays_by_one_tap
from .pulse import build_pulse_form
from .question_form import UNFILLED, FilledForm


def show_game(
    request: HttpRequest,
    context: SeatContext,
    *,
    filled: FilledForm = UNFILLED,
    since: int | None = None,
    problem: Refusal | str = "",
    status: int = HTTPStatus.OK,
    invite_form: InviteForm | None = None,
) -> HttpResponse:
    """Show a game, its lobby or its table, with what went wrong, if something did.

    A deputy is shown the hand of the seat and what it is asked, and none of its settings.
    """
    pulse = build_pulse_form(request, context)
    if context.game.started_at is None and context.deputy is None:
        lobby = build_lobby(context, invite_form, problem=str(problem))
        shown = {"page": lobby, "pulse": pulse}
        return render_page(request, context, "games/lobby.html", shown, status=status)
    page = build_table_page(
        context,
        filled,
        problem=problem,
        since=since,
        plays_by_one_tap=plays_by_one_tap(request),
        waiting_elsewhere=count_waiting_elsewhere(context),
    )
    shown = {"page": page, "faces": page.faces, "pulse": pulse, "news": build_news(page)}
    return render_page(request, context, "games/table.html", shown, status=status)


def count_waiting_elsewhere(context: SeatContext) -> int:
    """Return how many questions in other games wait for the player who is signed in, or for a guest.

    Behind a link to the seat of somebody with an account that is 0: the visitor may not be the player.
    """
    if context.only_this_game and not context.is_guest:
        return 0
    person = context.required_seat.player if context.is_guest else context.person
    if person is None:
        return 0
    return waiting.count_elsewhere(person, context.game)


def act_and_show(
    request: HttpRequest,
    context: SeatContext,
    act: Callable[[], object],
    *,
    then: str | None = None,
    message: str = "",
) -> HttpResponse:
    """Do something in a game, then show it, or the page `then`, with a message that says so.

    Where it is refused: the game, and why.
    """
    try:
        act()
    except Refusal as refusal:
        context.game.refresh_from_db()
        return show_game(request, context, problem=refusal, status=refusal.status)
    if message:
        messages.success(request, message)
    return redirect(then or context.urls["game"])
