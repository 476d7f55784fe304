"""The last event of each of several games, as one seat may know it: no query for each game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.functions import JSONObject

from engine import QuestionKind
from games.core.window_passes import PASS, SEALED
from games.models import Game, Move, Player, Seat
from games.models.move import read_outcomes, read_params

from .narrator import Length, Viewer, narrate

# How many moves of each game are looked at for something worth telling.
RECENT = 4
FIELDS = ("version", "kind", "seat_id", "by", "labels", "outcomes", "params", "created_at", "deputy_id")


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


def recent_moves(game: str = "game") -> ArraySubquery:
    """Return an annotation with the newest visible moves; `game` is the column that names their game."""
    visible = Move.objects.filter(game=OuterRef(game)).exclude(SEALED).order_by("-version")
    fields = {name: name for name in FIELDS} | {"deputy": "deputy__name"}
    return ArraySubquery(visible.values(row=JSONObject(**fields))[:RECENT])


def find_last_event(
    game: Game, seat: Seat | None, recent: Sequence[Mapping[str, Any]], seats: Iterable[Seat]
) -> LastEvent | None:
    """Return the last event worth telling among `recent_moves` of a game, as a seat or the public knows it.

    `seats` are all of the game.
    """
    viewer, usual = Viewer.of(game, seat, seats), None
    for move in map(_read_move, recent):
        # Whether a pass was one in a window isn’t known here; in none it says nothing either.
        asked = QuestionKind.WINDOW if move.labels == PASS else QuestionKind.UNKNOWN
        for sentence in narrate(move, viewer, Length.HEADLINE, asked=asked):
            event = LastEvent(move.version, move.created_at, sentence.text)
            if not sentence.is_usual:
                return event
            usual = usual or event
    return usual


def _read_move(row: Mapping[str, Any]) -> Move:
    read = {
        "outcomes": read_outcomes(row["outcomes"]),
        "params": read_params(row["params"]),
        "created_at": datetime.fromisoformat(row["created_at"]),
    }
    move = Move(**{name: row[name] for name in FIELDS} | read)
    if move.deputy_id is not None:
        move.deputy = Player(pk=move.deputy_id, name=row["deputy"])
    return move
