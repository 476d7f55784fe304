"""How fast clocks strike and mails leave: `python bench/clocks.py [--games N] [--against DIR]`.

Starts a PostgreSQL, a Valkey and a mail server of its own, and measures, each on a database of its own:

- *find*: how long a sweep takes to find a hundred questions that are due among a million that are open, and
  whether PostgreSQL plans it with the partial index (at most 50 ms);
- *drain*: how long one worker takes to answer for everybody in ten thousand games whose time has run out,
  each in a transaction of its own, with the rules, the state, the next question and its notice (80 s);
- *stack*: how long the same takes as in production, with beat and two workers of two processes each, while
  the mails that follow leave, too (at most 1.5 times as long);
- *mails*: how many mails one worker composes and hands to a mail server in a second (50);
- *moves*: how long it takes from an answer until the mail server has the mail that asks the next player,
  through the queue and a Celery worker, at a light load.

The figures in brackets are what is wanted on a machine of two cores with nothing else to do. Exits with 1
and says why when one is missed, when the index is not used, or when something was lost.

``--against`` measures drain, stack and mails of a second checkout in turns with this one, and prints ratios.
It may be an older one: what is run there are its own programs and its own workers.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import redis

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, database, program, python_of, servers
from fluxx_site.embedded import CannotStart
from tests.support.processes import ROOT, Group
from tests.support.smtp import SmtpServer

INDEX = "question_due"
MOST_FIND_MS, MOST_TIMES_ALONE, LEAST_MAILS = 50, 1.5, 50
MOST_STRIKE_MS = 8  # 80 seconds for ten thousand
MAILS, MOVES = 500, 60
# Seconds after which a stack is stopped that is not through yet: what counts is how much it did in a second.
LONGEST_STACK = 300.0
# Makes games in a checkout whose clocks have run out, with programs that each of them has.
BACKLOG = """
import sys
import django
django.setup()
from bench.web.copies import copy_games
from bench.web.tables import new_game, player_called
game = new_game(player_called("Ann"), player_called("Bob"))
copy_games(
    game, int(sys.argv[1]), status="sent",
    opened_at="now() - interval '30 days'", due_at="now() - interval '1 day'", remind_at="NULL",
)
"""


def measured(
    running: Servers, name: str, count: int, smtp: SmtpServer | None = None, checkout: Path = ROOT
) -> Any:
    """Run one of the programs on a fresh database, and return what it found."""
    with database(running, name, checkout=checkout):
        environment = running.environment(name) | ({"EMAIL_URL": smtp.url} if smtp else {})
        before = processor_seconds()
        found = json.loads(program(name, count, environment=environment, checkout=checkout))
        return {**found, "processor_seconds": processor_seconds() - before}


def processor_seconds() -> float:
    """Return what programs that have ended used of the processors, servers not included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_stack(running: Servers, count: int, checkout: Path = ROOT) -> dict[str, Any]:
    """How many clocks strike, and how many mails leave, in a second of beat and two workers."""
    smtp = SmtpServer()
    with ExitStack() as stack:
        stack.callback(smtp.stop)
        stack.enter_context(database(running, "stack", checkout=checkout))
        environment = running.environment("stack") | {"EMAIL_URL": smtp.url}
        python = python_of(checkout)
        made = Group([python, "-c", BACKLOG, str(count)], environment, running.folder / "made.log", checkout)
        if made.process.wait(600):
            raise CannotStart(f"The games can’t be made:\n{made.output}")
        celery = [python, "-m", "celery", "-A", "fluxx_site", "--quiet"]
        for words in (["worker", "--concurrency", "2"], ["worker", "--concurrency", "2"], ["beat"]):
            group = Group([*celery, *words], environment, running.folder / "stack.log", checkout)
            stack.callback(group.kill)
        began, struck = None, 0
        with psycopg.connect(running.url("stack"), autocommit=True) as connection:
            first = time.monotonic()
            while struck < count and time.monotonic() - (began or first) < LONGEST_STACK:
                time.sleep(0.2)
                row = connection.execute(
                    "SELECT count(DISTINCT game_id) FROM games_move WHERE by = 'clock'"
                ).fetchone()
                struck = row[0] if row else 0
                if struck and began is None:
                    began = time.monotonic()
        seconds = time.monotonic() - (began or first)
        return {"struck": struck, "seconds": seconds, "mails": len(smtp.received)}


def compare(running: Servers, there: Path, games: int, rounds: int) -> dict[str, tuple[float, float]]:
    """Measure both checkouts in turns; return a second's strikes and mails, and what one costs, for each."""
    found: dict[str, list[tuple[float, float]]] = {}
    for _round in range(rounds):
        pair = [measure_one(running, checkout, games) for checkout in (ROOT, there)]
        for name in pair[0]:
            found.setdefault(name, []).append((pair[0][name], pair[1][name]))
    return {
        name: (statistics.median(here for here, _ in pairs), statistics.median(there for _, there in pairs))
        for name, pairs in found.items()
    }


