"""Showing a game as it is now, in its lobby or at its table, and what all of its pages share."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core import access, passes
from games.core.refusal import Refusal, Stale
from games.decks import descriptions
from games.history import game_settings
from games.history.formatting import day, name_of
from games.models import Game, Player, Question, Seat, Vote, Wish
from games.models.question import WINDOW
from games.pages.common import waiting
from games.pages.common.invite_form import InviteForm
from games.pages.common.seat_context import SeatContext, render_page
from games.people import notification_settings
from games.play import pauses

from .build_lobby import build_lobby
from .build_table_page import TablePage, build_table_page
from .one_tap import plays_by_one_tap
from .question_form import UNFILLED, FilledForm
from .table_sidebar import (
    build_away_hint,
    build_clocks,
    build_nudges,
    build_takeback_request,
    build_talk,
    build_undo,
    find_notebook,
    has_voters,
)


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
    game, deputy = context.game, context.deputy
    elsewhere = count_waiting_elsewhere(request, context)
    more: dict[str, Any] = {
        "problem": str(problem),
        "is_stale": isinstance(problem, Stale),
        "state": page_state(context),
        "waiting_elsewhere": elsewhere,
    }
    if game.started_at is None and deputy is None:
        more |= build_lobby(request, context, invite_form)
        return render_page(request, context, "games/lobby.html", more, status=status)
    page, one_tap = build_table_page(context, filled, since=since), plays_by_one_tap(request)
    if page.asked is not None and one_tap:
        page = replace(page, asked=replace(page.asked, one_tap=True))
    more |= {"page": page, "faces": page.faces, "waiting_count": elsewhere + (page.asked is not None)}
    if deputy is not None:
        more |= {"deputy": deputy, "owner": str(deputy.seat)}
        return render_page(request, context, "games/deputy_table.html", more, status=status)
    is_joining, can_join = check_joining(request, context)
    may_vote = context.seat is not None and not game.is_over
    more |= {
        "is_joining": is_joining,
        "open_votes": may_vote and any(vote.kind == Vote.Kind.SILENCE for vote in context.snapshot.votes),
        "undo": page.table
        and build_undo(context, turn=page.table.view.turn_number, is_my_turn=page.table.is_my_turn),
        "request_shown": build_takeback_request(context),
        "has_voters": has_voters(context),
        "pause_vote": pauses.find_pause_vote(context.snapshot.votes) if may_vote else None,
        "talk": build_talk(context, request.user),
        "notebook": find_notebook(context),
        "offered": build_offer_links(context, page.people),
        "away": build_away_hint(context),
        "clocks": build_clocks(context),
        "nudges": build_nudges(context),
        "policy": game_settings.describe_silence_policy(game),
        "can_join": can_join,
        "rematch": game.rematches.exclude(status=Game.Status.ENDED).first() if game.is_over else None,
        "is_muted": is_muted(context),
        "deputies": describe_deputies(game, page.people),
        "tips": shows_tips(request, context, page),
        "one_tap": one_tap,
    }
    return render_page(request, context, "games/table.html", more, status=status)


def shows_tips(request: HttpRequest, context: SeatContext, page: TablePage) -> bool:
    """Return whether the viewer is in the first turn of their first game of cards, and may want tips."""
    asked = page.asked
    if asked is None or not asked.question.own_turn or not asked.is_hand or page.board is not None:
        return False
    player = context.required_seat.player if context.only_this_game else request.user
    return isinstance(player, Player) and not player.tips_over


def build_offer_links(context: SeatContext, people: Sequence[Seat]) -> list[tuple[Seat, str]]:
    """Return the seats that may be taken over, each with the address to share; to outsiders, to open.

    The link of a private game is its host's to give away, or everybody's at the table while a bot plays for
    the host.
    """
    game, me = context.game, context.seat
    offered = [seat for seat in people if seat.is_offered and not game.is_over]
    if not offered or me in offered:
        return []
    host = next((seat for seat in people if seat.player_id == game.host_id), None)
    if game.is_open:
        name, key = "take_over", game.key
    elif me is not None and (me.player_id == game.host_id or host is None or host.on_autopilot):
        name, key = "take_over_by_link", game.link_key
    else:
        return []
    site = "" if me is None else settings.SITE_URL
    return [(seat, site + reverse(name, args=[key, seat.number])) for seat in offered]


def describe_deputies(game: Game, seats: Sequence[Seat]) -> list[str]:
    """Return who plays for whom at a table, and until when, for everybody to see."""
    if not any(seat.has_deputy for seat in seats):
        return []
    return [
        _("%(deputy)s plays for %(name)s until %(until)s.")
        % {
            "deputy": name_of(row.player),
            "name": row.seat,
            "until": day(row.until),
        }
        for row in access.deputies_in_force(seat__game=game)
    ]


def is_muted(context: SeatContext) -> bool:
    """Return whether the viewer has muted the game."""
    if context.seat is None or not context.snapshot.rare.mutes:
        return False
    player = next(each.player for each in context.snapshot.seats if each == context.seat)
    return player is not None and notification_settings.is_muted(player, context.game)


def check_joining(request: HttpRequest, context: SeatContext) -> tuple[bool, bool]:
    """Return whether the viewer of a running game is about to join it, and whether they may."""
    game = context.game
    if context.seat is not None or game.is_over or not isinstance(request.user, Player):
        return False, False
    is_joining = game.wishes.filter(player=request.user, kind=Wish.Kind.JOIN, settled_at=None).exists()
    if is_joining or not game.is_open:
        return is_joining, False
    taken = game.seats.filter(status=Seat.Status.TAKEN).count()
    return False, taken < descriptions.most_seats(game.edition)


def count_waiting_elsewhere(request: HttpRequest, context: SeatContext) -> int:
    """Return how many questions in other games wait for the player who is signed in, or for a guest.

    Behind a link to the seat of somebody with an account that is 0: the visitor may not be the player.
    """
    player = context.required_seat.player if context.is_guest else request.user
    if (context.only_this_game and not context.is_guest) or not isinstance(player, Player):
        return 0
    return waiting.questions_for(player).exclude(game=context.game).count()


def page_state(context: SeatContext) -> str:
    """Return what changes whenever the page of a game would, seats before the start included.

    Who else has answered in a window, or a question that does not stop the play, leaves no trace in it.
    """
    game = context.game
    parts = [str(passes.newest_version(game)), game.status, "paused" if game.paused_at else "moves"]
    if game.started_at is None:
        parts += game.seats.values_list("status", flat=True)
    elif passes.has_windows(game):
        known = Q(is_side=False) & ~Q(what=WINDOW) | Q(seat=context.seat)
        asked = Question.objects.filter(known, game=game, closed_at=None).order_by("number")
        parts += [str(number) for number in asked.values_list("number", flat=True)]
    return "-".join(parts)


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
