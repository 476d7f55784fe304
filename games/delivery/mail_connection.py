"""Handing mails to the mail server, those that are late without haste."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games import clock
from games.models import Notice

# A notice that should have left so long ago is late: something was down.
LATE = timedelta(minutes=10)


class MailConnection:
    """One connection to the mail server, opened when first needed, and anew after a failure."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None
        self._next_late = 0.0

    def __enter__(self) -> MailConnection:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def throttle(self, notice: Notice) -> None:
        """Wait until a late notice may be sent: a flood of mail after a silence looks like spam.

        At most `settings.CATCH_UP_MAILS` go in a second, with 0 any number. One that is not late never waits.
        """
        is_late = notice.attempts > 0 or clock.now() - notice.next_try_at > LATE
        if settings.CATCH_UP_MAILS and is_late:
            time.sleep(max(0.0, self._next_late - time.monotonic()))
            self._next_late = time.monotonic() + 1 / settings.CATCH_UP_MAILS

    def send(self, message: object) -> None:
        """Send one mail, or raise what the backend raises."""
        if self._connection is None:
            self._connection = get_connection(fail_silently=False)
            self._connection.open()
        try:
            self._connection.send_messages([message])  # type: ignore[list-item]  # any Django mail will do
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Say goodbye; a server that is gone need not answer."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()
