"""What staff note about players and games, for each other."""

from django.utils.translation import gettext as _

from games.core.refusal import Illegal, NotAllowed, check_fields
from games.models import Game, Player, StaffNote

from .roles import MAY_ACT


def add_note(*, by: Player, text: str, player: Player | None = None, game: Game | None = None) -> StaffNote:
    """Note something about a player or a game. Raises a `Refusal`."""
    if not (by.is_staff and by.is_active and by.has_perm(MAY_ACT)):
        raise NotAllowed(_("You may look at the desk, but not act. Ask an operator for a role."))
    note = StaffNote(by=by, player=player, game=game, text=text.strip())
    if not note.text:
        raise Illegal(_("Enter a note."))
    check_fields(note, exclude=["by", "player", "game"])
    note.save()
    return note
