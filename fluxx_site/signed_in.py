"""Who is signed in: the session and its player, read by one statement.

Django reads them by two, and takes longer to write the SQL than PostgreSQL to run it, on every page. Whose
session it is stands sealed in the session alone, so the player is found by allauth's row about it. That row
is only a guess: what the session says decides, and where the two differ, or anything is unusual, Django
finds the player as always.
"""

from typing import cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends import db
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.core.rows import selected
from games.core.shown_rows import read_row
from games.models import Player

# S608: the names in it are a model's own.
LOAD = f"""
SELECT s.session_data, {selected(Player, "p")}
FROM django_session s
LEFT JOIN usersessions_usersession u ON u.session_key = s.session_key
LEFT JOIN games_player p ON p.id = u.user_id
WHERE s.session_key = %s AND s.expire_date > %s
"""  # noqa: S608


class SessionStore(db.SessionStore):
    """A session in the database; once it is loaded, with the `player` who seems to be signed in."""

    player: Player | None = None

    def load(self) -> dict[str, object]:
        """Return what the session holds; Django deals with one that is over or was never there."""
        with connection.cursor() as cursor:
            cursor.execute(LOAD, [self.session_key, timezone.now()])
            row = cursor.fetchone()
        if row is None:
            return dict(super().load())
        data, *of_player = row
        self.player = None if of_player[0] is None else read_row(Player, of_player)
        return dict(self.decode(data))


class SignedIn(AuthenticationMiddleware):
    """Django's middleware, which takes the player from the session where everything about it is plain."""

    def process_request(self, request: HttpRequest) -> None:
        """Find the user of a request on first use."""
        super().process_request(request)
        by_django = request.user
        found = SimpleLazyObject(lambda: find_player(request.session) or by_django)
        request.user = cast("Player", found)


def find_player(session: object) -> Player | None:
    """Return the player that was read with a session, if they are signed in there now."""
    if not isinstance(session, SessionStore) or SESSION_KEY not in session:
        return None
    player = session.player
    if player is None or session[SESSION_KEY] != str(player.pk) or not player.is_active:
        return None
    is_known = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    is_whole = constant_time_compare(session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())
    return player if is_known and is_whole else None
