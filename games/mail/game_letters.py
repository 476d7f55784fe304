"""Letters about a game as a whole: invitations, rematches, who joins, its start and its end."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.core import tokens
from games.history import game_settings
from games.history.formatting import one_line
from games.models import Game, Invitation, Notice, Player, Seat

from . import links, parts
from .context import LetterContext, Writer
from .letter import Letter, Link, Note


def invitation_letter(notice: Notice, game: Game, invitation: Invitation) -> Letter:
    """Return an invitation, or its reminder. The reader may never have heard of this site."""
    host, at = _shown_name(invitation.invited_by), notice.created_at
    token = tokens.make_invitation_token(invitation, at=at)
    block_token = tokens.make_invitation_token(invitation, tokens.Purpose.BLOCK, at=at)
    if notice.kind == Notice.Kind.INVITED_AGAIN:
        headline = _("%(host)s still keeps a seat for you in a game of Fluxx.")
        silence = _("This is the only reminder. If you do nothing, you will not hear of this game again.")
    else:
        headline = _("%(host)s invites you to a game of Fluxx.")
        silence = _("If you do nothing, you get one reminder at most, and nothing else.")
    return Letter(
        headline=headline % {"host": host},
        lead=(
            _describe_game(game),
            _(
                "Fluxx is a game whose rules and goals change as you play. This site plays it by mail: "
                "when it is your turn you get a mail with your cards, and the press of a button answers. "
                "You need no account."
            ),
        ),
        button=Link(_("See the invitation"), links.absolute_url("invitation_link", token)),
        below_button=_(
            "The page asks whether you accept or decline. Nothing happens before you press a button there."
        ),
        notes=(
            Note(_("A fan project: not made, endorsed or sponsored by Looney Labs, whose game Fluxx is.")),
            Note(silence),
            Note(
                _("You don't want invitations from this site at all?"),
                Link(_("No more invitations to this address"), links.absolute_url("block_link", block_token)),
            ),
        ),
    )


def rematch_letter(context: LetterContext) -> Letter:
    """Return the letter that offers a seat in a rematch to a player of the game before."""
    game = context.game
    there = [one_line(str(seat)) for seat in game.seats.all() if seat.is_taken]
    return Letter(
        headline=_("%(host)s wants a rematch, %(name)s.")
        % {"host": _shown_name(game.host), "name": context.name},
        lead=(
            _describe_game(game),
            *([parts.players_sentence(there)] if there else []),
            _("It begins when everybody has taken their seat."),
        ),
        button=Link(_("Take your seat, or decline"), context.seat_link()),
        below_button=parts.link_note(),
    )


def accepted_letter(context: LetterContext) -> Letter:
    """Return the letter that tells the host who joined."""
    return _host_letter(context, _("%(name)s took a seat at your table.") % {"name": context.name})


def declined_letter(context: LetterContext) -> Letter:
    """Return the letter that tells the host who declined."""
    name = one_line(_name_of_declined(context))
    return _host_letter(context, _("%(name)s will not play this time.") % {"name": name})


def _name_of_declined(context: LetterContext) -> str:
    """Return the name of the player who declined; the seat itself has none any more."""
    seat, before = context.seat, context.game.rematch_of
    declined = seat.invitations.filter(declined_at__lte=context.notice.created_at)
    if invitation := declined.order_by("-declined_at").first():
        return invitation.name or invitation.email
    if before is not None:  # a rematch keeps the order of the seats
        sat = list(before.seats.filter(status=Seat.Status.TAKEN).order_by("number"))
        return str(sat[seat.number - 1]) if seat.number <= len(sat) else str(seat)
    return str(seat)


def _host_letter(context: LetterContext, headline: str) -> Letter:
    game = context.game
    free = sum(not seat.is_taken for seat in game.seats.all())
    if game.is_over:
        lead = _("The game is over.")
    elif game.is_running:
        lead = _("The game has begun.")
    elif free:
        lead = ngettext("%(count)d seat is not taken yet.", "%(count)d seats are not taken yet.", free)
        lead %= {"count": free}
    else:
        lead = _("All seats are taken.")
    return Letter(headline=headline, lead=(lead,), button=Link(_("Open the game"), links.game_url(game)))


def _shown_name(player: Player) -> str:
    """Return a player's name, or the part of their address before the @: the rest is private."""
    return one_line(player.name or player.email.partition("@")[0])


def _describe_game(game: Game) -> str:
    """Describe the size and the pace of a game in one sentence."""
    return _("“%(game)s” is for %(seats)d players, with %(pace)s.") % {
        "game": one_line(game.name),
        "seats": game.seats_wanted,
        "pace": game_settings.describe_pace(game),
    }


def start_letter(context: LetterContext) -> Letter:
    """Return the letter that tells players who are not asked anything yet that the game has begun."""
    view, game = context.view, context.game
    lead = [
        _("You get a mail as soon as it is your turn, or something is asked of you."),
        _("Pace: %(pace)s.") % {"pace": game_settings.describe_pace(game)},
    ]
    if view is not None and not view.over:
        lead.insert(0, _("%(name)s has the turn.") % {"name": context.names[view.turn]})
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
    """Return the letter that tells who won."""
    winner, view = context.game.winner, context.view
    reason = one_line(context.game.end_reason)
    if winner is None and view is not None and view.lost:
        headline = _("The game is over, %(name)s: everybody has lost.") % {"name": context.name}
        cards = ", ".join(_(engine.card(slug).title) for slug in view.lost)
        reason = _("The Ungoal came true: %(cards)s.") % {"cards": cards}
    elif winner is None:
        headline, reason = _("The game is over."), _(reason) if reason else ""
    elif winner.pk == context.seat.pk:
        headline = _("You won, %(name)s!") % {"name": context.name}
    else:
        headline = _("The game is over: %(name)s won.") % {"name": context.names[winner.number]}
    thanks = _("Thank you for playing. For another game with the same people, ask for a rematch.")
    return _last_letter(context, headline, *([reason] if winner is None and reason else []), thanks)


def early_end_letter(context: LetterContext) -> Letter:
    """Return the letter that tells why a game ended without a winner."""
    reason = one_line(context.game.end_reason)
    lead = _("The reason: %(reason)s") % {"reason": _(reason)} if reason else ""
    return _last_letter(context, _("The game was ended without a winner."), lead)


def _last_letter(context: LetterContext, headline: str, *lead: str) -> Letter:
    text = _("See the last table") if context.view else _("See the game")
    return parts.table_letter(
        context,
        headline,
        lead=tuple(filter(None, lead)),
        button=Link(text, context.seat_link()),
        below_button=_("The link is yours alone and needs no password."),
        hand=(),
        notes=(),
    )


WRITERS: dict[str, Writer] = {
    Notice.Kind.REMATCH: rematch_letter,
    Notice.Kind.ACCEPTED: accepted_letter,
    Notice.Kind.DECLINED: declined_letter,
    Notice.Kind.STARTED: start_letter,
    Notice.Kind.RESULT: result_letter,
    Notice.Kind.ENDED: early_end_letter,
}
# A stranger has neither a seat nor an account, so there is no context.
INVITATION_WRITERS = dict.fromkeys((Notice.Kind.INVITATION, Notice.Kind.INVITED_AGAIN), invitation_letter)
