"""Counting what a sweep did, and saying what went wrong: to players, and in logs without a secret."""

import traceback
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

import engine


@dataclass
class Tally:
    """How many rows a sweep handled, and how many of them failed."""

    did: int = 0
    failed: int = 0

    def count(self, is_good: bool) -> None:
        """Count one row."""
        self.did += 1
        self.failed += not is_good

    def __add__(self, other: "Tally") -> "Tally":
        """Return the rows of both."""
        return Tally(self.did + other.did, self.failed + other.failed)


class SafeTextError(Exception):
    """An error whose own text gives nothing away."""


def describe_error(error: BaseException, *, with_text: bool = False) -> str:
    """Name an error for a log line or a row by its kind and place.

    Its own text may quote a hidden card and is left out, unless the caller knows that it can't.
    """
    if isinstance(error, SafeTextError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = f": {error}"[:500] if with_text else ""
    return f"{type(error).__name__}{place}{text}"


def translate_error(error: engine.EngineError | engine.Problem) -> str:
    """Return what the rules say, as a sentence in the reader's language."""
    about = {
        name: _(value) if value and name in engine.TRANSLATED else value
        for name, value in error.about.items()
    }
    return _(error.text).format(**about)
