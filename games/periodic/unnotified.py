"""Keeps time from running out for a player who was not notified (docs/decisions/0019-outages.md).

A player who has looked at the table knows; one who switched notices off has chosen. For everybody else the
deadline moves until a notice has left, plus some time to react. An address that accepts no mail, or whose
owner has marked a mail as spam, gets one extension while the table is notified; then the clock goes on, so
that no game stands still forever.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import Enum

from games import clock
from games.clocks.running_time import add_running
from games.core.event_log import note_event
from games.models import Notice, Question, Seat
from games.outbox import notices
from games.outbox.obsolete import why_mail_suppressed
from games.play import table_notices
from games.timing import deadlines

from .timeout_facts import QuestionNotice

logger = logging.getLogger(__name__)

# The time to react after a notice has left: 12 hours, or a quarter of the time given if that is less.
LEAST, LEAST_PART = timedelta(hours=12), 4


class NotificationState(Enum):
    """Whether the player of a seat was notified of a question."""

    KNOWS = "a notice has left only lately"
    NOT_YET = "a notice is still to be sent"
    NEVER = "no notice reaches them"


def postpone_if_unnotified(row: Question, seats: Iterable[Seat], found: Sequence[QuestionNotice]) -> bool:
    """Move the deadline of an overdue question if its player was not notified in time; say whether.

    Called in the transaction of the timeout, with its game locked. `seats` are all of the game, and `found`
    the notices of the question by `timeout_facts`.
    """
    now = clock.now()
    seat = row.seat
    state, sent_at = notification_state(row, seat, found)
    given = row.allowance or (row.due_at or now) - row.opened_at
    least = min(LEAST, given / LEAST_PART)
    hours = row.pauses
    match state:
        case NotificationState.KNOWS if sent_at is not None and add_running(sent_at, least, hours) > now:
            postpone(row, add_running(sent_at, least, hours), given)
        case NotificationState.NOT_YET if not row.is_window:
            postpone(row, add_running(now, least, hours), given)
        case NotificationState.NOT_YET | NotificationState.NEVER if row.extended_at is None:
            row.extended_at = now
            postpone(row, add_running(now, given, hours), given)
            if state is NotificationState.NEVER and not row.is_window:  # who has not passed there is sealed
                note_event(row.game, "unreachable", name=seat)
                table_notices.notify_unreachable(row.game, seat, seats, row)
        case _:
            return False
    logger.warning("question %s is put off to %s: %s", row.pk, f"{row.due_at:%F %T}", state.value)
    return True


def notification_state(
    row: Question, seat: Seat, found: Sequence[QuestionNotice]
) -> tuple[NotificationState, datetime | None]:
    """Return whether the player of a seat was notified of a question, and when the first notice left."""
    rows = own_or_earlier(row, found)
    if needs_no_notice(row, seat, rows):
        return NotificationState.KNOWS, None
    # A mail that came back has not arrived; one that left before its reader marked a mail as spam has.
    refuses = seat.player is not None and seat.player.mail_refused_at is not None
    sent = [each for each in rows if each.status == Notice.Status.SENT and each.sent_at]
    arrived = [each.sent_at for each in sent if each.channel is not None or not refuses]
    if arrived:
        return NotificationState.KNOWS, min(filter(None, arrived))
    if any(each.is_late for each in rows) and not refuses:
        return NotificationState.NOT_YET, None
    gets_no_mail = seat.player is not None and bool(why_mail_suppressed(seat.player))
    if gets_no_mail or any(each.status == Notice.Status.DEAD for each in rows):
        return NotificationState.NEVER, None
    return NotificationState.KNOWS, None


def needs_no_notice(row: Question, seat: Seat, rows: Sequence[QuestionNotice]) -> bool:
    """Whether the player of a seat has seen the table since, or was at it when they were asked."""
    if not rows or seat.seen_version >= min(each.version for each in rows):
        return True
    return row.on_turn_clock and all(each.quiet for each in rows)  # after an answer of their own in this turn


def own_or_earlier(row: Question, found: Sequence[QuestionNotice]) -> Sequence[QuestionNotice]:
    """Return the notices of a question; if its first is of an earlier row of it, those of that row, too."""
    own = [each for each in found if each.question == row.pk]
    return own if any(each.key == notices.question_key(row) for each in own) else found


def postpone(row: Question, due_at: datetime, given: timedelta) -> None:
    """Move the deadline of a question, and its reminders with it."""
    deadlines.move_deadline(row, due_at, given, clock.now())
    row.save(update_fields=[*deadlines.DUE_FIELDS, "extended_at"])
