"""What staff may do for a player: each act needs a reason and is logged in its transaction."""

from typing import Any

from django.utils.translation import gettext as _

from games.core.event_log import check_staff, log_staff_act
from games.core.locking import in_transaction
from games.core.refusal import NotPossible
from games.models import Player


@in_transaction
def clear_refusal(*, player: Player, by: Player, reason: str) -> None:
    """Send mail again to a player whose address refused it, or from whom mail came back.

    Who marked a mail as spam still gets none. Locks the player. Raises a `Refusal`.
    """
    check_staff(by, reason)
    locked = Player.objects.select_for_update().get(pk=player.pk)
    before = audited_fields(locked)
    if before == {"mail_refused_at": None, "bounces": 0}:
        raise NotPossible(_("No mail server rejects mail to them."))
    locked.mail_refused_at = locked.bounced_at = locked.refusal_doubted_at = None
    locked.mail_error, locked.bounces = "", 0
    locked.save(
        update_fields=["mail_refused_at", "bounced_at", "refusal_doubted_at", "mail_error", "bounces"]
    )
    about = f"player {locked.pk} ({locked.name})"
    log_staff_act("clear-refusal", by, reason, about=about, before=before, after=audited_fields(locked))


def audited_fields(player: Player) -> dict[str, Any]:
    """Return the fields of a player that the log compares."""
    refused = player.mail_refused_at.isoformat() if player.mail_refused_at else None
    return {"mail_refused_at": refused, "bounces": player.bounces}
