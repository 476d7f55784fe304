"""Fewer mails, by the press of a button that needs no sign-in.

What was written before and has not been sent yet is not sent either: `obsolete_reason` asks right before
sending.
"""

from __future__ import annotations

from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from games.core.refusal import Illegal
from games.mail.unsubscribe import Wish
from games.models import Group, Mode, Player
from games.seats.invitations import block_invitations

from .notification_settings import lock_choices, mute_game, replan_notices


class UnsubscribeScope(StrEnum):
    """What somebody wants no mail about."""

    GAME = "game"
    REMINDERS = "reminders"
    ALL = "all"
    AGAIN = "again"


def unsubscribe(*, wish: Wish, what: str = UnsubscribeScope.GAME) -> None:
    """Stop mail to a player: about the games of a mail, reminders, or all; `AGAIN` takes the first back.

    Where nobody knows any more which games those were, all mail is meant. Doing so twice changes nothing, nor
    does it for somebody who has left the site. The wish of somebody who was invited, and has no account,
    means all invitations. Raises `Illegal`.
    """
    if what not in list(UnsubscribeScope):
        raise Illegal(_("Choose what you want no mail about."))
    if wish.invitation is not None and what != UnsubscribeScope.AGAIN:
        block_invitations(address=wish.invitation.email)
    if wish.player is None:
        return
    match what:
        case UnsubscribeScope.GAME if wish.forgotten:
            do_switch_off(wish.player, list(Group))
        case UnsubscribeScope.GAME | UnsubscribeScope.AGAIN:
            for game in wish.games:
                mute_game(player=wish.player, game=game, muted=what == UnsubscribeScope.GAME)
        case UnsubscribeScope.REMINDERS:
            do_switch_off(wish.player, [Group.REMINDERS])
        case UnsubscribeScope.ALL:
            do_switch_off(wish.player, list(Group))


@transaction.atomic
def do_switch_off(player: Player, groups: list[Group]) -> None:
    """Send no mail of these groups of occasions any more."""
    choices = lock_choices(player)
    choices.mail = {**choices.mail, **{str(group): str(Mode.OFF) for group in groups}}
    choices.save(update_fields=["mail"])
    replan_notices(player)
