"""The views of the table page, and of what is done on it."""

from dataclasses import replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from games import clock
from games.board.clicks import read_path
from games.commands.text_field import play_text
from games.core import window_passes
from games.core.access import question_of
from games.core.refusal import Refusal
from games.history import pages
from games.history.turn_blocks import group_by_turn
from games.models import Game, Move, Seat
from games.pages.common.picks import DoubtfulPick, check_pick, is_doubtful
from games.pages.common.requests import read_nonce, read_number
from games.pages.common.seat_context import Needs, SeatContext, render_page, seat_page
from games.people.hours import current_vacation, end_vacation
from games.people.preferences import end_tips
from games.people.presence import note_presence, note_watching
from games.play import give_time as give_time_actions
from games.play import nudge as nudge_actions
from games.play.answer import answer_question
from games.replies.commands import MOST_CHARACTERS
from games.seats.membership import mark_seen, return_to_seat

from .pulse import page_state
from .question_form import FilledForm
from .show_game import act_and_show, show_game

# Labels and submission keys are shorter, and what is said in own words, too; the rest reaches no rule.
# Each answer of a text has a key of its own, which ends in its number.
MOST_LETTERS, MOST_LETTERS_OF_TEXT, MOST_WORDS = 64, 60, 4000


@seat_page("GET", needs=Needs.VIEWER)
def game(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show a game: its lobby before the start, its table from then on."""
    filled = read_clicks(request)
    if context.only_this_game and filled.labels and context.seat is not None:
        filled = without_doubtful(context.seat, filled)
    number = read_number(request, "since")
    since = None if number is None else window_passes.version_at(context.game, number)
    return show_game(request, context, filled=filled, since=since)


@seat_page("POST", needs=Needs.SEAT_IN_LOCK)
def answer(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Store the posted answer, and show the table with all that came of it."""
    if "several" in request.POST:  # by a page that was open before texts had an address of their own
        return redirect(context.urls["answer_text"], preserve_request=True)
    labels, number = read_labels(request), read_number(request, "number") or 0
    try:
        if context.only_this_game:
            check_pick(context.required_seat, number, labels)
        answered = answer_question(
            seat=context.seat_to_lock,
            number=number,
            labels=labels,
            by=context.by,
            nonce=read_nonce(request),
            submission_key=request.POST.get("submission_key", "")[:MOST_LETTERS],
            received_at=clock.now(),
            deputy=context.deputy_key,
            keep_always="keep_always" in request.POST,
        )
    except Game.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        context.game.refresh_from_db()
        # What a mail's links have filled in by themselves is not filled in again.
        kept = () if isinstance(refusal, DoubtfulPick) else tuple(labels)
        filled = FilledForm(kept, number=number, problem=str(refusal))
        return show_game(request, context, filled=filled, problem=refusal, status=refusal.status)
    note_answering(context)
    if context.only_this_game and context.deputy is None:
        note_presence(seat=context.required_seat)  # behind a link no page says by itself that it was seen
    move = answered.move
    return redirect(address_after(context, move.game, window_passes.move_before_answer(move)))


def address_after(context: SeatContext, game: Game, version: int | None) -> str:
    """Return the address of the table of a game that shows what came after a move."""
    if version is None:
        return context.urls["game"]
    return f"{context.urls['game']}?since={window_passes.number_at(game, version)}"


@seat_page("POST")
def answer_text(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Play the answers of a text in order, and show their results or the first that was refused."""
    result = play_text(
        seat=context.required_seat.pk,
        number=read_number(request, "number") or 0,
        text=request.POST.get("several", "")[:MOST_CHARACTERS],
        by=context.by,
        nonce=read_nonce(request),
        submission_key=request.POST.get("submission_key", "")[:MOST_LETTERS_OF_TEXT],
        received_at=clock.now(),
        deputy=context.deputy_key,
    )
    since = None
    if result.first_version is not None:
        note_answering(context)
        first = Move.objects.get(game=context.game, version=result.first_version)
        since = window_passes.move_before_answer(first)
    if not result.why:
        return redirect(address_after(context, context.game, since))
    context.game.refresh_from_db()
    status = HTTPStatus.OK if result.given else HTTPStatus.UNPROCESSABLE_ENTITY
    return show_game(request, context, filled=FilledForm(text_result=result), since=since, status=status)


def note_answering(context: SeatContext) -> None:
    """Note that who has just answered at a table, its player or a deputy, has it on their screen."""
    note_watching(at=context.deputy or context.seat_to_lock)


@seat_page("GET", "POST", needs=Needs.VIEWER)
def pulse(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Answer pages of an earlier release: 204 while the game is as they show it, otherwise that they reload.

    A page that is on the screen of a player says so, too, and is sent by POST therefore. Newer pages have a
    token, and `pulse.Pulses` answers them.
    """
    if "watching" in request.POST and context.seat is not None and context.deputy is None:
        note_watching(at=context.seat.pk)
    state = request.POST.get("state", request.GET.get("state"))
    if state == page_state(context):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return HttpResponseClientRefresh()


@seat_page("POST")
def seen(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Remember up to which move the viewer has been shown the table; htmx wants no page in return."""
    version = window_passes.version_at(context.game, read_number(request, "version") or 0)
    mark_seen(seat=context.required_seat, version=version)
    note_presence(seat=context.required_seat)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(context.urls["game"])


@seat_page("POST")
def hide_tips(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show the player of the seat no more tips."""
    player = context.required_seat.player
    if player is not None:
        end_tips(player=player)
    return redirect(context.urls["game"])


@seat_page("POST")
def back(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give the seat back to its player, whom a bot has replaced."""
    return act_and_show(request, context, lambda: return_to_seat(seat=context.required_seat))


@seat_page("POST")
def come_back(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """End the vacation that the player of the seat is on, at all their tables."""
    player = context.required_seat.player
    vacation = current_vacation(player) if player is not None else None
    if player is None or vacation is None:
        return redirect(context.urls["game"])
    return act_and_show(
        request,
        context,
        lambda: end_vacation(player=player, vacation=vacation.pk),
        message=_("Welcome back! Your clocks run again, with the time that was left on them."),
    )


@seat_page("POST")
def give_time(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Give somebody else at the table more time."""
    to = get_object_or_404(Seat, game=context.game, number=read_number(request, "seat"))
    days = read_number(request, "days") or 0
    return act_and_show(
        request,
        context,
        lambda: give_time_actions.give_time(seat=context.required_seat, to=to, days=days),
        message=_("%(name)s has more time now.") % {"name": to},
    )


@seat_page("POST")
def nudge(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Nudge somebody whom the game waits for."""
    to = get_object_or_404(Seat, game=context.game, number=read_number(request, "seat"))
    return act_and_show(
        request,
        context,
        lambda: nudge_actions.nudge(seat=context.required_seat, to=to),
        message=_("We’ll nudge %(name)s, outside their quiet hours.") % {"name": to},
    )


@seat_page("GET", needs=Needs.VIEWER, is_costly=True)
def history(request: HttpRequest, context: SeatContext) -> HttpResponse:
    """Show what has happened, as the viewer may know it, the newest turn first; a long history in pages."""
    asked = {name: read_number(request, name) or 0 for name in ("page", "move") if name in request.GET}
    page = pages.find_page(context.game, **asked)
    if page is None:
        raise Http404
    with_notes, seats = context.deputy is None, context.snapshot.seats
    lines = pages.lines_of_page(context.game, context.seat, page, with_notes=with_notes, seats=seats)
    shown = {"turns": group_by_turn(lines)[::-1], "page": page, "replay_url": context.urls["replay"]}
    return render_page(request, context, "games/history.html", shown)


def read_labels(request: HttpRequest) -> list[str]:
    """Return what was chosen, or, where nothing was, what was said in the player's own words."""
    labels = [label for label in request.POST.getlist("label") if len(label) <= MOST_LETTERS]
    words = request.POST.get("words", "")[:MOST_WORDS]
    return labels or ([words] if words.strip() else [])


def without_doubtful(seat: Seat, filled: FilledForm) -> FilledForm:
    """Return a form without what a link filled in, if others were opened as well within seconds."""
    number = filled.number
    if number is None:
        asked = question_of(seat)
        number = asked.number if asked is not None else None
    is_in_doubt = number is not None and is_doubtful(seat, number, filled.labels)
    return replace(filled, labels=()) if is_in_doubt else filled


def read_clicks(request: HttpRequest) -> FilledForm:
    """Return what clicks on the board, or a mail's link, have filled in, and for which question."""
    labels = tuple(request.GET.getlist("pick"))
    return FilledForm(labels, read_path(request.GET), read_number(request, "ask"))
