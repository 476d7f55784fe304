"""The talk of a table and the notes of a seat. By sign-in and by link."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.core.refusal import Refusal
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted, private
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Door
from games.people import notebook, talk

from .game_page import attempt
from .table_sidebar import show_talk


@require_http_methods(["GET", "HEAD", "POST"])
@private
def talk_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the talk of a table to who may read it; take what a player says."""
    if request.method == "POST":
        return take_talk(request, seat_context.for_player(request, key))
    return show_talk_page(request, seat_context.for_game(request, key))


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def talk_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Do the same from the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_talk(request, door) if request.method == "POST" else show_talk_page(request, door)


def show_talk_page(
    request: HttpRequest, door: Door, *, problem: str = "", draft: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show the talk alone. A page that has it as it is gets no answer."""
    shown = show_talk(door, request.user, draft)
    if shown is None:
        raise Http404
    if not problem and request.GET.get("state") == shown.state:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    page: dict[str, Any] = {"door": door, "game": door.game, "talk": shown, "problem": problem}
    if door.is_link:
        page["csrf_token"] = door.form_secret
    return render(request, "games/talk.html", page, status=status)


def take_talk(request: HttpRequest, door: Door) -> HttpResponse:
    """Take what a player says, deletes or has read."""
    seat, text = door.seat_taken, request.POST.get("text", "")
    if (until := read_number(request, "heard")) is not None:
        talk.mark_remarks_read(seat=seat, until=until)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return redirect(f"{door.url('table')}#talk")
    try:
        if (remark := read_number(request, "delete")) is not None:
            talk.delete_remark(seat=seat, remark=remark)
        else:
            talk.post_remark(seat=seat.pk, text=text)
    except Refusal as refusal:
        return show_talk_page(request, door, problem=str(refusal), draft=text, status=refusal.status)
    return redirect(f"{door.url('table')}#talk")


@posted("game")
@private
def own_notes(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the notes of the player's seat."""
    return take_notes(request, seat_context.for_player(request, key))


@posted("seat_table")
@by_link
def own_notes_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the notes of the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_notes(request, door)


def take_notes(request: HttpRequest, door: Door) -> HttpResponse:
    """Keep the notes that were posted, and go back to the table."""
    text, released = request.POST.get("text", ""), "released" in request.POST
    return attempt(
        request,
        door,
        lambda: notebook.write_notes(seat=door.seat_taken, text=text, released=released),
        said=_("Your notes are kept."),
    )
