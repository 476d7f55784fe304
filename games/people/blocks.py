"""Blocking and muting a person, and lifting it again."""

from django.utils.translation import gettext as _

from games.core.refusal import Illegal, NotPossible, check_cap
from games.models import Player, PlayerBlock

MOST = 200


def keep_away(*, by: Player, player: Player, kind: str) -> PlayerBlock:
    """Block or mute a person; the one takes the place of the other. Raises a `Refusal`."""
    if kind not in PlayerBlock.Kind.values:
        raise Illegal(_("You can block or mute a person."))
    if by.pk == player.pk:
        raise NotPossible(_("That’s you."))
    text = _("You’ve blocked or muted %(count)s people. Lift one of these first.")
    check_cap(PlayerBlock.objects.filter(by=by).exclude(player=player), MOST, text)
    row, _is_new = PlayerBlock.objects.update_or_create(by=by, player=player, defaults={"kind": kind})
    return row


def lift(*, by: Player, pk: int) -> None:
    """Lift what a player has set with this primary key; nothing happens if there is no such any more."""
    PlayerBlock.objects.filter(by=by, pk=pk).delete()
