"""Take mail by LMTP from the mail server on this machine, until the program is stopped."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.core.priority import yield_to_pages
from games.inbound import lmtp


class Command(BaseCommand):
    """Listen for LMTP."""

    help = (
        "Takes mail to INBOUND_DOMAIN by LMTP, at unix:/path or host:port. Nobody signs in: let only the "
        "mail server of this machine reach it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to listen."""
        parser.add_argument("--listen", required=True, metavar="unix:/path|host:port")

    def handle(self, *args: Any, listen: str, **options: Any) -> None:
        """Serve until SIGTERM or SIGINT; a mail that is being taken is finished first."""
        if not settings.INBOUND_DOMAIN:
            raise CommandError("INBOUND_DOMAIN is not set: no mail would be taken.")
        try:
            asyncio.run(self.serve(listen))
        except (OSError, ValueError) as error:
            raise CommandError(f"Can’t listen at {listen}: {error}") from None

    async def serve(self, where: str) -> None:
        """Listen, say so, and wait to be stopped."""
        yield_to_pages()
        server = await lmtp.listen(where)
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        self.stdout.write(f"Taking mail to {settings.INBOUND_DOMAIN} at {where}.")
        self.stdout.flush()
        await stopped.wait()
        server.close()
