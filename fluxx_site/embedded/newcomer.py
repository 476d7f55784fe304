"""The link that bin/run prints: it signs the person at the terminal in, once, to a game that waits for them.

Opening it shows a button and changes nothing (a chat program or a browser may fetch it first); the button
signs in. Only the hash of the link's token is kept, in a file of VAR_DIR that signing in removes.
"""

import json
import secrets
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Game, Pace, Player, Starter
from games.people.preferences import set_preferences
from games.play.start import start_game
from games.seats.lobby import create_game

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
ADDRESS = "you@fluxx.localhost"


def do_demo() -> tuple[Player, Game]:
    """Return the newcomer, and their running game against three bots, in which they begin.

    Both are made where they are missing, so that a second run finds those of the first. The newcomer may use
    the admin, as it is their own machine, and their address is proved by being here.
    """
    player = Player.objects.filter(email=ADDRESS).first()
    if player is None:
        player = Player.objects.create_superuser(ADDRESS, name=_("Newcomer"))
    game = Game.objects.filter(host=player, status=Game.Status.RUNNING).order_by("-created_at").first()
    if game is None:
        game = create_game(
            host=player,
            name=_("Your first game"),
            seats=4,
            pace=Pace.THREE_DAYS,
            fill_with_bots=True,
            starter=Starter.HOST,
        )
        game = start_game(game=game, by=player)
    return player, game


def make_link() -> str:
    """A fresh link to the demo game; the link of an earlier run stops working."""
    player, game = do_demo()
    token = secrets.token_urlsafe(24)
    kept = {"hash": hash_token(token), "player": player.pk, "game": game.key}
    path = get_token_file()
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(kept))
    return f"{settings.SITE_URL}{reverse('newcomer', args=[token])}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newcomer(request: HttpRequest, token: str) -> HttpResponse:
    kept = read_token(token)
    player = Player.objects.filter(pk=kept["player"], is_active=True).first() if kept else None
    if kept is None or player is None or (request.method == "POST" and not take_token()):
        return render(request, "embedded/newcomer_gone.html", status=410)
    if request.method != "POST":
        return render(request, "embedded/newcomer.html", {"player": player})
    if player.last_login is None:
        set_preferences(player=player, language=get_language())
    login(request, player, backend=BACKEND)
    return redirect("game", kept["game"])


def get_token_file() -> Path:
    return Path(settings.VAR_DIR, "newcomer.json")


def hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def read_token(token: str) -> dict[str, str] | None:
    """What is kept about `token`, if it is the one that still works."""
    try:
        kept: dict[str, str] = json.loads(get_token_file().read_text())
    except (OSError, ValueError):
        return None
    return kept if secrets.compare_digest(kept["hash"], hash_token(token)) else None


def take_token() -> bool:
    """Use the token up; True for exactly one of all who try at once, since a file is removed only once."""
    try:
        get_token_file().unlink()
    except FileNotFoundError:
        return False
    return True
