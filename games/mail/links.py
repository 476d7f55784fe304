"""Absolute addresses for mails. Tokens go here and into the body, and nowhere else (requirement M7)."""

from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.models import Game


def absolute_url(name: str, *args: str) -> str:
    """Return the full address of the page with this URL name."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def with_choice(link: str, label: str) -> str:
    """Return the link to a question with one choice filled in."""
    return f"{link}?{urlencode({'pick': label})}"


def game_url(game: Game) -> str:
    """Return the address of a game's page; it requires signing in."""
    return absolute_url("game", game.key)
