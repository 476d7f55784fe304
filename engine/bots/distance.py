"""How many moves it is from space to space, over tiles that lie still.

A move is a step or a hop through a portal.  Whoever stands in the way is not counted: most can be bumped.
"""

from functools import lru_cache
from itertools import permutations

from engine.board.layout import Layout, layout, steps
from engine.board.spaces import PORTALS, TILE_OF
from engine.board.table import BoardTable

_KEPT = 1024  # layouts that are remembered, some 3 kB each
_NUMBERS = {space: number for number, space in enumerate(TILE_OF)}
_SPACES = tuple(_NUMBERS)
_LEADS_TO = {space: space for space in _SPACES} | dict(zip(PORTALS, reversed(PORTALS), strict=True))
_UNREACHABLE = 99


class Ways:
    """The ways over one layout; distances are worked out when they are first asked for."""

    __slots__ = ("_before", "_to")

    def __init__(self, layout: Layout, wraparound: bool) -> None:
        before = [0] * len(_SPACES)  # of each space, as bits, those from which one move ends there
        for source, targets in steps(layout, wraparound).items():
            bit = 1 << _NUMBERS[source]
            for target in targets:
                before[_NUMBERS[_LEADS_TO[target]]] |= bit
        for portal in PORTALS:
            before[_NUMBERS[_LEADS_TO[portal]]] |= 1 << _NUMBERS[portal]
        self._before = before
        self._to: dict[str, dict[str, int]] = {}

    def to(self, space: str) -> dict[str, int]:
        """How many moves it is to a space, from each space."""
        found = self._to.get(space)
        if found is None:
            found = self._to[space] = self._count(space)
        return found

    def _count(self, space: str) -> dict[str, int]:
        counts = dict.fromkeys(_SPACES, _UNREACHABLE)
        before, moves = self._before, 0
        new = seen = 1 << _NUMBERS[space]
        while new:
            further = 0
            while new:
                number = (new & -new).bit_length() - 1
                counts[_SPACES[number]] = moves
                further |= before[number]
                new &= new - 1
            moves += 1
            new = further & ~seen
            seen |= new
        return counts


_ways = lru_cache(maxsize=_KEPT)(Ways)


def ways(table: BoardTable) -> Ways:
    """The ways over the tiles of a table as they lie, by its rules of moving."""
    return _ways(layout(table), bool(table.setting("wraparound")))


@lru_cache(maxsize=_KEPT * 8)
def between(ways: Ways, pieces: tuple[str, ...], spaces: tuple[str, str]) -> int:
    """How many moves two of the pieces need to stand on the two spaces."""
    one, other = ways.to(spaces[0]), ways.to(spaces[1])
    return min([one[piece] + other[second] for piece, second in permutations(pieces, 2)])


def with_leap(ways: Ways, pieces: tuple[str, ...], spaces: tuple[str, str], target: str) -> int:
    """The same if one piece may leap to ``target``, one of the spaces, besides."""
    other = ways.to(spaces[1] if target == spaces[0] else spaces[0])
    return min([other[piece] for piece in pieces])
