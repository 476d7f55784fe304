"""The last event of each of several games, as one seat may know it: no query for each game."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine import QuestionKind
from games.core.window_passes import PASS
from games.models import Game, Move, Seat

from .narrator import Length, Viewer, narrate

# How many moves of each game are looked at for something worth telling.
RECENT = 4


@dataclass(frozen=True)
class LastEvent:
    """The last event of a game in one sentence, and when it happened; `version` is its move."""

    version: int
    at: datetime
    text: str

    @property
    def headline(self) -> str:
        """The sentence without its full stop, for a row of a list, which may be cut off."""
        return self.text.removesuffix(".")


def find_last_event(
    game: Game, seat: Seat | None, recent: Iterable[Move], seats: Iterable[Seat]
) -> LastEvent | None:
    """Return the last event worth telling among the newest moves of a game, as a seat or the public knows it.

    `seats` are all of the game.
    """
    viewer, usual = Viewer.of(game, seat, seats), None
    for move in recent:
        # Whether a pass was one in a window isn’t known here; in none it says nothing either.
        asked = QuestionKind.WINDOW if move.labels == PASS else QuestionKind.UNKNOWN
        for sentence in narrate(move, viewer, Length.HEADLINE, asked=asked):
            event = LastEvent(move.version, move.created_at, sentence.text)
            if not sentence.is_usual:
                return event
            usual = usual or event
    return usual
