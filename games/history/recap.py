"""Where the recap of a player begins: after their own last turn."""

from typing import NamedTuple

from django.db.models import Q

from games.models import BY_PEOPLE, Game, Move, Seat

from .moves import undone_among

# More turns than ever lie between two turns of one seat.
MOST_TURNS = 60
TURN_BEGAN = "turnbegan"


def since_last_turn(game: Game, seat: Seat) -> int:
    """Return the version with which a player ended their last turn; 0 if there is none.

    What the site or a bot played for them at the end of that turn comes after it: they have not seen it.
    """
    begun, undone = _turns_begun(game)
    before = begun[:-1] if begun and begun[-1].seat == seat.number else begun  # without the present turn
    at = max((place for place, turn in enumerate(before) if turn.seat == seat.number), default=None)
    if at is None:
        return 0
    answers = game.moves.filter(seat=seat, kind=Move.Kind.ANSWER, by__in=BY_PEOPLE)
    answers = answers.filter(version__gt=before[at].version).exclude(version__in=undone)
    if at + 1 < len(begun):
        answers = answers.filter(version__lte=begun[at + 1].version)
    last = answers.order_by("-version").values_list("version", flat=True).first()
    return last or before[at].version


class TurnStart(NamedTuple):
    """A turn and the version with which it began."""

    version: int
    seat: int


def _turns_begun(game: Game) -> tuple[list[TurnStart], set[int]]:
    """Return the last turns of a game, the newest last, and which moves were taken back."""
    telling = Q(outcomes__contains=[{"type": TURN_BEGAN}]) | Q(kind=Move.Kind.UNDO)
    newest = (
        game.moves.filter(telling).order_by("-version").only("game", "version", "kind", "outcomes", "params")
    )
    moves = list(reversed(newest[:MOST_TURNS]))
    undone = undone_among(moves)
    begun = [
        TurnStart(move.version, outcome["seat"])
        for move in moves
        if move.version not in undone
        for outcome in move.outcomes
        if outcome["type"] == TURN_BEGAN
    ]
    return begun, undone
