"""Sends mails to persons that concern no table.

They are few, so neither pace nor limits apply; a mail is sent twice only after a crash in between, and then
with the same Message-ID.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import connection as db_connection
from django.db import transaction
from django.db.models import Q

from games import clock
from games.core.errors import Tally, describe_error
from games.mail.person_letters import compose_person_mail
from games.models import Notice, PersonMail
from games.moderation import switches
from games.outbox.obsolete import Obsolete, why_mail_suppressed

from .smtp import MailConnection, Verdict, judge

BATCH = 50
Composer = Callable[[PersonMail], EmailMessage]
# So long a claimed mail is nobody else's: its next try is put off.
CLAIM = timedelta(minutes=2)
MOST_ATTEMPTS = 100
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
# The lock that the sweep of the notices holds before 0.1.0, where mails to persons are not claimed.
OLD_SWEEP = -385521019771422984


def send_person_mails(*, stop_at: float) -> Tally:
    """Send the mails to persons that are due, unless mail is held."""
    tally = Tally()
    rows = [] if switches.holds_mail() else claim_batch(~Q(kind=PersonMail.Kind.GAZETTE))
    if not rows:
        return tally
    with MailConnection() as connection:
        while rows and time.monotonic() <= stop_at:
            tally.count(send_person_mail(rows.pop(0), connection))
    for row in rows:
        finish(row, next_try_at=clock.now())
    return tally


@transaction.atomic(durable=True)
def claim_batch(wanted: Q) -> list[PersonMail]:
    """Claim wanted mails that are due from other senders, which put `next_try_at` off, and return them."""
    with db_connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [OLD_SWEEP])
        (is_free,) = cursor.fetchone()
    if not is_free:
        return []
    now = clock.now()
    due = PersonMail.objects.filter(wanted, status=Notice.Status.WAITING, next_try_at__lte=now)
    locked = due.select_for_update(of=("self",), skip_locked=True).select_related("player__notice_choices")
    rows = list(locked.order_by("pk")[:BATCH])
    for row in rows:
        row.next_try_at = now + CLAIM
    PersonMail.objects.filter(pk__in=[row.pk for row in rows]).update(next_try_at=now + CLAIM)
    return rows


def finish(row: PersonMail, **fields: object) -> None:
    """Store what came of a claimed mail, unless it was deleted or another sender has it meanwhile."""
    PersonMail.objects.filter(pk=row.pk, next_try_at=row.next_try_at).update(**fields)


def send_person_mail(
    row: PersonMail, connection: MailConnection, compose: Composer = compose_person_mail
) -> bool:
    """Send a claimed mail, or note why not; return whether nothing went wrong."""
    try:
        if reason := why_mail_suppressed(row.player) or (
            "" if row.player.is_active else "the account is closed"
        ):
            raise Obsolete(reason)
        connection.send(compose(row))
    except Obsolete as obsolete:
        finish(row, status=Notice.Status.SKIPPED, reason=str(obsolete)[:200])
    except Exception as error:
        note_failure(row, error)
        return False
    else:
        finish(row, status=Notice.Status.SENT, sent_at=clock.now(), error="")
    return True


def note_failure(row: PersonMail, error: Exception) -> None:
    """Try again a little later, longer and longer, unless the mail will never be taken."""
    attempts = row.attempts + 1
    said = describe_error(error, with_text=True)
    if judge(error) != Verdict.AGAIN or attempts >= MOST_ATTEMPTS:
        finish(row, attempts=attempts, error=said, status=Notice.Status.DEAD)
        return
    wait = min(FIRST_WAIT * 2 ** min(attempts, 10), LONGEST_WAIT)
    finish(row, attempts=attempts, error=said, next_try_at=clock.now() + wait)
