"""Take one mail from standard input, as a mail server's pipe gives it, or say how mail comes in."""

import os
import sys
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.core.budgets import MAIL
from games.inbound.claims import TryAgain
from games.inbound.receive import receive
from games.models import Heartbeat, InboundMail

TEMPORARY_FAILURE = 75  # EX_TEMPFAIL: the mail server keeps the mail and tries again
RECIPIENT = ("ORIGINAL_RECIPIENT", "RECIPIENT")
SENDER = "SENDER"


class Command(BaseCommand):
    """Take a mail from a pipe."""

    help = (
        "Takes one mail from standard input; Postfix, Exim and others call it for each mail. The exit code "
        "is 75 when the mail should be brought again. With --check it says instead how mail comes in."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what the envelope says, which the headers need not."""
        parser.add_argument("--recipient", help="the address that the mail was sent to")
        parser.add_argument("--sender", help="the sender of the envelope, empty for a bounce")
        parser.add_argument("--check", action="store_true", help="say how mail comes in, and what is missing")

    def handle(
        self,
        *args: Any,
        recipient: str | None = None,
        sender: str | None = None,
        check: bool = False,
        **options: Any,
    ) -> None:
        """Take the mail, or exit with the code for trying again."""
        if check:
            self.say_how()
            return
        raw = sys.stdin.buffer.read(MAIL.largest)
        while sys.stdin.buffer.read(1 << 20):
            pass  # the mail server must not find the pipe closed
        to = recipient or next((os.environ[name] for name in RECIPIENT if os.environ.get(name)), None)
        try:
            receive(
                raw,
                recipients=[to] if to else [],
                envelope_sender=sender if sender is not None else os.environ.get(SENDER),
            )
        except (TryAgain, DatabaseError) as error:
            self.stderr.write(f"Try again later: {error}")
            sys.exit(TEMPORARY_FAILURE)

    def say_how(self) -> None:
        """Say which ways are open to mail, and what came in last."""
        domain = settings.INBOUND_DOMAIN
        secret, inbox = settings.ANYMAIL.get("WEBHOOK_SECRET"), settings.INBOX
        if not domain:
            self.stdout.write("INBOUND_DOMAIN is not set: mails say to answer by their link, and nobody")
            self.stdout.write("can answer them. Set it to a domain whose mail comes to this site.")
            return
        self.stdout.write(f"Mails are answered at play+…@{domain}; bounces go to bounce+…@{domain}.")
        self.stdout.write(
            f"Provider: it may call {settings.SITE_URL}/anymail/<provider>/inbound/ and …/tracking/."
            if secret
            else "Provider: no, as WEBHOOK_SECRET is not set."
        )
        self.stdout.write(
            f"Mailbox: {inbox['user']} at {inbox['host']}, looked into every minute; {last_run('inbox')}."
            if inbox
            else "Mailbox: no, as INBOX_URL is not set."
        )
        self.stdout.write("LMTP: while manage.py receive_lmtp runs. Pipe: manage.py receive_mail.")
        last = InboundMail.objects.order_by("-pk").first()
        self.stdout.write(
            f"The last mail came on {as_utc(last.received_at)}: {last.kind}, {last.status} ({last.reason})."
            if last
            else "No mail has come in yet. Answer a mail of a game to try it."
        )


def last_run(sweep: str) -> str:
    """Return when a sweep came to its end last."""
    last = Heartbeat.objects.filter(name=sweep).first()
    if last is None:
        return "never yet: do a worker and beat run?"
    return f"last on {as_utc(last.at)}" + (", and it failed: see the worker’s log" if last.failed else "")


def as_utc(at: datetime) -> str:
    """Return an instant for an operator."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
