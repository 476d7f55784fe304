"""One laptop against the site: `python bench/laptop.py [--seconds 20]`.

Starts a site of its own on 127.0.0.1, with gunicorn as in production and LMTP, and asks for `/about/` and
for the page of a table, as other people do: first in peace, then while threads send it all that has ever
taken such a site away. These are long words in requests, mails made to choke their reader, addresses that
are made up, codes asked for by the dozen, the pages of a game of thousands of moves, and bots that think
hard. It fails where one of the pages took a second. The seconds and fifteen threads bound it; the long game
is played first, in about a minute. What the site logged is kept in a file. SIGTERM ends it, and all its
children.
"""

import argparse
import json
import signal
import smtplib
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, Site, database, program, servers, site
from fluxx_site.embedded import CannotStart
from tests.support.hostile import hostile_mails
from tests.support.processes import Group

LIMIT = 1.0  # seconds in which other people's pages have to be there
WORD = "a" * 7_900
ATTACKERS, POSTMEN, READERS, ASKERS = 6, 4, 3, 1
LONG = 2_000  # moves
LOG = Path("var") / "laptop.log"
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


def read(port: int, pages: dict[str, str], number: int, seen: Counter[str], is_over: threading.Event) -> None:
    """Ask for what is made of a long game’s moves until it is over, each reader for another first."""
    names = [*pages][number:] + [*pages][:number]
    for name in cycle(names):
        if is_over.is_set():
            return
        with suppress(OSError):
            seen[f"{name} of a long game, {ask(port, pages[name])[1]}"] += 1


def ask_for_codes(port: int, request: str, seen: Counter[str], is_over: threading.Event) -> None:
    """Ask for a sign-in code for one address after another until it is over."""
    for number in range(100_000):
        if is_over.is_set():
            return
        with suppress(OSError):
            seen[f"codes, {ask(port, request.replace('x00000', f'x{number:05}'))[1]}"] += 1


def think(running: Servers, seconds: float) -> None:
    """Let bots think in a process of their own, as a worker does."""
    with suppress(subprocess.SubprocessError):
        program("slow_bots", int(seconds), environment=running.environment("laptop"))


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


def measure(seconds: float, log: Path) -> bool:
    """Print how long pages take in peace and under attack; return whether all were there in time."""
    with servers(["fsync=off"]) as started:
        # What strangers make the site send stays on this machine, as files.
        running = replace(started, mail_url=(started.folder / "mail").as_uri())
        with kept_logs(running, log), database(running, "laptop"), site(running, "laptop") as served:
            return compare(running, served, seconds)


def compare(running: Servers, served: Site, seconds: float) -> bool:
    """Print how long pages of a site take; return whether all were there in time."""
    environment = running.environment("laptop")
    words = json.loads(program("victim", environment=environment))
    long = json.loads(program("long_game", LONG, environment=environment))
    pages = {"/about/": get("/about/"), "table": words["table"]}
    look(pages, served.port, 2)
    print(f"in peace:     {describe(look(pages, served.port, seconds / 4))}", flush=True)
    seen: Counter[str] = Counter()
    is_over = threading.Event()
    with lmtp(running, "laptop") as port:
        works: list[Callable[[], None]] = [partial(think, running, seconds)]
        works += [partial(attack, served.port, seen, is_over)] * ATTACKERS
        works += [partial(bring, port, words, number, seen, is_over) for number in range(POSTMEN)]
        works += [
            partial(read, served.port, long["pages"], number, seen, is_over) for number in range(READERS)
        ]
        works += [partial(ask_for_codes, served.port, words["code"], seen, is_over)] * ASKERS
        threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in threads:
            thread.start()
        try:
            found = look(pages, served.port, seconds)
        finally:
            is_over.set()
        for thread in threads:
            thread.join(90)
    print(f"under attack: {describe(found)}")
    print("sent: " + ", ".join(f"{count} {what}" for what, count in sorted(seen.items())))
    return max(max(spent) for spent in found.values()) < LIMIT


@contextmanager
def kept_logs(running: Servers, log: Path) -> Iterator[None]:
    """Keep what the site and its servers have logged, however it ends."""
    try:
        yield
    finally:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as kept:
            for part in sorted(running.folder.glob("*.log")):
                kept.write(f"== {part.name}\n".encode() + part.read_bytes())


def end(*_signal: object) -> None:
    """Stop everything that was started, and exit; a second signal is ignored."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit("Stopped.")


def main() -> None:
    """Read the options, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20, help="of attack (20)")
    parser.add_argument("--log", type=Path, default=LOG, help=f"what the site logged ({LOG})")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, end)
    try:
        if not measure(options.seconds, options.log):
            sys.exit(f"A page of somebody else took {LIMIT:g} s or more. See {options.log}.")
    except CannotStart as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
