"""How fast the engine is: `python bench/engine.py [--edition "fluxx ice"] [--against DIR] [--json]`.

Measured on one core, in processor time, with outcomes recorded and no invariant checked:

- decisions per second of random play, the median of several rounds over the same games;
- the same with a view for each seat after each answer;
- to load a stored game, answer one question and store it again, at decision 10 and at decision 1,000 of
  the same games, or at the next moments after them in which the game is under way and a seat chooses what
  to play.  The two are measured in turns, so that a machine that slows down slows both, and their ratio is
  that of answers after which the same is asked: what a window stops costs less than what is carried out;
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
from collections import defaultdict
from itertools import chain
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, os.environ.get("CHECKOUT", str(Path(__file__).parents[1])))

from engine import Game, bots, deck_of
from engine.board import layout
from engine.board.moves import legal_moves
from engine.board.spaces import SWITCHED
from engine.board.table import BoardTable

SEATS = 4
GAMES = {"cards": 200, "board": 20}  # in a round; by chance a game on the board takes thousands of decisions
EARLY, LATE = 10, 1_000
PATIENCE = 8  # endings without getting further, after which one more play is taken back
PLAYS = ("play", "play-or-move")  # what is asked at the moments that are compared


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
    """A game as it is stored under way, when a seat may play, after so many decisions or soon after.

    Plays that end the game are taken back: the last one, and one more each time that this did not help.
    """
    game, dice = Game.new(edition, SEATS, seed=seed), Random(seed)
    decisions = furthest = endings = 0
    plays: list[tuple[int, bytes, bool]] = []
    while not plays or plays[-1][0] < max(moments) or not plays[-1][2]:
        if game.over:
            endings += 1
            del plays[max(1, len(plays) - endings // PATIENCE) :]
            decisions, stored, _ = plays.pop()
            game = Game.load(stored)
        question = game.questions[0]
        if game.at_rest and str(question.what) in PLAYS:
            plays.append((decisions, game.dump(), is_under_way(game)))
        if decisions > furthest:
            furthest, endings = decisions, 0
        game.answer(question.seat, bots.pick(question, dice))
        decisions += 1
    return [next(stored for at, stored, alike in plays if at >= moment and alike) for moment in moments]


def is_under_way(game: Game) -> bool:
    """Whether every seat has a keeper and somebody could win; the board always is."""
    view = game.view(None)
    return view.board is not None or bool(view.goals and all(seat.keepers for seat in view.seats))


def time_answer(stored: bytes, dice: Random) -> tuple[str, float]:
    """Load a stored game, answer its first question by chance, and store it again.

    Returns what is asked next, and the seconds that all of it took.
    """
    labels = bots.pick(Game.load(stored).questions[0], dice)
    began = process_time()
    game = Game.load(stored)
    game.answer(game.questions[0].seat, labels)
    game.dump()
    taken = process_time() - began
    return "" if game.over else str(game.questions[0].what), taken


def ratio_of_alike(early: dict[str, list[float]], late: dict[str, list[float]]) -> float:
    """How much longer late answers take than early ones that lead to the same question, by their numbers."""
    weights = {what: min(len(early[what]), len(late[what])) for what in early.keys() & late.keys()}
    ratios = {what: statistics.median(late[what]) / statistics.median(early[what]) for what in weights}
    return sum(ratios[what] * weight for what, weight in weights.items()) / sum(weights.values())


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
    stored = [stored_at(edition, str(seed), EARLY, LATE) for seed in range(max(1, games // 4))]
    early: dict[str, list[float]] = defaultdict(list)
    late: dict[str, list[float]] = defaultdict(list)
    dice = Random(0)
    for _ in range(rounds):
        for pair in stored:
            for times, data in zip((early, late), pair, strict=True):
                what, seconds = time_answer(data, dice)
                times[what].append(seconds)
    sizes = [len(data) for pair in stored for data in pair]
    moves = measure_moves(edition, games) if deck_of(edition).game == "board" else {}
    return moves | {
        "decisions_per_second": round(statistics.median(rates)),
        "decisions_per_second_best": round(max(rates)),
        "decisions_per_second_viewed": round(statistics.median(viewed)),
        "early_ms": round(1000 * statistics.median(chain(*early.values())), 4),
        "late_ms": round(1000 * statistics.median(chain(*late.values())), 4),
        "ratio": round(ratio_of_alike(early, late), 3),
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
    parser.add_argument("--edition", default="fluxx", help="the slug of one, or of several in quotes, mixed")
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
    print(f"ratio of like answers           {figures['ratio']:>9.2f}")
    print(f"a stored game                   {figures['dump_bytes']:>9,} bytes")
    if "moves_first_ms" in figures:
        print(f"all legal moves, first time     {figures['moves_first_ms']:>9.3f} ms")
        print(f"all legal moves, again          {figures['moves_again_ms']:>9.3f} ms")


if __name__ == "__main__":
    main()
