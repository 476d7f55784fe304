"""How much a bot may imagine for one decision, counted in steps and not in seconds: the same on any machine.

A step is roughly what it takes to look at one card of a position.  The work is shared out: of what is left,
each option that is tried gets an equal part, and so do the options of what follows from it.  Where a part is
used up, a position is valued as it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec

from engine.table import CommonTable

MOST = 30_000
"""Steps for one decision.  Printed decks need fewer than half of them."""

_POSITION = 12  # steps for a position without cards


class Work(msgspec.Struct):
    """Steps that are done, and how many may be by the end of what is tried now."""

    done: int = 0
    limit: int = MOST

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be imagined."""
        return self.done >= self.limit

    def look_at(self, table: CommonTable, me: int) -> None:
        """Count a look at a position."""
        aside = sum(len(temporary.cards) for temporary in table.temporary)
        self.done += _POSITION + len(table.hands[me]) + aside

    @contextmanager
    def part(self, of: int) -> Iterator[None]:
        """Do something with one of so many equal parts of what is left."""
        limit = self.limit
        self.limit = self.done + max(0, limit - self.done) // of
        try:
            yield
        finally:
            self.limit = limit


_WORK: ContextVar[Work] = ContextVar("work of a bot")


def work() -> Work:
    """The work on the present decision; without one, as much as a decision may take."""
    found = _WORK.get(None)
    return Work() if found is None else found


@contextmanager
def one_decision(most: int = MOST) -> Iterator[Work]:
    """Count the work on one decision."""
    counted = Work(limit=most)
    token = _WORK.set(counted)
    try:
        yield counted
    finally:
        _WORK.reset(token)
