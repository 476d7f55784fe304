"""The table of the board game: what lies on it besides cards."""

from collections.abc import Iterable
from itertools import chain

import msgspec

from engine.board.spaces import PEGS
from engine.table import CommonTable


class Lying(msgspec.Struct, array_like=True):
    """Where a tile lies: its place in the grid, y growing southwards, and its quarter turns clockwise."""

    x: int
    y: int
    turns: int = 0


class BoardTable(CommonTable, kw_only=True):
    """All state of one board game.

    ``tiles`` go by name, the start tile among them.  ``pieces`` are the spaces of each colour in play.
    ``colours`` says who plays which.  ``pegs`` are holes, counted from 0.  ``goals`` is the stack, its top at
    the end.  ``collected`` are the goals that each seat has met.  ``to_change`` are the seats that still make
    their free change of the rules.
    """

    tiles: dict[str, Lying]
    pieces: dict[str, list[str]]
    colours: dict[int, str]
    pegs: dict[str, int]
    collected: dict[int, list[int]]
    to_change: list[int] = []

    def laid(self) -> Iterable[int]:
        """The goals that were collected."""
        return chain(*self.collected.values())

    def setting(self, peg: str) -> int | None:
        """What a peg says now; None for no hand limit."""
        return PEGS[peg][self.pegs[peg]]
