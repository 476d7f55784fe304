"""What a reply may end: a seat, or mails. It is offered first, and a reply “yes” to that mail does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.refusal import NotPossible
from games.models import Group, Player, Seat
from games.people.notification_settings import mute_game
from games.people.unsubscribe import do_switch_off
from games.replies.request_words import RequestKind
from games.seats.membership import leave


def player_of(seat: Seat) -> Player:
    """Return who sits on a taken seat."""
    if seat.player is None:
        raise NotPossible(_("You’re not at this table."))
    return seat.player


@dataclass(frozen=True)
class Offer:
    """Something that is done when its mail is answered with yes: how it is asked, and how it is done."""

    ask: Callable[[Seat], str]
    act: Callable[[Seat], str]


def ask_to_leave(seat: Seat) -> str:
    """Ask whether somebody wants to leave the table."""
    return _(
        "Leave “%(game)s”? You can’t come back on your own. Reply “yes” to this mail to leave. If you do "
        "nothing, you stay."
    ) % {"game": seat.game.shown_name}


def do_leave(seat: Seat) -> str:
    """Leave the table."""
    if seat.game.is_running and not seat.game.is_dealt:  # its row would go, and this reply with it
        raise NotPossible(_("The cards are about to be dealt. Try again in a moment."))
    if leave(seat=seat):
        return _("You’ve left “%(game)s”.") % {"game": seat.game.shown_name}
    return _("You’ll leave the table as soon as the current card is done.")


def ask_to_stop(seat: Seat) -> str:
    """Ask whether somebody wants no more mails about a game."""
    return _(
        "Stop mails about “%(game)s”, even when it’s your turn? Reply “yes” to this mail. To leave the game, "
        "reply “leave the game”; to stop mails about all games, reply “stop all mails”."
    ) % {"game": seat.game.shown_name}


def do_stop(seat: Seat) -> str:
    """Announce nothing of a game but its end."""
    mute_game(player=player_of(seat), game=seat.game, muted=True)
    return _("You won’t get mails about this game any more, except when it ends.")


def ask_to_stop_all(_seat: Seat) -> str:
    """Ask whether somebody wants no mail about any game."""
    return _(
        "Stop all mails about your games? You wouldn’t notice when your turns run out. Reply “yes” to this "
        "mail to stop them all."
    )


def do_stop_all(seat: Seat) -> str:
    """Switch all mail off."""
    do_switch_off(player_of(seat), list(Group))
    return _("You won’t get mails about your games any more. You can change that under Notifications.")


OFFERS: Mapping[RequestKind, Offer] = {
    RequestKind.LEAVE: Offer(ask_to_leave, do_leave),
    RequestKind.STOP: Offer(ask_to_stop, do_stop),
    RequestKind.STOP_ALL: Offer(ask_to_stop_all, do_stop_all),
}
