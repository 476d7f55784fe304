"""How often people may do what costs the site much, per account and per network.

The numbers are in the settings; PostgreSQL counts (docs/decisions/0011-rate-limits-in-postgresql.md).
"""

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.core.refusal import Capped
from games.models import Player


def check_rate(request: HttpRequest, action: str, player: Player | None = None) -> None:
    """Count an action of a player, and of the network they are in. Raises `Capped` beyond what is allowed."""
    if not ratelimit.consume(request, action=action, user=player):
        if player is None:
            raise Capped(_("This was done too often from your network. Try again in an hour, or sign up."))
        raise Capped(_("You’ve done this very often lately. Try again in an hour."))
