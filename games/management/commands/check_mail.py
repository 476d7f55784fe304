"""Send a test mail, wait for what comes of it, and say in words what is wrong with the mail of this site."""

import time
from argparse import ArgumentParser
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from games.delivery.explain_failure import explain_failure
from games.mail import addresses
from games.mail.compose import compose_check
from games.models import InboundMail

LONGEST = 900


class Command(BaseCommand):
    """Test how mail leaves and comes in."""

    help = (
        "Sends a test mail to an address, and with INBOUND_DOMAIN another to this site itself; waits for "
        "what comes back, and says what to look at when mails do not arrive."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address, and how long to wait."""
        parser.add_argument("address", help="your own address, at another provider than this site’s")
        parser.add_argument("--wait", type=int, default=90, help="seconds to wait for what comes back (90)")

    def handle(self, *args: Any, address: str, wait: int, **options: Any) -> None:
        """Send, wait and report. Raises `CommandError` if the mail did not leave, or came back."""
        check_words(address, wait)
        number = int(time.time()) * 2  # the mail to the address; one more is the mail to this site itself
        send(address, number)
        self.stdout.write(f"The mail server took the mail to {address}: look whether it is in your inbox.")
        problem = ""
        if ours := addresses.make_check(number + 1):
            send(ours, number + 1)
            problem = self.wait_for_news({number: address, number + 1: "this site itself"}, wait)
        self.say_what_to_look_at()
        if problem:
            raise CommandError(problem)

    def wait_for_news(self, mails: dict[int, str], wait: int) -> str:
        """Print what comes of these mails, by their numbers; return what is wrong, or an empty text."""
        domain = settings.INBOUND_DOMAIN
        self.stdout.write(f"Waiting {wait} seconds for what comes to {domain}. Answer the mail meanwhile.")
        begin, seen, problems = time.monotonic(), set[int](), list[str]()
        while True:
            for number, to in mails.items():
                about = f"test {number}: "
                for row in InboundMail.objects.filter(reason__startswith=about).exclude(pk__in=seen):
                    seen.add(row.pk)
                    news = f"The mail to {to} {row.reason.removeprefix(about)}"
                    self.stdout.write(f"{time.monotonic() - begin:4.0f} s  {news}.")
                    if row.kind == InboundMail.Kind.BOUNCE:
                        problems.append(news)
            left = wait - (time.monotonic() - begin)
            if left <= 0:
                break
            time.sleep(min(1.0, left))
        if not seen:
            problems.append(
                f"Nothing came in within {wait} seconds: look at the MX record of {domain}, at the log of "
                "its mail server, and at what manage.py receive_mail --check says"
            )
        return "; ".join(problems)

    def say_what_to_look_at(self) -> None:
        """Say which records decide whether others take the mails of this site."""
        sender = domain_of(settings.DEFAULT_FROM_EMAIL)
        inbound = settings.INBOUND_DOMAIN
        is_provider = settings.EMAIL_BACKEND.startswith("anymail.")
        envelope = inbound if inbound and not is_provider else sender
        server = "the provider" if is_provider else settings.EMAIL_HOST
        say = self.stdout.write
        say("What decides whether mails arrive (dig +short TXT NAME shows a record):")
        say(f"  SPF    one record of {envelope}, v=spf1 …, that allows {server}")
        say(f"  DKIM   {server} signs as {sender}, List-Unsubscribe and List-Unsubscribe-Post with it")
        say(f"  DMARC  a record of _dmarc.{sender}, v=DMARC1 …")
        if inbound:
            say(f"  MX     that of {inbound} leads to what hands its mail to this site")


def check_words(address: str, wait: int) -> None:
    """Refuse what cannot be tested. Raises `CommandError`."""
    try:
        validate_email(address)
    except ValidationError:
        raise CommandError(f"“{address}” is not a mail address. An example: you@example.org") from None
    if not 0 <= wait <= LONGEST:
        raise CommandError(f"--wait takes 0 to {LONGEST} seconds, not {wait}")
    if settings.MAILS_GO_TO_FILES:
        raise CommandError(
            f"EMAIL_URL names no mail server: mails become files in {settings.EMAIL_FILE_PATH}, and leave no "
            "machine"
        )


def send(to: str, number: int) -> None:
    """Send a test mail. Raises `CommandError`."""
    try:
        with get_connection(fail_silently=False) as connection:
            connection.send_messages([compose_check(to, number)])
    except Exception as error:  # whatever a mail server, a provider or a network can do
        raise CommandError(explain_failure(error)) from error


def domain_of(address: str) -> str:
    """Return the domain of an address that may have a name before it."""
    return parseaddr(address)[1].rpartition("@")[2]
