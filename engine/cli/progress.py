"""A progress bar on stderr, for people: nothing is printed where nobody looks."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

_WIDTH = 40
_EVERY = 0.1  # seconds


def progress(items: Iterable[T], total: int) -> Iterator[T]:
    """The same items; a bar shows how many of ``total`` are done."""
    shown, last = sys.stderr.isatty(), 0.0
    for done, item in enumerate(items):
        if shown and monotonic() - last > _EVERY:
            last = monotonic()
            filled = _WIDTH * done // total
            bar = "█" * filled + "░" * (_WIDTH - filled)
            print(f"\r{bar} {done:,} of {total:,}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
