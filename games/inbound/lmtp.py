"""An LMTP server (RFC 2033) that takes the mail of INBOUND_DOMAIN from the operator's mail server."""

import asyncio
import logging
from asyncio import AbstractServer
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections

from games.core.budgets import LMTP_AT_ONCE, LMTP_MAIL, LMTP_RECIPIENTS, MAIL
from games.core.errors import describe_error
from games.mail.addresses import is_without_extension

from .claims import TryAgain
from .receive import is_known_address, receive

logger = logging.getLogger(__name__)
WORKERS = LMTP_AT_ONCE.largest


class MailServer(LMTP):
    """LMTP for mail as it is: some programs write a paragraph, or a whole picture, in one line.

    RFC 5321 has lines of 1,000 bytes at most, and mail servers that fold or refuse longer ones have done so
    before; here only the size of the whole mail counts.
    """

    line_length_limit = LMTP_MAIL.largest

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Take a mail, when few others are being taken: each is held in memory as a whole."""
        async with self.event_handler.room:
            await super().smtp_DATA(arg)


class LmtpHandler:
    """Answers the commands of one LMTP session."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="lmtp")
        self.room = asyncio.Semaphore(WORKERS)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Refuse recipients that the site has not made, so that the mail server tells the sender."""
        if len(envelope.rcpt_tos) >= LMTP_RECIPIENTS.largest:
            return "452 4.5.3 Too many recipients"
        loop = asyncio.get_running_loop()
        refused = await loop.run_in_executor(self.threads, refuse_recipient, address)
        if not refused:
            envelope.rcpt_tos.append(address)
        return refused or "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Process the mail for each recipient, with one reply for each, in order (RFC 2033, 4.2)."""
        content = envelope.content
        raw = (content if isinstance(content, bytes) else (content or "").encode())[: MAIL.largest]
        content = envelope.content = envelope.original_content = None  # the rest of it is not read
        loop = asyncio.get_running_loop()
        replies = [
            await loop.run_in_executor(self.threads, partial(receive_for, raw, address, envelope.mail_from))
            for address in envelope.rcpt_tos
        ]
        return "\r\n".join(replies)


def refuse_recipient(address: str) -> str:
    """Return the LMTP reply to a recipient that isn't taken; empty for an address that the site has made."""
    close_old_connections()
    try:
        return (
            ""
            if is_known_address(address) or is_without_extension(address)
            else "550 5.1.1 No such address here"
        )
    except Exception as error:
        logger.warning("a recipient cannot be looked up: %s", describe_error(error))
        return "451 4.3.0 Try again later"
    finally:
        close_old_connections()


def receive_for(raw: bytes, address: str, sender: str | None) -> str:
    """Process a mail for one recipient and return the LMTP reply; 4xx asks for another delivery later."""
    close_old_connections()
    try:
        receive(raw, recipients=[address], envelope_sender=sender or "")
    except TryAgain:
        return "451 4.3.0 Try again later"
    except Exception:
        logger.exception("a mail could not be taken")
        return "451 4.3.0 Try again later"
    finally:
        close_old_connections()
    return "250 2.0.0 OK"


async def listen(where: str) -> AbstractServer:
    """Listen at `unix:/path` or `host:port`. Raises `OSError`, or `ValueError` for another address."""
    loop = asyncio.get_running_loop()
    factory = partial(
        MailServer,
        LmtpHandler(),
        data_size_limit=LMTP_MAIL.largest,
        enable_SMTPUTF8=True,
        hostname="fluxx",
        loop=loop,
    )
    if where.startswith("unix:"):
        path = Path(where.removeprefix("unix:"))
        if path.is_socket():
            path.unlink()
        server = await loop.create_unix_server(factory, str(path))
        path.chmod(0o660)
        return server
    host, _colon, port = where.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"{where} is not an address: write unix:/path or host:port.")
    return await loop.create_server(factory, host.strip("[]"), int(port))
