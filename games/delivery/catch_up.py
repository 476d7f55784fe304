"""Sending what is late without haste: a flood of mail after a silence looks like spam."""

from __future__ import annotations

import time
from datetime import timedelta

from django.conf import settings

from games import clock
from games.models import Notice

# A notice that should have left so long ago is late: something was down.
LATE = timedelta(minutes=10)


class Pace:
    """Keeps late notices apart, at `settings.CATCH_UP_MAILS` in a second; 0 means without any pace."""

    def __init__(self) -> None:
        self._next = 0.0

    def wait_for(self, notice: Notice) -> None:
        """Wait until a late notice may be sent; one that is not late never waits."""
        if not settings.CATCH_UP_MAILS or not is_late(notice):
            return
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / settings.CATCH_UP_MAILS


def is_late(notice: Notice) -> bool:
    """Whether a notice is sent later than it should be, by the fault of the site or its mail server."""
    return notice.attempts > 0 or clock.now() - notice.next_try_at > LATE
