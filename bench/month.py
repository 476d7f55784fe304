"""A month of slow games: `python bench/month.py [--games 200] [--people 300] [--seed 1] [--travellers 9]`.

Starts a PostgreSQL and a Valkey of its own (or uses those of DATABASE_URL and REDIS_URL, where it makes a
database that it removes in the end), and lets simulated people play through the site's own actions while an
injected clock goes from sweep to sweep: people in ten zones, who sleep, travel, reply by mail, miss their
turns or stop coming, and two outages. The same month is played with standing orders, with those that
everybody begins with, and by people who want to be asked about everything; and on until every game is over.
Then it is checked that nobody timed out unfairly, that no mail came at night or twice or not at all, that
tables hardly waited for people who were not in turn, and that every game ended. Exits with 1 when one of
these does not hold. `--travellers 60` lets 60 of 100 people travel, so that many are asked while they do.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, database, servers
from fluxx_site.embedded import CannotStart
from tests.support.processes import ROOT

MOST_AT_ONCE = 2
# What is simulated need not outlive a crash of the machine.
FORGETFUL = ("fsync=off", "synchronous_commit=off")
NUMBERS = ("games", "people", "seed", "travellers", "answer_hours")
ORDERS = ("with", "usual", "without")
FAULTS = ("running", "unfair", "at_night", "twice", "unsent", "too_long")


def month(running: Servers, wanted: argparse.Namespace, orders: str) -> dict[str, Any]:
    """One month on a database of its own."""
    name = f"month_{orders}"
    with database(running, name):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "bench.simulated",
                *(f"--{name.replace('_', '-')}={getattr(wanted, name)}" for name in NUMBERS),
                f"--orders={orders}",
            ],
            env={
                **running.environment(name),
                "DJANGO_SETTINGS_MODULE": "bench.simulated.settings",
                "INBOUND_DOMAIN": "reply.games.example",
                "LOG_LEVEL": "ERROR",
            },
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
    return json.loads(done.stdout)


def report(orders: str, found: dict[str, Any]) -> None:
    """Print the figures for a person."""
    print(f"\n{orders} standing orders")
    for name, value in found.items():
        if name in FAULTS and isinstance(value, list):
            print(f"  {name:<26}{len(value)}")
            for fault in value[:10]:
                print(f"      {fault}")
        else:
            print(f"  {name:<26}{value}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Simulate a month of slow games.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--travellers", type=int, choices=range(100), default=9, metavar="PERCENT")
    parser.add_argument(
        "--answer-hours", type=int, default=8, help="of questions out of turn; 0: as for a turn"
    )
    parser.add_argument("--orders", choices=[*ORDERS, "all"], default="all")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args()
    variants = ORDERS if wanted.orders == "all" else (wanted.orders,)
    try:
        with servers(FORGETFUL) as running, ThreadPoolExecutor(MOST_AT_ONCE) as pool:
            done = pool.map(lambda orders: month(running, wanted, orders), variants)
            found = dict(zip(variants, done, strict=True))
    except (CannotStart, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    if wanted.json:
        print(json.dumps(found, indent=2))
    else:
        for orders, figures in found.items():
            report(orders, figures)
    return int(any(figures[name] for figures in found.values() for name in FAULTS))


if __name__ == "__main__":
    sys.exit(main())
