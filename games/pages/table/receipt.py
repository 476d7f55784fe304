"""The line that answers an answer: what the viewer has just done, and what is left to do."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.history import game_history
from games.history.marks import Told, marked_title, quoted_marked
from games.models import BY_PEOPLE, Move
from games.pages.common.seat_context import SeatContext


def build_receipt(
    context: SeatContext, view: engine.View | None, recent: Sequence[Move], since: int | None
) -> Told | None:
    """Say what the viewer's newest own answer after move `since` did; `None` where there is none.

    `recent` are the last moves, the newest first. It tells the viewer's own answer and the state of their
    turn, so nothing that anybody else has hidden.
    """
    seat = context.seat
    if since is None or seat is None or view is None or context.deputy is not None:
        return None
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
        return None
    seen = game_history.outcomes_of(context.game, seat, [move])
    said = _say_what_was_done(seen, seat.number, view.deck.known_cards)
    left = "" if context.game.is_over or not said else _say_what_is_left(view)
    return Told(f"{said or _('Your answer is in.')} {left}".rstrip())


def _say_what_was_done(outcomes: Sequence[engine.Outcome], me: int, cards: engine.KnownCards) -> str:
    """Name the card that seat `me` has played, or else what its answer moved; empty if it moved nothing."""
    for outcome in outcomes:
        match outcome:
            case engine.Played(seat=seat, card=played, via="") if seat == me:
                return _("You played “%(card)s”.") % {"card": marked_title(played, cards)}
    for outcome in outcomes:
        match outcome:
            case engine.Discarded(seat=owner, cards=discarded, why=why) if (
                owner == me or why not in game_history.LIMITS
            ):
                return _("You discarded %(cards)s.") % {"cards": quoted_marked(discarded, cards)}
            case engine.KeeperTaken(seat=seat, card=taken) if seat == me:
                return _("You took %(cards)s.") % {"cards": quoted_marked([taken], cards)}
            case engine.KeepersExchanged(seat=seat, given=given, taken=taken) if seat == me:
                words = {"given": quoted_marked([given], cards), "taken": quoted_marked([taken], cards)}
                return _("You gave %(given)s for %(taken)s.") % words
            case engine.CardsTaken(seat=seat, cards=taken) if seat == me and taken:
                return _("You took %(cards)s.") % {"cards": quoted_marked(taken, cards)}
            case engine.Zapped(seat=seat, card=taken) if seat == me:
                return _("You took %(cards)s.") % {"cards": quoted_marked([taken], cards)}
            case engine.CardGiven(seat=seat, card=given) | engine.KeeperGiven(seat=seat, card=given) if (
                seat == me and given
            ):
                return _("You gave away %(cards)s.") % {"cards": quoted_marked([given], cards)}
            case engine.Used(seat=seat, rule=rule) if seat == me:
                return _("You used %(cards)s.") % {"cards": quoted_marked([rule], cards)}
    return ""


def _say_what_is_left(view: engine.View) -> str:
    if view.turn != view.me:
        return _("Your turn is over.")
    if view.play_count is None or view.play_count <= view.played:
        return ""
    left = view.play_count - view.played
    return ngettext("%(n)s play left.", "%(n)s plays left.", left) % {"n": left}
