"""How many mails leave in a second, counted over all workers: a flood looks like spam, whatever caused it.

Each mail books `settings.CATCH_UP_MAILS`-th of a second in the one row of `MailPace`. Who books ahead of time
by more than a few seconds has to wait, so that small bursts leave at once.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Greatest

from games import clock
from games.models import MailPace

# How far ahead mails may be booked: those of a sweep, and those of a move, which somebody may be waiting for.
# So the mails of moves overtake a backlog.
SWEEP_AHEAD, MOVE_AHEAD = timedelta(seconds=10), timedelta(seconds=20)
# What is booked further ahead is an error of the clock.
IMPOSSIBLE = timedelta(minutes=5)
# Seconds after which a sweep sends one mail in any case: many moves slow it down, and never stop it.
LONGEST_WAIT = 5.0


def is_paced() -> bool:
    """Whether there is a limit: mails that become files need none."""
    return settings.CATCH_UP_MAILS > 0 and not settings.MAILS_GO_TO_FILES


def has_room() -> bool:
    """Whether a mail about a move may leave now; if not, a sweep sends it when its time has come."""
    now = clock.now()
    booked = Q(booked_until__gt=now + MOVE_AHEAD, booked_until__lt=now + IMPOSSIBLE)
    return not is_paced() or not MailPace.objects.filter(booked).exists()


def book(ahead: timedelta | None = None) -> bool:
    """Book one mail, unless more than `ahead` is booked; return whether it is."""
    now, step = clock.now(), timedelta(seconds=1 / settings.CATCH_UP_MAILS)
    rows = MailPace.objects.all()
    if ahead is not None:
        rows = rows.filter(Q(booked_until__lte=now + ahead) | Q(booked_until__gt=now + IMPOSSIBLE))
    if rows.filter(booked_until__gt=now + IMPOSSIBLE).update(booked_until=now + step):
        return True
    if rows.update(booked_until=Greatest(F("booked_until"), now) + step):
        return True
    if MailPace.objects.exists():
        return False
    MailPace.objects.bulk_create([MailPace(pk=MailPace.ONLY, booked_until=now + step)], ignore_conflicts=True)
    return True


def wait_for_turn(*, is_sweep: bool) -> None:
    """Book one mail; a sweep waits until it may leave, a move has asked `has_room` before."""
    if not is_paced():
        return
    if not is_sweep:
        book()
        return
    give_up_at = time.monotonic() + LONGEST_WAIT
    while not book(SWEEP_AHEAD):
        if time.monotonic() > give_up_at:
            book()
            return
        time.sleep(min(0.5 / settings.CATCH_UP_MAILS, 1.0))
