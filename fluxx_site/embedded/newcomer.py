"""The links that bin/run prints: each signs the person at the terminal in, once.

One leads to a game that waits for them, the other to the administration, which opens to whoever came by one
of them, on this machine, without a second factor (ADR 75).

Opening a link shows a button and changes nothing (a chat program or a browser may fetch it first); the button
signs in. Only the hash of a link's token is kept, in a file of VAR_DIR that signing in removes.
"""

import ipaddress
import json
import os
import secrets
from hashlib import sha256
from pathlib import Path

from allauth.account.authentication import get_authentication_records
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from fluxx_site import environment
from fluxx_site.allauth_internals import record_authentication
from games.models import Game, Pace, Player, Starter
from games.people.preferences import set_preferences
from games.play.start import start_game
from games.seats.lobby import create_game

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
ADDRESS = "you@fluxx.localhost"
# How a session says that it was opened by such a link.
METHOD = "terminal"
# The file that keeps the token of each link.
FILES = {"game": "newcomer.json", "admin": "newcomer-admin.json"}
# Any of these says that somebody else handed the request on, who may be asked from anywhere.
HANDED_ON = ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via", "Cf-Connecting-Ip", "X-Forwarded-Host")


def do_demo() -> tuple[Player, Game]:
    """Return the newcomer, and their running game against three bots, in which they begin.

    Both are made where they are missing, so that a second run finds those of the first. The newcomer may use
    the admin, as it is their own machine, and their address is proved by being here.
    """
    with override(get_terminal_language()):
        player = Player.objects.filter(email=ADDRESS).first()
        if player is None:
            player = Player.objects.create_superuser(ADDRESS, name=_("Newcomer"), language=get_language())
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


def make_links() -> dict[str, str]:
    """Fresh links to the demo "game" and to the "admin"; those of an earlier run stop working."""
    player, game = do_demo()
    links = {}
    for name in FILES:
        token = secrets.token_urlsafe(24)
        kept = {"hash": hash_token(token), "player": player.pk, "game": game.key}
        path = get_token_file(name)
        path.unlink(missing_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(kept))
        links[name] = f"{settings.SITE_URL}{reverse('newcomer', args=[token])}"
    return links


def get_terminal_language() -> str:
    """The language of the terminal's locale, if the site has it, else that of the site."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    language = locale[:2].lower()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newcomer(request: HttpRequest, token: str) -> HttpResponse:
    kept = read_token(token)
    player = Player.objects.filter(pk=kept["player"], is_active=True).first() if kept else None
    if kept is None or player is None or (request.method == "POST" and not take_token(kept["to"])):
        return render(request, "embedded/newcomer_gone.html", status=410)
    if request.method != "POST":
        return render(request, "embedded/newcomer.html", {"player": player, "to": kept["to"]})
    if player.last_login is None:
        set_preferences(player=player, language=get_language())
    login(request, player, backend=BACKEND)
    record_authentication(request, player, METHOD, reauthenticated=True)
    UserSession.objects.create_from_request(request)
    return redirect("admin:index") if kept["to"] == "admin" else redirect("game", kept["game"])


def opens_admin(request: HttpRequest) -> bool:
    """Whether the administration opens without a second factor.

    Only under bin/run, to a session that one of its links has opened, and asked from this machine.
    """
    user = getattr(request, "user", None)  # an error page may come before anybody has asked who it is
    if not settings.EMBEDDED or user is None or not user.is_staff:
        return False
    records = get_authentication_records(request, user)
    return is_from_here(request) and any(each["method"] == METHOD for each in records)


def is_from_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine, to a name of this machine, and straight from a browser."""
    if any(name in request.headers for name in HANDED_ON):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return address.is_loopback and environment.is_local(f"http://{request.get_host()}")


def get_token_file(name: str) -> Path:
    return Path(settings.VAR_DIR, FILES[name])


def hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def read_token(token: str) -> dict[str, str] | None:
    """What is kept about `token`, if it is one that still works."""
    for name in FILES:
        try:
            kept: dict[str, str] = json.loads(get_token_file(name).read_text())
        except (OSError, ValueError):
            continue
        if secrets.compare_digest(kept["hash"], hash_token(token)):
            return kept | {"to": name}
    return None


def take_token(name: str) -> bool:
    """Use a token up; True for exactly one of all who try at once, since a file is removed only once."""
    try:
        get_token_file(name).unlink()
    except FileNotFoundError:
        return False
    return True
