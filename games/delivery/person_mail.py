"""Sends mails to persons that concern no table. Only the sweep of the notices does, so nothing is leased.

They are few, so neither pace nor limits apply; a mail is sent twice only after a crash in between, and then
with the same Message-ID.
"""

import time
from datetime import timedelta

from games import clock
from games.core.errors import Tally, describe_error
from games.mail.person_letters import compose_person_mail
from games.models import Notice, PersonMail
from games.moderation import switches
from games.outbox.obsolete import Obsolete, no_mail_reason

from .smtp import MailConnection, Verdict, judge

BATCH = 50
MOST_ATTEMPTS = 100
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)


def send_person_mails(*, stop_at: float) -> Tally:
    """Send the mails to persons that are due, unless mail is held."""
    tally = Tally()
    due = PersonMail.objects.filter(status=Notice.Status.WAITING, next_try_at__lte=clock.now())
    rows = list(due.select_related("player").order_by("pk")[:BATCH])
    if not rows or switches.holds_mail():
        return tally
    with MailConnection() as connection:
        for row in rows:
            if time.monotonic() > stop_at:
                break
            tally.count(send_person_mail(row, connection))
    return tally


def send_person_mail(row: PersonMail, connection: MailConnection) -> bool:
    """Send one, or note why not; return whether nothing went wrong."""
    try:
        if reason := no_mail_reason(row.player) or ("" if row.player.is_active else "the account is closed"):
            raise Obsolete(reason)
        connection.send(compose_person_mail(row))
    except Obsolete as obsolete:
        row.status, row.reason = Notice.Status.SKIPPED, str(obsolete)[:200]
    except Exception as error:
        note_failure(row, error)
    else:
        row.status, row.sent_at, row.error = Notice.Status.SENT, clock.now(), ""
    row.save()
    return row.status != Notice.Status.DEAD and not row.error


def note_failure(row: PersonMail, error: Exception) -> None:
    """Try again a little later, longer and longer, unless the mail will never be taken."""
    row.attempts += 1
    row.error = describe_error(error, with_text=True)
    if judge(error) != Verdict.AGAIN or row.attempts >= MOST_ATTEMPTS:
        row.status = Notice.Status.DEAD
        return
    row.next_try_at = clock.now() + min(FIRST_WAIT * 2 ** min(row.attempts, 10), LONGEST_WAIT)