def measure_one(running: Servers, checkout: Path, games: int) -> dict[str, float]:
    """Measure what two checkouts are compared by."""
    drain = measured(running, "drain", games, checkout=checkout)
    mails = measure_mails(running, checkout)
    stack = measure_stack(running, games, checkout)
    return {
        # By games: older programs count the moves, of which the clock may make several in one turn.
        "strikes a second, alone": games / drain["seconds"],
        "processor ms of a strike": 1000 * drain["processor_seconds"] / games,
        "strikes a second, whole stack": stack["struck"] / stack["seconds"],
        "mails a second meanwhile": stack["mails"] / stack["seconds"],
        "mails a second and worker": mails["per_second"],
        "processor ms of a mail": 1000 * mails["processor_seconds"] / mails["taken"],
    }


def measure_mails(running: Servers, checkout: Path = ROOT) -> dict[str, Any]:
    """Mails a second that a server has taken from one worker."""
    smtp = SmtpServer()
    try:
        found = measured(running, "mails", MAILS, smtp, checkout)
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
    if found["drain"]["seconds"] > most_drain_seconds(found):
        wrong.append(f"striking takes more than {most_drain_seconds(found):.0f} s")
    if times_alone(found) > MOST_TIMES_ALONE:
        wrong.append(f"the whole stack takes more than {MOST_TIMES_ALONE} times as long as one worker alone")
    if found["mails"]["per_second"] < LEAST_MAILS:
        wrong.append(f"a worker sends fewer than {LEAST_MAILS} mails a second")
    if found["mails"]["taken"] != MAILS:
        wrong.append("mails were lost, or sent twice")
    if found["moves"]["mailed"] < found["moves"]["moves"]:
        wrong.append("a move was not followed by its mail")
    return wrong


def most_drain_seconds(found: dict[str, Any]) -> float:
    """How long it may take to strike all clocks."""
    return float(MOST_STRIKE_MS * found["games"] / 1000)


def times_alone(found: dict[str, Any]) -> float:
    """How many times as long a strike takes in the whole stack as in one worker alone."""
    drain, stack = found["drain"], found["stack"]
    if not stack["struck"]:
        return float("inf")
    return float(stack["seconds"] / stack["struck"] * drain["struck"] / drain["seconds"])


def report(found: dict[str, Any]) -> None:
    """Print the figures for a person."""
    find, drain, mails, moves = (found[name] for name in ("find", "drain", "mails", "moves"))
    plan = INDEX if INDEX in find["plan"] else "NOT " + INDEX
    line(
        f"find 100 due of {found['questions']:,}", f"{find['median_ms']:.1f} ms", f"at most {MOST_FIND_MS} ms"
    )
    line("  planned with", plan, INDEX)
    rate = drain["struck"] / drain["seconds"]
    most = f"at most {most_drain_seconds(found):.0f} s"
    line(f"drain {drain['struck']:,}", f"{drain['seconds']:.1f} s", most)
    line("  a second", f"{rate:.0f}", "")
    stack = found["stack"]
    line(f"drain {stack['struck']:,} in the whole stack", f"{stack['seconds']:.1f} s", "")
    line("  times as long as alone", f"{times_alone(found):.2f}", f"at most {MOST_TIMES_ALONE}")
    line("  mails a second meanwhile", f"{stack['mails'] / stack['seconds']:.1f}", "")
    line("mails a second and worker", f"{mails['per_second']:.1f}", f"at least {LEAST_MAILS}")
    line("from an answer to its mail, median", f"{1000 * moves['p50_s']:.0f} ms", "")
    line("from an answer to its mail, p95", f"{1000 * moves['p95_s']:.0f} ms", "")


def print_comparison(compared: dict[str, tuple[float, float]], *, as_json: bool) -> None:
    """Print the figures of both checkouts, and ours by theirs."""
    if as_json:
        print(json.dumps(compared, indent=2))
        return
    print(f"{'':<32}{'here':>10}{'there':>10}{'ratio':>9}")
    for name, (here, there) in compared.items():
        print(f"{name:<32}{here:>10.1f}{there:>10.1f}{here / there if there else 0:>9.2f}")


def line(title: str, figure: str, target: str) -> None:
    print(f"{title:<40}{figure:>16}   {target}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the clocks and the mails of the site.")
    parser.add_argument("--questions", type=int, default=1_000_000, help="open questions (1,000,000)")
    parser.add_argument("--games", type=int, default=10_000, help="games whose clocks strike (10,000)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="a second checkout to compare with")
    parser.add_argument("--rounds", type=int, default=1, help="how often both are measured (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args()
    found: dict[str, Any] = {"questions": wanted.questions, "games": wanted.games}
    try:
        with servers() as running:
            if wanted.against:
                compared = compare(running, wanted.against.resolve(), wanted.games, wanted.rounds)
                print_comparison(compared, as_json=wanted.json)
                return 0
            found["find"] = measured(running, "due", wanted.questions)
            found["mails"] = measure_mails(running)
            found["moves"] = measure_moves(running)
            found["drain"] = measured(running, "drain", wanted.games)
            found["stack"] = measure_stack(running, wanted.games)
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
