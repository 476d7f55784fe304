"""The table page and what is done on it. The pages behind a mail's link (``seat``) show and do the same."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import actions, clock
from games import history as told
from games.board import read_picked

from . import doors, several
from .doors import Door
from .game import attempt, pulse_of, read_number, show
from .guards import posted, private
from .scene import Attempt

# Labels and submission keys are shorter, and what is said in own words, too; the rest reaches no rule.
MOST_LETTERS, MOST_WORDS = 64, 4000


@require_safe
@private
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game: its lobby before the start, its table from then on."""
    door = doors.for_game(request, key)
    return show(request, door, attempted=read_link(request), since=read_number(request, "since"))


@posted("game")
@private
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Answer the open question of the player's seat."""
    return take_answer(request, doors.for_player(request, key))


@require_safe
@private
def pulse(request: HttpRequest, key: str) -> HttpResponse:
    """Say whether the table has changed since the page was made."""
    return show_pulse(request, doors.for_game(request, key))


@posted("game")
@private
def seen(request: HttpRequest, key: str) -> HttpResponse:
    """Note that the player has been shown the table up to some move."""
    return take_seen(request, doors.for_player(request, key))


@posted("game")
@private
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Give the seat back to its player, whom a bot has replaced."""
    door = doors.for_player(request, key)
    return attempt(request, door, lambda: actions.come_back(seat=door.seat_taken))


@require_safe
@private
def history(request: HttpRequest, key: str) -> HttpResponse:
    """Show everything that has happened, as the viewer may know it."""
    return show_history(request, doors.for_game(request, key))


def take_answer(request: HttpRequest, door: Door) -> HttpResponse:
    """Store the posted answer, and show the table with all that came of it."""
    received_at = clock.now()
    labels, number = read_labels(request), read_number(request, "number") or 0
    if several.read_several(request).strip():
        done = several.carry_out(request, door, number=number, received_at=received_at)
        return show_done(request, door, done, show)
    try:
        answered = actions.answer_question(
            seat=door.seat_taken.pk,
            number=number,
            labels=labels,
            by=door.by,
            submission_key=request.POST.get("submission_key", "")[:MOST_LETTERS],
            received_at=received_at,
        )
    except actions.Refusal as refusal:
        door.game.refresh_from_db()
        attempted = Attempt(labels, number, str(refusal))
        return show(request, door, attempted=attempted, problem=str(refusal), status=refusal.status)
    return redirect(f"{door.url('table')}?since={told.before(answered.move)}")


def show_done(
    request: HttpRequest, door: Door, done: actions.Several, show_page: Callable[..., HttpResponse]
) -> HttpResponse:
    """Show what came of several answers, by the function that shows this table, and where they stopped."""
    since = several.since(door, done)
    if not done.why:
        return redirect(f"{door.url('table')}?since={since}")
    door.game.refresh_from_db()
    attempted, status = Attempt(several=done), several.status(done)
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
    actions.mark_seen(seat=door.seat_taken, version=version)
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
    moves: dict[int, list[told.Line]] = {}
    for line in told.lines(door.game, door.seat, with_notes=door.is_own):
        moves.setdefault(line.version, []).append(line)
    shown = [moves[version] for version in sorted(moves, reverse=True)]
    return render(request, "games/history.html", {"door": door, "game": door.game, "moves": shown})
