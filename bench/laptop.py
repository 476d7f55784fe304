"""One laptop against the site: `python bench/laptop.py [--seconds 20]`.

Starts a site of its own on 127.0.0.1, with gunicorn as in production and LMTP, and asks for `/about/` and
for the page of a table, as other people do: first in peace, then while threads send it all that has ever
taken such a site away. These are long words in requests, mails made to choke their reader, and addresses that
are made up. It fails where one of the pages took a second. The seconds and ten threads bound it.
"""

import argparse
import json
import smtplib
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, database, program, servers, site
from fluxx_site.embedded import CannotStart
from tests.support.hostile import hostile_mails
from tests.support.processes import Group

LIMIT = 1.0  # seconds in which other people's pages have to be there
WORD = "a" * 7_900
ATTACKERS, POSTMEN = 6, 4
PAUSE = 0.1  # between two requests of those who play


def ask(port: int, request: str) -> tuple[float, str]:
    """Send a request; return how long its answer took, and its status."""
    began = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request.encode())
        answer = b""
        while more := connection.recv(65_536):
            answer = answer or more
    return time.perf_counter() - began, answer.split(b" ", 2)[1].decode() if b" " in answer else "none"


def get(path: str, **headers: str) -> str:
    """A request of somebody who isn't signed in."""
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{lines}\r\n"


ATTACKS = (
    get("/about/", User_Agent=WORD, Referer=WORD),
    get("/" + "a" * 4_000),
    get("/?" + "play+" * 780),
    get("/about/", User_Agent="a@" * 3_900, Referer="a@b." * 1_900),
    get("/p/" + "/" * 3_000 + "x"),
    get("/p/" + "W10:" * 900 + "/"),
    get("/about/", **{f"X_{number}": "a" * 7_000 for number in range(50)}),
)


def attack(port: int, seen: Counter[str], is_over: threading.Event) -> None:
    """Send hostile requests until it is over."""
    for request in cycle(ATTACKS):
        if is_over.is_set():
            return
        with suppress(OSError):
            seen[f"requests, {ask(port, request)[1]}"] += 1


def bring(
    port: int, words: dict[str, str], number: int, seen: Counter[str], is_over: threading.Event
) -> None:
    """Hand hostile mails over until it is over: to one that plays a seat, and to made-up ones."""
    head = f"From: {words['sender']}\r\nTo: {words['address']}\r\n".encode()
    for name, raw in cycle(list(hostile_mails(head))[number::POSTMEN]):
        if is_over.is_set():
            return
        with suppress(OSError, smtplib.SMTPException), smtplib.LMTP("127.0.0.1", port, timeout=60) as server:
            server.ehlo_or_helo_if_needed()
            server.mail("a@example.org")
            for each in range(20):
                seen[f"made-up addresses, {server.rcpt(f'play+x{each}@reply.bench.example')[0]}"] += 1
            server.rcpt(words["address"])
            fresh = raw.replace(b"From:", f"X-Number: {time.time_ns()}\r\nFrom:".encode(), 1)
            seen[f"mails, {server.data(fresh or name.encode())[0]}"] += 1


def look(pages: dict[str, str], port: int, seconds: float) -> dict[str, list[float]]:
    """Ask for other people's pages in turn, and return how long each took."""
    found: dict[str, list[float]] = {name: [] for name in pages}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name, request in pages.items():
            spent, status = ask(port, request)
            assert status == "200", (name, status)
            found[name].append(spent)
            time.sleep(PAUSE)
    return found


@contextmanager
def lmtp(running: Servers, name: str) -> Iterator[int]:
    """Take mail by LMTP, as the operator's mail server brings it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    words = [sys.executable, "manage.py", "receive_lmtp", "--listen", f"127.0.0.1:{port}"]
    group = Group(words, running.environment(name), running.folder / "lmtp.log")

    def is_there() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    try:
        group.wait_until(is_there, "LMTP does not answer")
        yield port
    finally:
        group.stop()


def describe(found: dict[str, list[float]]) -> str:
    """The median and the worst of each page."""
    return "; ".join(
        f"{name}: median {statistics.median(spent):.2f} s, worst {max(spent):.2f} s, {len(spent)} times"
        for name, spent in found.items()
    )


def measure(seconds: float) -> bool:
    """Print how long pages take in peace and under attack; return whether all were there in time."""
    with servers(["fsync=off"]) as running, database(running, "laptop"), site(running, "laptop") as served:
        words = json.loads(program("victim", environment=running.environment("laptop")))
        pages = {"/about/": get("/about/"), "table": words["table"]}
        look(pages, served.port, 2)
        print(f"in peace:     {describe(look(pages, served.port, seconds / 4))}", flush=True)
        seen: Counter[str] = Counter()
        is_over = threading.Event()
        with lmtp(running, "laptop") as port:
            works: list[Callable[[], None]] = []
            works += [lambda: attack(served.port, seen, is_over)] * ATTACKERS
            works += [
                lambda number=number: bring(port, words, number, seen, is_over) for number in range(POSTMEN)
            ]
            threads = [threading.Thread(target=work) for work in works]
            for thread in threads:
                thread.start()
            found = look(pages, served.port, seconds)
            is_over.set()
            for thread in threads:
                thread.join(90)
        print(f"under attack: {describe(found)}")
        print("sent: " + ", ".join(f"{count} {what}" for what, count in sorted(seen.items())))
        return max(max(spent) for spent in found.values()) < LIMIT


def main() -> None:
    """Read the options, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20, help="of attack (20)")
    try:
        if not measure(parser.parse_args().seconds):
            sys.exit(f"A page of somebody else took {LIMIT:g} s or more.")
    except CannotStart as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
