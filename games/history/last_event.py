"""The last event of each of several games, as one seat may know it: no query for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.functions import JSONObject
from django.utils.translation import gettext as _

import engine
from games.core.passes import SEALED
from games.core.unknown import note_unknown, unknown_event
from games.decks.titles import translate
from games.models import Game, Move, Seat
from games.models.move import read_outcomes, read_params

from .event_sentences import event_sentence
from .game_history import outcome_sentence

# How many moves of each game are looked at for something worth telling.
RECENT = 4
FIELDS = ("version", "kind", "seat_id", "outcomes", "params", "created_at")
# What happens in each turn, so that it is told only where nothing else is known.
USUAL = ("turnbegan", "drew", "drewaside", "reshuffled")


@dataclass(frozen=True)
class LastEvent:
    """The last event of a game in one sentence, and when it happened; `version` is its move."""

    version: int
    at: datetime
    text: str


def recent_moves(game: str = "game") -> ArraySubquery:
    """Return an annotation with the newest visible moves; `game` is the column that names their game."""
    visible = Move.objects.filter(game=OuterRef(game)).exclude(SEALED).order_by("-version")
    return ArraySubquery(visible.values(row=JSONObject(**{name: name for name in FIELDS}))[:RECENT])


def find_last_event(
    game: Game, seat: Seat | None, recent: Sequence[Mapping[str, Any]], names: Mapping[int, str]
) -> LastEvent | None:
    """Return the last event worth telling among `recent_moves` of a game, as a seat or the public knows it.

    Each outcome goes through `engine.seen_by`. `names` are those of the seats by their numbers.
    """
    viewer = seat.number if seat is not None and seat.is_taken and seat.game_id == game.pk else None
    usual = None
    for move in recent:
        found, is_usual = _tell_move(game, viewer, move, names)
        if found:
            event = LastEvent(move["version"], datetime.fromisoformat(move["created_at"]), found)
            if not is_usual:
                return event
            usual = usual or event
    return usual


def _tell_move(
    game: Game, viewer: int | None, move: Mapping[str, Any], names: Mapping[int, str]
) -> tuple[str, bool]:
    """Return the most telling sentence of a move, and whether it only tells what each turn has."""
    match move["kind"]:
        case Move.Kind.UNDO:
            return _("A move was taken back."), False
        case Move.Kind.RESTORED:
            return _("A play was taken back after a rules fix."), False
        case Move.Kind.EVENT:
            return event_sentence(read_params(move["params"])), False
        case kind if kind not in Move.Kind.values:
            note_unknown("move", kind)
            return unknown_event(), False
    cards, usual = engine.cards_of(game.edition), ""
    stored = read_outcomes(move["outcomes"])
    for outcome, plain in reversed(list(zip(engine.load_outcomes(stored), stored, strict=True))):
        seen = engine.seen_by(outcome, viewer)
        sentence = "" if seen is None else outcome_sentence(seen, cards, names, translate)
        if sentence and plain["type"] not in USUAL:
            return sentence, False
        usual = usual or sentence
    return usual, True
