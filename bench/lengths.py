"""How many turns games take: `python bench/lengths.py [--games 400]` counts them anew.

Bots that play sensibly play each edition at each number of seats, from fixed seeds, on all processors, and
the result is written to `games/clocks/game_lengths.json`. Run it after the rules or the bots have changed: it
takes about 20 minutes of one processor.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import engine
from engine import bots
from engine.rulebook import seat_counts
from games.clocks.forecast import LENGTHS

# So many equally likely lengths are kept of each.
KEPT = 40


def play(edition: str, seats: int, seed: str) -> int:
    """Return how many turns one game between sensible bots takes."""
    game, dice = engine.Game.new(edition, seats, seed=seed), Random(seed)
    while not game.over:
        question = dice.choice(game.questions)
        game.answer(question.seat, bots.sensible(game.view(question.seat), question), question.number)
    return game.table.turn.number


def find_lengths(edition: str, seats: int, games: int, salt: str = "lengths") -> list[int]:
    """Return `KEPT` equally likely lengths of so many games."""
    turns = sorted(
        play(edition, seats, sha256(f"{salt}:{edition}:{seats}:{number}".encode()).hexdigest())
        for number in range(games)
    )
    return [turns[(2 * step + 1) * games // (2 * KEPT)] for step in range(KEPT)]


def main() -> None:
    """Count, and write what the site estimates by."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=400, metavar="N", help="of each edition and seats (400)")
    games = parser.parse_args().games
    kinds = [(each.slug, seats) for each in engine.all_editions() for seats in seat_counts(each.slug)]
    lengths: dict[str, dict[str, list[int]]] = {}
    with ProcessPoolExecutor() as pool:
        found = pool.map(find_lengths, *zip(*kinds, strict=True), [games] * len(kinds))
        for (edition, seats), turns in zip(kinds, found, strict=True):
            lengths.setdefault(edition, {})[str(seats)] = turns
            print(f"{edition}, {seats} seats: half take {turns[KEPT // 4]} to {turns[KEPT * 3 // 4]} turns")
    lines = json.dumps(lengths).replace("], ", "],\n  ").replace("}, ", "},\n").replace("}}", "}\n}")
    LENGTHS.write_text(lines.replace('{"2"', '{\n  "2"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
