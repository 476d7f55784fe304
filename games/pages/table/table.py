"""The table page and what is done on it."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from games import clock
from games.board.clicks import read_picked
from games.core.refusal import Refusal
from games.history import moves
from games.history.moves import HistoryLine
from games.models import Game
from games.pages.common.requests import read_number
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.play.answer import answer_question
from games.play.multi_answer import AnswerBatch
from games.seats.membership import return_to_seat
from games.seats.seat_links import mark_seen

from . import multi_answer
from .game_page import attempt, pulse_of, show
from .table_page import Attempt

# Labels and submission keys are shorter, and what is said in own words, too; the rest reaches no rule.
MOST_LETTERS, MOST_WORDS = 64, 4000


@seat_page("GET", needs=Needs.VIEWER)
def game(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show a game: its lobby before the start, its table from then on."""
    return show(request, context, attempted=read_link(request), since=read_number(request, "since"))


@seat_page("POST", needs=Needs.SEAT_IN_LOCK)
def answer(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Store the posted answer, and show the table with all that came of it."""
    received_at = clock.now()
    labels, number = read_labels(request), read_number(request, "number") or 0
    if multi_answer.read_several(request).strip():
        done = multi_answer.carry_out(request, context, number=number, received_at=received_at)
        return show_done(request, context, done)
    try:
        answered = answer_question(
            seat=context.seat_to_lock,
            number=number,
            labels=labels,
            by=context.by,
            submission_key=request.POST.get("submission_key", "")[:MOST_LETTERS],
            received_at=received_at,
            deputy=context.deputy.pk if context.deputy is not None else None,
        )
    except Game.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        context.game.refresh_from_db()
        attempted = Attempt(labels, number, str(refusal))
        return show(request, context, attempted=attempted, problem=str(refusal), status=refusal.status)
    return redirect(f"{context.urls['game']}?since={moves.move_before_answer(answered.move)}")


@seat_page("GET", needs=Needs.VIEWER)
def pulse(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Answer 204 while the game is as the page shows it; otherwise a fragment that fetches the page anew."""
    if request.GET.get("state") == pulse_of(context):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render_page(request, context, "games/_pulse.html", {"is_stale": True})


@seat_page("POST")
def seen(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Remember up to which move the viewer has been shown the table; htmx wants no page in return."""
    version = min(read_number(request, "version") or 0, context.game.version)
    mark_seen(seat=context.required_seat, version=version)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(context.urls["game"])


@seat_page("POST")
def back(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give the seat back to its player, whom a bot has replaced."""
    return attempt(request, context, lambda: return_to_seat(seat=context.required_seat))


@seat_page("GET", needs=Needs.VIEWER)
def history(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show everything that has happened, as the viewer may know it, the newest move first."""
    by_move: dict[int, list[HistoryLine]] = {}
    for line in moves.history_lines(context.game, context.seat, with_notes=context.deputy is None):
        by_move.setdefault(line.version, []).append(line)
    newest_first = [by_move[version] for version in sorted(by_move, reverse=True)]
    return render_page(request, context, "games/history.html", {"moves": newest_first})


def show_done(request: HttpRequest, context: SeatContext, done: AnswerBatch) -> HttpResponse:
    """Show what came of several answers, and where they stopped."""
    since = multi_answer.since(context, done)
    if not done.why:
        return redirect(f"{context.urls['game']}?since={since}")
    context.game.refresh_from_db()
    attempted, status = Attempt(several=done), multi_answer.status(done)
    return show(request, context, attempted=attempted, since=since, status=status)


def read_labels(request: HttpRequest) -> list[str]:
    """Return what was chosen, or, where nothing was, what was said in the player's own words."""
    labels = [label for label in request.POST.getlist("label") if len(label) <= MOST_LETTERS]
    words = request.POST.get("words", "")[:MOST_WORDS]
    return labels or ([words] if words.strip() else [])


def read_link(request: HttpRequest) -> Attempt:
    """Return what a link has filled in or pointed at, and for which question."""
    picked = read_picked(request.GET, request.GET.getlist("pick"))
    return Attempt(picked.labels, read_number(request, "ask"), path=picked.path)
