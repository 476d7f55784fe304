"""A pulse: what an open page of a table asks every few seconds, answered by one statement.

Many pages are open at the same time, so a pulse opens no session and loads no rows: the statement finds
whether its sender may still ask, what the state of the page hangs on, and whether others are here. It notes
that the sender looks at the table, too, so that their own mails wait
(docs/decisions/0089-a-pulse-costs-one-statement.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games import clock
from games.models import Seat
from games.models.question import WINDOW

from .presence import BETWEEN, BETWEEN_WATCHES, note_presence

# A look that is longer ago holds no mail.
OLDEST_LOOK = timedelta(minutes=10)
PULSE = """
WITH allowed AS (
    SELECT g.id, g.edition, g.version, g.status, g.paused_at, g.started_at, s.id AS seat, s.here_at
    FROM games_game g
    LEFT JOIN games_seat s ON s.game_id = g.id AND s.id = %(seat)s::bigint AND s.status = 'taken'
        AND (%(epoch)s::bigint IS NULL OR s.link_epoch = %(epoch)s::bigint)
        AND CASE WHEN %(is_deputy)s::boolean THEN EXISTS (
            SELECT FROM games_deputy d WHERE d.seat_id = s.id AND d.player_id = %(player)s::bigint
            AND d.ended_at IS NULL AND d.accepted_at IS NOT NULL AND d.ends_at > %(now)s::timestamptz
        ) ELSE s.player_id = %(player)s::bigint END
    WHERE g.key = %(key)s::text AND (%(seat)s::bigint IS NULL OR s.id IS NOT NULL)
        AND (%(session)s::text = '' OR EXISTS (
            SELECT FROM django_session
            WHERE session_key = %(session)s::text AND expire_date > %(now)s::timestamptz
        ))
        AND NOT EXISTS (
            SELECT FROM games_player p WHERE p.id IN (%(player)s::bigint, s.player_id)
            AND (p.suspended_until > %(now)s::timestamptz OR NOT p.is_active)
        )
), looked AS (
    UPDATE games_seat SET watched_at = %(looked_at)s::timestamptz WHERE id IN (
        SELECT w.id FROM games_seat w JOIN allowed a ON a.seat = w.id
        WHERE NOT %(is_deputy)s::boolean AND %(looked_at)s::timestamptz IS NOT NULL
            AND (w.watched_at IS NULL OR w.watched_at < %(known)s::timestamptz)
        FOR NO KEY UPDATE OF w SKIP LOCKED
    ) RETURNING id
), deputy_looked AS (
    UPDATE games_deputy SET watched_at = %(looked_at)s::timestamptz WHERE id IN (
        SELECT d.id FROM games_deputy d JOIN allowed a ON a.seat = d.seat_id
        WHERE %(is_deputy)s::boolean AND %(looked_at)s::timestamptz IS NOT NULL
            AND d.player_id = %(player)s::bigint AND d.ended_at IS NULL
            AND (d.watched_at IS NULL OR d.watched_at < %(known)s::timestamptz)
        FOR NO KEY UPDATE OF d SKIP LOCKED
    )
)
SELECT a.edition, a.version, a.status, a.paused_at IS NOT NULL, a.started_at IS NOT NULL,
    coalesce(seen.version, 0), seen.created_at,
    ARRAY(SELECT status FROM games_seat WHERE game_id = a.id ORDER BY number),
    ARRAY(
        SELECT q.number FROM games_question q
        WHERE q.game_id = a.id AND q.closed_at IS NULL
            AND (q.seat_id = a.seat OR NOT (q.beside OR q.what = %(window)s::text))
        ORDER BY q.number
    ),
    a.seat IS NOT NULL AND NOT %(is_deputy)s::boolean AND EXISTS (
        SELECT FROM games_seat o JOIN games_player p ON p.id = o.player_id
        WHERE o.game_id = a.id AND o.id <> a.seat AND o.status = 'taken'
            AND p.shows_presence AND o.here_at > %(recent)s::timestamptz
            AND NOT EXISTS (
                SELECT FROM games_playerblock b WHERE b.kind = 'block'
                AND (b.by_id, b.player_id) IN ((p.id, %(player)s::bigint), (%(player)s::bigint, p.id))
            )
    ),
    EXISTS (SELECT FROM looked) AND coalesce(a.here_at < %(recent)s::timestamptz, true)
FROM allowed a LEFT JOIN LATERAL (
    SELECT m.version, m.created_at FROM games_move m
    WHERE m.game_id = a.id AND NOT (m.kind = 'answer' AND m.outcomes = '[]')
    ORDER BY m.version DESC LIMIT 1
) seen ON true
"""


@dataclass(frozen=True)
class PulseSender:
    """Whose page asks: that of a seat's player or deputy, or of somebody without a seat.

    `session` is the key of the session that shows the page; `epoch` is that of the link that does.
    """

    key: str
    seat: int | None = None
    player: int | None = None
    is_deputy: bool = False
    epoch: int | None = None
    session: str = ""


@dataclass(frozen=True)
class Pulse:
    """What the state of a page hangs on, and how lively its table is.

    Version and time are those of the last visible move: nobody learns of passes in windows.
    """

    edition: str
    version: int
    status: str
    is_paused: bool
    has_started: bool
    visible_version: int
    changed_at: datetime | None
    seats: Sequence[str]
    questions: Sequence[int]
    others_are_here: bool


def take_pulse(sender: PulseSender, *, looked: timedelta | None = None) -> Pulse | None:
    """Return what a page asks for, or `None` if it may not ask any more.

    Note that its reader `looked` at it so long ago; without it they have not, or they look at another page.
    """
    now = clock.now()
    if looked is not None and not timedelta() <= looked <= OLDEST_LOOK:
        looked = None
    looked_at = None if looked is None else now - looked
    # Who looks on is noted every now and then; when they stopped, exactly.
    known = None if looked_at is None else looked_at - (timedelta() if looked else BETWEEN_WATCHES)
    words: dict[str, Any] = {
        "key": sender.key,
        "seat": sender.seat,
        "player": sender.player,
        "is_deputy": sender.is_deputy,
        "epoch": sender.epoch,
        "session": sender.session,
        "window": WINDOW,
        "now": now,
        "looked_at": looked_at,
        "known": known,
        "recent": now - BETWEEN,
    }
    with connection.cursor() as cursor:
        cursor.execute(PULSE, words)
        row = cursor.fetchone()
    if row is None:
        return None
    *found, presence_is_due = row
    if presence_is_due and sender.seat is not None:
        note_presence(seat=Seat(pk=sender.seat, player_id=sender.player))
    return Pulse(*found)
