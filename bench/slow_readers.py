"""Slow readers against the site: `python bench/slow_readers.py [--readers 24] [--seconds 60]`.

Starts a site of its own on 127.0.0.1, with gunicorn as in production, and asks for pages as other people do:
first in peace, then beside so many clients. Each asks for one page after another; half of them read it in
small bites, with no room for more, and the others stay on the line when they have it. It fails where
somebody else's page took a second.
"""

import argparse
import json
import socket
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.laptop import LIMIT, describe, get, look
from bench.web.servers import database, program, servers, site

# Bytes in a packet, as over the internet: for the larger ones inside of a machine Linux buffers far more.
SEGMENT = 1460
# How many bytes a reader takes at once, and the seconds in between.
BITES = ((64, 0.5), (65_536, 0.0))
STAY = 2.5  # seconds, longer than a web server waits for who has read all


def read_slowly(
    port: int, requests: Sequence[str], bite: int, pause: float, seen: Counter[str], is_over: threading.Event
) -> None:
    """Ask for one page after another, read each in small bites, and stay for a while when all is read."""
    for request in cycle(requests):
        if is_over.is_set():
            return
        with suppress(OSError), socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, bite)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
            connection.settimeout(120)
            connection.connect(("127.0.0.1", port))
            connection.sendall(request.encode())
            while not is_over.is_set() and (taken := connection.recv(bite)):
                seen["bytes"] += len(taken)
                is_over.wait(pause)
            is_over.wait(STAY)
        seen["pages"] += 1


def measure(readers: int, seconds: float) -> bool:
    """Print how long pages take in peace and beside slow readers; return whether all were there in time."""
    with (
        servers(["fsync=off"]) as running,
        database(running, "readers"),
        site(running, "readers") as served,
    ):
        words = json.loads(program("victim", environment=running.environment("readers")))
        pages = {"/about/": get("/about/"), "table": words["table"]}
        look(pages, served.port, 2)
        print(f"in peace: {describe(look(pages, served.port, seconds / 4))}", flush=True)
        seen: Counter[str] = Counter()
        is_over = threading.Event()
        asked = [*pages.values(), get("/"), *[get("/editions/board/")] * 3]
        threads = [
            threading.Thread(
                target=read_slowly,
                args=(served.port, asked[n % 6 :] + asked[: n % 6], *BITES[n % 2], seen, is_over),
                daemon=True,
            )
            for n in range(readers)
        ]
        for thread in threads:
            thread.start()
        try:
            found = look(pages, served.port, seconds)
        finally:
            is_over.set()
        for thread in threads:
            thread.join(10)
    print(f"beside {readers} slow readers: {describe(found)}")
    print(f"who took {seen['bytes']:,} bytes of {seen['pages']} pages")
    return max(max(spent) for spent in found.values()) < LIMIT


def main() -> None:
    """Read the options, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--readers", type=int, default=24, help="clients that read slowly (24)")
    parser.add_argument("--seconds", type=float, default=60, help="beside them (60)")
    options = parser.parse_args()
    if not measure(options.readers, options.seconds):
        sys.exit(f"A page of somebody else took {LIMIT:g} s or more.")


if __name__ == "__main__":
    main()
