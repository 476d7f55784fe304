"""Writing mails to persons that concern no table: rows, in the transaction of what they tell."""

import secrets
from typing import Any

from django.conf import settings

from games.models import PersonMail, Player


def write_to(player: Player, kind: PersonMail.Kind, **params: Any) -> PersonMail:
    """Store a mail to a player; the sweep of the notices sends it. `params` is what its text must know."""
    message_id = f"<{kind}.{secrets.token_hex(8)}@{settings.MAIL_DOMAIN}>"
    return PersonMail.objects.create(player=player, kind=kind, params=params, message_id=message_id)
