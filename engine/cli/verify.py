"""``python -m engine verify FILE``: replay the record of a finished game, and check its shuffles."""

import argparse
import sys
from pathlib import Path

from engine.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the record of a game (JSON)")
    parser.add_argument(
        "--hash", default="", metavar="HASH", help="the hash you were shown when the game began"
    )
    parser.add_argument("--salt", default="", help="the salt of that hash, if the record lacks it")


def run(arguments: argparse.Namespace) -> int:
    """Replay and report.  0: all is as recorded; 1: it is not; 2: the file is no record."""
    try:
        record = Record.parse(arguments.file.read_bytes())
    except OSError as error:
        print(f"{arguments.file} can't be read: {error.strerror}.", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"{arguments.file} is not the record of a game: {error}.", file=sys.stderr)
        return 2
    published = arguments.hash.strip().lower() or record.commitment
    try:
        game = record.check(published, arguments.salt)
    except ValueError as error:
        print(f"{arguments.file} does not hold: {error}", file=sys.stderr)
        return 1
    if published:
        print(f"The seed is the one of the hash that was published at the start: {published}")
    else:
        print("No published hash to compare the seed with; give it with --hash.")
    end = f"seat {game.winner} won" if game.winner else "nobody won"
    print(f"Replayed {len(record.steps)} answers with the same shuffles: {end}, as recorded.")
    return 0
