"""Letters before the first card: invitations, rematches, and what became of them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history import clock_words
from games.history.formatting import one_line
from games.models import Game, Invitation, Notice, Player, Seat

from . import links, parts
from .letter import Letter, Link, Note
from .occasion import Occasion, Writer


def of_invitation(notice: Notice, game: Game, invitation: Invitation) -> Letter:
    """Return the letter to an address that may never have heard of this site, or the one reminder of it."""
    host = _shown_name(invitation.invited_by)
    if notice.kind == Notice.Kind.INVITED_AGAIN:
        call = _("%(host)s still keeps a seat for you in a game of Fluxx.")
        silence = _("This is the only reminder. If you do nothing, you will not hear of this game again.")
    else:
        call = _("%(host)s invites you to a game of Fluxx.")
        silence = _("If you do nothing, you get one reminder at most, and nothing else.")
    return Letter(
        call=call % {"host": host},
        lead=(
            _about(game),
            _(
                "Fluxx is a game whose rules and goals change as you play. This site plays it by mail: "
                "when it is your turn you get a mail with your cards, and the press of a button answers. "
                "You need no account."
            ),
        ),
        button=Link(_("See the invitation"), links.of_invitation(notice, invitation)),
        below_button=_(
            "The page asks whether you accept or decline. Nothing happens before you press a button there."
        ),
        notes=(
            Note(_("A fan project: not made, endorsed or sponsored by Looney Labs, whose game Fluxx is.")),
            Note(silence),
            Note(
                _("You don't want invitations from this site at all?"),
                Link(_("No more invitations to this address"), links.of_block(notice, invitation)),
            ),
        ),
    )


def of_rematch(occasion: Occasion) -> Letter:
    """Return the letter that keeps a seat in a rematch for somebody who played the game before."""
    game = occasion.game
    there = [one_line(str(seat)) for seat in game.seats.all() if seat.is_taken]
    return Letter(
        call=_("%(host)s wants a rematch, %(name)s.")
        % {"host": _shown_name(game.host), "name": occasion.name},
        lead=(
            _about(game),
            *([parts.at_the_table(there)] if there else []),
            _("It begins when everybody has taken their seat."),
        ),
        button=Link(_("Take your seat, or decline"), links.of_seat(occasion.notice, occasion.seat)),
        below_button=parts.link_is_yours(),
    )


def of_accepted(occasion: Occasion) -> Letter:
    """Return the letter that tells the host who sat down."""
    return _to_host(occasion, _("%(name)s took a seat at your table.") % {"name": occasion.name})


def of_declined(occasion: Occasion) -> Letter:
    """Return the letter that tells the host who will not come."""
    name = one_line(_who_declined(occasion))
    return _to_host(occasion, _("%(name)s will not play this time.") % {"name": name})


def _who_declined(occasion: Occasion) -> str:
    """Return the name of whoever declined a seat. The seat itself has none any more."""
    seat, before = occasion.seat, occasion.game.rematch_of
    declined = seat.invitations.filter(declined_at__lte=occasion.notice.created_at)
    if invitation := declined.order_by("-declined_at").first():
        return invitation.name or invitation.email
    if before is not None:  # a rematch keeps the order of the seats
        sat = list(before.seats.filter(status=Seat.Status.TAKEN).order_by("number"))
        return str(sat[seat.number - 1]) if seat.number <= len(sat) else str(seat)
    return str(seat)


def _to_host(occasion: Occasion, call: str) -> Letter:
    game = occasion.game
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
    return Letter(call=call, lead=(lead,), button=Link(_("Open the game"), links.of_game(game)))


def _shown_name(player: Player) -> str:
    """Return a player's name, or what stands before the @: an address is nobody else's business."""
    return one_line(player.name or player.email.partition("@")[0])


def _about(game: Game) -> str:
    """Return one sentence on how many play, and how fast."""
    return _("“%(game)s” is for %(seats)d players, with %(pace)s.") % {
        "game": one_line(game.name),
        "seats": game.seats_wanted,
        "pace": clock_words.describe_pace(game),
    }


WRITERS: dict[str, Writer] = {
    Notice.Kind.REMATCH: of_rematch,
    Notice.Kind.ACCEPTED: of_accepted,
    Notice.Kind.DECLINED: of_declined,
}
# Strangers have neither a seat nor an account: there is no occasion.
INVITATION_WRITERS = dict.fromkeys((Notice.Kind.INVITATION, Notice.Kind.INVITED_AGAIN), of_invitation)
