"""The table page and what is done on it. The pages behind a mail's link (``seat``) show and do the same."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import clock
from games.board import read_picked
from games.core.refusal import Refusal
from games.history import moves as told
from games.pages.common import seat_context
from games.pages.common.guards import posted, private
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Door
from games.play.answer import answer_question
from games.play.multi_answer import Several
from games.seats.membership import return_to_seat
from games.seats.seat_links import mark_seen

from . import multi_answer
from .game_page import attempt, pulse_of, show
from .table_page import Attempt

# Labels and submission keys are shorter, and what is said in own words, too; the rest reaches no rule.
MOST_LETTERS, MOST_WORDS = 64, 4000


@require_safe
@private
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game: its lobby before the start, its table from then on."""
    door = seat_context.for_game(request, key)
    return show(request, door, attempted=read_link(request), since=read_number(request, "since"))


@posted("game")
@private
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Answer the open question of the player's seat."""
    return take_answer(request, seat_context.for_player(request, key))


@require_safe
@private
def pulse(request: HttpRequest, key: str) -> HttpResponse:
    """Say whether the table has changed since the page was made."""
    return show_pulse(request, seat_context.for_game(request, key))


@posted("game")
@private
def seen(request: HttpRequest, key: str) -> HttpResponse:
    """Note that the player has been shown the table up to some move."""
    return take_seen(request, seat_context.for_player(request, key))


@posted("game")
@private
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Give the seat back to its player, whom a bot has replaced."""
    door = seat_context.for_player(request, key)
    return attempt(request, door, lambda: return_to_seat(seat=door.seat_taken))


@require_safe
@private
def history(request: HttpRequest, key: str) -> HttpResponse:
    """Show everything that has happened, as the viewer may know it."""
    return show_history(request, seat_context.for_game(request, key))


def take_answer(request: HttpRequest, door: Door) -> HttpResponse:
    """Store the posted answer, and show the table with all that came of it."""
    received_at = clock.now()
    labels, number = read_labels(request), read_number(request, "number") or 0
    if multi_answer.read_several(request).strip():
        done = multi_answer.carry_out(request, door, number=number, received_at=received_at)
        return show_done(request, door, done, show)
    try:
        answered = answer_question(
            seat=door.seat_taken.pk,
            number=number,
            labels=labels,
            by=door.by,
            submission_key=request.POST.get("submission_key", "")[:MOST_LETTERS],
            received_at=received_at,
        )
    except Refusal as refusal:
        door.game.refresh_from_db()
        attempted = Attempt(labels, number, str(refusal))
        return show(request, door, attempted=attempted, problem=str(refusal), status=refusal.status)
    return redirect(f"{door.url('table')}?since={told.move_before_answer(answered.move)}")


def show_done(
    request: HttpRequest, door: Door, done: Several, show_page: Callable[..., HttpResponse]
) -> HttpResponse:
    """Show what came of several answers, by the function that shows this table, and where they stopped."""
    since = multi_answer.since(door, done)
    if not done.why:
        return redirect(f"{door.url('table')}?since={since}")
    door.game.refresh_from_db()
    attempted, status = Attempt(several=done), multi_answer.status(done)
    return show_page(request, door, attempted=attempted, since=since, status=status)


def read_labels(request: HttpRequest) -> list[str]:
    """Return what was chosen, or, where nothing was, what was said in the player's own words."""
    labels = [label for label in request.POST.getlist("label") if len(label) <= MOST_LETTERS]
    words = request.POST.get("words", "")[:MOST_WORDS]
    return labels or ([words] if words.strip() else [])


def read_link(request: HttpRequest) -> Attempt:
    """Return what a link has filled in or pointed at, and for which question."""
    picked = read_picked(request.GET, request.GET.getlist("pick"))
    return Attempt(picked.labels, read_number(request, "ask"), path=picked.path)


def take_seen(request: HttpRequest, door: Door) -> HttpResponse:
    """Remember up to which move the viewer has been shown the table; htmx wants no page in return."""
    version = min(read_number(request, "version") or 0, door.game.version)
    mark_seen(seat=door.seat_taken, version=version)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(door.url("table"))


def show_pulse(request: HttpRequest, door: Door) -> HttpResponse:
    """Answer 204 while the game is as the page shows it; otherwise a fragment that fetches the page anew."""
    if request.GET.get("state") == pulse_of(door):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "games/_pulse.html", {"door": door, "is_stale": True})


def show_history(request: HttpRequest, door: Door) -> HttpResponse:
    """Show the whole history of a game, the newest move first."""
    moves: dict[int, list[told.HistoryLine]] = {}
    for line in told.history_lines(door.game, door.seat, with_notes=door.is_own):
        moves.setdefault(line.version, []).append(line)
    shown = [moves[version] for version in sorted(moves, reverse=True)]
    return render(request, "games/history.html", {"door": door, "game": door.game, "moves": shown})
