"""What has happened in a game, in sentences, as one seat may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games import access
from games.models import By, Game, Move, Seat


@dataclass(frozen=True)
class Line:
    """One sentence of the history."""

    version: int
    at: datetime
    by: str
    kind: str
    seat: int | None
    text: str


def lines(
    game: Game, seat: Seat | None, *, after: int = 0, until: int | None = None, limit: int | None = None
) -> list[Line]:
    """Return what happened after move `after` and up to move `until`, oldest first.

    With `limit`, at most the last so many moves of that.
    Every outcome goes through `engine.seen_by` for this seat; without a seat, what everybody may know.
    """
    moves = game.moves.filter(version__gt=after).select_related("seat").order_by("-version")
    if until is not None:
        moves = moves.filter(version__lte=until)
    moves = moves[:limit]
    viewer = seat.number if seat is not None and seat.is_taken and seat.game_id == game.pk else None
    names = access.names(game)
    return [line for move in reversed(moves) for line in _tell(move, viewer, names)]


def lines_of(move: Move, seat: Seat | None) -> list[Line]:
    """Return what happened with one move, as one seat may know it; without a seat, what everybody may."""
    return lines(move.game, seat, after=move.version - 1, until=move.version)


def _tell(move: Move, viewer: int | None, names: Mapping[int, str]) -> Iterator[Line]:
    for text in _sentences(move, viewer, names):
        yield Line(
            version=move.version,
            at=move.created_at,
            by=move.by,
            kind=move.kind,
            seat=move.seat.number if move.seat else None,
            text=text,
        )


def _sentences(move: Move, viewer: int | None, names: Mapping[int, str]) -> Iterator[str]:
    if move.kind == Move.Kind.RESTORED:
        yield _("The rules were mended while this card was being played: the play was taken back.")
    outcomes = [
        seen
        for outcome in engine.load_outcomes(move.outcomes)
        if (seen := engine.seen_by(outcome, viewer)) is not None
    ]
    if move.by == By.CLOCK and move.seat is not None:
        first = outcomes[0] if outcomes else None
        if isinstance(first, engine.Played) and first.seat == move.seat.number:
            outcomes.pop(0)
            card = _(engine.card(first.card).title)
            yield _("Time ran out: the site played %(card)s for %(name)s.") % {
                "card": card,
                "name": move.seat,
            }
        else:
            # Not what it answered: with several seats asked at once, that stays sealed until all have
            # answered.
            yield _("Time ran out: the site answered for %(name)s.") % {"name": move.seat}
    for outcome in outcomes:
        if sentence := engine.text.sentence(outcome, names, _, ngettext):
            yield sentence


def decision(move: Move, names: Mapping[int, str]) -> str:
    """Return what a seat itself answered, in words: “Bread”, or “Bread, Milk”."""
    return ", ".join(engine.text.option(label, names, _) for label in move.labels) or _("nothing")
