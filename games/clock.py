"""What time it is: the one place that asks, so that a test can travel."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """Return this instant, in UTC.

    Never ask the database instead: a test that moves Python's time would leave ``now()`` of SQL behind.
    """
    return timezone.now()
