"""``python -m engine verify FILE``: replay the record of a finished game, and check its shuffles."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.mixing import PLAYER, SITE
from engine.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the record of a game (JSON)")
    parser.add_argument(
        "--hash", default="", metavar="HASH", help="the hash you were shown before the game began"
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
    for line in _describe_seed(record, published):
        print(line)
    end = f"seat {game.winner} won" if game.winner else "nobody won"
    print(f"Replayed {len(record.steps)} answers with the same shuffles: {end}, as recorded.")
    return 0


def _describe_seed(record: Record, published: str) -> Iterator[str]:
    """Where the seed of a record that holds comes from."""
    if not published:
        yield "No published hash to compare the seed with; give it with --hash."
    elif record.mix is None:
        yield f"The seed is the one of the hash that was published at the start: {published}"
    else:
        yield f"The site's part is the one of the hash that was published before: {published}"
    if record.mix is None:
        yield "The site alone made the seed."
        return
    for by, made in ((PLAYER, "players gave themselves"), (SITE, "the site made in place of a player")):
        seats = [str(each.seat) for each in record.mix.parts if each.by == by]
        if seats:
            yield f"Parts of the seed that {made}: seats {', '.join(seats)}."
