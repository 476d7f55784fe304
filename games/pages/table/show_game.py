"""Showing a game as it is now, in its lobby or at its table, and what all of its pages share."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.core.keys import opaque_state
from games.core.refusal import Refusal
from games.core.window_passes import has_windows
from games.pages.common import waiting
from games.pages.common.invite_form import InviteForm
from games.pages.common.seat_context import SeatContext, render_page

from .build_lobby import build_lobby
from .build_table_page import build_table_page
from .one_tap import plays_by_one_tap
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
    state = page_state(context)
    if context.game.started_at is None and context.deputy is None:
        lobby = build_lobby(context, invite_form, state=state, problem=str(problem))
        return render_page(request, context, "games/lobby.html", {"page": lobby}, status=status)
    page = build_table_page(
        context,
        filled,
        state=state,
        problem=problem,
        since=since,
        plays_by_one_tap=plays_by_one_tap(request),
        waiting_elsewhere=count_waiting_elsewhere(context),
    )
    shown = {"page": page, "faces": page.faces}
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
    return waiting.questions_for(person).exclude(game=context.game).count()


def page_state(context: SeatContext) -> str:
    """Return what changes whenever the page of a game would, seats before the start included.

    Who else has answered in a window, or a question that does not stop the play, leaves no trace in it. It is
    no version that could be read: from two of them anybody could tell how many have passed in between.
    """
    game, snapshot = context.game, context.snapshot
    parts = [str(snapshot.version), game.status, "paused" if game.paused_at else "moves"]
    if game.started_at is None:
        parts += game.seats.values_list("status", flat=True)
    elif has_windows(game):
        mine = None if context.seat is None else context.seat.pk
        parts += [
            str(question.number)
            for question in snapshot.open_questions
            if question.seat_id == mine or not (question.is_side or question.is_window)
        ]
    return opaque_state("games.page_state", *parts)


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
