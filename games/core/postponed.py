"""Runs a sweep's work row by row: one that fails waits for longer each time, and holds up none of the others.

Rows with columns of their own for that, such as notices and overdue questions, don't need this.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from games import clock
from games.models import PostponedRow

from .errors import Tally, describe_error
from .log_context import log_scope
from .refusal import Busy

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
BATCH = 100  # rows of a work in one sweep


def is_ready(work: str) -> Q:
    """Return the condition for rows, by primary key, that this work has not postponed."""
    return ~Q(pk__in=waiting(work))


def waiting(work: str) -> QuerySet[PostponedRow]:
    """Return the primary keys of the rows that wait until this work is tried again."""
    rows = PostponedRow.objects.filter(work=work, retry_at__gt=clock.now())
    return rows.order_by().values_list("row", flat=True)  # type: ignore[return-value]


def postpone(work: str, row: int, error: BaseException) -> None:
    """Note that a work has failed at a row, and why; it waits twice as long after each failure."""
    now = clock.now()
    fields = {"error": describe_error(error)[:300], "failed_at": now}
    PostponedRow.objects.get_or_create(work=work, row=row, defaults={**fields, "retry_at": now})
    mine = PostponedRow.objects.filter(work=work, row=row)
    attempts = mine.values_list("attempts", flat=True).first() or 0
    wait = min(FIRST_WAIT * 2 ** min(attempts, 10), LONGEST_WAIT)
    mine.update(attempts=F("attempts") + 1, retry_at=now + wait, **fields)


def succeeded(work: str, rows: Collection[int]) -> None:
    """Forget that a work has failed at these rows."""
    if rows:
        PostponedRow.objects.filter(work=work, row__in=rows).delete()


def run_each(work: str, keys: Collection[int], act: Callable[[int], object], *, stop_at: float) -> Tally:
    """Run `act` for each key until the time is up; what fails is logged and postponed, and the others go on.

    `work` names it in the log, before the key. Those that are postponed are left out; a caller who takes a
    limited number of rows asks for those that are `is_ready`.
    """
    tally = Tally()
    if not keys:
        return tally
    known = dict(PostponedRow.objects.filter(work=work, row__in=keys).values_list("row", "retry_at"))
    now = clock.now()
    for key in keys:
        if time.monotonic() > stop_at:
            break
        if key in known and known[key] > now:
            continue
        is_good = run_isolated(work, key, act)
        tally.count(is_good)
        if is_good and key in known:
            succeeded(work, [key])
    return tally


def run_due(
    work: str, due: QuerySet[Any], act: Callable[[int], object], *, stop_at: float, most: int = BATCH
) -> Tally:
    """Do the same for the first `most` rows of a query that are not postponed, by their primary keys."""
    ready = due.filter(is_ready(work)).values_list("pk", flat=True)
    return run_each(work, list(ready[:most]), act, stop_at=stop_at)


def run_isolated(work: str, key: int, act: Callable[[int], object]) -> bool:
    """Run `act` for one key; a failure is logged and postponed. Return whether it succeeded."""
    with log_scope():
        try:
            act(key)
        except Exception as error:
            logger.error("%s %s: %s", work, key, describe_error(error))
            if not isinstance(error, Busy):  # somebody has its lock: the next sweep tries again
                postpone(work, key, error)
            return False
        return True


def run_whole(work: str, act: Callable[[], Tally]) -> Tally:
    """Run a whole work of a sweep; if it fails, log and note that, and let the works after it go on."""
    try:
        tally = act()
    except Exception as error:
        logger.error("%s has failed: %s", work, describe_error(error))
        postpone(work, 0, error)
        return Tally(1, 1)
    succeeded(work, [0])
    return tally
