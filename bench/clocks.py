"""How fast clocks strike and mails leave: `python bench/clocks.py [--questions N] [--games N] [--json]`.

Starts a PostgreSQL, a Valkey and a mail server of its own, and measures, each on a database of its own:

- *find*: how long a sweep takes to find a hundred questions that are due among a million that are open, and
  whether PostgreSQL plans it with the partial index (at most 50 ms);
- *drain*: how long one worker takes to answer for everybody in ten thousand games whose time has run out,
  each in a transaction of its own, with the rules, the state, the next question and its notice (60 s);
- *mails*: how many mails one worker composes and hands to a mail server in a second;
- *moves*: how long it takes from an answer until the mail server has the mail that asks the next player,
  through the queue and a Celery worker, at a light load.

Exits with 1 when the index is not used, or when something was lost.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import redis

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, database, program, servers
from fluxx_site.embedded import CannotStart
from tests.support.processes import Group
from tests.support.smtp import SmtpServer

INDEX = "question_due"
MOST_FIND_MS, MOST_DRAIN_SECONDS = 50, 60
MAILS, MOVES = 500, 60


def measured(running: Servers, name: str, count: int, smtp: SmtpServer | None = None) -> Any:
    """Run one of the programs on a fresh database, and return what it found."""
    with database(running, name):
        environment = running.environment(name) | ({"EMAIL_URL": smtp.url} if smtp else {})
        return json.loads(program(name, count, environment=environment))


def measure_mails(running: Servers) -> dict[str, Any]:
    """Mails a second that a server has taken from one worker."""
    smtp = SmtpServer()
    try:
        found = measured(running, "mails", MAILS, smtp)
        return {**found, "taken": len(smtp.received), "per_second": len(smtp.received) / found["seconds"]}
    finally:
        smtp.stop()


def measure_moves(running: Servers) -> dict[str, Any]:
    """Seconds from an answer to the mail that follows from it, through a real worker."""
    smtp = SmtpServer()
    try:
        with database(running, "moves"):
            environment = running.environment("moves") | {"EMAIL_URL": smtp.url}
            words = ["-m", "celery", "-A", "fluxx_site", "worker", "--concurrency", "1"]
            worker = Group([sys.executable, *words], environment, running.folder / "worker.log")
            try:
                worker.wait_for_line(" ready.", 60)
                made = json.loads(program("moves", MOVES, environment=environment))
                time.sleep(3)
            finally:
                worker.stop()
        arrived = {mail.recipients[0]: mail.at for mail in reversed(smtp.received)}
        made = [each for each in made if each is not None]
        waits = [arrived[address] - began for address, began in made if address in arrived]
        steps = statistics.quantiles(waits, n=20)
        return {"moves": len(made), "mailed": len(waits), "p50_s": steps[9], "p95_s": steps[18]}
    finally:
        smtp.stop()
        with redis.Redis.from_url(running.redis_url) as queue:
            queue.delete(running.name, f"_kombu.binding.{running.name}")


def faults(found: dict[str, Any]) -> list[str]:
    """Say what is not as it must be."""
    wrong = []
    if INDEX not in found["find"]["plan"]:
        wrong.append(f"the index {INDEX} is not used:\n{found['find']['plan']}")
    if found["find"]["median_ms"] > MOST_FIND_MS:
        wrong.append(f"finding takes more than {MOST_FIND_MS} ms")
    if found["drain"]["struck"] < found["games"] or found["drain"]["failed"]:
        wrong.append("not every clock has struck")
    if found["mails"]["taken"] != MAILS:
        wrong.append("mails were lost, or sent twice")
    if found["moves"]["mailed"] < found["moves"]["moves"]:
        wrong.append("a move was not followed by its mail")
    return wrong


def report(found: dict[str, Any]) -> None:
    """Print the figures for a person."""
    find, drain, mails, moves = (found[name] for name in ("find", "drain", "mails", "moves"))
    plan = INDEX if INDEX in find["plan"] else "NOT " + INDEX
    line(
        f"find 100 due of {found['questions']:,}", f"{find['median_ms']:.1f} ms", f"at most {MOST_FIND_MS} ms"
    )
    line("  planned with", plan, INDEX)
    rate = drain["struck"] / drain["seconds"]
    line(f"drain {drain['struck']:,}", f"{drain['seconds']:.1f} s", f"at most {MOST_DRAIN_SECONDS} s")
    line("  a second", f"{rate:.0f}", "")
    line("mails a second and worker", f"{mails['per_second']:.1f}", "")
    line("from an answer to its mail, median", f"{1000 * moves['p50_s']:.0f} ms", "")
    line("from an answer to its mail, p95", f"{1000 * moves['p95_s']:.0f} ms", "")


def line(title: str, figure: str, target: str) -> None:
    print(f"{title:<40}{figure:>16}   {target}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the clocks and the mails of the site.")
    parser.add_argument("--questions", type=int, default=1_000_000, help="open questions (1,000,000)")
    parser.add_argument("--games", type=int, default=10_000, help="games whose clocks strike (10,000)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args()
    found: dict[str, Any] = {"questions": wanted.questions, "games": wanted.games}
    try:
        with servers() as running:
            found["find"] = measured(running, "due", wanted.questions)
            found["mails"] = measure_mails(running)
            found["moves"] = measure_moves(running)
            found["drain"] = measured(running, "drain", wanted.games)
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 1
    if wanted.json:
        print(json.dumps(found, indent=2))
    else:
        report(found)
    wrong = faults(found)
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
