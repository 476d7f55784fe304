"""The pulse of a table's page: it asks whether the page is out of date, and hears when to ask again.

It is answered before the session is opened: its form holds a token that names the page, is signed for the
session that shows it, and opens nothing but this.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.utils.cache import add_never_cache_headers

import engine
from games import clock
from games.core.budgets import TOKEN
from games.core.keys import opaque_state
from games.core.window_passes import has_windows
from games.models import Game
from games.pages.common.seat_context import SeatContext
from games.people.pulses import Pulse, PulseSender, take_pulse

SALT = "games.pulse"
NEXT = "Pulse-Next"  # the header that says in how many seconds to ask again
# Seconds between two pulses: while others are here or something has just happened, and at most.
FASTEST, SLOWEST = 1.2, 60.0
# Where nothing happens, a page asks after an eighth of the time for which nobody has touched it.
OF_IDLE = 8
# A table is lively for so long after each move.
LIVELY = timedelta(minutes=5)
MOST_SECONDS = 100_000  # of being idle: more makes no difference


@dataclass(frozen=True)
class PulseForm:
    """What the form of a pulse holds. With `needs_touch` a page is looked at only once it is touched."""

    state: str
    token: str
    needs_touch: bool


def build_pulse_form(request: HttpRequest, context: SeatContext) -> PulseForm:
    """Return the form by which the page that is being shown asks later.

    What opens by a mail's link may be open in a program that follows links, so it says nothing by itself.
    """
    by_session = context.is_trial or not context.only_this_game
    is_known = by_session and (context.is_trial or context.person is not None)
    session = (request.session.session_key or "") if is_known else ""
    return PulseForm(page_state(context), make_pulse_token(context, session), not by_session)


def make_pulse_token(context: SeatContext, session: str) -> str:
    """Return the token of a page's pulse. It is worthless in another session, and for anything else."""
    seat, deputy = context.seat, context.deputy
    player = deputy.player_id if deputy is not None else seat.player_id if seat is not None else None
    by_link = context.only_this_game and not context.is_trial and deputy is None
    epoch = seat.link_epoch if seat is not None and by_link else None
    who = [context.key, seat.pk if seat is not None else None, player, deputy is not None, epoch]
    return Signer(salt=f"{SALT}/{session}").sign_object(who)


def read_pulse_token(token: str, session: str) -> PulseSender | None:
    """Return whose page has this token; `None` if it is none of this session's."""
    if not token or len(token) > TOKEN.largest:
        return None
    for each in (session, "") if session else ("",):
        try:
            key, seat, player, is_deputy, epoch = Signer(salt=f"{SALT}/{each}").unsign_object(token)
        except BadSignature:
            continue
        return PulseSender(key, seat, player, is_deputy=is_deputy, epoch=epoch, session=each)
    return None


class Pulses:
    """Middleware before the session: answers the pulse of a page that has a token.

    204 while the page is as it should be, 200 when it is out of date; and in a header, when to ask again. One
    without a token, of a page from before there were any, goes on to its view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a pulse, or let the request through."""
        if request.method != "POST" or not request.path_info.endswith("/pulse/"):
            return self.get_response(request)
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        sender = read_pulse_token(request.POST.get("pulse", ""), session)
        if sender is None or f"/{sender.key}/" not in request.path_info:
            return self.get_response(request)
        request.resolver_match = resolve(request.path_info)  # for the counts of requests by page
        return answer_pulse(request, sender)


def answer_pulse(request: HttpRequest, sender: PulseSender) -> HttpResponse:
    """Answer a pulse whose token is good."""
    looked, idle = read_seconds(request, "looked"), read_seconds(request, "idle")
    pulse = take_pulse(sender, looked=looked)
    if pulse is None:
        response = HttpResponse(status=HTTPStatus.FORBIDDEN)
    else:
        is_fresh = request.POST.get("state") == state_of_pulse(pulse)
        response = HttpResponse(status=HTTPStatus.NO_CONTENT if is_fresh else HTTPStatus.OK)
        response.headers[NEXT] = f"{seconds_to_next(pulse, idle or timedelta()):.1f}"
    add_never_cache_headers(response)
    return response


def read_seconds(request: HttpRequest, name: str) -> timedelta | None:
    """Return a field of a form as a length of time; `None` without one that makes sense."""
    said = request.POST.get(name, "")
    is_number = said.isascii() and said.isdecimal() and len(said) < len(str(MOST_SECONDS))
    return timedelta(seconds=int(said)) if is_number else None


def seconds_to_next(pulse: Pulse, idle: timedelta) -> float:
    """Return in how many seconds a page asks again that nobody has touched for so long."""
    is_lively = pulse.changed_at is not None and clock.now() - pulse.changed_at < LIVELY
    is_over = pulse.status in (Game.Status.FINISHED, Game.Status.ENDED)
    if not is_over and (is_lively or pulse.others_are_here):
        return FASTEST
    return min(max(idle.total_seconds() / OF_IDLE, FASTEST), SLOWEST)


def page_state(context: SeatContext) -> str:
    """Return what changes whenever the page of a game would, seats before the start included.

    Who else has answered in a window, or a question that does not stop the play, leaves no trace in it. It is
    no version that could be read: from two of them anybody could tell how many have passed in between.
    """
    game, snapshot = context.game, context.snapshot
    more: Iterable[str] = ()
    if game.started_at is None:
        more = game.seats.values_list("status", flat=True)
    elif has_windows(game):
        mine = None if context.seat is None else context.seat.pk
        more = [
            str(question.number)
            for question in snapshot.open_questions
            if question.seat_id == mine or not (question.is_side or question.is_window)
        ]
    return make_state(snapshot.version, game.status, more, is_paused=game.paused_at is not None)


def state_of_pulse(pulse: Pulse) -> str:
    """Return the same as `page_state`, of what a pulse has found."""
    knows_windows = bool(engine.surprises(pulse.edition))
    more: Iterable[str] = ()
    if not pulse.has_started:
        more = pulse.seats
    elif knows_windows:
        more = map(str, pulse.questions)
    version = pulse.visible_version if knows_windows else pulse.version
    return make_state(version, pulse.status, more, is_paused=pulse.is_paused)


def make_state(version: int, status: str, more: Iterable[str], *, is_paused: bool) -> str:
    """Return the sign of a page's state."""
    return opaque_state("games.page_state", str(version), status, "paused" if is_paused else "moves", *more)
