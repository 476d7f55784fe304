"""Acts of staff: who may do one, and the log in which each is written."""

from typing import Any

from django.utils.translation import gettext as _

from games import clock
from games.models import Game, Player, StaffAct

from .refusal import Illegal, NotAllowed


def check_staff(by: Player, reason: str) -> None:
    """Refuse an act of somebody who is not on the staff, or without a reason."""
    if not (by.is_staff and by.is_active):
        raise NotAllowed(_("Only staff may do this."))
    if not reason.strip():
        raise Illegal(_("Say why: the reason is kept with what you do."))


def log_staff_act(
    act: str,
    by: Player,
    reason: str,
    *,
    about: object,
    before: dict[str, Any],
    after: dict[str, Any],
    game: Game | None = None,
) -> None:
    """Log who did what to what (`about`) and why, with what it changed. Called in the act's transaction."""
    StaffAct.objects.create(
        who=by,
        at=clock.now(),
        act=act,
        game=game,
        about=(f"{game.name} ({game.key}){about}" if game is not None else str(about))[:200],
        reason=reason.strip(),
        before=before,
        after=after,
    )
