"""How beat sends the sweeps: as Celery does, but quietly while the queue is away, and by a steady clock."""

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.beat import ScheduleEntry, Scheduler

logger = logging.getLogger(__name__)

_started_at, _started = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """Return the time by a clock that nobody sets.

    By the machine's own, a clock that was a day ahead and is set right would stop all sweeps for a day.
    """
    return _started_at + timedelta(seconds=time.monotonic() - _started)


class QuietScheduler(Scheduler):
    """Logs one line when sweeps can't be sent, and one when they can again, without tracebacks."""

    is_failing = False

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send one sweep to the queue."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:
            if not self.is_failing:
                logger.error("Redis does not answer, sweeps are not sent until it does: %s", error)
            self.is_failing = True
        else:
            if self.is_failing:
                logger.warning("Redis answers again: sweeps are sent")
            self.is_failing = False
