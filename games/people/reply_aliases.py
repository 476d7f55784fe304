"""Other addresses from which a player answers mails (docs/decisions/0076-this-is-me-too.md)."""

from django.utils.translation import gettext as _

from games.core.locking import in_transaction
from games.core.mailboxes import canonical_mailbox, is_same_mailbox
from games.core.refusal import check_cap
from games.core.suspension import check_may_play
from games.models import Player, ReplyAlias

MOST = 5


def is_own_address(player: Player, address: str) -> bool:
    """Whether an address is a player's own, or one of those from which they answer, in any spelling."""
    if is_same_mailbox(address, player.email):
        return True
    return ReplyAlias.objects.filter(player=player, mailbox=canonical_mailbox(address)).exists()


@in_transaction
def add_reply_alias(*, player: Player, address: str) -> None:
    """Let replies from another address count as this player's. Raises a `Refusal`.

    Whether the address is that of another account makes no difference, so that nobody can find that out.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    check_may_play(locked)
    if is_own_address(locked, address):
        return
    text = _("You already have %(count)s more addresses. Remove one of them first.")
    check_cap(ReplyAlias.objects.filter(player=locked), MOST, text)
    ReplyAlias.objects.create(player=locked, address=address, mailbox=canonical_mailbox(address))


def remove_reply_alias(*, player: Player, pk: int) -> None:
    """Let replies from an address count no more; nothing happens if it is gone."""
    ReplyAlias.objects.filter(player=player, pk=pk).delete()
