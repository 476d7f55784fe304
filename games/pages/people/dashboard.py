"""The front page: what waits for a player, their other games, and the seats that they can take."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.core import sign_up
from games.core.list_rows import FewRows, find_few
from games.history import remarks
from games.history.game_history import TURN_BEGAN
from games.models import Game, Invitation, Move, NoticeChoices, Player, Question, Seat
from games.models.channel import choices_of
from games.models.invitation import IS_OPEN as INVITATION_IS_OPEN
from games.pages.common import waiting
from games.pages.common.card_faces import Faces
from games.pages.common.guards import post_or_redirect, sign_in_on_404
from games.pages.common.requests import signed_in
from games.pages.common.trial_session import find_trial_player
from games.pages.seats.open_games import last_turn, open_games
from games.pages.seats.replacement import list_public_offers
from games.people.circles import open_invitations
from games.people.reading import mark_all_read
from games.seats import trials

from . import game_rows
from .game_rows import GameRow
from .notices_page import are_turns_silent, channels_of, clock_warning

OPEN_GAMES_SHOWN = 3
FINISHED_SHOWN = 5
# One card of each kind, for visitors who have never seen any.
SAMPLES = ("the-rocket", "rocket-to-the-moon", "draw-3", "rotate-hands")


@require_safe
@sign_in_on_404
def dashboard(request: HttpRequest) -> HttpResponse:
    """Show the player's games; to everybody else, what this site is."""
    if not isinstance(request.user, Player):
        return show_landing(request)
    player = request.user
    rows = game_rows.list_rows(player)
    seated = [row for row in rows if row.seat.is_taken]
    few = find_few(player)
    finished = list(finished_games(player)[:FINISHED_SHOWN]) if few.finished else []
    waiting_for_me = [row for row in seated if row.question is not None]
    is_new = not rows and not finished
    shown: dict[str, Any] = {
        "waiting": waiting_for_me,
        # What nobody waits for is not counted.
        "waiting_count": sum(not row.question.is_side for row in waiting_for_me if row.question is not None),
        "elsewhere": [row for row in seated if row.game.is_running and row.question is None],
        "lobbies": [row for row in seated if not row.game.is_running],
        "rematches": [row.seat for row in rows if not row.seat.is_taken],
        "finished": finished,
        "has_unread": any(row.has_news or row.is_unread for row in rows)
        or any(seat.seen_version < seat.game.version for seat in finished),
        "is_new": is_new,
        "editions": list_editions() if is_new else [],
        "trial": find_trial_player(request),
        **find_seats(player, few, rows),
        **find_notice_problems(player, few),
    }
    return render(request, "games/dashboard.html", shown)


def find_seats(player: Player, few: FewRows, rows: Iterable[GameRow]) -> dict[str, Any]:
    """Return where a player could sit down: invitations, open games of others, and seats on offer."""
    listed = open_games(without=[row.game.pk for row in rows])[:OPEN_GAMES_SHOWN] if few.open_games else []
    return {
        "invitations": invitations_for(player) if few.invitations else [],
        "circle_invitations": open_invitations(player) if few.circle_invitations else [],
        "open_games": list(listed),
        "offered": list_public_offers(player) if few.offers else [],
    }


def show_landing(request: HttpRequest) -> HttpResponse:
    """Show what this site is, a game to play at once, and games that a visitor could join."""
    trial = find_trial_player(request)
    shown: dict[str, Any] = {
        "open_games": open_games()[:OPEN_GAMES_SHOWN] if sign_up.is_open() else [],
        "samples": Faces(engine.deck_of("fluxx")).all(SAMPLES),
        "trial": trials.find_running_trial(trial) if trial is not None else None,
        "can_play_now": settings.TRIAL_GAMES > 0 and sign_up.is_open(),
        "editions": list_editions(),
    }
    response = render(request, "games/landing.html", shown)
    if sign_up.is_open():
        response.headers["X-Robots-Tag"] = "all"
    return response


def list_editions() -> list[tuple[str, str]]:
    """Return the slug and the title of each edition, base Fluxx first."""
    return [(edition.slug, _(edition.title)) for edition in engine.all_editions()]


def find_notice_problems(player: Player, few: FewRows) -> dict[str, Any]:
    """Return what keeps notices from a player: channels that are off, and turns without any notice."""
    channels = channels_of(player) if few.channels else []
    choices = choices_of(player) if few.choices else NoticeChoices(player=player)
    is_silent = are_turns_silent(choices, channels)
    return {
        "failing": [channel for channel in channels if channel.off_at is not None],
        "clock_warning": clock_warning() if is_silent else "",
    }


def invitations_for(player: Player) -> list[Invitation]:
    """Return the open invitations to the player's address."""
    invitations = Invitation.objects.filter(INVITATION_IS_OPEN, game__status=Game.Status.OPEN)
    return list(invitations.filter(email=player.email).select_related("game", "invited_by"))


def finished_games(player: Player) -> QuerySet[Seat]:
    """Return the player's seats in games that are over, those that ended last first."""
    over = Seat.objects.filter(
        player=player, status=Seat.Status.TAKEN, game__status__in=[Game.Status.FINISHED, Game.Status.ENDED]
    )
    over = over.annotate(has_news=Q(seen_version__lt=F("game__version")), turns=count_turns())
    return over.select_related("game", "game__winner").order_by("-game__finished_at", "-pk")


def count_turns() -> Greatest:
    """Return an annotation with how many turns the game of a seat had, those of bots at its end included.

    Bots and orders answer at once, so what they were asked has no row; the turns that began then are known by
    the moves from that answer on, which nobody has taken back.
    """
    last_asked = (
        Question.objects.filter(game=OuterRef(OuterRef("game"))).order_by("-number").values("number")[:1]
    )
    moves = Move.objects.filter(
        game=OuterRef("game"),
        question_number__gte=Subquery(last_asked),
        outcomes__contains=[{"type": TURN_BEGAN}],
    )
    numbers = f"""'$[*] ? (@.type == "{TURN_BEGAN}").number'"""
    last_begun = Func(
        F("outcomes"),
        template=f"(jsonb_path_query_array(%(expressions)s, {numbers}) -> -1)::int",
        output_field=IntegerField(),
    )
    return Greatest(last_turn(), Subquery(moves.order_by("-version").values(number=last_begun)[:1]))


@post_or_redirect("dashboard")
@sign_in_on_404
def mark_all_as_read(request: HttpRequest) -> HttpResponse:
    """Take away the marks of news and of unread talk from all of the player's games."""
    mark_all_read(player=signed_in(request))
    messages.success(request, _("Everything is marked as read."))
    return redirect("dashboard")


@require_safe
@sign_in_on_404
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the most urgent game that waits for the player, else to an unseen result or unread talk."""
    player = signed_in(request)
    after = request.GET.get("after", "")
    keys = [question.game.key for question in waiting.questions_for(player)]
    keys += [seat.game.key for seat in waiting.unseen_results(player)]
    keys += Game.objects.filter(pk__in=remarks.games_with_unread(player)).values_list("key", flat=True)
    found = next((key for key in keys if key != after), None)
    if found is None:
        messages.info(request, _("Nothing else is waiting for you. We’ll mail you when something is."))
    return redirect(reverse("game", args=[found]) if found else reverse("dashboard"))
