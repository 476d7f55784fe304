"""/mailbox/: the mails that the site has written to files, as a mail program would show them.

It exists where mails go to files under bin/run, and there only: the mails hold links that let their reader
play.
"""

import email.policy
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

SHOWN = 100  # the newest
TAKE_LINKS_OUT_OF_THE_FRAME = '<base target="_blank">'
# A mail carries its style inside, and runs nothing.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


@dataclass(frozen=True)
class Mail:
    """One file of the mail folder."""

    name: str
    message: EmailMessage
    at: datetime

    @property
    def text(self) -> str:
        return content(self.message, "plain")

    @property
    def first_line(self) -> str:
        """What a mail program shows beside the subject, which is the same for all mails of a game."""
        return next((line for line in self.text.splitlines() if line.strip()), "")

    @property
    def html(self) -> str:
        return content(self.message, "html")


@require_safe
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    paths = sorted(folder().glob("*.eml"), reverse=True)
    shown = [read(path) for path in paths[:SHOWN]]
    return render(request, "embedded/mailbox.html", {"mails": shown, "count": len(paths), "folder": folder()})


@require_safe
@never_cache
def mail(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "embedded/mail.html", {"mail": find(name)})


# A mail carries its style inside, and must not run anything. `<base target>` takes its links out of the
# frame.
@require_safe
@never_cache
@xframe_options_sameorigin
def html_part(request: HttpRequest, name: str) -> HttpResponse:
    response = HttpResponse(TAKE_LINKS_OUT_OF_THE_FRAME + find(name).html)
    response["Content-Security-Policy"] = MAIL_POLICY
    return response


def folder() -> Path:
    if not settings.MAILS_GO_TO_FILES:
        raise Http404
    return settings.EMAIL_FILE_PATH


def find(name: str) -> Mail:
    """The mail of that name, looked for among those that are there: a name is never made into a path."""
    path = next((path for path in folder().glob("*.eml") if path.stem == name), None)
    if path is None:
        raise Http404
    return read(path)


def read(path: Path) -> Mail:
    message = BytesParser(EmailMessage, policy=email.policy.default).parsebytes(path.read_bytes())
    return Mail(
        path.stem, message, datetime.fromtimestamp(path.stat().st_mtime, timezone.get_current_timezone())
    )


def content(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""
