"""The line that answers an answer: what the viewer has just done, and what is left to do."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.history import formatting, game_history
from games.models import BY_PEOPLE, Move
from games.pages.common.seat_context import SeatContext


def build_receipt(
    context: SeatContext, view: engine.View | None, recent: Sequence[Move], since: int | None
) -> str:
    """Say what the viewer's newest own answer after move `since` did; empty where there is none.

    `recent` are the last moves, the newest first. It tells the viewer's own answer and the state of their
    turn, so nothing that anybody else has hidden.
    """
    seat = context.seat
    if since is None or seat is None or view is None or context.deputy is not None or context.game.is_over:
        return ""
    undone = game_history.undone_among(recent)
    own = (
        move
        for move in recent
        if move.seat_id == seat.pk
        and move.version > since
        and move.kind == Move.Kind.ANSWER
        and move.by in BY_PEOPLE
        and move.version not in undone
    )
    move = next(own, None)
    if move is None:
        return ""
    played = next(
        (
            each.card
            for each in game_history.outcomes_of(context.game, seat, [move])
            if isinstance(each, engine.Played) and each.seat == seat.number and not each.via
        ),
        None,
    )
    if played is None:
        return _("Your answer is in.")
    said = _("You played “%(card)s”.") % {"card": formatting.card_title(played, view.deck.known_cards)}
    return f"{said} {_say_what_is_left(view)}".rstrip()


def _say_what_is_left(view: engine.View) -> str:
    if view.turn != view.me:
        return _("Your turn is over.")
    if view.play_count is None or view.play_count <= view.played:
        return ""
    left = view.play_count - view.played
    return ngettext("%(n)s play left.", "%(n)s plays left.", left) % {"n": left}
