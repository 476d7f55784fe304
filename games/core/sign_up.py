"""Who may come in: anybody, or only who was invited (docs/decisions/0070-who-may-come-in.md)."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404
from django.urls import Resolver404, resolve

from games.models import Game

from . import access

OPEN, CLOSED = "open", "closed"


def is_open() -> bool:
    """Whether anybody may sign up; otherwise the site is for friends, and shows nothing to strangers."""
    return settings.SIGNUP == OPEN


def may_invite_strangers() -> bool:
    """Whether players may invite people by address; else only those whom they have played with here."""
    return settings.SIGNUP != CLOSED


def lists_games() -> bool:
    """Whether pages lead to lists of games: on a site for friends only while a game is listed from before."""
    going_on = Game.objects.filter(is_open=True, status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return is_open() or going_on.exists()


def may_sign_up(next_url: str | None) -> bool:
    """Whether somebody may sign up who goes on to this address: a game's link lets them in, always."""
    return is_open() or is_link_of_game(next_url or "")


def is_link_of_game(url: str) -> bool:
    """Whether an address is the link of a game that isn't over."""
    try:
        match = resolve(urlsplit(url).path)
    except (Resolver404, ValueError):
        return False
    if match.url_name not in ("join_by_link", "take_over_by_link"):
        return False
    try:
        access.get_game_by_link(match.kwargs["link_key"])
    except Http404:
        return False
    return True
