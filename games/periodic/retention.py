"""Deletes old rows in small batches, so that no table grows without end.

Notices of a question that is still open stay, however old: they prove whether its player was notified (D5).
Moves, questions, votes and outages stay, as they are the games themselves.
"""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.core.errors import Tally
from games.core.postponed import run_each, run_whole
from games.models import (
    Channel,
    CircleInvitation,
    Group,
    Heartbeat,
    InboundMail,
    Mode,
    Notice,
    NoticeChoices,
    NumberedMail,
    PersonMail,
    PostponedRow,
    Reply,
    SentMail,
    Sighting,
    StaffAct,
)
from games.people.sessions import forgettable_sessions
from games.people.sightings import KEPT
from games.seats import trials

BATCH = 500
EVERY = timedelta(hours=1)
# So long a visitor's game is kept that nobody plays; their session ends about then, too.
TRIALS_KEPT = timedelta(days=7)
NAME = "removal"
IS_NEEDED = Q(status=Notice.Status.WAITING) | Q(question__isnull=False, question__closed_at__isnull=True)


def remove_old(*, stop_at: float) -> Tally:
    """Delete rows older than KEEP_DAYS, and visitors' games that nobody plays, at most once an hour.

    It ends when none is left or the time is up.
    """
    now = clock.now()
    last = Heartbeat.objects.filter(name=NAME).values_list("at", flat=True).first()
    if last is not None and last <= now < last + EVERY:
        return Tally()
    tally = Tally()
    before = now - TRIALS_KEPT
    games = trials.untouched_trials(before)
    tally += run_each("the trial game", games, trials.delete_trial_game, stop_at=stop_at)
    players = trials.untouched_trial_players(before)  # they have no game left
    tally += run_each("the trial player", players, trials.delete_trial_player, stop_at=stop_at)
    for rows in removable_rows(now - timedelta(days=settings.KEEP_DAYS)):
        name = f"the removal of old rows of {rows.model._meta.model_name}"
        tally += run_whole(name, partial(remove_rows, rows, stop_at))
        if time.monotonic() > stop_at:
            return tally
    tally.did += empty_acts(now - timedelta(days=settings.KEEP_DAYS))
    tally.did += remove_old_counts()
    Heartbeat.objects.update_or_create(name=NAME, defaults={"at": now, "did": tally.did})
    return tally


def removable_rows(before: datetime) -> Iterator[QuerySet[Any]]:
    """Yield, table by table, the rows from before an instant that nothing needs any more."""
    yield Notice.objects.filter(created_at__lt=before).exclude(IS_NEEDED).exclude(sent_at__gte=before)
    yield Sighting.objects.filter(day__lt=(clock.now() - KEPT).date())
    yield PersonMail.objects.filter(created_at__lt=before).exclude(status=Notice.Status.WAITING)
    yield InboundMail.objects.filter(received_at__lt=before).exclude(status=InboundMail.Status.WORKING)
    yield Reply.objects.filter(received_at__lt=before)
    yield SentMail.objects.filter(sent_at__lt=before)
    yield Session.objects.filter(expire_date__lt=clock.now())  # they hold who was signed in
    yield PostponedRow.objects.filter(failed_at__lt=before)
    yield forgettable_sessions()
    yield CircleInvitation.objects.filter(created_at__lt=before)
    yield NumberedMail.objects.filter(written_at__lt=before)
    gone = Channel.objects.filter(kind=Channel.Kind.PUSH, off_at__lt=before).exclude(stands_for_mail())
    yield gone.filter(~Exists(Notice.objects.filter(channel=OuterRef("pk"))))


def stands_for_mail() -> Q:
    """Find channels that are switched off, and in whose place mail may go, though it is off (`lost_channel`).

    None is needed where another works, or was lost later, that takes all it took.
    """
    is_off = Q(*(Q(mail__contains={group: Mode.OFF}) for group in Group.values), _connector=Q.OR)
    works_or_later = Q(off_at=None) | Q(off_at__gt=OuterRef("off_at"))
    works_or_later |= Q(off_at=OuterRef("off_at"), pk__gt=OuterRef("pk"))
    others = Channel.objects.filter(
        works_or_later, player=OuterRef("player"), groups_off__contained_by=OuterRef("groups_off")
    )
    return Q(Exists(NoticeChoices.objects.filter(is_off, player=OuterRef("player")))) & ~Q(Exists(others))


def empty_acts(before: datetime) -> int:
    """Forget what acts of staff from before an instant have put away: they are not reverted any more."""
    return StaffAct.objects.filter(at__lt=before).exclude(sealed="").update(sealed="")


def remove_old_counts() -> int:
    """Delete what the cache no longer needs, such as counters with the network addresses of visitors.

    Django's cache itself deletes nothing before it has `MAX_ENTRIES`, which a small site never has.
    """
    table = connection.ops.quote_name(str(settings.CACHES["default"]["LOCATION"]))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [clock.now()])  # noqa: S608  (quoted)
        return int(cursor.rowcount)


def remove_rows(rows: QuerySet[Any], stop_at: float) -> Tally:
    """Delete these rows, batch by batch, until none is left or the time is up."""
    tally = Tally()
    while removed := remove_batch(rows):
        tally.did += removed
        if time.monotonic() > stop_at:
            break
    return tally


@transaction.atomic
def remove_batch(rows: QuerySet[Any]) -> int:
    """Delete a batch of these rows, oldest first, skipping locked ones; return how many."""
    locked = rows.select_for_update(of=("self",), skip_locked=True).order_by("pk")
    found = list(locked.values_list("pk", flat=True)[:BATCH])
    if found:
        rows.model.objects.filter(pk__in=found).delete()
    return len(found)
