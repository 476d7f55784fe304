"""Where a player is signed in, signing out there, and resetting the second factor of who has lost it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet

from games import clock
from games.core.locking import in_transaction
from games.models import Player

# What a browser calls itself, the one that also claims to be others first.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class SignedIn:
    """A browser in which somebody is signed in; `browser` and `system` are empty where it doesn’t say."""

    pk: int
    since: datetime
    address: str
    browser: str
    system: str
    is_here: bool


def list_sessions(player: Player, key: str | None) -> list[SignedIn]:
    """Return where a player is signed in, the newest first; `key` is that of the session that asks."""
    return [
        SignedIn(
            row.pk,
            row.created_at,
            row.ip,
            _name_in(row.user_agent, BROWSERS),
            _name_in(row.user_agent, SYSTEMS),
            row.session_key == key,
        )
        for row in UserSession.objects.filter(Exists(_live()), user=player).order_by("-created_at", "-pk")
    ]


def end_session(*, player: Player, pk: int) -> None:
    """Sign a player out in one place. Nothing happens where they aren’t signed in any more."""
    _end(UserSession.objects.filter(user=player, pk=pk))


def end_other_sessions(*, player: Player, key: str | None) -> None:
    """Sign a player out everywhere but in the session with this key; without one, everywhere."""
    _end(UserSession.objects.filter(user=player).exclude(session_key=key or ""))


def end_unlisted_sessions(*, player: Player, key: str | None) -> None:
    """Sign a player out also where no row tells of it, as in sessions from before there were rows."""
    for session in (
        Session.objects.filter(expire_date__gt=clock.now()).exclude(session_key=key or "").iterator()
    ):
        if session.get_decoded().get("_auth_user_id") == str(player.pk):
            session.delete()


@in_transaction
def forget_factors(*, player: Player) -> None:
    """Forget by what a player signs in beside mail and password, and sign them out everywhere."""
    Authenticator.objects.filter(user=player).delete()
    end_other_sessions(player=player, key=None)


def forgettable_sessions() -> QuerySet[UserSession]:
    """Return the rows about sessions that have ended."""
    return UserSession.objects.filter(~Exists(_live()))


def _live() -> QuerySet[Session]:
    return Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=clock.now())


def _end(rows: Iterable[UserSession]) -> None:
    for row in rows:
        row.end()


def _name_in(agent: str, names: Iterable[tuple[str, str]]) -> str:
    return next((name for word, name in names if word in agent), "")
