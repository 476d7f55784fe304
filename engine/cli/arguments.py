"""Arguments that several commands take; each refuses nonsense with one sentence."""

import argparse
import sys
from collections.abc import Sequence

from engine.editions import all_editions, deck_of
from engine.rulebook import seat_counts

_COUNTS = sorted({count for each in all_editions() for count in seat_counts(each.slug)})


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Which deck is played."""
    names = [edition.slug for edition in all_editions()]
    parser.add_argument(
        "--edition",
        default=names[0],
        type=deck_name,
        metavar="NAME",
        help=f'one of {", ".join(names)}, or several in quotes, with changes: "{names[0]} -bread +draw-2"',
    )


def deck_name(word: str) -> str:
    """The name of a deck: editions, cards more or fewer, switches."""
    try:
        deck_of(word)
    except (KeyError, ValueError) as unknown:
        raise argparse.ArgumentTypeError(f"there is no deck {word!r}: {unknown} is not known.") from None
    return word


def positive(word: str) -> int:
    """A whole number above zero."""
    if not word.isascii() or not word.isdigit() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number above zero.")
    return int(word)


def seats(word: str) -> int:
    """A number of seats with which some game is played."""
    if word not in map(str, _COUNTS):
        raise argparse.ArgumentTypeError(f"a game has {_COUNTS[0]} to {_COUNTS[-1]} seats, not {word!r}.")
    return int(word)


def seats_or_range(word: str) -> range:
    """A number of seats, or a range of them: ``2-6``."""
    first, _, last = word.partition("-")
    numbers = range(seats(first), seats(last or first) + 1)
    if not numbers:
        raise argparse.ArgumentTypeError(f"{word!r} runs backwards: write {last}-{first}.")
    return numbers


def are_seats_of(deck: str, wanted: Sequence[int]) -> bool:
    """Whether the game of a deck is played with so many seats; if not, that is said on stderr."""
    counts = seat_counts(deck)
    wrong = [count for count in wanted if count not in counts]
    if wrong:
        print(f"A game of {deck} has {counts[0]} to {counts[-1]} seats, not {wrong[0]}.", file=sys.stderr)
    return not wrong
