"""What is recorded besides the play: events of a table in its history, and acts of staff."""

from typing import Any

from django.utils.translation import gettext as _

from games import clock
from games.models import By, Game, Move, Player, StaffAct

from .refusal import Illegal, NotAllowed


def note_event(game: Game, what: str, **words: str | int) -> Move:
    """Record something that all may know of a locked game whose table is not loaded; see `event_sentences`.

    Where a `LockedTable` is loaded, its own ``note_event`` is the one to call.
    """
    game.version += 1
    game.save(update_fields=["version"])
    return Move.objects.create(
        game=game,
        version=game.version,
        kind=Move.Kind.EVENT,
        by=By.ENGINE,
        params={"what": what, **words},
        created_at=clock.now(),
    )


def check_staff(by: Player, reason: str) -> None:
    """Refuse an act of somebody who is not on the staff, or without a reason."""
    if not (by.is_staff and by.is_active):
        raise NotAllowed(_("Only staff can do this."))
    if not reason.strip():
        raise Illegal(_("Give a reason. It’s kept in the log."))


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
