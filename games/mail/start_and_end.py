"""Letters that ask for nothing: the game has begun, or is over."""

from django.utils.translation import gettext as _

import engine
from games.history import clock_words
from games.history.formatting import one_line
from games.models import Game, Notice

from . import links, parts
from .letter import Letter, Link, Note
from .occasion import Occasion, Writer


def of_start(occasion: Occasion) -> Letter:
    """Return the letter to somebody whose game has begun, and who is not asked anything yet."""
    view, game = occasion.view, occasion.game
    lead = [
        _("You get a mail as soon as it is your turn, or something is asked of you."),
        _("Pace: %(pace)s.") % {"pace": clock_words.describe_pace(game)},
    ]
    if view is not None and not view.over:
        lead.insert(0, _("%(name)s has the turn.") % {"name": occasion.names[view.turn]})
    return parts.table_letter(
        occasion,
        _("The game has begun, %(name)s.") % {"name": occasion.name},
        lead=tuple(lead),
        happened_title=_("What has happened so far"),
        happened=parts.happened(occasion, after=0),
        notes=(*_commitment(game), parts.if_forwarded()),
    )


def _commitment(game: Game) -> list[Note]:
    if not game.commitment:
        return []
    text = _(
        "Keep this mail if you want to check the shuffles: %(commitment)s is the fingerprint of the secret "
        "behind them, which is shown when the game is over."
    )
    return [Note(text % {"commitment": game.commitment})]


def of_result(occasion: Occasion) -> Letter:
    """Return the letter that tells who won."""
    winner, view = occasion.game.winner, occasion.view
    reason = one_line(occasion.game.end_reason)
    if winner is None and view is not None and view.lost:
        call = _("The game is over, %(name)s: everybody has lost.") % {"name": occasion.name}
        cards = ", ".join(_(engine.card(slug).title) for slug in view.lost)
        reason = _("The Ungoal came true: %(cards)s.") % {"cards": cards}
    elif winner is None:
        call, reason = _("The game is over."), _(reason) if reason else ""
    elif winner.pk == occasion.seat.pk:
        call = _("You won, %(name)s!") % {"name": occasion.name}
    else:
        call = _("The game is over: %(name)s won.") % {"name": occasion.names[winner.number]}
    thanks = _("Thank you for playing. For another game with the same people, ask for a rematch.")
    return _of_end(occasion, call, *([reason] if winner is None and reason else []), thanks)


def of_early_end(occasion: Occasion) -> Letter:
    """Return the letter that tells why a game was ended without a winner."""
    reason = one_line(occasion.game.end_reason)
    lead = _("The reason: %(reason)s") % {"reason": _(reason)} if reason else ""
    return _of_end(occasion, _("The game was ended without a winner."), lead)


def _of_end(occasion: Occasion, call: str, *lead: str) -> Letter:
    text = _("See the last table") if occasion.view else _("See the game")
    return parts.table_letter(
        occasion,
        call,
        lead=tuple(filter(None, lead)),
        button=Link(text, links.of_seat(occasion.notice, occasion.seat)),
        below_button=_("The link is yours alone and needs no password."),
        hand=(),
        notes=(),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.STARTED: of_start,
    Notice.Kind.RESULT: of_result,
    Notice.Kind.ENDED: of_early_end,
}
