"""One simulated month: `python -m bench.simulated GAMES PEOPLE SEED with|without`; prints figures as JSON."""

import json
import random
import secrets
import sys
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


def main(games: int, count: int, seed: int, orders: str) -> None:
    from bench.simulated import audit, life, world
    from bench.simulated.people import make_people, tables

    chance = random.Random(seed)
    shuffle_alike(random.Random(seed))
    with time_machine.travel(START, tick=False) as traveller:
        people = make_people(count, START, chance)
        seated = tables(people, games, chance)
        outages = life.spells(START, chance)
        world.settle(people)
        month = life.Life(f"{orders} orders", people, traveller, START, outages)
        made = []
        for number, at in enumerate(world.openings(games, START, chance)):
            month.run(lambda at=at: month.now >= at)
            made.append(world.open_game(number, seated[number], chance, with_orders=orders == "with").pk)
        month.run(lambda: life.all_over(made))
        found = audit.audit(people, made, outages, START, month)
    print(json.dumps(found))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
