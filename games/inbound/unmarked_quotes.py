"""Finds the lines of a sent mail in a text that quotes it without marks. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import chain

from games.mail.sent_lines import PART_END, hash_line, without_addresses

MOST_PIECES = 10  # of a line that a program has broken
MARKS = "> |"  # before each line, or before some of those that a program has broken
BEGINS = 3  # lines in a row by which a quotation is known
CLOSING_LINES = 5  # at the end of a mail that programs leave out, such as its signature
MOST_STEPS = 100_000  # lines that are compared; a whole mail that is quoted takes some hundreds


def find_quoted_lines(lines: Sequence[str], sent: Sequence[bytes]) -> Set[int]:
    """Return the numbers of the lines that are quoted, given the hashes of the mail in their order.

    A quotation begins with three lines of the mail in a row. What stands between two lines of the mail that
    follow each other in it, or below its end, is the writer's. Any other line below the beginning may be
    one of the mail that a program has changed, and counts as quoted. So does the rest of a text that was made
    to be compared without an end.
    """
    return _Search(lines, sent).find() if sent else frozenset()


class _TooMany(Exception):
    """The lines of a text fit those of the mail in too many ways."""


class _Search:
    """A text beside the mail that it may quote: `place` counts lines of the mail, `at` those of the text."""

    def __init__(self, lines: Sequence[str], sent: Sequence[bytes]) -> None:
        self.lines, self.sent = lines, (*sent, PART_END)
        self.filled = [number for number, line in enumerate(lines) if hash_line(line)]
        self.joined: dict[int, list[bytes]] = {}
        self.places: dict[bytes, list[int]] = defaultdict(list)
        for place, each in enumerate(sent):
            if each != PART_END:
                self.places[each].append(place)
        self.quoted: set[int] = set()
        self.steps = 0

    def find(self) -> Set[int]:
        """Return the numbers of all quoted lines."""
        at = 0
        try:
            while at < len(self.filled):
                if begin := next(self.matches(at, BEGINS), None):
                    at = self.read_quotation(at, *begin)
                else:
                    at += 1
        except _TooMany:
            self.quote(at, len(self.filled))
        return self.quoted

    def count(self, steps: int) -> None:
        """Count so many comparisons. Raises `_TooMany`."""
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise _TooMany

    def hashes(self, at: int) -> list[bytes]:
        """Return the hashes of the line there, and of what it gives with the lines below it."""
        if at not in self.joined:
            # A mark within an address that was broken would end it.
            parts = [self.lines[number].lstrip(MARKS) for number in self.filled[at : at + MOST_PIECES]]
            self.joined[at] = [hash_line(" ".join(parts[:count])) for count in range(1, len(parts) + 1)]
        return self.joined[at]

    def match(self, at: int, place: int) -> int:
        """Return what is below a line of the mail if it stands there, broken or not; 0 if it doesn't."""
        self.count(1)
        wanted = self.sent[place] if place < len(self.sent) else PART_END
        # The last of several: the lines above it hold the address behind the line, which has been broken.
        found = [count for count, each in enumerate(self.hashes(at), start=1) if each == wanted]
        return at + found[-1] if found else 0

    def matches(self, at: int, rows: int, below: int = -1) -> Iterator[tuple[int, int]]:
        """Yield each place below `below` from which so many lines of the mail stand there, and their end."""
        known = [self.places.get(each, []) for each in self.hashes(at)]
        self.count(1 + sum(map(len, known)))
        places = set(chain.from_iterable(known))
        for place in sorted(place for place in places if place > below):
            end = first = self.match(at, place)
            for row in range(1, rows):
                end = end and self.match(end, place + row)
            if end:
                yield first, place

    def read_quotation(self, at: int, end: int, place: int) -> int:
        """Mark the quotation whose first line is at a place of the mail; return what is below it."""
        self.quote(at, end)
        at = end
        while at < len(self.filled):
            if below := self.match(at, place + 1):
                place += 1
                # What waits above is the writer's; only lines that say nothing are not.
                self.quote(at, below)
                if at == end:
                    self.quote(at - 1, at + 1)
                at = end = below
            # Where lines of the mail are missing, what stands there instead may be what is left of them.
            elif jump := next(self.matches(at, 2, below=place + 1), None):
                at, place = jump
                self.quote(end - 1, at)
                end = at
            else:
                at += 1
        is_whole = PART_END in self.sent[place + 1 : place + 1 + CLOSING_LINES]
        rest = range(end, len(self.filled))
        if not is_whole and any(self.hashes(each)[0] in self.places for each in rest):
            self.quote(end, len(self.filled))
            return len(self.filled)
        return end

    def quote(self, begin: int, end: int) -> None:
        """Mark the lines from one to another, with those between them that say nothing.

        So are lines below that hold addresses alone, which programs insert for links and pictures.
        """
        if begin >= end:
            return
        last, below = self.filled[end - 1], self.filled[end] if end < len(self.filled) else len(self.lines)
        addresses = (
            at for at in range(below - 1, last, -1) if without_addresses(self.lines[at]) != self.lines[at]
        )
        self.quoted.update(range(self.filled[begin], next(addresses, last) + 1))
