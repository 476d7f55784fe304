"""Nobody's time runs out who was not told: what is asked before the clock strikes.

Why: docs/decisions/0019-outages.md. Who has looked at the table knows, and whoever chose not to be told has
chosen. For anybody else the clock waits until a notice has left, and gives them some time from then on. An
address that takes no mail gets one extension while the table is told; then the clock goes on, so that no game
stands still for good.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum

from games import clock
from games.clocks.running_time import due
from games.core.record_event import note_event
from games.models import Game, Notice, Question, Seat
from games.outbox import notices
from games.outbox.kinds import QUESTION_KINDS
from games.play.question_rows import asked_before
from games.timing import deadlines
from games.timing.outages import CLOCK_FIELDS

logger = logging.getLogger(__name__)

# From the moment at which a notice has left, its reader has so much time: this, or a part of what there was.
LEAST, LEAST_PART = timedelta(hours=12), 4


class NotificationState(Enum):
    """Whether the player of a seat knows that they are asked."""

    KNOWS = "a notice has left only lately"
    NOT_YET = "a notice is still to be sent"
    NEVER = "no notice reaches them"


def postpone_if_unnotified(game: Game, row: Question, seats: Iterable[Seat]) -> bool:
    """Put off a question that is about to strike, if its player was not told in time; return whether.

    In the transaction of the strike, with the game locked.
    """
    now = clock.now()
    seat = row.seat
    told, sent_at = notification_state(row, seat)
    given = row.allowance or (row.due_at or now) - row.opened_at
    least = min(LEAST, given / LEAST_PART)
    hours = deadlines.hours_of(row)
    match told:
        case NotificationState.KNOWS if sent_at is not None and due(sent_at, least, hours) > now:
            postpone(row, due(sent_at, least, hours), given)
        case NotificationState.NOT_YET if not row.is_window:
            postpone(row, due(now, least, hours), given)
        case NotificationState.NOT_YET | NotificationState.NEVER if row.extended_at is None:
            row.extended_at = now
            postpone(row, due(now, given, hours), given)
            if told is NotificationState.NEVER and not row.is_window:  # who has not passed there is sealed
                notify_unreachable(game, row, seat, seats)
        case _:
            return False
    logger.warning("question %s is put off to %s: %s", row.pk, f"{row.due_at:%F %T}", told.value)
    return True


def notification_state(row: Question, seat: Seat) -> tuple[NotificationState, datetime | None]:
    """Return whether the player of a seat knows of a question, and since when by a notice."""
    rows = notices_of_question(row)
    if not rows or seat.seen_version >= min(each.version for each in rows):
        return NotificationState.KNOWS, None
    if row.of_turn and all(each.quiet for each in rows):  # it followed an answer of their own in this turn
        return NotificationState.KNOWS, None
    refuses = seat.player is not None and seat.player.mail_refused_at is not None
    sent = [each for each in rows if each.status == Notice.Status.SENT and each.sent_at]
    arrived = [each.sent_at for each in sent if each.channel_id is not None or not refuses]
    if arrived:
        return NotificationState.KNOWS, min(filter(None, arrived))
    if any(is_late(each) for each in rows) and not refuses:
        return NotificationState.NOT_YET, None
    if refuses or any(each.status == Notice.Status.DEAD for each in rows):
        return NotificationState.NEVER, None
    return NotificationState.KNOWS, None


def notices_of_question(row: Question) -> list[Notice]:
    """Return what was to tell of a question, and what told of it before it was asked anew."""
    rows = list(Notice.objects.filter(question=row, kind__in=QUESTION_KINDS))
    if any(each.key == notices.key_of(row) for each in rows):
        return rows
    return [*rows, *Notice.objects.filter(question__in=asked_before(row), kind__in=QUESTION_KINDS)]


def is_late(notice: Notice) -> bool:
    """Whether a notice waits that should have been sent, rather than for the hour that its reader chose."""
    if notice.status != Notice.Status.WAITING:
        return False
    return notice.attempts > 0 or notice.next_try_at <= clock.now()


def postpone(row: Question, due_at: datetime, given: timedelta) -> None:
    """Set another deadline; its reminders follow."""
    deadlines.move(row, due_at, given, clock.now())
    row.save(update_fields=[*CLOCK_FIELDS, "extended_at"])


def notify_unreachable(game: Game, row: Question, seat: Seat, seats: Iterable[Seat]) -> None:
    """Tell the host that no notice reaches a seat, or, when it is the host's own, everybody else."""
    note_event(game, "unreachable", name=str(seat))
    others = [each for each in seats if each.is_person and not each.plays_itself and each.pk != seat.pk]
    host = [each for each in others if each.player_id == game.host_id]
    notices.write(
        notices.build_notice(
            Notice.Kind.UNREACHABLE,
            key=f"unreachable/{row.pk}/{each.pk}",
            game=game,
            seat=each,
            question=row,
        )
        for each in host or others
    )
