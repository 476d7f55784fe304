"""How fast the engine is: `python bench/engine.py [--edition "fluxx ice"] [--against DIR] [--json]`.

Measured on one core, in processor time, with outcomes recorded and no invariant checked:

- decisions per second of random play, the median of several rounds over the same games;
- the same with a view for each seat after each answer;
- to load a stored game, answer one question and store it again, at decision 10 and at decision 1,000 of
  the same games, or the next moments after them in which no play is in progress.  The two are measured in
  turns, so that a machine that slows down slows both;
- the size of a stored game;
- on the board, to list all legal moves with rotations, uprootings and wraparound on, in positions of these
  games: for the first time, and again with what is remembered of where tiles lie.

``--against`` measures the engine of a second checkout by this same program, in turns with this one, each
round in a process of its own, and prints the ratios.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, os.environ.get("CHECKOUT", str(Path(__file__).parents[1])))

from engine import Game, all_editions, bots, deck_of
from engine.board import layout
from engine.board.moves import legal_moves
from engine.board.spaces import SWITCHED
from engine.board.table import BoardTable

SEATS = 4
GAMES = {"cards": 200, "board": 20}  # in a round; by chance a game on the board takes thousands of decisions
EARLY, LATE = 10, 1_000
PATIENCE = 1_000  # wins to take back before a game is given up


def play_out(edition: str, seed: str, *, viewed: bool = False) -> int:
    """Play one game by chance to its end and return how many decisions that took."""
    game, dice, decisions = Game.new(edition, SEATS, seed=seed), Random(seed), 0
    while not game.over:
        question = dice.choice(game.questions)  # trivia, too, which the play does not wait for
        game.answer(question.seat, bots.pick(question, dice), question.number)
        if viewed:
            project_views(game)
        decisions += 1
    return decisions


def project_views(game: Game) -> None:
    """Make the view of each seat; engines of earlier releases make them one by one."""
    if hasattr(game, "views"):
        game.views(*game.seats)
    else:
        for seat in game.seats:
            game.view(seat)


def decisions_per_second(edition: str, games: int, rounds: int, *, viewed: bool = False) -> list[float]:
    """One rate per round; every round plays the same games."""
    play_out(edition, "0", viewed=viewed)  # the first game reads the deck
    rates = []
    for _ in range(rounds):
        began = process_time()
        decisions = sum(play_out(edition, str(seed), viewed=viewed) for seed in range(games))
        rates.append(decisions / (process_time() - began))
    return rates


def stored_at(edition: str, seed: str, *moments: int) -> list[bytes]:
    """A game as it is stored at rest after so many decisions, or soon after.

    A play that would end it is taken back.
    Empty if a win can't be avoided before the last of the moments.
    """
    game, dice = Game.new(edition, SEATS, seed=seed), Random(seed)
    stored: list[bytes] = []
    decisions = endings = 0
    while len(stored) < len(moments):
        if game.at_rest:
            rest, at = game.dump(), decisions
            if decisions >= moments[len(stored)]:
                stored.append(rest)
        question = game.questions[0]
        game.answer(question.seat, bots.pick(question, dice))
        decisions += 1
        if game.over:
            endings += 1
            if endings > PATIENCE:
                return []
            game, decisions = Game.load(rest), at
    return stored


def seconds_to_answer(stored: bytes, dice: Random) -> float:
    """How long it takes to load a stored game, answer its first question by chance, and store it again."""
    labels = bots.pick(Game.load(stored).questions[0], dice)
    began = process_time()
    game = Game.load(stored)
    game.answer(game.questions[0].seat, labels)
    game.dump()
    return process_time() - began


def seconds_to_list_moves(stored: bytes) -> tuple[float, float]:
    """How long it takes to list all legal moves, the first time and again, with moves of every kind."""
    table = Game.load(stored).table
    assert isinstance(table, BoardTable)
    table.pegs |= dict.fromkeys(SWITCHED, 1)
    colour = table.colours[table.turn.seat]
    for remembered in (layout.steps, layout._uproots):
        remembered.cache_clear()
    instants = [process_time()]
    for _ in range(2):
        legal_moves(table, colour)
        instants.append(process_time())
    return instants[1] - instants[0], instants[2] - instants[1]


def measure_moves(edition: str, games: int) -> dict[str, float]:
    """How long it takes to list all legal moves, in positions all over these games."""
    moments = range(EARLY, LATE, 90)
    taken = [
        seconds_to_list_moves(stored)
        for seed in range(games)
        for stored in stored_at(edition, str(seed), *moments)
    ]
    first, again = zip(*taken, strict=True)
    return {
        "moves_first_ms": round(1000 * statistics.median(first), 4),
        "moves_again_ms": round(1000 * statistics.median(again), 4),
        "moves_longest_ms": round(1000 * max(first), 4),
    }


def measure(edition: str, games: int, rounds: int) -> dict[str, float]:
    """All figures."""
    rates = decisions_per_second(edition, games, rounds)
    viewed = decisions_per_second(edition, max(1, games // 4), rounds, viewed=True)
    long_games = (stored_at(edition, str(seed), EARLY, LATE) for seed in count())
    stored = list(islice(filter(None, long_games), max(1, games // 10)))
    early, late, dice = [], [], Random(0)
    for _ in range(rounds):
        for young, old in stored:
            early.append(seconds_to_answer(young, dice))
            late.append(seconds_to_answer(old, dice))
    sizes = [len(data) for pair in stored for data in pair]
    moves = measure_moves(edition, games) if deck_of(edition).game == "board" else {}
    return moves | {
        "decisions_per_second": round(statistics.median(rates)),
        "decisions_per_second_best": round(max(rates)),
        "decisions_per_second_viewed": round(statistics.median(viewed)),
        "early_ms": round(1000 * statistics.median(early), 4),
        "late_ms": round(1000 * statistics.median(late), 4),
        "ratio": round(statistics.median(late) / statistics.median(early), 3),
        "dump_bytes": round(statistics.median(sizes)),
        "dump_bytes_largest": max(sizes),
    }


def compare(other: Path, edition: str, games: int, rounds: int) -> dict[str, tuple[float, float, float]]:
    """Each figure here and in the other checkout, and by how much it differs: medians over the rounds."""
    words = ["--edition", edition, "--games", str(games), "--rounds", "1", "--json"]
    command = [sys.executable, str(Path(__file__).resolve()), *words]
    checkouts = [Path(__file__).resolve().parents[1], other.resolve()]
    taken: dict[Path, list[dict[str, float]]] = {checkout: [] for checkout in checkouts}
    for turn in range(rounds):
        for checkout in checkouts[:: -1 if turn % 2 else 1]:
            printed = subprocess.run(
                command, env={**os.environ, "CHECKOUT": str(checkout)}, check=True, capture_output=True
            ).stdout
            taken[checkout].append(json.loads(printed))
    mine, theirs = taken.values()
    compared = {}
    for name in mine[0]:
        pairs = [(one[name], two[name]) for one, two in zip(mine, theirs, strict=True)]
        here, there = (statistics.median(figures) for figures in zip(*pairs, strict=True))
        compared[name] = (here, there, round(statistics.median(one / two for one, two in pairs), 3))
    return compared


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of the engine.")
    names = ", ".join(edition.slug for edition in all_editions())
    parser.add_argument("--edition", default="fluxx", help=f"{names}, or several in quotes, mixed")
    parser.add_argument("--games", type=int, help="games in a round (200; of the board game 20)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds, of which the median counts (7)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="a second checkout to compare with")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args()
    games = wanted.games or GAMES[deck_of(wanted.edition).game]
    if wanted.against:
        compared = compare(wanted.against, wanted.edition, games, wanted.rounds)
        if wanted.json:
            print(json.dumps(compared, indent=2))
            return
        print(f"{'':<30}{'here':>12}{'there':>12}{'ratio':>9}")
        for name, (here, there, ratio) in compared.items():
            print(f"{name:<30}{here:>12,.10g}{there:>12,.10g}{ratio:>9.3f}")
        return
    figures = measure(wanted.edition, games, wanted.rounds)
    if wanted.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"random play, {SEATS} seats            {figures['decisions_per_second']:>9,} decisions per second")
    print(
        f"with the views of all seats     {figures['decisions_per_second_viewed']:>9,} decisions per second"
    )
    print(f"load, answer, store, decision {EARLY:<5,}  {figures['early_ms']:>9.3f} ms")
    print(f"load, answer, store, decision {LATE:<5,}  {figures['late_ms']:>9.3f} ms")
    print(f"ratio of the two                {figures['ratio']:>9.2f}")
    print(f"a stored game                   {figures['dump_bytes']:>9,} bytes")
    if "moves_first_ms" in figures:
        print(f"all legal moves, first time     {figures['moves_first_ms']:>9.3f} ms")
        print(f"all legal moves, again          {figures['moves_again_ms']:>9.3f} ms")


if __name__ == "__main__":
    main()
