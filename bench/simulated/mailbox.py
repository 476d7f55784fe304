"""A mail server in memory: it accepts everything, and keeps when it did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games import clock


@dataclass(frozen=True)
class Accepted:
    """One mail, as the server took it."""

    at: datetime
    to: str
    kind: str
    message_id: str
    raw: bytes


accepted: list[Accepted] = []


class EmailBackend(BaseEmailBackend):
    """Accepts at the instant of the simulation."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            written = mail.message()
            accepted.append(
                Accepted(
                    clock.now(),
                    mail.to[0],
                    written["X-Fluxx-Kind"] or "",
                    written["Message-ID"],
                    written.as_bytes(),
                )
            )
        return len(email_messages)
