"""Requests to addresses that players have typed: to the open internet alone, briefly, and not led elsewhere.

The name is looked up once and the connection goes to the address that was looked at, so that no record that
changes in between leads into a private network. A redirect is not followed.
"""

import re
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from ssrfguard import DEFAULT_DENIED, AddressTable, Block, Policy, Reach, SSRFGuardError
from ssrfguard.requests import Session

CONNECT, READ = 5, 10  # seconds for one step of the talk
ALTOGETHER = 15  # seconds for the whole of it, however slowly the other side speaks
MOST_READ = 300  # bytes of an answer that are read, to be shown when it is an error
# No more than that: the address is a secret, and where a name leads within this network is nobody's business.
NOT_CALLED = "it leads to where this site does not call"
USER_AGENT = "Fluxx-by-mail"
# Names that the internet does not have (RFC 6761, 6762, 8375; ICANN's .internal).
LOCAL_NAMES = frozenset({"localhost", "local", "internal", "lan", "home", "arpa"})
# A name that ends with one is an address to many programs: 0x7f000001 is 127.0.0.1 (URL Standard).
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Besides what the library denies: of IPv6 all that isn't the open internet's, such as addresses that
# translators make of private ones (::ffff:0:0:0/96); and hashes in the form of addresses, which lead nowhere
# by routing (ORCHIDv2, RFC 7343). Of several rows that hold an address the narrowest one counts.
OURS = (
    Block(ip_network("::/0"), "Not Global Unicast", "RFC4291", Reach.DENIED),
    Block(ip_network("2000::/3"), "Global Unicast", "RFC4291", Reach.PERMITTED),
    Block(ip_network("2001:20::/28"), "ORCHIDv2", "RFC7343", Reach.DENIED),
)
THEIRS = (row for row in DEFAULT_DENIED.blocks if row.network not in {ours.network for ours in OURS})
DENIED = AddressTable((*THEIRS, *OURS))
LOCAL_NETWORKS = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


class Unanswered(Exception):
    """A request was not taken; the text says why, for the player. ``status`` is 0 without an answer."""

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


class Forbidden(Unanswered):
    """The address is none that this site would call."""


def policy() -> Policy:
    """Return what may be called: https on its own port; on a developer's machine, that machine as well."""
    if settings.CHANNELS_MAY_BE_LOCAL:
        return Policy(
            allowed_networks=LOCAL_NETWORKS, allowed_ports=frozenset(range(1, 65_536)), max_redirects=0
        )
    return Policy(
        allowed_schemes=frozenset({"https"}),
        allowed_ports=frozenset({443, 8443}),
        max_redirects=0,
        denied_networks=DENIED,
    )


def check_address(url: str) -> None:
    """Refuse an address that can be seen to be wrong without a look-up. Raises `Forbidden`."""
    try:
        policy().check_url(url)
        is_local = is_name_of_a_network(urlsplit(url).hostname or "")
    except (SSRFGuardError, ValueError):
        raise Forbidden(NOT_CALLED) from None
    if is_local and not settings.CHANNELS_MAY_BE_LOCAL:
        raise Forbidden(NOT_CALLED)


def is_name_of_a_network(host: str) -> bool:
    """Whether a name is one of some network alone, or a number that programs take for an address."""
    try:
        ip_address(host)
    except ValueError:
        *domain, last = host.rstrip(".").lower().split(".")
        return not domain or last in LOCAL_NAMES or NUMBER.fullmatch(last) is not None
    return False  # the policy judges addresses


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Post this, and read only the status and the beginning of the answer.

    Raises `Forbidden` for an address in a private network, `Unanswered` for any other failure.
    """
    check_address(url)
    failed: list[Exception] = []
    opened: list[Any] = []

    def work() -> None:
        try:
            _post(url, body, headers, opened)
        except Exception as error:
            failed.append(error)

    # A thread, for there is no other limit to how long somebody may take for one answer.
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(ALTOGETHER)
    if thread.is_alive():
        for connection in opened:  # so that the thread ends, too
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)
        raise Unanswered(f"no answer within {ALTOGETHER} seconds")
    if failed:
        raise failed[0]


def _note_connections(session: Any, url: str, opened: list[Any]) -> None:
    """Let a session put each of its connections into `opened`."""
    for pool in session.get_adapter(url).poolmanager.pool_classes_by_scheme.values():
        connect = pool.ConnectionCls.connect

        def noted(connection: Any, connect: Callable[[Any], None] = connect) -> None:
            opened.append(connection)  # also while the other side says who it is
            connect(connection)

        pool.ConnectionCls.connect = noted


def _post(url: str, body: bytes, headers: Mapping[str, str], opened: list[Any]) -> None:
    try:
        with Session(policy=policy()) as session:
            _note_connections(session, url, opened)
            session.trust_env = False  # neither a proxy nor a password file of this machine
            with session.post(
                url,
                data=body,
                headers={"User-Agent": USER_AGENT, **headers},
                timeout=(CONNECT, READ),
                allow_redirects=False,
                stream=True,
            ) as answer:
                if answer.is_redirect:
                    raise Unanswered("it leads to another address, which is not followed", answer.status_code)
                if not answer.ok:
                    raise Unanswered(_said(answer), answer.status_code)
    except SSRFGuardError:
        raise Forbidden(NOT_CALLED) from None
    except requests.RequestException as error:
        if isinstance(_refusal_in(error), SSRFGuardError):
            raise Forbidden(NOT_CALLED) from None
        raise Unanswered(f"no connection ({type(error).__name__})") from None


def _said(answer: requests.Response) -> str:
    """Return the status and the beginning of an error, as one line of visible characters."""
    begin = answer.raw.read1(MOST_READ).decode(errors="replace")
    visible = "".join(char if char.isprintable() else " " for char in begin)
    return f"{answer.status_code} {' '.join(visible.split())}".strip()


def _refusal_in(error: BaseException | None) -> BaseException | None:
    while error is not None and not isinstance(error, SSRFGuardError):
        error = error.__cause__ or error.__context__
    return error
