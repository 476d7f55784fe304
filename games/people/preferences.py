"""A player's name, language and time zone, and what happens at their first sign-in."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from games.core.refusal import Illegal
from games.models import Player


def welcome(sender: type[Player], user: Player, request: HttpRequest, **_more: object) -> None:
    """Turn a guest who has signed in into a full player; a receiver of ``user_logged_in``."""
    if user.is_guest:
        Player.objects.filter(pk=user.pk).update(is_guest=False)
        user.is_guest = False


def set_preferences(*, player: Player, **chosen: str) -> None:
    """Set the `name`, `language` or `timezone` of a player; seats keep their old name.

    Raises `Illegal`.
    """
    for field, value in chosen.items():
        setattr(player, field, value)
    try:
        player.clean_fields(exclude={field.name for field in player._meta.fields} - chosen.keys())
    except ValidationError as error:
        raise Illegal(" ".join(error.messages)) from None
    player.save(update_fields=list(chosen))


def clear_mail_error(*, player: Player) -> None:
    """Try again to send mail to a player whose address refused it, or who marked a mail as spam."""
    again = dict(mail_refused_at=None, mail_error="", complained_at=None, bounces=0, bounced_at=None)  # noqa: C408
    Player.objects.filter(pk=player.pk).update(**again)
    for name, value in again.items():
        setattr(player, name, value)
