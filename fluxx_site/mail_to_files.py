"""A mail backend for an installation without a mail server: every mail becomes one .eml file (requirement M19)."""

import itertools
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

COUNTER = itertools.count()


class EmailBackend(BaseEmailBackend):
    """Writes into settings.EMAIL_FILE_PATH, under names that sort by time; a reader never sees half a file."""

    def __init__(self, fail_silently: bool = False, file_path: str | None = None, **_kwargs: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self.folder = Path(file_path or settings.EMAIL_FILE_PATH)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{time.time_ns():020}-{os.getpid()}-{next(COUNTER)}"
            half = self.folder / f"{name}.part"
            half.write_bytes(message.message().as_bytes(linesep="\r\n"))
            half.rename(self.folder / f"{name}.eml")
        return len(email_messages)
