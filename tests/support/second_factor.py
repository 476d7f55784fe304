"""Second factors in tests: an app that shows codes, and staff who have one."""

import time
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from games.models import Player

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_now(secret: str = SECRET, *, later: int = 0) -> str:
    """The code that an app shows now, or so many periods later."""
    counter = int(time.time()) // 30 + later
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def give_app(player: Player) -> Authenticator:
    """Set up an authenticator app for a player, with recovery codes."""
    RecoveryCodes.activate(player)
    return totp.TOTP.activate(player, SECRET).instance


def note_sign_in(session: Any, player: Player, *, method: str, minutes_ago: float = 0) -> None:
    """Write into a session how its player signed in: by a "code" in a mail, or by "mfa", a second factor."""
    session["account_authentication_methods_user"] = str(player.pk)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": method, "at": time.time() - 60 * minutes_ago, "reauthenticated": method == "mfa"}
    ]
    session.save()


def sign_in_with_app(client: Client, player: Player, *, minutes_ago: float = 0) -> None:
    """Sign a player in who has an app and proved it."""
    client.force_login(player)
    if not Authenticator.objects.filter(user=player).exists():
        give_app(player)
    note_sign_in(client.session, player, method="mfa", minutes_ago=minutes_ago)
