"""How long a restore takes: `python bench/restore.py [--games N] [--against DIR]`.

Starts a PostgreSQL of its own and makes games in it whose clocks run, a backup, and restores that. Prints the
seconds, by the clock and of the processor, of the whole and of giving all clocks the time since the backup.
What is wanted on a machine of two cores with nothing else to do: 60 seconds for 20,000 games. Exits with 1
when it took longer, or a clock has not got its time back.

``--against`` restores with a second checkout, too, in turns with this one, and prints ratios.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.web.servers import Servers, database, python_of, servers
from tests.support.processes import ROOT

MOST_SECONDS = 60
GAMES = """
import sys
import django
django.setup()
from bench.web.copies import copy_games
from bench.web.tables import new_game, player_called
game = new_game(player_called("Ann"), player_called("Bob"))
copy_games(game, int(sys.argv[1]), status="sent")
"""
# What a sweep leaves, so that the time since the backup is known.
BEAT = """
INSERT INTO games_heartbeat (name, at, did, failed) VALUES ('deadlines', now() - interval '2 hours', 0, 0)
ON CONFLICT (name) DO UPDATE SET at = excluded.at
"""
ASKED = "UPDATE games_question SET opened_at = opened_at - interval '1 day'"
OPEN = "SELECT count(*), min(due_at) FROM games_question WHERE closed_at IS NULL AND due_at IS NOT NULL"


def manage(running: Servers, checkout: Path, *words: str) -> tuple[float, float]:
    """Run a command of a checkout; return its seconds, and those of its processor."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    env = running.environment("restore") | {"DJANGO_SETTINGS_MODULE": "fluxx_site.settings"}
    subprocess.run([python_of(checkout), checkout / "manage.py", *words], env=env, cwd=checkout, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - began, processor


def look(running: Servers) -> tuple[int, float]:
    """Return how many clocks run, and when the first of them ends."""
    with psycopg.connect(running.url("restore")) as connection:
        count, first = connection.execute(OPEN).fetchone() or (0, None)
    return count, first.timestamp() if first else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    checkouts = [path.resolve() for path in (options.against, ROOT) if path]
    seconds = {}
    with servers() as running, database(running, "restore"):
        env = running.environment("restore")
        subprocess.run([sys.executable, "-c", GAMES, str(options.games)], env=env, cwd=ROOT, check=True)
        with psycopg.connect(running.url("restore"), autocommit=True) as connection:
            connection.execute(ASKED)
            connection.execute(BEAT)
        file = running.folder / "site.backup"
        took, used = manage(running, ROOT, "backup", str(file))
        print(f"backup of {options.games} games: {took:.1f} s, {used:.1f} s of processor")
        clocks, first = look(running)
        for checkout in checkouts:
            seconds[checkout] = manage(running, checkout, "restore", "--replace", str(file))
            now_clocks, now_first = look(running)
            took, used = seconds[checkout]
            print(f"restore by {checkout.name}: {took:.1f} s, {used:.1f} s of processor")
            if now_clocks != clocks or now_first < first + 7_000:
                print("A clock has not got its time back.")
                return 1
    if options.against:
        old, new = seconds[checkouts[0]][0], seconds[ROOT][0]
        print(f"ratio: {new / old:.2f}")
    return int(seconds[ROOT][0] > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
