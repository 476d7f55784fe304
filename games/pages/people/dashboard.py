"""The front page: what waits for a player, their other games, and the seats that they can take."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count, Exists, F, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.history import remarks
from games.history.game_history import SEALED
from games.models import Game, Invitation, Move, Player, Question, Seat
from games.models.invitation import IS_OPEN as INVITATION_IS_OPEN
from games.models.question import STOPS_PLAY
from games.pages.common import waiting
from games.pages.common.card_faces import Faces
from games.pages.common.guards import sign_in_on_404
from games.pages.common.requests import signed_in
from games.pages.seats.replacement import list_public_offers

from . import notifications

OPEN_GAMES_SHOWN = 20
FINISHED_SHOWN = 10
# One card of each kind, for visitors who have never seen any.
SAMPLES = ("the-rocket", "rocket-to-the-moon", "draw-3", "rotate-hands")
NEWEST = Move.objects.filter(game=OuterRef("game")).exclude(SEALED).order_by("-version")
GOING_ON = (Game.Status.OPEN, Game.Status.RUNNING)


@dataclass(frozen=True)
class OtherGame:
    """A running game in which the player has a seat and is not asked anything."""

    game: Game
    seat: Seat
    questions: tuple[Question, ...]
    has_news: bool

    @property
    def asked(self) -> tuple[Question, ...]:
        """What the play waits for, seat by seat."""
        return tuple(each for each in self.questions if not each.is_window)

    @property
    def window(self) -> Question | None:
        """A card that is being played, which others may answer; it doesn't tell who has."""
        return next((each for each in self.questions if each.is_window), None)


@require_safe
@sign_in_on_404
def dashboard(request: HttpRequest) -> HttpResponse:
    """Show the player's games; to everybody else, what this site is."""
    if not isinstance(request.user, Player):
        samples = Faces(engine.deck_of("fluxx")).all(SAMPLES)
        return render(request, "games/landing.html", {"open_games": open_games(), "samples": samples})
    player = request.user
    asked_of_me = list(waiting.asked_of(player))
    waiting_for_me = [question for question in asked_of_me if not question.is_side]
    mine = list(
        Seat.objects.filter(
            player=player, status__in=[Seat.Status.TAKEN, Seat.Status.INVITED], game__status__in=GOING_ON
        )
        .select_related("game", "game__host")
        .annotate(newest=Subquery(NEWEST.values("version")[:1]))
    )
    finished = finished_games(player)
    asked = {question.seat_id for question in waiting_for_me}
    running = [(seat, seat.newest) for seat in mine if seat.game.is_running and seat.pk not in asked]
    shown: dict[str, Any] = {
        "waiting": waiting_for_me,
        "beside": [question for question in asked_of_me if question.is_side],
        "elsewhere": list_other_games(running),
        "unread_talk": remarks.games_with_unread(player),
        "lobbies": [seat for seat in mine if not seat.game.is_running and seat.is_taken],
        "rematches": [seat for seat in mine if not seat.game.is_running and not seat.is_taken],
        "invitations": invitations_for(player),
        "open_games": open_games(without=[seat.game_id for seat in mine]),
        "offered": list_public_offers(player),
        "finished": finished,
        "is_new": not mine and not finished,
        **find_notice_problems(player),
    }
    return render(request, "games/dashboard.html", shown)


def find_notice_problems(player: Player) -> dict[str, Any]:
    """Return what keeps notices from a player: channels that are off, and turns without any notice."""
    channels = notifications.channels_of(player)
    is_silent = notifications.are_turns_silent(notifications.choices_of(player), channels)
    return {
        "failing": [channel for channel in channels if channel.off_at is not None],
        "clock_warning": notifications.clock_warning() if is_silent else "",
    }


def list_other_games(seats: Sequence[tuple[Seat, int | None]]) -> list[OtherGame]:
    """Return the games of seats, with what others are asked; seats come with the newest version."""
    questions: dict[int, list[Question]] = {}
    games = [seat.game_id for seat, _newest in seats]
    opened = Question.objects.filter(STOPS_PLAY, game__in=games).select_related("seat")
    for question in opened.order_by("game", F("due_at").desc(nulls_last=True), "number"):
        questions.setdefault(question.game_id, []).append(question)
    return [
        OtherGame(seat.game, seat, tuple(questions.get(seat.game_id, ())), seat.seen_version < (newest or 0))
        for seat, newest in seats
    ]


def invitations_for(player: Player) -> list[Invitation]:
    """Return the open invitations to the player's address."""
    invitations = Invitation.objects.filter(INVITATION_IS_OPEN, game__status=Game.Status.OPEN)
    return list(invitations.filter(email=player.email).select_related("game", "invited_by"))


def open_games(without: list[int] | None = None) -> list[Game]:
    """Return the newest games that are listed for all and have a free seat."""
    free = Seat.objects.filter(game=OuterRef("pk"), status=Seat.Status.FREE).order_by()
    games = Game.objects.filter(Exists(free), status=Game.Status.OPEN, is_open=True)
    counted = games.annotate(free=free.values("game").annotate(count=Count("pk")).values("count"))
    newest = counted.exclude(pk__in=without or []).order_by("-created_at")
    return list(newest.select_related("host")[:OPEN_GAMES_SHOWN])


def finished_games(player: Player) -> list[Seat]:
    """Return the player's seats in the games that ended last."""
    over = Seat.objects.filter(
        player=player, status=Seat.Status.TAKEN, game__status__in=[Game.Status.FINISHED, Game.Status.ENDED]
    )
    return list(over.select_related("game", "game__winner").order_by("-game__finished_at")[:FINISHED_SHOWN])


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
        messages.info(request, _("Nothing else waits for you. A mail comes when it does."))
    return redirect(reverse("game", args=[found]) if found else reverse("dashboard"))
