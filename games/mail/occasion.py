"""What a letter is about: a notice with its game, and the seat and the player it concerns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import engine
from games.core import access
from games.core.snapshot import TableSnapshot
from games.history.formatting import one_line
from games.models import Game, Notice, Player, Seat
from games.outbox.obsolete import Obsolete

from .letter import Letter


@dataclass(frozen=True)
class Occasion:
    """A notice with everything that its letter is written from; the table is fetched when it is asked for.

    `player` is who reads the letter; `seat` is theirs, but for what a host reads about other seats.
    """

    notice: Notice
    game: Game
    seat: Seat
    player: Player

    @cached_property
    def snapshot(self) -> TableSnapshot:
        """What the parts of the letter want to know of the game."""
        return TableSnapshot(self.game)

    @cached_property
    def names(self) -> dict[int, str]:
        """What each seat is called, by its number, fit for a mail."""
        return {number: one_line(name) for number, name in self.snapshot.names.items()}

    @classmethod
    def of(cls, notice: Notice) -> Occasion:
        """Return the occasion of a notice to a seat. Raises `Obsolete`."""
        if notice.seat is None or notice.player is None:
            raise Obsolete("the seat is gone")
        notice.seat.game = notice.game
        if notice.question is not None:
            notice.question.game = notice.game
        return cls(notice, notice.game, notice.seat, notice.player)

    def param(self, name: str) -> Any:
        """Return a part of the data of the notice.

        Raises `Obsolete` where it is missing: the release before this column wrote the notice meanwhile.
        """
        if name not in self.notice.params:
            raise Obsolete(f"it was written without its data: {name}")
        return self.notice.params[name]

    @property
    def name(self) -> str:
        """What the seat is called."""
        return one_line(str(self.seat))

    @cached_property
    def view(self) -> engine.View | None:
        """What the seat may know of the table; ``None`` before the deal."""
        return access.view(self.game, self.seat, self.snapshot)


Writer = Callable[[Occasion], Letter]
