"""The line that answers an answer: what the viewer has just done, and what is left to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.history import game_history
from games.history.marks import Told
from games.history.narrator import Length, narrate
from games.history.own_answers import END
from games.models import BY_PEOPLE, Move, Question
from games.pages.common.seat_context import SeatContext


@dataclass(frozen=True)
class Receipt:
    """What the viewer has done, and by which move."""

    sentence: Told
    version: int


def build_receipt(
    context: SeatContext, view: engine.View | None, recent: Sequence[Move], since: int | None
) -> Receipt | None:
    """Say what the viewer's newest own answer after move `since` did; `None` where there is none.

    `recent` are the last moves, the newest first. It tells the viewer's own answer and the state of their
    turn, so nothing that anybody else has hidden. Once that turn is over and somebody has gone on, there is
    none: what others have done since is news.
    """
    seat = context.seat
    if since is None or seat is None or view is None or context.deputy is not None or context.game.is_over:
        return None
    undone = game_history.undone_among(recent)
    own = (
        move
        for move in recent
        if move.seat_id == seat.pk
        and move.kind == Move.Kind.ANSWER
        and move.by in BY_PEOPLE
        and move.version not in undone
    )
    move = next(own, None)
    # What is sealed has no number on any page, so the address after it names the newest move that all see.
    if move is None or (move.version <= since and move.outcomes):
        return None
    asked = Question.objects.filter(game=context.game, number=move.question_number or 0).first()
    is_past = asked is not None and asked.turn not in (0, view.turn_number)
    if is_past and any(later.version > move.version and later.outcomes for later in recent):
        return None
    what = asked.kind if asked is not None else engine.QuestionKind.UNKNOWN
    (did,) = narrate(move, context.viewer, Length.OWN, asked=what)
    said = did.told.marked
    if asked is not None and asked.on_turn_clock and move.labels != END:
        said = f"{said} {_say_what_is_left(view, asked.turn)}".rstrip()
    return Receipt(Told(said), move.version)


def _say_what_is_left(view: engine.View, turn: int) -> str:
    """Say how many plays are left of the turn with this number, which may be long over; 0 is any turn."""
    if view.turn != view.me or turn not in (0, view.turn_number):
        return _("Your turn is over.")
    if view.play_count is None or view.play_count <= view.played:
        return ""
    left = view.play_count - view.played
    return ngettext("%(n)s play left.", "%(n)s plays left.", left) % {"n": left}
