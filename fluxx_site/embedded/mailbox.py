"""/mailbox/: the mails that the site has written to files, as a mail program would show and answer them.

It exists where mails go to files under bin/run, and there only, for requests from this machine: the mails
hold links that let their reader play, and codes that sign in. An answer becomes a mail and comes in by the
same way as one that a mail server brings.
"""

import base64
import email.policy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, make_msgid, parseaddr
from http import HTTPStatus
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from fluxx_site.embedded.newcomer import is_from_here
from games.inbound.claims import TryAgain
from games.inbound.receive import receive
from games.mail import addresses
from games.models import InboundMail

SHOWN = 100  # the newest
LONGEST = 20_000  # characters of an answer
PICTURES = ("image/png",)
TAKE_LINKS_OUT_OF_THE_FRAME = '<base target="_blank">'
# A mail carries its style inside, and runs nothing.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


# Why an answer does nothing, as the mailbox says it to a person who tries the site on this machine.
WHY_IGNORED = {
    addresses.REVOKED: gettext_noop("The links and the address in that mail have been ended."),
    "neither a yes nor a no": gettext_noop("It says neither yes nor no."),
    "nobody sits there": gettext_noop("Nobody has that seat any more."),
    "somebody else sits there": gettext_noop("Someone else has that seat now."),
    "the player is suspended": gettext_noop("The account is suspended."),
}


@dataclass(frozen=True)
class MailFile:
    """One file of the mail folder."""

    name: str
    message: EmailMessage
    at: datetime

    @property
    def text(self) -> str:
        return get_content(self.message, "plain")

    @property
    def first_line(self) -> str:
        """What a mail program shows beside the subject, which is the same for all mails of a game."""
        return next((line for line in self.text.splitlines() if line.strip()), "")

    @property
    def html(self) -> str:
        """The HTML part, with the pictures that the mail carries in it."""
        html = get_content(self.message, "html")
        for part in cast(Iterator[EmailMessage], self.message.walk()):
            name = str(part.get("Content-ID", "")).strip("<>")
            if name and part.get_content_type() in PICTURES:
                data = base64.b64encode(part.get_content()).decode()
                html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
        return html

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Every header. (A template that asks the message for `items` asks for a header of that name.)"""
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def answered_at(self) -> str:
        """The address that a mail program answers to; empty for a mail that nothing answers."""
        _name, address = parseaddr(str(self.message.get("Reply-To", "")))
        return address if addresses.purpose_of(address) in addresses.ANSWERED else ""


@require_safe
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    folder = get_folder(request)
    paths = sorted(folder.glob("*.eml"), reverse=True)
    shown = [read_mail(path) for path in paths[:SHOWN]]
    return render(request, "embedded/mailbox.html", {"mails": shown, "count": len(paths), "folder": folder})


@require_safe
@never_cache
def mail(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "embedded/mail.html", {"mail": find_mail(request, name)})


@require_POST
@never_cache
def reply(request: HttpRequest, name: str) -> HttpResponse:
    """Bring an answer to a mail to the site, from the address that the mail went to."""
    shown, text = find_mail(request, name), request.POST.get("text", "")
    if not shown.answered_at:
        raise Http404
    problem = ""
    if not text.strip():
        problem = _("Write an answer first, such as the number of a choice.")
    elif len(text) > LONGEST:
        problem = _("This answer is too long: write at most %(count)d characters.") % {"count": LONGEST}
    else:
        try:
            taken = receive(build_answer(shown, text).as_bytes(), recipients=[shown.answered_at])
        except TryAgain:
            problem = _("The site is busy. Send it again in a moment.")
    if problem:
        page = {"mail": shown, "problem": problem, "draft": text[:LONGEST]}
        return render(request, "embedded/mail.html", page, status=HTTPStatus.BAD_REQUEST)
    if taken.status == InboundMail.Status.DONE:
        messages.success(
            request, _("Your answer is on its way. You’ll get a mail with the result in a moment.")
        )
    else:
        said = WHY_IGNORED.get(taken.reason, gettext_noop("You may get a mail that says why."))
        messages.warning(request, f"{_('The site received your answer and did nothing.')} {_(said)}")
    return redirect("mailbox")


def build_answer(mail: MailFile, text: str) -> EmailMessage:
    """The mail that a mail program would send: the new words above what they answer."""
    sent, now = EmailMessage(), timezone.localtime()
    sent["From"], sent["To"] = str(mail.message["To"]), mail.answered_at
    sent["Subject"] = f"Re: {mail.message['Subject']}"
    sent["Date"], sent["Message-ID"] = format_datetime(now), make_msgid(domain="mailbox.localhost")
    if mail.message["Message-ID"]:
        sent["In-Reply-To"] = sent["References"] = str(mail.message["Message-ID"])
    quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
    sent.set_content(f"{text.strip()}\n\nOn {mail.at:%a, %d %b %Y at %H:%M} Fluxx wrote:\n{quoted}\n")
    return sent


# A mail carries its style inside, and must not run anything. `<base target>` takes its links out of the
# frame.
@require_safe
@never_cache
@xframe_options_sameorigin
def html_part(request: HttpRequest, name: str) -> HttpResponse:
    response = HttpResponse(TAKE_LINKS_OUT_OF_THE_FRAME + find_mail(request, name).html)
    response["Content-Security-Policy"] = MAIL_POLICY
    return response


def get_folder(request: HttpRequest) -> Path:
    """The folder of the mails, for whoever sits at this machine."""
    if not settings.MAILS_GO_TO_FILES or not is_from_here(request):
        raise Http404
    return settings.EMAIL_FILE_PATH


def find_mail(request: HttpRequest, name: str) -> MailFile:
    """The mail of that name, looked for among those that are there: a name is never made into a path."""
    path = next((path for path in get_folder(request).glob("*.eml") if path.stem == name), None)
    if path is None:
        raise Http404
    return read_mail(path)


def read_mail(path: Path) -> MailFile:
    message = BytesParser(EmailMessage, policy=email.policy.default).parsebytes(path.read_bytes())
    return MailFile(
        path.stem, message, datetime.fromtimestamp(path.stat().st_mtime, timezone.get_current_timezone())
    )


def get_content(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""
