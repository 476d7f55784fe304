"""The replay of a game at the desk: the same public tables that onlookers see, of private games, too."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from games.core.snapshot import TableSnapshot
from games.models import Game
from games.pages.table.replay import build_replay, show_replay, status_of_replay

from .act_pages import page_of


def replay_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the public table after a move, to staff who may read games: no hand, seed or open ballot."""
    if not request.user.has_perm("games.view_game"):
        raise PermissionDenied
    game = get_object_or_404(Game, pk=pk)
    page = build_replay(request, game, TableSnapshot(game).seats)
    address = reverse("admin:games_game_replay", args=[pk])
    shown: dict[str, Any] = show_replay(page, address, f"{page_of(game)}#history-title")
    return render(request, "games/replay.html", {"game": game, **shown}, status=status_of_replay(page))
