"""Writing mails to persons that concern no table: rows, in the transaction of what they tell."""

from typing import Any

from games.models import PersonMail, Player

from .notices import make_message_id


def write_to(player: Player, kind: PersonMail.Kind, **params: Any) -> PersonMail:
    """Store a mail to a player; the sweep of the notices sends it. `params` is what its text must know."""
    return PersonMail.objects.create(
        player=player, kind=kind, params=params, message_id=make_message_id(kind)
    )
