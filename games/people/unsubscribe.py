"""Unsubscribing without signing in.

Notices that were written before and wait to be sent are not sent either: `obsolete_reason` checks that right
before sending.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from games.core.refusal import Illegal
from games.mail.unsubscribe import UnsubscribeRequest
from games.models import Group, Mode, MutedGame, NoticeChoices, Player
from games.seats.invitations import block_invitations

from .gazette import gets_gazette, mail_gazette
from .notification_settings import lock_choices, mute_game, replan_notices


class UnsubscribeScope(StrEnum):
    """What a player no longer wants mail about, and what takes each of these back."""

    GAME = "game"  # what the mail was about: its games, or the gazette of its circle
    REMINDERS = "reminders"
    ALL = "all"
    AGAIN = "again"
    REMINDERS_AGAIN = "reminders-again"
    ALL_AGAIN = "all-again"


OF_REMINDERS = (Group.REMINDERS, Group.NUDGES)
# People forward a gazette. Someone who gets it that way must not stop the other mails of its reader.
OF_GAZETTE = (UnsubscribeScope.GAME, UnsubscribeScope.AGAIN)
TAKE_BACK = (UnsubscribeScope.AGAIN, UnsubscribeScope.REMINDERS_AGAIN, UnsubscribeScope.ALL_AGAIN)


def unsubscribe(*, wish: UnsubscribeRequest, what: str = UnsubscribeScope.GAME) -> None:
    """Stop mail to a player: about the games of a mail, its gazette, reminders, or all; or send it again.

    If the games of the mail are no longer known, all mail stops. Idempotent; does nothing for a player who
    has left the site, or has another address than the mail went to. A gazette’s link stops it alone. For
    somebody who was invited and has no account it stops all invitations. Raises `Illegal`.
    """
    if what not in (OF_GAZETTE if wish.circle is not None else list(UnsubscribeScope)):
        raise Illegal(_("Choose which mails to stop."))
    if wish.invitation is not None and what not in TAKE_BACK:
        block_invitations(address=wish.invitation.email)
    if wish.player is None:
        return
    if what == UnsubscribeScope.REMINDERS:
        do_switch_off(wish.player, OF_REMINDERS)
    elif what == UnsubscribeScope.REMINDERS_AGAIN:
        do_switch_on(wish.player, OF_REMINDERS)
    elif what == UnsubscribeScope.ALL or (what == UnsubscribeScope.GAME and wish.forgotten):
        do_switch_off(wish.player, list(Group))
    else:
        if what == UnsubscribeScope.ALL_AGAIN:
            do_switch_on(wish.player, list(Group))
        if wish.circle is not None:
            mail_gazette(circle=wish.circle, player=wish.player, is_on=what == UnsubscribeScope.AGAIN)
        for game in wish.games:
            mute_game(player=wish.player, game=game, muted=what == UnsubscribeScope.GAME)


def list_stopped(wish: UnsubscribeRequest) -> list[UnsubscribeScope]:
    """Return which mails a player gets no more: all; or else reminders, and those that a mail was about.

    Of a gazette’s link only whether that is one of them.
    """
    player, games = wish.player, wish.games
    if player is None:
        return []
    if wish.circle is not None:
        return [] if gets_gazette(wish.circle, player) else [UnsubscribeScope.GAME]
    choices = NoticeChoices.objects.filter(player=player).first() or NoticeChoices(player=player)
    off = {group for group in Group if choices.mode(group) == Mode.OFF}
    if off == set(Group):
        return [UnsubscribeScope.ALL]
    stopped = [UnsubscribeScope.REMINDERS] if off.issuperset(OF_REMINDERS) else []
    if games and MutedGame.objects.filter(player=player, game__in=games).count() == len(games):
        stopped.append(UnsubscribeScope.GAME)
    return stopped


@transaction.atomic
def do_switch_on(player: Player, groups: Sequence[Group]) -> None:
    """Mail about these groups of occasions as usual, where it was switched off."""
    choices = lock_choices(player)
    usual = {group for group, mode in choices.mail.items() if group in groups and mode == Mode.OFF}
    choices.mail = {group: mode for group, mode in choices.mail.items() if group not in usual}
    choices.save(update_fields=["mail"])
    replan_notices(player)


@transaction.atomic
def do_switch_off(player: Player, groups: Sequence[Group]) -> None:
    """Switch off mail about these groups of occasions."""
    choices = lock_choices(player)
    choices.mail = {**choices.mail, **{str(group): str(Mode.OFF) for group in groups}}
    choices.save(update_fields=["mail"])
    replan_notices(player)
