"""One simulated month, with the options of bench/month.py; prints its figures as JSON."""

import argparse
import json
import random
import secrets
from datetime import UTC, datetime

import django
import time_machine

SEED_BYTES = 32
START = datetime(2026, 10, 12, 6, tzinfo=UTC)  # summer time ends, or begins, in most of the zones meanwhile


def shuffle_alike(chance: random.Random) -> None:
    """Shuffle as the last time with the same seed; the seeds of games would be the system's secrets."""
    real = secrets.token_hex
    secrets.choice = chance.choice
    secrets.token_hex = lambda n=None: chance.randbytes(n).hex() if n == SEED_BYTES else real(n)


def main(wanted: argparse.Namespace) -> None:
    from bench.simulated import at_once, audit, life, world
    from bench.simulated.people import make_people, tables

    chance = random.Random(wanted.seed)
    shuffle_alike(random.Random(wanted.seed))
    at_once.watch()
    with time_machine.travel(START, tick=False) as traveller:
        people = make_people(wanted.people, START, chance, wanted.travellers)
        seated = tables(people, wanted.games, chance)
        outages = life.spells(START, chance)
        world.settle(people)
        month = life.Life(f"{wanted.orders} orders", people, traveller, START, outages)
        made = []
        for number, at in enumerate(world.openings(wanted.games, START, chance)):
            month.run(lambda at=at: month.now >= at)
            made.append(world.open_game(number, seated[number], chance, wanted).pk)
        month.run(lambda: life.all_over(made))
        found = audit.audit(people, made, outages, START, month, wanted.orders)
    print(json.dumps(found))


if __name__ == "__main__":
    django.setup()
    parser = argparse.ArgumentParser()
    for number in ("games", "people", "seed", "travellers", "answer-hours"):
        parser.add_argument(f"--{number}", type=int, required=True)
    parser.add_argument("--orders", required=True)
    main(parser.parse_args())
