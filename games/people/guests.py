"""Guests and visitors who become full players: by signing in."""

from django.http import HttpRequest

from games.models import Player


def promote_guest(sender: type[Player], user: Player, request: HttpRequest, **_more: object) -> None:
    """Turn a guest who has signed in into a full player; a receiver of ``user_logged_in``."""
    if user.is_guest or user.is_trial:
        Player.objects.filter(pk=user.pk).update(is_guest=False, is_trial=False)
        user.is_guest = user.is_trial = False
