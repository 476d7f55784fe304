"""Pages that a link from a mail opens: one seat's table, its history, its answers, and nothing else.

Opening a link changes nothing and signs nobody in: mail scanners open links, and mails are forwarded. See
docs/decisions/0005-mail-links.md.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.core import tokens
from games.core.refusal import Refusal
from games.core.tokens import Purpose
from games.models import Question, Seat
from games.pages.common import seat_context
from games.pages.common.guards import by_link, posted
from games.pages.common.preferences import speaking_to
from games.pages.common.requests import read_number
from games.pages.table.game_page import attempt, show
from games.pages.table.table import read_link, show_history, show_pulse, take_answer, take_seen
from games.seats.membership import return_to_seat
from games.seats.rematch import decline_rematch
from games.seats.seat_links import revoke_links

from .membership import take_kept_seat


@require_safe
@by_link
def play_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange a link for a pass, and go to the seat's page, whose address holds no token."""
    seat, asked = find_seat(request, token)
    door = "game" if request.user == seat.player else "seat_table"
    if request.GET.get("to") == "votes":
        return to_votes(seat, door)
    if (to := request.GET.get("to")) in ("orders", "takeback"):
        door = to if door == "game" else f"seat_{to}"
    address = reverse(door, args=[seat.game.key])
    picks = [("pick", label) for label in request.GET.getlist("pick")]
    if asked is not None and asked.beside:
        picks.insert(0, ("ask", str(asked.number)))
    response = redirect(f"{address}?{urlencode(picks)}" if picks else address)
    if door.startswith("seat_"):
        seat_context.give_pass(response, seat.game.key, Purpose.PLAY, seat_context.make_pass(seat))
    return response


def to_votes(seat: Seat, door: str) -> HttpResponse:
    """Go to the votes of a seat's table by the same door, with a pass where there is no sign-in."""
    if door == "game":
        return redirect("votes", seat.game.key)
    response = redirect("seat_votes", seat.game.key)
    return seat_context.give_pass(response, seat.game.key, Purpose.PLAY, seat_context.make_pass(seat))


def find_seat(request: HttpRequest, token: str) -> tuple[Seat, Question | None]:
    """Return the seat of a link, and the question that it is about, if it is. Raises `TokenFailure`.

    Whoever is signed in as its player gets to the table even when the question of the link is decided.
    """
    try:
        opened = tokens.read_token(token, Purpose.PLAY)
        seat, question = opened.seat, opened.question
    except tokens.Decided as decided:
        if request.user != decided.seat.player:
            raise
        seat, question = decided.seat, None
    if seat is None:
        raise tokens.Forged(seat_context.no_pass())
    return seat, question


@require_safe
@by_link
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table from the seat of this browser's pass."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return show(request, door, attempted=read_link(request), since=read_number(request, "since"))


@posted("seat_table")
@by_link
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Answer the open question of the seat."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return take_answer(request, door)


@require_safe
@by_link
def pulse(request: HttpRequest, key: str) -> HttpResponse:
    """Say whether the table has changed since the page was made."""
    return show_pulse(request, seat_context.for_link(request, key))


@require_safe
@by_link
def history(request: HttpRequest, key: str) -> HttpResponse:
    """Show everything that has happened, as the seat may know it."""
    door = seat_context.for_link(request, key)
    with speaking_to(door.seat_taken.player):
        return show_history(request, door)


@posted("seat_table")
@by_link
def seen(request: HttpRequest, key: str) -> HttpResponse:
    """Note that the seat has been shown the table up to some move."""
    return take_seen(request, seat_context.for_link(request, key))


@posted("seat_table")
@by_link
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Give the seat back to its player, whom a bot has replaced."""
    door = seat_context.for_link(request, key)
    return attempt(request, door, lambda: return_to_seat(seat=door.seat_taken))


@posted("seat_table")
@by_link
def accept(request: HttpRequest, key: str) -> HttpResponse:
    """Take the seat that a rematch keeps for its player."""
    door = seat_context.for_link(request, key)
    return attempt(request, door, lambda: take_kept_seat(door.seat_taken))


@posted("seat_table")
@by_link
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """Say no to a rematch; the pass ends with the seat."""
    door = seat_context.for_link(request, key)
    try:
        decline_rematch(seat=door.seat_taken)
    except Refusal as refusal:
        return show(request, door, problem=str(refusal), status=refusal.status)
    return done(request, "declined", key)


@posted("seat_table")
@by_link
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Make every link of the seat useless, this browser's pass included."""
    door = seat_context.for_link(request, key)
    revoke_links(seat=door.seat_taken)
    return done(request, "revoked", key)


def done(request: HttpRequest, what: str, key: str) -> HttpResponse:
    """Say that it is done, and forget the pass, which opens nothing any more."""
    response = render(request, "games/link_done.html", {"what": what})
    return seat_context.take_pass(response, key, Purpose.PLAY)
