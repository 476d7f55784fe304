"""Reminders of questions whose deadline comes near."""

import time
from functools import partial

from games import clock
from games.clocks import reminders
from games.core.errors import Tally
from games.core.locking import in_transaction
from games.core.postponed import is_ready, run_each
from games.models import Notice, Question
from games.models.question import IS_OPEN
from games.outbox import notices
from games.play import table_notices

BATCH = 100
REMINDER = "the reminder of question"


def remind_all(*, stop_at: float) -> Tally:
    """Write a reminder for every question that has reached a rung of the reminder ladder."""
    tally = Tally()
    while time.monotonic() < stop_at:
        due = Question.objects.filter(IS_OPEN, remind_at__isnull=False, remind_at__lte=clock.now())
        due = due.filter(is_ready(REMINDER)).order_by("remind_at", "pk")
        batch = list(due.values_list("pk", flat=True)[:BATCH])
        reminded: list[int] = []
        tally += run_each(REMINDER, batch, partial(remind, reminded), stop_at=stop_at)
        if not reminded or len(batch) < BATCH:
            break
    return tally


def remind(reminded: list[int], question_pk: int) -> None:
    """Write the reminder of a question, and add it to those that were written."""
    if notify_reminder(question_pk=question_pk):
        reminded.append(question_pk)


@in_transaction
def notify_reminder(*, question_pk: int) -> bool:
    """Write the most urgent reminder that is due for a question, in place of earlier ones.

    Locks the question's row, and leaves it alone when somebody else holds it. Whether it is answered by then
    is checked again when the mail is sent.
    """
    now = clock.now()
    row = (
        Question.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("seat", "game")
        .filter(IS_OPEN, pk=question_pk, remind_at__lte=now)
        .first()
    )
    if row is None or row.due_at is None or row.allowance is None:
        return False
    hours = row.pauses
    rung = reminders.latest_reminder(row.due_at, row.allowance, now, hours)
    row.remind_at = reminders.next_reminder(row.due_at, row.allowance, now, hours)
    row.save(update_fields=["remind_at"])
    if rung is None or not notices.needs_notice(row):
        return True
    earlier = Notice.objects.filter(question=row, kind=Notice.Kind.REMINDER, status=Notice.Status.WAITING)
    earlier.update(status=Notice.Status.SKIPPED, reason="superseded by a later reminder")
    # With the deadline in the key: one that was moved is reminded of anew.
    key = f"reminder/{row.pk}/{rung}/{row.due_at:%s}"
    notice = notices.build_notice(Notice.Kind.REMINDER, key=key, game=row.game, seat=row.seat, question=row)
    warns = rung >= 1 or row.remind_at is None  # the last two are so near that the others hear of it
    notices.write([notice, *(table_notices.build_warnings(row) if warns else [])])
    return True
