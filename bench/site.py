"""How fast the site is: `python bench/site.py [--seconds 12] [--json]`.

Starts a PostgreSQL and a Valkey of its own (or uses those of DATABASE_URL and REDIS_URL, where it makes
databases and a queue that it removes in the end), gunicorn with two workers, and clients in processes of
their own.  Everything that is compared is measured in turns, so that a machine that slows down slows all:

- answers per second, each client with its own sessions and tables, next to a *bare view* on the same server
  that locks a row, updates it, inserts one row and commits.  An answer is one POST of the table's form: the
  session, the player, who may sit here, the lock, the rules, state, move, questions, seat and notices
  stored, the wake-up call to the queue, and the redirect to the table.  ("people": two people at a table;
  "bots": one person and three bots, whose answers until the person's next question are part of it.)
  The games are played from the deal to the win, and no worker runs beside, so no mail is sent;
- the dashboard of a player with ten games, with 10 and with 10,000 games of others in the database. (Of ten
  games of others two are open to all: with few the page lists two of them, with many its full twenty.)
"""

import argparse
import json
import os
import statistics
import sys
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.clients import Clients, Failed, Load, Stretch, clients
from bench.web.servers import Servers, Site, database, program, servers, site
from fluxx_site.embedded import CannotStart

CLIENTS = 8
ROUNDS = 12
FEW, MANY = 10, 10_000
DASHBOARD_CLIENTS = 2
WARM_UP = 0.5  # seconds of each load before anything counts
EXPECTED = {"bare": "204 No Content", "people": "?since=", "bots": "?since="}


def in_turns(run: Clients, sites: dict[str, Site], seconds: float) -> dict[str, list[Stretch]]:
    """Let the clients send each kind of load for so many seconds in all, a stretch of each in turn."""
    for name in sites:
        run.send(name, WARM_UP)
    stretches: dict[str, list[Stretch]] = {name: [] for name in sites}
    for _ in range(ROUNDS):
        for name, served in sites.items():
            stretches[name].append(run.send(name, seconds / ROUNDS, served.processor_seconds))
    return stretches


def figures_of(stretches: list[Stretch]) -> dict[str, float]:
    """The median rate of the stretches, and percentiles over all responses."""
    latencies = list(chain.from_iterable(stretch.latencies for stretch in stretches))
    steps = statistics.quantiles(latencies, n=20)
    return {
        "per_second": round(statistics.median(stretch.rate for stretch in stretches), 1),
        "p50_ms": round(1000 * steps[9], 1),
        "p95_ms": round(1000 * steps[18], 1),
        "processor_ms": round(1000 * statistics.median(stretch.cost for stretch in stretches), 2),
        "responses": len(latencies),
    }


def ratio(over: list[Stretch], under: list[Stretch]) -> float:
    """The median, over the rounds, of one rate by the other in the same round."""
    return round(statistics.median(a.rate / b.rate for a, b in zip(over, under, strict=True)), 3)


def loads(running: Servers, port: int, *, answers: int) -> list[dict[str, Load]]:
    """Each client's requests, with at least so many answers of each kind."""
    made = json.loads(program("tables", CLIENTS, answers, environment=running.environment("answers")))
    return [
        {name: Load(port, each[name], expected, again=name == "bare") for name, expected in EXPECTED.items()}
        for each in made
    ]


def measure_answers(running: Servers, seconds: float) -> dict[str, Any]:
    """Answers per second next to the bare view."""
    with database(running, "answers"), site(running, "answers") as served:
        with clients(loads(running, served.port, answers=0)) as run:
            # No answer is faster than the bare view; twice that, in case others leave the machine meanwhile.
            rate = max(run.send("bare", WARM_UP).rate for _ in range(2))
        foreseen = int(2 * rate * (seconds + WARM_UP) / CLIENTS)
        with clients(loads(running, served.port, answers=foreseen)) as run:
            measured = in_turns(run, dict.fromkeys(EXPECTED, served), seconds)
    found: dict[str, Any] = {name: figures_of(measured[name]) for name in EXPECTED}
    for name in ("people", "bots"):
        found[name]["ratio"] = ratio(measured[name], measured["bare"])
    return found


def measure_dashboard(running: Servers, seconds: float) -> dict[str, Any]:
    """One dashboard on two servers: on a database with few games of others, and on one with many."""
    with database(running, "few"):
        few = json.loads(program("crowd", FEW, environment=running.environment("few")))
        with database(running, "many", like="few"):
            many = json.loads(program("crowd", MANY, environment=running.environment("many")))
            with site(running, "few") as with_few, site(running, "many") as with_many:
                load = {
                    "few": Load(with_few.port, [few["request"]], "200 OK", again=True),
                    "many": Load(with_many.port, [many["request"]], "200 OK", again=True),
                }
                with clients([load] * DASHBOARD_CLIENTS) as run:
                    measured = in_turns(run, {"few": with_few, "many": with_many}, seconds)
    found: dict[str, Any] = {name: figures_of(stretches) for name, stretches in measured.items()}
    found["few"]["queries"], found["many"]["queries"] = few["queries"], many["queries"]
    found["slower_by"] = round(found["many"]["p50_ms"] / found["few"]["p50_ms"] - 1, 3)
    return found


def report(found: dict[str, Any]) -> None:
    """Print the figures for a person."""
    print(
        f"{CLIENTS} clients, gunicorn with 2 workers, PostgreSQL; load average {found['load'][0]:.1f} before,"
    )
    print(f"{found['load'][1]:.1f} after\n")
    titles = {
        "bare": "bare view",
        "people": "answer, two people",
        "bots": "answer, and three bots' answers",
    }
    for name, title in titles.items():
        line(title, found["answers"][name])
    for name in ("people", "bots"):
        print(f"{titles[name] + ' / bare view':<46}{found['answers'][name]['ratio']:>8.2f}")
    print()
    for name, others in (("few", FEW), ("many", MANY)):
        figures = found["dashboard"][name]
        line(f"dashboard, {others:,} games of others, {figures['queries']} queries", figures)
    print(f"{'slower at the median by':<46}{found['dashboard']['slower_by']:>8.0%}")


def line(title: str, figures: dict[str, float]) -> None:
    print(
        f"{title:<46}{figures['per_second']:>8.1f} per second   p50 {figures['p50_ms']:>6.1f} ms   "
        f"p95 {figures['p95_ms']:>6.1f} ms   {figures['processor_ms']:>5.1f} ms of a processor"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the speed of the site.")
    parser.add_argument("--seconds", type=float, default=12, help="seconds for each kind of request (12)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args()
    found: dict[str, Any] = {"load": [os.getloadavg()[0]]}
    try:
        with servers() as running:
            found["answers"] = measure_answers(running, wanted.seconds)
            found["dashboard"] = measure_dashboard(running, wanted.seconds)
    except (CannotStart, Failed) as error:
        print(error, file=sys.stderr)
        return 1
    found["load"].append(os.getloadavg()[0])
    if wanted.json:
        print(json.dumps(found, indent=2))
    else:
        report(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
