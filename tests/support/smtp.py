"""A real SMTP server in this process that keeps what it accepts and fails the way it is told to."""

import asyncio
import email.policy
import logging
import socket
import threading
import time
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from enum import Enum

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells every line of the talk


class Fault(Enum):
    """What the server does with a mail."""

    OK = "250 kept"
    BUSY = "421 Service not available, closing transmission channel"
    TRY_LATER = "451 Requested action aborted: local error in processing"
    NO_SUCH_BOX = "550 5.1.1 No such mailbox"
    BOX_FULL = "552 5.2.2 Mailbox full"
    POLICY = "554 5.7.1 Relay access denied"
    DROP = "keeps the mail, then drops the connection without a reply"
    HANG = "never answers"
    SLOW = "answers after `delay` seconds"


@dataclass(frozen=True)
class Received:
    """One mail as it arrived: the envelope's sender and recipients, and the parsed message."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    at: float = field(default_factory=time.time)

    @property
    def message(self) -> EmailMessage:
        return BytesParser(policy=email.policy.SMTP).parsebytes(self.raw)

    @property
    def text(self) -> str:
        """The plain part, its lines ending as Python's do."""
        part = self.message.get_body(("plain",))
        return str(part.get_content()).replace("\r\n", "\n") if part else ""

    @property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        return str(part.get_content()) if part else ""


class SmtpServer:
    """Listens on a free port of 127.0.0.1. `fault` holds for all mails, `faults` for single recipients."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.dropped: list[Received] = []  # of these, those that it took without a word
        self.fault = Fault.OK
        self.faults: dict[str, Fault] = {}
        self.delay = 1.0
        self.attempts = 0
        self.connections: list[asyncio.BaseTransport] = []
        self.released = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.controller: Controller | None = None
        self.listen()

    @property
    def url(self) -> str:
        """What to put into EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def listen(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=60)
        self.controller.start()

    def refuse(self) -> None:
        """Stop listening, so that connections are refused, until `listen`."""
        if self.controller is not None:
            self.controller.stop()
            self.controller = None

    def stop(self) -> None:
        self.released.set()
        self.refuse()

    def hang_up(self) -> None:
        """Close all connections, as a server does that has waited for too long."""
        if self.controller is not None:
            for each in self.connections:
                self.controller.loop.call_soon_threadsafe(each.close)

    def to(self, address: str) -> list[Received]:
        return [mail for mail in self.received if address in mail.recipients]

    def wait_for(self, count: int, seconds: float = 300) -> list[Received]:
        """Wait until `count` mails have arrived, and return all that are there."""
        end = time.monotonic() + seconds
        while len(self.received) < count:
            if time.monotonic() > end:
                raise AssertionError(f"{len(self.received)} of {count} mails after {seconds} seconds")
            time.sleep(0.02)
        return list(self.received)

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        if server.transport is not None:
            self.connections.append(server.transport)
        return responses

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.attempts += 1
        fault = next((self.faults[to] for to in envelope.rcpt_tos if to in self.faults), self.fault)
        if fault is Fault.HANG:
            while not self.released.is_set():
                await asyncio.sleep(0.05)
            return Fault.BUSY.value
        if fault is Fault.SLOW:
            await asyncio.sleep(self.delay)
        if fault in (Fault.OK, Fault.SLOW, Fault.DROP):
            content = (
                envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
            )
            self.received.append(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), content))
        if fault is Fault.DROP and server.transport is not None:
            self.dropped.append(self.received[-1])
            server.transport.close()
        return Fault.OK.value if fault in (Fault.OK, Fault.SLOW, Fault.DROP) else fault.value
