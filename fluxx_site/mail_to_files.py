"""A mail backend for an installation without a mail server: every mail becomes one .eml file."""

import itertools
import os
import time
from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

COUNTER = itertools.count()


class EmailBackend(BaseEmailBackend):
    """Writes into settings.EMAIL_FILE_PATH, under names that sort by time; nobody sees half a file."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = settings.EMAIL_FILE_PATH
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{time.time_ns():020}-{os.getpid()}-{next(COUNTER)}"
            half = folder / f"{name}.part"
            half.write_bytes(message.message().as_bytes())
            half.rename(folder / f"{name}.eml")
        return len(email_messages)
