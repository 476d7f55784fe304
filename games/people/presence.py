"""Presence: when a player was last here, for the others at their table.

Who passes a Surprise is secret (H7), and somebody who is here when a window closes may be the one who has. So
nothing is noted while a window is open at any table of the player, whoever is asked, nor for an hour after.
What others see then is from before.

Who has blocked somebody, and whom they have blocked, don't see when the other was here either.

That a page is being watched is another thing (docs/decisions/0069-mails-wait-while-one-looks.md): only the
watcher's own mails depend on it.
"""

from collections.abc import Callable, Collection
from datetime import timedelta

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games import clock
from games.core.rows import PlayerAt
from games.models import Deputy, Question, Seat
from games.models.question import WINDOW
from games.timing.player_records import describe_length

# It is stored once in so long at most, and for so long somebody is here.
BETWEEN = timedelta(minutes=5)
BETWEEN_WATCHES = timedelta(seconds=20)
AFTER_WINDOW = timedelta(hours=1)
HOUR = timedelta(hours=1)
# By hand, as in `core.rows`: of every answer.
WATCH = """
UPDATE games_seat s SET watched_at = %s FROM games_game g
WHERE g.id = s.game_id AND g.key = %s AND s.player_id = %s AND s.status = 'taken'
    AND (s.watched_at IS NULL OR s.watched_at < %s)
"""


def note_presence(*, seat: Seat) -> None:
    """Note that the player of a seat is here, if they show that and nothing secret is under way."""
    now = clock.now()
    secret = Question.objects.filter(
        Q(closed_at=None) | Q(closed_at__gt=now - AFTER_WINDOW),
        what=WINDOW,
        game__seats__player=OuterRef("player"),
        game__seats__status=Seat.Status.TAKEN,
    )
    due = Seat.objects.filter(Q(here_at=None) | Q(here_at__lt=now - BETWEEN), pk=seat.pk)
    due = due.filter(~Exists(secret), status=Seat.Status.TAKEN, player__shows_presence=True)
    due.update(here_at=now)


def note_watching(*, at: int | PlayerAt | Deputy) -> None:
    """Note that who plays at a seat, or its deputy, looks at the table: their own mails wait for a moment.

    Nobody else is shown that, and nobody else's mails depend on it; so windows don't matter here.
    """
    now = clock.now()
    if isinstance(at, PlayerAt):
        with connection.cursor() as cursor:
            cursor.execute(WATCH, [now, at.key, at.player, now - BETWEEN_WATCHES])
        return
    known = Q(watched_at=None) | Q(watched_at__lt=now - BETWEEN_WATCHES)
    if isinstance(at, Deputy):
        Deputy.objects.filter(known, pk=at.pk).update(watched_at=now)
    else:
        Seat.objects.filter(known, pk=at, status=Seat.Status.TAKEN).update(watched_at=now)


def describe_presence(
    seat: Seat, viewer: Seat | None, find_apart: Callable[[], Collection[int]] = frozenset
) -> str:
    """Return when a player was last here, roughly; nothing to who is not a player at their table.

    Nor of those from whom the viewer keeps apart, which is asked where there is something to show.
    """
    if viewer is None or not viewer.is_person or viewer.game_id != seat.game_id or viewer.pk == seat.pk:
        return ""
    if seat.player is None or not seat.is_person or not seat.player.shows_presence or seat.here_at is None:
        return ""
    if seat.player_id in find_apart():
        return ""
    passed = clock.now() - seat.here_at
    if passed < BETWEEN:
        return _("here now")
    if passed < HOUR:
        passed = passed // BETWEEN * BETWEEN
    return _("here %(time)s ago") % {"time": describe_length(passed)}
