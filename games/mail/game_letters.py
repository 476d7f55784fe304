"""Letters about the start and the end of a game."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.decks.titles import quoted_title
from games.history import game_settings
from games.history.narrator import Viewer
from games.history.why_it_ended import explain_end
from games.models import Game, Notice
from games.models.names import one_line

from . import parts
from .context import LetterContext, Writer
from .letter import Letter, Link, Note


def start_letter(context: LetterContext) -> Letter:
    """Return the letter that tells players who are not asked anything yet that the game has begun."""
    view, game = context.view, context.game
    lead = [
        _("You’ll get a mail when it’s your turn, or when you’re asked something."),
        _("Pace: %(pace)s.") % {"pace": game_settings.describe_pace(game)},
    ]
    if view is not None and not view.over:
        lead.insert(0, _("It’s %(name)s’s turn.") % {"name": context.names[view.turn]})
    return parts.table_letter(
        context,
        _("The game has begun, %(name)s.") % {"name": context.name},
        lead=tuple(lead),
        history_title=_("What has happened so far"),
        history=parts.history_lines(context, after=0),
        notes=(*_commitment_notes(game), parts.forwarding_note()),
    )


def _commitment_notes(game: Game) -> list[Note]:
    if not game.commitment:
        return []
    text = _(
        "Keep this mail if you want to check the shuffles: %(commitment)s is the fingerprint of the secret "
        "behind them, which is shown when the game is over."
    )
    return [Note(text % {"commitment": game.commitment})]


def result_letter(context: LetterContext) -> Letter:
    """Return the letter that tells who won, with which cards, and after how long."""
    game, winner, view = context.game, context.game.winner, context.view
    words = {"game": game.shown_name}
    reason = one_line(game.end_reason)
    if winner is None and view is not None and view.lost:
        subject, headline = _("Everyone lost “%(game)s”"), _("Everyone lost.")
        cards = _(", ").join(quoted_title(engine.card(slug)) for slug in view.lost)
        how = _("The Ungoal came true: %(cards)s.") % {"cards": cards}
    elif winner is None:
        subject, headline, how = _("Nobody won “%(game)s”"), _("Nobody won."), _(reason) if reason else ""
    else:
        how = _winning_cards(view, winner.number) if view is not None else ""
        if winner.pk == context.seat.pk and context.is_own_seat:
            words["name"] = context.name
            subject, headline = _("You won “%(game)s”"), _("You won, %(name)s!")
        else:
            words["name"] = context.names[winner.number]
            subject, headline = _("%(name)s won “%(game)s”"), _("%(name)s won the game.")
    return _last_letter(
        context,
        headline % words,
        how,
        _explain_end(context),
        _describe_length(game, view),
        subject=subject % words,
        button=Link(_("Rematch"), context.seat_link()),
        below_button=" ".join(
            (
                *parts.how_to_reply(context, _("Reply “rematch” to play again with the same people.")),
                _(
                    "You’ll see how the table looked at the end, with a button to play again with the same "
                    "people. Nothing happens until you press it. The link is yours alone and needs no "
                    "password."
                ),
            )
        ),
    )


def _explain_end(context: LetterContext) -> str:
    """Return why the game ended, as its page tells the reader."""
    if context.view is None:
        return ""
    reader = Viewer.of(context.game, context.seat if context.is_own_seat else None, context.snapshot.seats)
    return " ".join(one_line(str(told)) for told in explain_end(reader, context.view).why)


def _winning_cards(view: engine.View, winner: int) -> str:
    """Return the goals that won, each with what the winner has of it."""
    cards = view.deck.known_cards
    if view.board is not None:
        goals = [quoted_title(cards[slug]) for slug in view.board.collected.get(winner, ())]
        return _("The winning goals: %(goals)s.") % {"goals": _(", ").join(goals)} if goals else ""
    held = next(((*seat.keepers, *seat.creepers) for seat in view.seats if seat.seat == winner), ())
    met = [slug for slug in view.goals if set(cards[slug].names) <= set(held)] or view.goals
    named = []
    for slug in met:
        with_what = " + ".join(quoted_title(cards[name]) for name in cards[slug].names if name in held)
        named.append(f"{quoted_title(cards[slug])} ({with_what})" if with_what else quoted_title(cards[slug]))
    if not named:
        return ""
    text = ngettext("The winning goal: %(goals)s.", "The winning goals: %(goals)s.", len(named))
    return text % {"goals": _(", ").join(named)}


def _describe_length(game: Game, view: engine.View | None) -> str:
    """Say how many days and turns a game took; nothing of a game without a table."""
    if view is None or game.started_at is None or game.finished_at is None:
        return ""
    days, count = (game.finished_at - game.started_at).days, view.turn_number
    turns = ngettext("%(count)d turn", "%(count)d turns", count) % {"count": count}
    if not days:
        return _("It took %(turns)s, all within a day.") % {"turns": turns}
    words = {"days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days}, "turns": turns}
    return _("It took %(days)s and %(turns)s.") % words


def early_end_letter(context: LetterContext) -> Letter:
    """Return the letter that tells why a game ended without a winner, or before it began."""
    reason = one_line(context.game.end_reason)
    lead = _(reason) if reason else ""
    if context.game.started_at is None:
        subject = _("“%(game)s” was cancelled") % {"game": context.game.shown_name}
        return _last_letter(context, _("The game won’t take place."), lead, subject=subject)
    subject = _("“%(game)s” ended early") % {"game": context.game.shown_name}
    return _last_letter(context, _("The game ended early, and nobody won."), lead, subject=subject)


def _last_letter(context: LetterContext, headline: str, *lead: str, **fields: Any) -> Letter:
    text = _("See how the table looked at the end") if context.view else _("See the game")
    usual = {
        "button": Link(text, context.seat_link()),
        "below_button": _("The link is yours alone and needs no password."),
    }
    return parts.table_letter(
        context, headline, lead=tuple(filter(None, lead)), hand=(), notes=(), **{**usual, **fields}
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.STARTED: start_letter,
    Notice.Kind.RESULT: result_letter,
    Notice.Kind.ENDED: early_end_letter,
}
