"""Taking back: one's own last answer, or, if the others agree, one's last turn. By sign-in and by link."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core.refusal import Illegal, NotPossible, Refusal
from games.history import moves
from games.history.moves import HistoryLine
from games.models import Seat, Vote
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Door
from games.play import undo as undo_actions
from games.play import undo_turn as asking_back

from .game_page import attempt, show
from .table_page import MOVES_SHOWN
from .table_sidebar import RequestShown, show_request


@posted("game")
@private
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take back the last answer of the player's seat."""
    return take_undo(request, seat_context.for_player(request, key))


@posted("seat_table")
@by_link
def undo_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Take back the last answer of the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_undo(request, door)


def take_undo(request: HttpRequest, door: Door) -> HttpResponse:
    """Take the last answer back, and show the table as it was."""
    version = read_number(request, "version")
    return attempt(
        request,
        door,
        lambda: undo_actions.undo(seat=door.seat_taken.pk, by=door.by, version=version),
        said=_("Taken back. The table is as it was before."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@private
def takeback(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the others to take back the player's last turn, or answer who has asked."""
    return take_back_turn(request, seat_context.for_player(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def takeback_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Do the same from the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_back_turn(request, door)


def take_back_turn(request: HttpRequest, door: Door) -> HttpResponse:
    """Show what would be taken back, and who has asked for it; take what was answered."""
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            said = answer_form(request, door.seat_taken)
        except Refusal as refusal:
            door.game.refresh_from_db()
            problem, status = str(refusal), refusal.status
        else:
            messages.success(request, said)
            return redirect(door.url("table"))
    if not door.game.is_running:
        return show(request, door, problem=problem or _("This game is not running."), status=status)
    shown = show_request(door)
    lines = lines_undone(door, shown)
    page: dict[str, Any] = {
        "door": door,
        "game": door.game,
        "request_shown": shown,
        "lines": lines,
        "problem": problem,
    }
    if door.is_link:
        page["csrf_token"] = door.form_secret
    return render(request, "games/takeback.html", page, status=status)


def answer_form(request: HttpRequest, seat: Seat) -> str:
    """Do what a form asks, and return what is said of it. Raises a `Refusal`."""
    act = request.POST.get("act", "")
    if act == "ask":
        vote = asking_back.ask_back(seat=seat.pk)
        return _("The others are asked.") if vote else _("Your turn begins again.")
    if act == "withdraw":
        asking_back.withdraw(seat=seat)
        return _("The others are asked no more.")
    if act not in (asking_back.AGREE, asking_back.REFUSE):
        raise Illegal(_("Choose one of the answers."))
    vote = Vote.objects.filter(pk=read_number(request, "vote") or 0, game=seat.game_id).first()
    if vote is None or vote.kind != Vote.Kind.TAKEBACK:
        raise NotPossible(_("Nobody asks for anything now."))
    asking_back.answer_request(vote=vote, seat=seat, agrees=act == asking_back.AGREE)
    return _("Your answer is kept.")


def lines_undone(door: Door, shown: RequestShown | None) -> list[HistoryLine]:
    """Return what would be taken back: for the open request, or for one that the viewer could make."""
    if shown is not None:
        after = shown.vote.version
    else:
        moment = asking_back.moment_of(door.game, door.seat_taken)
        after = moment.version if moment is not None else None
    if after is None:
        return []
    told = moves.history_lines(door.game, door.seat, after=after, limit=MOVES_SHOWN)
    return [line for line in told if line.kind in moves.PLAY and not line.is_undone]
