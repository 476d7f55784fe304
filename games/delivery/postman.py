"""Handing mails to the mail server."""

from __future__ import annotations

from contextlib import suppress

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from .catch_up import Pace


class Postman:
    """One connection to the mail server, opened when first needed, and anew after a failure."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None
        self.pace = Pace()

    def __enter__(self) -> Postman:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

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
